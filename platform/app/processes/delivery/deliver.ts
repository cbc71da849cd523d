import type { DomainEvent } from '#core/kernel/event.ts';
import type { PartnersPorts } from '#core/partners/ports.ts';
import type { Begun, Reply } from '#core/partners/webhook-delivery/attempt.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { probesOn } from '#core/partners/webhook-endpoint/breaker.ts';
import { nextAt, PLACES, type SlowLane } from '#core/partners/webhook-endpoint/places.ts';
import { fillBatch } from '#core/partners/use-cases/batches.ts';
import {
  recordAttempts,
  startDeliveries,
  type Posted,
  type Recorded,
  type Started,
} from '#core/partners/use-cases/deliver.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { PortsOf } from '../../compose/bindings.ts';
import type { Tenant } from '../../tenants.ts';
import { viewsFor } from '../../execution.ts';
import type { CommandContext, Transact } from '../../transact.ts';
import type { Views } from '../../views.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { nextParked } from '../../../postgres/partners/parked.ts';
import { eachOnce, gather } from './gather.ts';
import { messagesOf, type Message } from './messages.ts';
import type { Log } from '../../../runtime/log.ts';
import type { ShowRecords } from './records.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** A delivery that a post carries: its attempt has begun. */
type Carrying = { readonly deliveryId: number; readonly begun: Begun; readonly occurredAt: Temporal.Instant };

/** An attempt that has begun: send this. */
export type Sending = Pick<Message, 'message' | 'batchId'> & {
  readonly kind: 'send';
  /** The delivery whose job began it. Of a batch it may be any, and need not be in it. */
  readonly deliveryId: number;
  /** What the post carries: one, or those of a batch. */
  readonly carried: readonly [Carrying, ...Carrying[]];
  /** Whose webhook it is, as far as it decides where it may lead. */
  readonly owner: Pick<Tenant, 'mode' | 'webhookNetworks'>;
};

/** What is to be done about a delivery: send this, come back then, or nothing. */
export type Opened =
  Sending | { readonly kind: 'wait'; readonly until: Temporal.Instant } | { readonly kind: 'nothing' };

/** A delivery that is worth a job, immediately or at its time. */
type Called = { readonly id: number; readonly at: Temporal.Instant | null };

/** What an attempt leaves to do. */
type Closed = {
  /** When this delivery is due again; null where it is not. */
  readonly nextAttemptAt: Temporal.Instant | null;
  /** One that waited for the room that this one leaves: its attempt has begun, for the worker that requested it. */
  readonly next: Sending | null;
  /** Others that have been called, by this attempt or those that were recorded with it. */
  readonly called: readonly Called[];
};

/**
 * A delivery is two transactions with the partner's server between them, never inside. Those of one tenant that are
 * requested at the same time share theirs: their statements cost hardly more than those of one.
 */
export type Deliveries = {
  readonly open: (tenantId: number, deliveryId: number, room: Room) => Promise<Opened>;
  readonly record: (tenantId: number, attempt: EndedAttempt) => Promise<Closed>;
};

/** The room of a worker. What it sends leaves the lane when its reply has come; all else leaves it here. */
type Room = SlowLane & { readonly leave: (deliveryId: number) => void };

type EndedAttempt = Pick<Sending, 'deliveryId' | 'carried' | 'batchId'> & {
  readonly reply: Reply;
  /** Whether the caller goes on with another delivery of the same webhook, if one waits. */
  readonly takesNext: boolean;
  readonly room: Room;
};

/** Deliveries in one transaction. Their rows are locked meanwhile, so that it must be short. */
const MOST_TOGETHER = 50;

type Opening = { readonly kind: 'open'; readonly deliveryId: number; readonly room: Room };
type Recording = EndedAttempt & { readonly kind: 'record' };
type Task = Opening | Recording;
type TaskResult = Opened | Closed;

const idsOf = (task: Task): readonly number[] =>
  task.kind === 'open' ? [task.deliveryId] : task.carried.map(({ deliveryId }) => deliveryId);

const NOTHING: Opened = { kind: 'nothing' };

/** What the messages are made with. */
type Making = {
  readonly secrets: SigningSecrets;
  readonly showRecords: ShowRecords;
  readonly log: Pick<Log, 'error'>;
};

/** What partners may see of records, without the personal data of minors. */
const viewsIn = (tx: TenantTransaction, context: CommandContext): Views =>
  viewsFor({ tx, context, caller: { pii: false } });

