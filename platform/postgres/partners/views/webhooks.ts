import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps, type Criteria, type ListQuery } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, whereAfter, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

const l = columnsOf(WebhookEndpoint);

const webhooks = view(WebhookEndpoint, {
  columns: {
    ...record(l),
    ...pick(
      l,
      'url',
      'events',
      'scopes',
      'description',
      'ordered',
      'rateLimitPerSecond',
      'metadata',
      'sandbox',
      'state',
    ),
    disabledReason: l.disabledReason,
    payload: l.payloadStyle,
  },
});

/** What a client's webhooks are filtered and sorted by. */
export const webhookList = listOf(WebhookEndpoint, 'newest_first', {
  id: idOf('webhook'),
  state: {
    type: 'choice',
    choices: webhookLifecycle.states.filter((state) => state !== 'deleted'),
    sortable: true,
  },
  ...stamps,
});

/** A client sees its own webhooks; deleted ones are gone. */
export function webhookViews(context: ViewContext) {
  const { one, byUuids, list, slice, count } = collectionOf(context, webhooks, webhookList);
  return {
    one: (clientId: number, id: RecordId) => one(id, ...shownTo(clientId)),
    list: (clientId: number, query: ListQuery) => list(query, ...shownTo(clientId)),
    byUuids: (clientId: number, uuids: readonly string[]) => byUuids(uuids, ...shownTo(clientId)),
    /** The id of the client's webhook, for a command; deleted ones have theirs still, so that a repetition is recognised. */
    idOf: async (clientId: number, uuid: string): Promise<number | null> => {
      const { clause, params } = whereAfter([], ofClient(clientId), [`${l.uuid} = ?::uuid`, uuid]);
      const [row] = await context.sql<{ id: string }>(`select ${l.id} from webhook l ${clause}`, params);
      return row ? Number(row.id) : null;
    },
    slice: (clientId: number, criteria: Criteria, part: Slice) => slice(criteria, part, ...shownTo(clientId)),
    count: (clientId: number, criteria: Criteria) => count(criteria, ...shownTo(clientId)),
  };
}

const ofClient = (clientId: number): Condition => [`${l.clientId} = ?::bigint`, clientId];
const shownTo = (clientId: number): Condition[] => [ofClient(clientId), [`${l.state} <> 'deleted'`]];
