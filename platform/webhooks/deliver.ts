import { deliveryBody } from '#core/partners/webhook-delivery/payload.ts';
import type { AttemptResult, Begun } from '#core/partners/webhook-delivery/attempt.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { recordAttempts, startDeliveries, type Recorded, type Started } from '#core/partners/use-cases/deliver.ts';
import { validAt } from '#core/partners/validity.ts';
import { MAX_IN_FLIGHT, type WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Caller } from '../auth/caller.ts';
import type { App } from '../compose.ts';
import type { Post } from '../outbound/guarded-request.ts';
import { signatureHeaders } from '../outbound/signature.ts';
import type { TenantTransaction } from '../persistence/database.ts';
import { readInstant } from '../persistence/types.ts';
import { gather } from './gather.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import { EVENT_COLUMNS, storedEvent, type EventRow } from './stored-event.ts';

const USER_AGENT = 'Umoja-Webhooks/1.0';

/** What is to be done about a delivery: send this, come back then, or nothing. */
export type Opened =
  | {
      readonly kind: 'send';
      readonly begun: Begun;
      readonly message: Post;
      readonly sandbox: boolean;
      /** When the event happened. */
      readonly occurredAt: Temporal.Instant;
    }
  | { readonly kind: 'wait'; readonly until: Temporal.Instant }
  | { readonly kind: 'nothing' };

/** What an attempt leaves to do: when this delivery is due again, and which others have been called. */
export type Closed = { readonly nextAttemptAt: Temporal.Instant | null; readonly called: readonly string[] };

/**
 * A delivery is two transactions with the partner's server between them, never inside. Those of one tenant that are
 * asked for at the same time share theirs: their statements cost hardly more than those of one.
 */
export type Deliveries = {
  readonly open: (tenantId: number, deliveryId: number) => Promise<Opened>;
  readonly record: (tenantId: number, deliveryId: number, result: AttemptResult) => Promise<Closed>;
};

/** Deliveries in one transaction. Their rows are locked meanwhile, so that it must be short. */
const MOST_TOGETHER = 50;

/** @param callerOf who does it, as the audit trail names it */
export function deliveries(
  { transact, worlds }: Pick<App, 'transact' | 'worlds'>,
  secrets: SigningSecrets,
  callerOf: (tenantId: number) => Promise<Caller>,
): Deliveries {
  const openAll = async (tenantId: number, deliveryIds: readonly number[]): Promise<readonly Opened[]> =>
    transact.run<readonly Opened[]>('startDeliveries', await callerOf(tenantId), async (tx, given) => {
      const { result, events } = await startDeliveries({ deliveryIds }, worlds.partners(tx, given));
      const sending = result.filter((each) => each.kind === 'send');
      const messages = await messagesOf(tx, secrets, sending, given.now);
      const opened = result.map((each): Opened => {
        if (each.kind === 'wait') return each;
        const message = each.kind === 'send' ? messages.get(each.delivery.id) : undefined;
        if (each.kind !== 'send' || !message) return { kind: 'nothing' };
        return { kind: 'send', begun: each.begun, ...message, sandbox: each.endpoint.sandbox };
      });
      return { result: opened, events };
    });

  type Result = { readonly deliveryId: number; readonly result: AttemptResult };
  const recordAll = async (tenantId: number, results: readonly Result[]): Promise<readonly Closed[]> =>
    transact.run<readonly Closed[]>('recordAttempts', await callerOf(tenantId), async (tx, given) => {
      const { result: recorded, events } = await recordAttempts({ results }, worlds.partners(tx, given));
      await tx.em.flush();
      const called = await callParked(tx, recorded, given.now);
      // Whoever was called is enqueued once, with the first.
      const closed = recorded.map((each, n) => ({
        nextAttemptAt: each?.delivery.nextAttemptAt ?? null,
        called: n === 0 ? called : [],
      }));
      return { result: closed, events };
    });

  const desks = new Map<
    number,
    { open: (id: number) => Promise<Opened>; record: (result: Result) => Promise<Closed> }
  >();
  const deskOf = (tenantId: number) => {
    const found = desks.get(tenantId) ?? {
      open: gather((ids: readonly number[]) => openAll(tenantId, ids), MOST_TOGETHER),
      record: gather((results: readonly Result[]) => recordAll(tenantId, results), MOST_TOGETHER),
    };
    desks.set(tenantId, found);
    return found;
  };
  return {
    open: (tenantId, deliveryId) => deskOf(tenantId).open(deliveryId),
    record: (tenantId, deliveryId, result) => deskOf(tenantId).record({ deliveryId, result }),
  };
}

