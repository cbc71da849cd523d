import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps, type Criteria, type ListQuery } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { ofClients, type ClientsSeen } from './clients-seen.ts';
import { view, whereAfter, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

const l = columnsOf(WebhookEndpoint);
const c = columnsOf(ApiClient, 'c');

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
      'batch',
      'sandbox',
      'state',
    ),
    disabledReason: l.disabledReason,
    payload: l.payloadStyle,
    clientId: l.clientId,
    clientUuid: c.uuid,
  },
  joins: one('api_client c', `${c.id} = ${l.clientId}`),
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

/** Of clients that the reader sees; deleted ones are gone. */
export function webhookViews(context: ViewContext) {
  const all = collectionOf(context, webhooks, webhookList);
  return {
    one: (clientId: number, id: RecordId) => all.one(id, ...shownTo([clientId])),
    list: (clientId: number, query: ListQuery) => all.list(query, ...shownTo([clientId])),
    byUuids: (uuids: readonly string[], of: ClientsSeen) => all.byUuids(uuids, ...shownTo(of)),
    /** Those of these clients, oldest first; a client has few. */
    ofClients: (clientIds: readonly number[]) => all.oldest(MOST_WEBHOOKS * clientIds.length, ...shownTo(clientIds)),
    /** The id of a webhook and its client, for a command; deleted ones have theirs still, so that a repetition is recognised. */
    idOf: async (of: ClientsSeen, uuid: string): Promise<{ readonly id: number; readonly clientId: number } | null> => {
      const { clause, params } = whereAfter([], ...ofClients(l.clientId, of), [`${l.uuid} = ?::uuid`, uuid]);
      const [row] = await context.sql<{ id: string; client_id: string }>(
        `select ${l.id}, ${l.clientId} from webhook l ${clause}`,
        params,
      );
      return row ? { id: Number(row.id), clientId: Number(row.client_id) } : null;
    },
    slice: (of: ClientsSeen, criteria: Criteria, part: Slice) => all.slice(criteria, part, ...shownTo(of)),
    count: (of: ClientsSeen, criteria: Criteria) => all.count(criteria, ...shownTo(of)),
  };
}

/** A client has twenty webhooks. */
const MOST_WEBHOOKS = 20;

const shownTo = (of: ClientsSeen): Condition[] => [...ofClients(l.clientId, of), [`${l.state} <> 'deleted'`]];
