import type { App } from '#platform/app/compose.ts';
import type { Plant } from '#platform/app/processes/test-reset/test-reset.ts';
import type { Keys } from '#platform/auth/keys.ts';
import type { Log } from '#platform/runtime/log.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { Connections } from '#platform/outbound/connections.ts';
import { guardFor, systemResolve } from '#platform/outbound/destination.ts';
import { DEADLINES, post, type Deadlines } from '#platform/outbound/guarded-request.ts';
import { deliveryTally, type DeliveryTally } from '#platform/runtime/metrics/delivery-tally.ts';
import type { Handler, QueueName, Queues } from '#platform/queue/queues.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import type { Rails } from '#platform/rails/rails.ts';
import { advanceClocks } from './advance-clocks.ts';
import { checkCollection } from './check-collection.ts';
import { checkDisbursement } from './check-disbursement.ts';
import { checkPayout } from './check-payout.ts';
import { standstill } from '#platform/runtime/standstill.ts';
import { deliverHere } from './deliver-here.ts';
import { deliverWebhook, slowLane, type Send } from './deliver-webhook.ts';
import type { Loop } from './loop.ts';
import { react } from './react.ts';
import { relayOutbox } from './relay-outbox.ts';
import { resetSandboxes } from './reset-sandboxes.ts';
import { sandboxCallback } from './sandbox-callback.ts';
import { startRounds } from './rounds.ts';
import { sweep } from './sweep.ts';
import { takeCallbacks } from './take-callbacks.ts';
import type { WorkerContext } from './job.ts';

export type WorkersSettings = {
  readonly app: App;
  readonly keys: Keys;
  readonly rails: Rails;
  readonly queues: Queues;
  readonly log: Log;
  /** Plants what a sandbox holds after a reset. */
  readonly plant: Plant;
  /** Where the REST surfaces are reached, for the callbacks of the sandbox's provider. */
  readonly restUrl: string;
  /** Private networks (CIDR) that webhooks of sandbox tenants may reach. */
  readonly webhookAllow: readonly string[];
  /** How long a partner's server may take; for tests. */
  readonly deadlines?: Deadlines;
  /** Deliveries at the same time, half of which slow and new endpoints share. */
  readonly deliveredTogether?: number;
  /** Payments of a kind that are checked at the same time. */
  readonly checkedTogether?: number;
  /** Where sealed rows are written; by default nowhere. */
  readonly archiveDir?: string | null;
  /** Counts what becomes of deliveries, for the metrics of the process. */
  readonly tally?: DeliveryTally;
};

/**
 * Payments that are checked at the same time, of each kind. A check waits for the provider most of its time, seconds where
 * that is in trouble, which is when there are many: four at the same time would take hours for the payments of one bad minute.
 */
const CHECKED_TOGETHER = 32;

/**
 * Deliveries at the same time. Nearly all of them wait for partners' servers. Endpoints that are slow, or not known yet, have
 * half of these places among them, however many they are.
 */
const DELIVERED_TOGETHER = 400;
/** A process takes up half of these with what it has relayed itself: of a crowd, the other processes get theirs. */
const BEGUN_HERE = 2;

/** A role that takes jobs from a queue: how many at a time, and what it does with one. */
type Role = { readonly concurrency: number; readonly handler: Handler };

/**
 * Starts every role of the workers in this process. Several processes may: rows and locks keep them apart.
 * @returns `close` lets what is under way come to its end, at most the time that an attempt may take
 */
export async function startWorkers(settings: WorkersSettings): Promise<{ readonly close: () => Promise<void> }> {
  const { app, keys, rails, queues, log, restUrl, deliveredTogether = DELIVERED_TOGETHER } = settings;
  const { checkedTogether = CHECKED_TOGETHER, archiveDir = null } = settings;
  const callbacks = callbacksAt(restUrl, keys.callback);
  const tally = settings.tally ?? deliveryTally(() => performance.now());
  const context: WorkerContext = { app, queues, log };
  const connections = new Connections();
  const still = standstill();
  let isClosing = false;
  const delivery = deliverWebhook(context, {
    send: sender(settings, connections),
    tally,
    room: slowLane(deliveredTogether / 2),
    isClosing: () => isClosing,
    standstill: still,
  });
  const { handler, deliver, end } = deliverHere(context, delivery, Math.ceil(deliveredTogether / BEGUN_HERE));
  const roles: { readonly [Queue in QueueName]: Role } = {
    'deliver-webhook': { concurrency: deliveredTogether, handler },
    react: { concurrency: 4, handler: react(context) },
    'check-collection': { concurrency: checkedTogether, handler: checkCollection(context) },
    'check-payout': { concurrency: checkedTogether, handler: checkPayout(context) },
    'check-disbursement': { concurrency: checkedTogether, handler: checkDisbursement(context) },
    // As many as a provider would post at a time: what comes together is recorded together.
    'sandbox-callback': {
      concurrency: checkedTogether,
      handler: sandboxCallback(context, app.sandbox.payouts, callbacks),
    },
    'sandbox-prompt': {
      concurrency: checkedTogether,
      handler: sandboxCallback(context, app.sandbox.collections, callbacksAt(restUrl, keys.callback)),
    },
  };
  const working = await Promise.all(
    Object.entries(roles).map(([queue, { handler, concurrency }]) =>
      // The names of the table are queues, which entries don't say.
      queues.work(queue as QueueName, handler, { concurrency }),
    ),
  );
  const loops: Loop[] = [
    relayOutbox(context, deliver),
    sweep(context),
    takeCallbacks(context),
    advanceClocks(context, roles),
    resetSandboxes(context, settings.plant),
    ...startRounds(context, { rails, archiveDir }),
  ];
  return {
    close: async () => {
      isClosing = true;
      // Together: while a long round comes to its end, no job is begun that would be cut off.
      await Promise.all([...working.map((each) => each.close()), ...loops.map((loop) => loop.end()), end()]);
      connections.destroy();
      still.end();
    },
  };
}

/** Posts past the guard, which checks every address again. */
function sender({ webhookAllow, deadlines = DEADLINES }: WorkersSettings, connections: Connections): Send {
  const reach = { allowedNetworks: parseNetworks(webhookAllow.join(',')), resolve: systemResolve };
  return ({ message, owner }) =>
    post(message, {
      connections,
      deadlines,
      trustedCertificates: null,
      ...guardFor(owner, reach),
    });
}
