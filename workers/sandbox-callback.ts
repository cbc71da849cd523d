import type { Handler } from '#platform/queue/queues.ts';
import type { Callbacks } from '#platform/rails/callbacks/addresses.ts';
import type { SandboxNews } from '#platform/rails/sandbox/sandbox.ts';
import type { WorkerContext } from './job.ts';

/** How long a provider waits for its callback to be taken. */
const TAKEN_WITHIN_MS = 5_000;

/** Makes the callbacks of the sandbox's provider, over the network and through the door that a real one uses. */
export function sandboxCallback({ log }: WorkerContext, news: SandboxNews, callbacks: Callbacks): Handler {
  return async ({ tenantId, id: originatorId }) => {
    const due = await news.due(tenantId, originatorId);
    if (due === null) return;
    const taken = await fetch(callbacks.addressOf({ tenantId, kind: due.kind, originatorId }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(due.body),
      redirect: 'error',
      signal: AbortSignal.timeout(TAKEN_WITHIN_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      (error: unknown) => {
        log.warn({ error, originator_id: originatorId }, 'The sandbox’s callback found no open door.');
        return false;
      },
    );
    await news.told(tenantId, originatorId, taken);
  };
}
