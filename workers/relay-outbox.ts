import type { Database } from '#platform/postgres/database.ts';
import type { Relay } from '#platform/app/processes/delivery/relay.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

/** The outbox is looked at so often even if nobody says that something is in it. */
const POLL_MS = 1_000;

/**
 * Carries events from the outbox to deliveries and to our own reactions. The jobs are enqueued after the commit: where
 * the process dies between the two, the rows are due and the sweep finds them.
 */
export function relayOutbox({ queues, log }: WorkerContext, relay: Relay, listen: Database['listen']): Loop {
  let isEnded = false;
  const carry = async (tenantId: number): Promise<boolean> => {
    try {
      const relayed = await relay.relay(tenantId);
      await queues.enqueueAll('react', relayed.reactions);
      await queues.enqueueAll('deliver-webhook', relayed.deliveries);
      return relayed.more;
    } catch (error) {
      // Told here and not to the loop, which would begin anew: with the same tenant, and never come to the next.
      log.error({ error, tenant_id: tenantId }, 'The outbox of a tenant could not be relayed; it is tried again.');
      return false;
    }
  };
  const round = async () => {
    let waiting = await relay.tenants();
    while (waiting.length > 0 && !isEnded) {
      const withMore: number[] = [];
      // One batch each, in turn: nobody's backlog is in the way of the others.
      for (const tenantId of waiting) if (await carry(tenantId)) withMore.push(tenantId);
      waiting = withMore;
    }
  };
  const loop = repeat('relay-outbox', POLL_MS, log, round);
  const stopListening = listen('outbox', loop.wake);
  return {
    wake: loop.wake,
    end: async () => {
      isEnded = true;
      await Promise.all([stopListening(), loop.end()]);
    },
  };
}