type Material = EventRow & { readonly id: string };
/** What is to be posted, and when the event happened that it tells of. */
type Message = { readonly message: Post; readonly occurredAt: Temporal.Instant };
type Secret = { endpoint_id: string; ciphertext: string; valid_from: unknown; valid_until: unknown };
type Sending = Extract<Started, { kind: 'send' }>;

/** What is to be posted, by delivery: two statements, however many. */
async function messagesOf(
  tx: TenantTransaction,
  secrets: SigningSecrets,
  sending: readonly Sending[],
  now: Temporal.Instant,
): Promise<Map<number, Message>> {
  if (sending.length === 0) return new Map();
  const told = await tx.sql<Material>(`select e.id, ${EVENT_COLUMNS} from event e where e.id = any($1)`, [
    [...new Set(sending.map(({ delivery }) => delivery.eventId))],
  ]);
  const kept = await tx.sql<Secret>(
    `select s.endpoint_id, s.ciphertext, s.valid_from, s.valid_until
       from unnest($1::bigint[]) as w(id)
      cross join lateral (select * from webhook_secret s where s.endpoint_id = w.id order by s.id desc limit 20) s
      order by s.id desc`,
    [[...new Set(sending.map(({ endpoint }) => endpoint.id))]],
  );
  const toldOf = new Map(told.map((each) => [Number(each.id), each]));
  const keysOf = new Map<number, readonly string[]>();
  const keysFor = ({ id, clientId }: WebhookEndpoint): readonly string[] => {
    const found =
      keysOf.get(id) ??
      validAt(
        kept
          .filter(({ endpoint_id }) => Number(endpoint_id) === id)
          .map(({ ciphertext, valid_from, valid_until }) => ({
            ciphertext,
            validFrom: readInstant(valid_from),
            validUntil: valid_until === null ? null : readInstant(valid_until),
          })),
        now,
      ).map(({ ciphertext }) => secrets.unseal(ciphertext, clientId));
    keysOf.set(id, found);
    return found;
  };
  return new Map(
    sending.map(({ delivery, endpoint }) => {
      const event = toldOf.get(delivery.eventId);
      if (!event) throw new Error(`The delivery ${delivery.id} has lost its event.`);
      return [delivery.id, messageOf(event, delivery, endpoint, keysFor(endpoint), now)];
    }),
  );
}

function messageOf(
  told: Material,
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  keys: readonly string[],
  now: Temporal.Instant,
): Message {
  const event = storedEvent(told, endpoint.sandbox);
  const body = deliveryBody(event, delivery.sequence, endpoint.payloadStyle);
  const headers = {
    ...signatureHeaders(event.id, now, body, keys),
    'user-agent': USER_AGENT,
    ...(told.traceparent === null ? {} : { traceparent: told.traceparent }),
  };
  return {
    message: { recipient: `webhook ${endpoint.id}`, url: endpoint.url, body, headers },
    occurredAt: event.occurredAt,
  };
}

/**
 * Calls the next that wait behind others at the endpoints, as these make room: one for one, and as many more while much
 * is free, so that calls which were lost with a worker are made up for. Rows that somebody else is at are passed by.
 * @returns the ids of those that are called
 */
async function callParked(
  tx: TenantTransaction,
  recorded: readonly (Recorded | null)[],
  now: Temporal.Instant,
): Promise<string[]> {
  const room = new Map<number, number>();
  for (const each of recorded) {
    if (each === null || each.endpoint.state !== 'active' || each.endpoint.openUntil !== null) continue;
    room.set(each.endpoint.id, (room.get(each.endpoint.id) ?? 0) + 1);
  }
  if (room.size === 0) return [];
  const rows = await tx.sql<{ id: string }>(
    `with room as (
       select w.id, w.ordered, least(${MAX_IN_FLIGHT}, r.made * case when f.n < ${MAX_IN_FLIGHT / 2} then 2 else 1 end) as free
         from unnest($1::bigint[], $2::int[]) as r(id, made)
         join webhook w on w.id = r.id
        cross join lateral (
          select count(*) as n from webhook_delivery d where d.endpoint_id = w.id and d.started_at is not null) f)
     update webhook_delivery set parked = false, next_attempt_at = $3, version = version + 1
      where id in (
        select next.id from room cross join lateral (
          select d.id from webhook_delivery d
           where d.endpoint_id = room.id and d.parked
             and not (room.ordered and exists (
               select from webhook_delivery e
                where e.endpoint_id = d.endpoint_id and e.subject_key = d.subject_key and e.sequence < d.sequence
                  and e.state in ('pending', 'delivering', 'retrying')))
           order by d.sequence limit room.free for update skip locked) next)
     returning id`,
    [[...room.keys()], [...room.values()], now.toString()],
  );
  return rows.map(({ id }) => id);
}
