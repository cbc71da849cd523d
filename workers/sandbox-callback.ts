import type { Handler } from '#platform/queue/queues.ts';
import type { Callbacks } from '#platform/rails/callbacks/addresses.ts';
import type { SandboxNotifications } from '#platform/rails/sandbox/notifications.ts';
import type { WorkerContext } from './job.ts';

/** How long a provider waits for the response to its callback. */
const RESPONSE_WITHIN_MS = 5_000;

/** Sends the callbacks of the sandbox's provider, over the network and to the callback endpoint that a real one uses. */
export function sandboxCallback(
  { log }: WorkerContext,
  notifications: SandboxNotifications,
  callbacks: Callbacks,
): Handler {
  return async ({ tenantId, id: originatorId }) => {
    const due = await notifications.due(tenantId, originatorId);
    if (due === null) return;
    const outcome = await fetch(callbacks.addressOf({ tenantId, kind: due.kind, originatorId }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(due.body),
      redirect: 'error',
      signal: AbortSignal.timeout(RESPONSE_WITHIN_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok ? ('received' as const) : ('refused' as const);
      },
      (error: unknown) => {
        log.warn({ error, originator_id: originatorId }, 'The sandbox’s callback was not received.');
        return 'refused' as const;
      },
    );
    await due.sent(outcome);
  };
}
