import { eventIdOf } from '#core/partners/event-id.ts';
import { WebhookAttempt } from '#core/partners/webhook-delivery/attempt.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, pick, record, selection } from '../../views/columns.ts';
import { idOf, listOf, type ListQuery } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { ofClients, type ClientsSeen } from './clients-seen.ts';
import { deliveriesBehind } from './webhook-backlog.ts';
import { view, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

const l = columnsOf(WebhookDelivery);
const w = columnsOf(WebhookEndpoint, 'w');

const webhookDeliveries = view(WebhookDelivery, {
  columns: {
    ...record(l),
    ...pick(
      l,
      'eventType',
      'sequence',
      'state',
      'trigger',
      'nextAttemptAt',
      'lastStatus',
      'lastErrorClass',
      'finishedAt',
    ),
    webhookId: l.endpointId,
    clientId: l.clientId,
    webhookUuid: w.uuid,
    eventId: expression.text('e.uuid'),
    attemptCount: l.attempts,
  },
  joins: `${one('event e', `e.id = ${l.eventId}`)} ${one('webhook w', `${w.id} = ${l.endpointId}`)}`,
  /** evt_...: what the receiver knows as webhook-id. */
  show: (row) => ({ ...row, eventId: eventIdOf(row.eventId) }),
});

const a = columnsOf(WebhookAttempt, 'a');
/** A line of the attempt log. */
const attempts = selection({
  ...pick(a, 'deliveryId', 'number', 'trigger', 'startedAt', 'durationMs', 'resolvedAddress', 'status', 'errorClass'),
  ...pick(a, 'problem', 'replyBody', 'nextAttemptAt', 'batchId'),
});
type AttemptView = ReturnType<typeof attempts.read>;

/** The latest attempts of a delivery that are shown with it; a round of the schedule has ten. */
const MOST_ATTEMPTS = 20;

/** What the deliveries to one webhook are filtered and sorted by. */
export const deliveryList = listOf(WebhookDelivery, 'newest_first', {
  id: idOf('webhook_delivery'),
  event_id: { type: 'event', of: 'event' },
  state: { type: 'choice', choices: deliveryLifecycle.states },
});

type Reader = Parameters<typeof deliveriesBehind>[3];
type States = readonly string[] | null;
const inStates = (states: States): Condition => [`${l.state} = any(?::text[])`, states ?? undefined];

/** Deliveries to the client’s own webhooks; those to a deleted one went with it. */
export function webhookDeliveryViews(context: ViewContext) {
  const all = collectionOf(context, webhookDeliveries, deliveryList);
  const toWebhook = (webhookId: number): Condition => [`${l.endpointId} = ?::bigint`, webhookId];
  return {
    one: (webhookId: number, id: RecordId) => all.one(id, toWebhook(webhookId)),
    list: (webhookId: number, query: ListQuery) => all.list(query, toWebhook(webhookId)),
    /** Those behind a number, oldest first, with their events. */
    behind: (webhookId: number, part: { readonly after: number | null; readonly limit: number }, reader: Reader) =>
      deliveriesBehind(context, webhookId, part, reader),
    /** The latest attempts of each, newest first. */
    attemptsOf: async (deliveryIds: readonly number[]): Promise<AttemptView[]> => {
      const rows = await context.sql(
        `select ${attempts.list} from unnest($1::bigint[]) as d(id) cross join lateral (
           select * from webhook_attempt x where x.delivery_id = d.id order by x.number desc limit ${MOST_ATTEMPTS}) a
          order by ${a.deliveryId}, ${a.number} desc`,
        [deliveryIds],
      );
      return rows.map(attempts.read);
    },
    /** The deliveries of these clients with these uuids, in no order. */
    byUuids: (uuids: readonly string[], of: ClientsSeen) => all.byUuids(uuids, ...ofClients(l.clientId, of)),
    /** The same part of the deliveries to each of these webhooks, newest first. */
    sliceOfWebhooks: (webhookIds: readonly number[], states: States, slice: Slice) =>
      all.sliceOfEach(l.endpointId, webhookIds, slice, inStates(states)),
    countOfWebhooks: (webhookIds: readonly number[], states: States) =>
      all.countOfEach(l.endpointId, webhookIds, inStates(states)),
  };
}
