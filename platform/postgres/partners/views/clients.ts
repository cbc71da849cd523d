import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { readInstant } from '../../mapping/types.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record, selection } from '../../views/columns.ts';
import { idOf, listOf, stamps, type Criteria } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type ViewContext } from '../../views/view.ts';
import { ofClients, type ClientsSeen } from './clients-seen.ts';

const l = columnsOf(ApiClient);
const s = columnsOf(ApiSecret, 's');

const clients = view(ApiClient, {
  columns: {
    ...record(l),
    ...pick(l, 'clientKey', 'name', 'responsible', 'sandbox', 'scopes', 'allowedNetworks', 'pii', 'idFormat', 'quotas'),
    ...pick(l, 'accountPrefix', 'state', 'lastUsedAt'),
  },
});

/** What the clients of an institution are filtered and sorted by. */
export const clientList = listOf(ApiClient, 'newest_first', {
  id: idOf('api_client'),
  name: { type: 'text', sortable: true },
  state: { type: 'choice', choices: apiClientLifecycle.states, sortable: true, shared: false },
  ...stamps,
});

const secrets = selection(
  pick(s, 'clientId', 'name', 'createdAt', 'validUntil', 'expiresAt', 'revokedAt', 'lastUsedAt', 'shownTo'),
);

/** A client has ten keys; those that have ended are shown with them as far as these go. */
const MOST_KEYS = 30;
/** Requests of a client that its use is counted from. */
const MOST_REQUESTS = 10_000;

const seen = (clients: ClientsSeen) => ofClients(l.id, clients);

type UseRow = {
  readonly client_id: string;
  readonly hour: unknown;
  readonly requests: string;
  readonly refused: string;
  readonly failed: string;
};

/** API clients of the institution, with their keys and what they requested. */
export function clientViews(context: ViewContext) {
  const all = collectionOf(context, clients, clientList);
  return {
    byUuids: (uuids: readonly string[], of: ClientsSeen) => all.byUuids(uuids, ...seen(of)),
    slice: (of: ClientsSeen, criteria: Criteria, slice: Slice) => all.slice(criteria, slice, ...seen(of)),
    count: (of: ClientsSeen, criteria: Criteria) => all.count(criteria, ...seen(of)),
    byIds: (ids: readonly number[], of: ClientsSeen) => all.where([`${l.id} = any(?::bigint[])`, ids], ...seen(of)),
    /** The keys of these clients, newest first; whether each is valid goes by the clock of the database. */
    keysOf: async (clientIds: readonly number[]) => {
      const rows = await context.sql(
        `select ${secrets.list}, case when s.revoked_at is not null then 'revoked'
                                      when s.expires_at <= now() then 'expired'
                                      when s.valid_until <= now() then 'replaced'
                                      when s.valid_until < s.expires_at or s.valid_until is not null and s.expires_at is null
                                        then 'running_out'
                                      else 'valid' end as state
           from unnest($1::bigint[]) as c(id) cross join lateral (
             select * from api_secret x where x.client_id = c.id order by x.id desc limit ${MOST_KEYS}) s
          order by s.client_id, s.id desc`,
        [clientIds],
      );
      return rows.map((row) => ({ ...secrets.read(row), state: String(row['state']) }));
    },
    /** How many requests to REST these clients sent in each of the last so many hours, of their latest ones. */
    useOf: async (clientIds: readonly number[], hours: number) => {
      const rows = await context.sql<UseRow>(
        `select c.id as client_id, date_trunc('hour', r.created_at) as hour, count(*) as requests,
                count(*) filter (where r.status between 400 and 499) as refused,
                count(*) filter (where r.status >= 500) as failed
           from unnest($1::bigint[]) as c(id) cross join lateral (
             select x.created_at, x.status from request_log x where x.client_id = c.id
              order by x.id desc limit ${MOST_REQUESTS}) r
          where r.created_at > date_trunc('hour', now()) - make_interval(hours => $2::int - 1)
          group by 1, 2 order by 1, 2`,
        [clientIds, hours],
      );
      return rows.map((row) => ({
        clientId: Number(row.client_id),
        from: readInstant(row.hour),
        requests: Number(row.requests),
        refused: Number(row.refused),
        failed: Number(row.failed),
      }));
    },
  };
}
