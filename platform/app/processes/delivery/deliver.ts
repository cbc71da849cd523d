import type { DomainEvent } from '#core/kernel/event.ts';
import type { PartnersPorts } from '#core/partners/ports.ts';
import type { AttemptResult, Begun } from '#core/partners/webhook-delivery/attempt.ts';
import { recordAttempts, startDeliveries } from '#core/partners/use-cases/deliver.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { App } from '../../compose.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { deliveryRows, type DeliveryRows } from '../../../postgres/partners/delivery-rows.ts';
import { gather } from './gather.ts';
import { messagesOf, type Message } from './messages.ts';
import { callParked, nextParked } from './next-parked.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** An attempt that has begun: send this. */
export type Sending = Message & {
  readonly kind: 'send';
  readonly deliveryId: number;
  readonly begun: Begun;
  readonly sandbox: boolean;
};

/** What is to be done about a delivery: send this, come back then, or nothing. */
export type Opened =
  Sending | { readonly kind: 'wait'; readonly until: Temporal.Instant } | { readonly kind: 'nothing' };

/** A delivery that is worth a job, at once or at its time. */
export type Called = { readonly id: number; readonly at: Temporal.Instant | null };

/** What an attempt leaves to do. */
export type Closed = {
  /** When this delivery is due again; null where it is not. */
  readonly nextAttemptAt: Temporal.Instant | null;
  /** One that waited for the room that this one leaves: its attempt has begun, for whoever asked for it. */
  readonly next: Sending | null;
  /** Others that have been called, by this attempt or those that were recorded with it. */
  readonly called: readonly Called[];
};

/**
 * A delivery is two transactions with the partner's server between them, never inside. Those of one tenant that are
 * asked for at the same time share theirs: their statements cost hardly more than those of one.
 */
export type Deliveries = {
  readonly open: (tenantId: number, deliveryId: number) => Promise<Opened>;
  /** @param takesNext whether the caller goes on with another delivery of the same webhook, if one waits */
  readonly record: (tenantId: number, deliveryId: number, result: AttemptResult, takesNext: boolean) => Promise<Closed>;
};

/** Deliveries in one transaction. Their rows are locked meanwhile, so that it must be short. */
const MOST_TOGETHER = 50;

type Opening = { readonly kind: 'open'; readonly deliveryId: number };
type Recording = {
  readonly kind: 'record';
  readonly deliveryId: number;
  readonly result: AttemptResult;
  readonly takesNext: boolean;
};
type CommandRequest = Opening | Recording;
type Answer = Opened | Closed;

/** @param callerOf who does it, as the audit trail names it */
export function deliveries(
  { transact, allPorts }: Pick<App, 'transact' | 'allPorts'>,
  secrets: SigningSecrets,
  callerOf: (tenantId: number) => Promise<Caller>,
): Deliveries {
  /** Writes down what came of some attempts, which makes room, and begins others. */
  const settle = async (tenantId: number, asked: readonly CommandRequest[]): Promise<readonly Answer[]> =>
    transact.run<readonly Answer[]>('deliverWebhooks', await callerOf(tenantId), async (tx, given) => {
      const rows = deliveryRows(tx);
      const ports = portsOf(allPorts.partners(tx, given), rows);
      // All are locked at once, first the deliveries, then their webhooks, as everybody does.
      const locked = await rows.deliveries(asked.map(({ deliveryId }) => deliveryId));
      await rows.endpoints([...new Set(locked.map(({ endpointId }) => endpointId))]);

      const results = asked.filter((each) => each.kind === 'record');
      const { result: recorded, events: told } = await recordAttempts({ results }, ports);
      await rows.save();
      const waiting = await nextParked(tx, recorded);
      const takenBy = new Map(
        results.flatMap((each, n): [Recording, number][] => {
          const next = each.takesNext ? waiting.get(recorded[n]?.endpoint.id ?? 0)?.shift() : undefined;
          return next === undefined ? [] : [[each, next]];
        }),
      );

      const called = [...waiting.values()].flat();
      await callParked(tx, called, given.now);

      const opening = asked.filter((each) => each.kind === 'open');
      const beginning = [...opening.map(({ deliveryId }) => deliveryId), ...takenBy.values()];
      const { opened, events: begun } = await begin(tx, beginning, ports, secrets);
      await rows.save();

      const answerTo = new Map<CommandRequest, Answer>();
      [...opening, ...takenBy.keys()].forEach((each, n) => answerTo.set(each, opened[n] ?? { kind: 'nothing' }));
      const enqueued = called.map((id): Called => ({ id, at: null }));
      for (const [each, id] of takenBy) {
        const found = answerTo.get(each) as Opened;
        if (found.kind === 'wait') enqueued.push({ id, at: found.until });
      }
      for (const [n, each] of results.entries()) {
        const next = answerTo.get(each) as Opened | undefined;
        answerTo.set(each, {
          nextAttemptAt: recorded[n]?.delivery.nextAttemptAt ?? null,
          next: next?.kind === 'send' ? next : null,
          // Whoever was called is enqueued once, with the first.
          called: n === 0 ? enqueued : [],
        });
      }
      return { result: asked.map((each) => answerTo.get(each) as Answer), events: [...told, ...begun] };
    });

  const paymentDestinations = new Map<number, (asked: CommandRequest) => Promise<Answer>>();
  const destinationOf = (tenantId: number) => {
    const found =
      paymentDestinations.get(tenantId) ??
      gather((asked: readonly CommandRequest[]) => settle(tenantId, asked), MOST_TOGETHER);
    paymentDestinations.set(tenantId, found);
    return found;
  };
  return {
    open: (tenantId, deliveryId) => destinationOf(tenantId)({ kind: 'open', deliveryId }) as Promise<Opened>,
    record: (tenantId, deliveryId, result, takesNext) =>
      destinationOf(tenantId)({ kind: 'record', deliveryId, result, takesNext }) as Promise<Closed>,
  };
}

/** The partners' collections, with the rows that deliveries need read and written together. */
function portsOf(ports: PartnersPorts, rows: DeliveryRows): PartnersPorts {
  return {
    ...ports,
    webhookDeliveries: { ...ports.webhookDeliveries, getAll: rows.deliveries },
    webhookEndpoints: { ...ports.webhookEndpoints, getAll: rows.endpoints },
    webhookAttempts: { add: rows.log },
  };
}

/** Begins attempts, where the state of all allows it; what is to be done about each, in the order of the ids. */
async function begin(
  tx: TenantTransaction,
  deliveryIds: readonly number[],
  ports: PartnersPorts,
  secrets: SigningSecrets,
): Promise<{ opened: readonly Opened[]; events: readonly DomainEvent[] }> {
  if (deliveryIds.length === 0) return { opened: [], events: [] };
  const { result: started, events } = await startDeliveries({ deliveryIds }, ports);
  const sending = started.filter((each) => each.kind === 'send');
  const messages = await messagesOf(tx, secrets, sending, ports.now);
  const opened = started.map((each): Opened => {
    if (each.kind !== 'send') return each.kind === 'wait' ? each : { kind: 'nothing' };
    const { delivery, endpoint, begun } = each;
    const message = messages.get(delivery.id);
    return message
      ? { kind: 'send', deliveryId: delivery.id, begun, ...message, sandbox: endpoint.sandbox }
      : { kind: 'nothing' };
  });
  return { opened, events };
}