/** @param callerOf who does it, as the audit trail names it */
export function deliveries(
  transact: Transact,
  partners: PortsOf<PartnersPorts>,
  making: Making,
  callerOf: (tenantId: number) => Promise<Caller>,
): Deliveries {
  /** Records the results of some attempts, which makes room, and begins others. */
  const settle = async (tenantId: number, tasks: readonly Task[]): Promise<readonly TaskResult[]> =>
    transact.run<readonly TaskResult[]>('deliverWebhooks', await callerOf(tenantId), async (tx, context) => {
      const ports = partners(tx, context);
      // Every transaction locks in this order: first the deliveries, then their webhooks.
      const locked = await ports.webhookDeliveries.getAll(tasks.flatMap(idsOf));
      await ports.webhookEndpoints.getAll([...new Set(locked.map(({ endpointId }) => endpointId))]);

      const results = tasks.filter((each) => each.kind === 'record');
      const { result: recorded, events: recordedEvents } = await recordAttempts({ posts: results.map(postOf) }, ports);
      await tx.flush();
      const waiting = await nextParked(tx, endedAt(recorded), context.realTime);
      const takenBy = new Map(
        results.flatMap((each, n): [Recording, number][] => {
          const next = each.takesNext ? waiting.get(recorded[n]?.endpoint.id ?? 0)?.shift() : undefined;
          return next === undefined ? [] : [[each, next.id]];
        }),
      );
      const probed = recorded.filter((_, n) => results[n]?.carried[0].begun.kind === 'probe');
      const probing = await nextProbes(tx, probed, context.realTime);
      const called = [...waiting.values()].flat();
      callAll(called, recorded, context.realTime);
      // What begins now looks at who waits.
      await tx.flush();

      const opening = tasks.filter((each) => each.kind === 'open');
      // Who takes the next at a webhook has it before a job for it.
      const beginning = eachOnce<Task>([...takenBy, ...opening.map((each) => [each, each.deliveryId] as const)]);
      const roomOf = new Map([...beginning].map(([id, { room }]) => [id, room]));
      const { opened, events: openedEvents } = await begin(tx, roomOf, ports, {
        ...making,
        views: viewsIn(tx, context),
        owner: context.tenant,
      });

      const begun = new Map<Task, Opened>([...beginning].map(([id, each]) => [each, opened.get(id) ?? NOTHING]));
      const due = called.map(({ id, nextAttemptAt }): Called => ({ id, at: nextAttemptAt }));
      const enqueued = [...due, ...probing, ...waitingOn(takenBy, begun)];
      const ended = new Map<Task, Closed>();
      for (const [n, each] of results.entries()) {
        const next = begun.get(each);
        ended.set(each, {
          nextAttemptAt: recorded[n]?.deliveries[0].nextAttemptAt ?? null,
          next: next?.kind === 'send' ? next : null,
          // What was called is enqueued once, with the first.
          called: n === 0 ? enqueued : [],
        });
      }
      return {
        result: tasks.map((each) => ended.get(each) ?? begun.get(each) ?? NOTHING),
        events: [...recordedEvents, ...openedEvents],
      };
    });

  const batchOf = batchesOver(settle);
  return {
    // The result of a task is of its kind, here and in the next line.
    open: (tenantId, deliveryId, room) => batchOf(tenantId)({ kind: 'open', deliveryId, room }) as Promise<Opened>,
    record: (tenantId, attempt) => batchOf(tenantId)({ ...attempt, kind: 'record' }) as Promise<Closed>,
  };
}

/** What a post came to, for each delivery that it carried. */
const postOf = ({ carried, reply, batchId }: EndedAttempt): Posted => ({
  carried: carried.map(({ deliveryId, begun }) => ({ deliveryId, result: { ...begun, ...reply } })),
  batchId,
});

/** Those that were taken for room that there is not yet: they are due again when there may be. */
function waitingOn(takenBy: ReadonlyMap<Recording, number>, begun: ReadonlyMap<Task, Opened>): Called[] {
  return [...takenBy].flatMap(([each, id]): Called[] => {
    const found = begun.get(each);
    return found?.kind === 'wait' ? [{ id, at: found.until }] : [];
  });
}

/** The tasks of a tenant that come together are one batch. */
function batchesOver(settle: (tenantId: number, tasks: readonly Task[]) => Promise<readonly TaskResult[]>) {
  const batches = new Map<number, (task: Task) => Promise<TaskResult>>();
  return (tenantId: number) => {
    const found = batches.get(tenantId) ?? gather((tasks: readonly Task[]) => settle(tenantId, tasks), MOST_TOGETHER);
    batches.set(tenantId, found);
    return found;
  };
}

