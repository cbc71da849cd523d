import { collectionOf } from '../../views/collection.ts';
import { expression, orNull, unmapped } from '../../views/columns.ts';
import type { List, ListQuery } from '../../views/list.ts';
import { view, type Condition, type ViewContext } from '../../views/view.ts';

const { json, text } = expression;

const requests = view('request_log', {
  columns: {
    ...unmapped('l', { id: 'id', requestId: 'text', method: 'text', path: 'text', status: 'integer' }),
    ...unmapped('l', { durationMs: 'integer', createdAt: 'instant' }),
    idempotencyKey: orNull(text('l.idempotency_key')),
    errorCode: orNull(text('l.error_code')),
    scope: orNull(text('l.scope')),
    requestBody: json('l.request_body'),
    responseBody: json('l.response_body'),
  },
});

/** What the log of a client’s own requests is filtered by. */
export const requestList: List = {
  table: 'request_log',
  order: 'newest_first',
  fields: {
    request_id: { type: 'text', column: 'request_id' },
    status: { type: 'integer', column: 'status' },
  },
};

/** Requests of the last 30 days, also where older ones are not cleaned up yet. */
const RETAINED: Condition = [`l.created_at >= now() - interval '30 days'`];

/** The log of a client’s own requests. */
export function requestViews(context: ViewContext) {
  const all = collectionOf(context, requests, requestList);
  const ofClient = (clientId: number): Condition => ['l.client_id = ?::bigint', clientId];
  return {
    list: (clientId: number, query: ListQuery) => all.list(query, ofClient(clientId), RETAINED),
    /** The latest request with this X-Request-ID. */
    latest: async (clientId: number, requestId: string) => {
      const named: ListQuery = {
        filters: [{ field: 'request_id', operator: 'eq', values: [requestId] }],
        sort: [],
        limit: 1,
        boundary: null,
        withTotal: false,
      };
      return (await all.list(named, ofClient(clientId), RETAINED)).rows[0] ?? null;
    },
  };
}
