import type { WorkerContext } from './job.ts';
import type { Deliver } from './deliver-here.ts';
import { repeat, type Loop } from './loop.ts';

/** The outbox is read at least this often, if no event wakes the loop. */
const POLL_MS = 1_000;

/**
 * Relays events from the outbox to deliveries and to our own reactions. The jobs are enqueued after the commit, or begun here:
 * where the process dies between the two, the rows are due and the sweep finds them.
 */
export function relayOutbox({ app, queues, log }: WorkerContext, deliver: Deliver): Loop {
  const { delivery } = app;
  const relay = async (tenantId: number): Promise<boolean> => {
    try {
      const relayed = await delivery.relay(tenantId);
      await queues.enqueueAll('react', relayed.reactions);
      await deliver(relayed.deliveries);
      return relayed.more;
    } catch (error) {
      // Logged here and not by the loop, which would start with the same tenant again and never reach the next.
      log.error({ error, tenant_id: tenantId }, 'The outbox of a tenant could not be relayed; it is tried again.');
      return false;
    }
  };
  const loop = repeat('relay-outbox', POLL_MS, { app, log }, async (goesOn) => {
    let waiting = await delivery.tenantsWithEvents();
    while (waiting.length > 0 && goesOn()) {
      const withMore: number[] = [];
      // One batch each, in turn: no tenant's backlog delays the others.
      for (const tenantId of waiting) if (await relay(tenantId)) withMore.push(tenantId);
      waiting = withMore;
    }
  });
  const stopListening = delivery.onEvents(loop.wake);
  return {
    wake: loop.wake,
    end: async () => {
      await Promise.all([loop.end(), stopListening()]);
    },
  };
}