/** Calls deliveries that waited, those of slow endpoints a moment later. */
function callAll(
  waiting: readonly WebhookDelivery[],
  recorded: readonly (Recorded | null)[],
  now: Temporal.Instant,
): void {
  const placesOf = new Map(recorded.flatMap((each) => (each ? [[each.endpoint.id, each.endpoint.places]] : [])));
  for (const each of waiting) each.call(nextAt(placesOf.get(each.endpointId) ?? PLACES.first, now));
}

/** How many attempts have ended at the endpoints that others may go on at. */
function endedAt(recorded: readonly (Recorded | null)[]): Map<number, number> {
  const ended = new Map<number, number>();
  for (const each of recorded) {
    if (each === null || each.endpoint.state !== 'active' || each.endpoint.openUntil !== null) continue;
    // A batch that comes again holds up all behind it.
    if (each.endpoint.batch !== null && each.deliveries[0].nextAttemptAt !== null) continue;
    ended.set(each.endpoint.id, (ended.get(each.endpoint.id) ?? 0) + 1);
  }
  return ended;
}

/**
 * Where a probe has failed and its round goes on, the next delivery that waits looks at the breaker's next moment.
 * @param probed the results of probes
 */
async function nextProbes(
  tx: TenantTransaction,
  probed: readonly (Recorded | null)[],
  now: Temporal.Instant,
): Promise<readonly Called[]> {
  const moments = new Map(
    probed.flatMap((each): [number, Temporal.Instant][] => {
      if (each === null) return [];
      const { id, state, openUntil, batch } = each.endpoint;
      const goesOn = state === 'active' && batch === null && probesOn(each.endpoint);
      return goesOn && openUntil !== null ? [[id, openUntil]] : [];
    }),
  );
  const waiting = await nextParked(tx, new Map([...moments.keys()].map((id) => [id, 1])), now);
  return [...waiting].flatMap(([endpointId, parked]) => {
    const [next] = parked;
    const at = moments.get(endpointId);
    if (next === undefined || at === undefined) return [];
    next.park(at);
    return [{ id: next.id, at }];
  });
}

/**
 * Begins attempts, where the state of all allows it; what is to be done about each, by delivery.
 * @param roomOf the room of each one's worker
 */
async function begin(
  tx: TenantTransaction,
  roomOf: ReadonlyMap<number, Room>,
  ports: PartnersPorts,
  { owner, ...made }: Making & { readonly views: Views; readonly owner: Sending['owner'] },
): Promise<{ opened: ReadonlyMap<number, Opened>; events: readonly DomainEvent[] }> {
  if (roomOf.size === 0) return { opened: new Map(), events: [] };
  const entered = new Set<number>();
  const leave = (ids: Iterable<number>) => [...ids].forEach((id) => roomOf.get(id)?.leave(id));
  const enter = (id: number, places: number): boolean => {
    const hasRoom = roomOf.get(id)?.enter(id, places) ?? true;
    if (hasRoom) entered.add(id);
    return hasRoom;
  };
  try {
    const command = { deliveryIds: [...roomOf.keys()], slowLane: { enter } };
    const { result: started, events } = await startDeliveries(command, ports);
    const sending = started.filter((each) => each.kind === 'send');
    const messages = await messagesOf(tx, made, sending, ports.now);
    const opened = new Map(
      started.map((each, n): [number, Opened] => {
        const id = command.deliveryIds[n] ?? 0;
        if (each.kind !== 'send') return [id, each.kind === 'wait' ? each : { kind: 'nothing' }];
        const message = messages.get(each);
        return [id, message ? sendingOf(id, each, message, owner) : { kind: 'nothing' }];
      }),
    );
    leave([...entered].filter((id) => opened.get(id)?.kind !== 'send'));
    return { opened, events };
  } catch (error) {
    leave(entered);
    throw error;
  }
}

/** The attempt with all that goes with it. */
function sendingOf(
  deliveryId: number,
  { delivery, begun }: Extract<Started, { kind: 'send' }>,
  { message, batchId, joining, occurredAt: at }: Message,
  owner: Sending['owner'],
): Sending {
  const carrying = (each: WebhookDelivery, its: Begun): Carrying => ({
    deliveryId: each.id,
    begun: its,
    occurredAt: at.get(each.id) ?? its.startedAt,
  });
  const others = batchId === null ? [] : fillBatch({ delivery, begun }, joining);
  const carried = [carrying(delivery, begun), ...others.map((each) => carrying(each.delivery, each.begun))] as const;
  return { kind: 'send', deliveryId, carried: [...carried], batchId, message, owner };
}
