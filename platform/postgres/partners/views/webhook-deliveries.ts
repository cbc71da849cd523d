import type { ErrorClass, Trigger } from '#core/partners/webhook-delivery/attempt.ts';
import { deliveryLifecycle, type DeliveryState } from '#core/partners/webhook-delivery/lifecycle.ts';
import { readInstant } from '../../mapping/types.ts';
import { eventIdOf } from '#core/partners/event-id.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { sliceEnding, tallyOf, type Slice, type Tally } from '../../views/slice.ts';
import { idCondition, where, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

export type DeliveryView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly webhookId: number;
  readonly webhookUuid: string;
  /** evt_...: what the receiver knows as webhook-id. */
  readonly eventId: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly state: DeliveryState;
  readonly trigger: Trigger;
  readonly attemptCount: number;
  readonly nextAttemptAt: Temporal.Instant | null;
  readonly lastStatus: number | null;
  readonly lastErrorClass: ErrorClass | null;
  readonly finishedAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

/** A line of the attempt log. */
export type AttemptView = {
  readonly deliveryId: number;
  readonly number: number;
  readonly trigger: Trigger;
  readonly startedAt: Temporal.Instant;
  readonly durationMs: number;
  readonly resolvedAddress: string | null;
  readonly status: number | null;
  readonly errorClass: ErrorClass | null;
  readonly problem: string | null;
  readonly replyBody: string | null;
  readonly nextAttemptAt: Temporal.Instant | null;
};

/** The latest attempts of a delivery that are shown with it; a round of the schedule has ten. */
const MOST_ATTEMPTS = 20;

/** What a client may ask of the deliveries to one of its webhooks. */
export const deliveryList: List = {
  table: 'webhook_delivery',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'webhook_delivery', sortable: true },
    event_id: { type: 'event', column: 'event_id', of: 'event' },
    state: { type: 'choice', column: 'state', choices: deliveryLifecycle.states },
  },
};

export const selectDeliveries = (page: string) =>
  `select l.*, e.uuid as event_uuid, w.uuid as webhook_uuid
     from ${page} l join event e on e.id = l.event_id join webhook w on w.id = l.endpoint_id`;

/** Deliveries to the client’s own webhooks; those to a deleted one went with it. */
export function webhookDeliveryViews({ sql }: ViewContext) {
  const chosen = async (...conditions: readonly Condition[]): Promise<DeliveryView[]> => {
    const { clause, params } = where(...conditions);
    return (await sql(selectDeliveries(`(select l.* from webhook_delivery l ${clause})`), params)).map(deliveryOf);
  };
  return {
    one: async (webhookId: number, id: RecordId): Promise<DeliveryView | null> =>
      (await chosen(idCondition('l', id), ['l.endpoint_id = ?::bigint', webhookId]))[0] ?? null,
    list: (webhookId: number, query: ListQuery) =>
      readPage(sql, deliveryList, query, {
        base: [['l.endpoint_id = ?::bigint', webhookId]],
        select: selectDeliveries,
        show: deliveryOf,
      }),
    /** The latest attempts of each, newest first. */
    attemptsOf: async (deliveryIds: readonly number[]): Promise<AttemptView[]> => {
      const rows = await sql(
        `select a.* from unnest($1::bigint[]) as d(id) cross join lateral (
           select * from webhook_attempt x where x.delivery_id = d.id order by x.number desc limit ${MOST_ATTEMPTS}) a
          order by a.delivery_id, a.number desc`,
        [deliveryIds],
      );
      return rows.map(attemptOf);
    },
    /** The client’s deliveries with these uuids, in no order. */
    byUuids: (clientId: number, uuids: readonly string[]): Promise<DeliveryView[]> =>
      chosen(['l.client_id = ?::bigint', clientId], ['l.uuid = any(?::uuid[])', uuids]),
    /** The same part of the deliveries to each of these webhooks, newest first. */
    sliceOfWebhooks: async (webhookIds: readonly number[], states: readonly string[] | null, slice: Slice) => {
      const chosenOf = `select child.id from unnest($1::bigint[]) as w(id) cross join lateral (
        select y.id from webhook_delivery y
         where y.endpoint_id = w.id and ($2::text[] is null or y.state = any($2::text[]))
           and ($3::uuid is null or y.id < (select c.id from webhook_delivery c where c.uuid = $3::uuid))
           and ($4::uuid is null or y.id > (select c.id from webhook_delivery c where c.uuid = $4::uuid))
         ${sliceEnding('y', 'newest', slice)}) child`;
      const page = `(select l.* from webhook_delivery l where l.id in (${chosenOf}))`;
      const rows = await sql(`${selectDeliveries(page)} order by l.id desc`, [
        webhookIds,
        states,
        slice.after,
        slice.before,
      ]);
      return rows.map(deliveryOf);
    },
    countOfWebhooks: async (webhookIds: readonly number[], states: readonly string[] | null): Promise<Tally[]> => {
      const rows = await sql(
        `select endpoint_id as id, count(*) as count from webhook_delivery
          where endpoint_id = any($1::bigint[]) and ($2::text[] is null or state = any($2::text[])) group by 1`,
        [webhookIds, states],
      );
      return rows.map(tallyOf);
    },
  };
}

function deliveryOf(row: Record<string, unknown>): DeliveryView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    webhookId: Number(row['endpoint_id']),
    webhookUuid: String(row['webhook_uuid']),
    eventId: eventIdOf(String(row['event_uuid'])),
    eventType: String(row['event_type']),
    sequence: Number(row['sequence']),
    state: row['state'] as DeliveryState,
    trigger: row['trigger'] as Trigger,
    attemptCount: Number(row['attempts']),
    nextAttemptAt: instantOrNull(row['next_attempt_at']),
    lastStatus: row['last_status'] as number | null,
    lastErrorClass: row['last_error_class'] as ErrorClass | null,
    finishedAt: instantOrNull(row['finished_at']),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}

function attemptOf(row: Record<string, unknown>): AttemptView {
  return {
    deliveryId: Number(row['delivery_id']),
    number: Number(row['number']),
    trigger: row['trigger'] as Trigger,
    startedAt: readInstant(row['started_at']),
    durationMs: Number(row['duration_ms']),
    resolvedAddress: row['resolved_address'] as string | null,
    status: row['status'] as number | null,
    errorClass: row['error_class'] as ErrorClass | null,
    problem: row['problem'] as string | null,
    replyBody: row['reply_body'] as string | null,
    nextAttemptAt: instantOrNull(row['next_attempt_at']),
  };
}

const instantOrNull = (value: unknown) => (value === null ? null : readInstant(value));
