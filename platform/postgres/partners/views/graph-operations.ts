import { readInstant } from '../../mapping/types.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import type { ClientsSeen } from './clients-seen.ts';

/** Names of clients that are shown of one field. */
const MOST_NAMES = 20;

type FieldRow = {
  readonly field: string;
  readonly operations: string;
  readonly uses: string;
  readonly clients: readonly string[] | null;
  readonly client_count: string;
  readonly by_people: boolean;
  readonly last_seen_at: unknown;
};
type OperationRow = {
  readonly id: string;
  readonly hash: string;
  readonly name: string | null;
  readonly text: string;
  readonly client: string | null;
  readonly scopes: readonly string[] | null;
  readonly uses: string;
  readonly last_seen_at: unknown;
};

/** Operations of the last 30 days, also where older ones are not cleaned up yet. */
const RETAINED = `o.last_seen_at >= now() - interval '30 days'`;
const OF_CLIENT = 'left join api_client c on c.tenant_id = o.tenant_id and c.id = o.client_id';

/** What was sent to the graph, and what of it was used. At most 5,000 operations of an institution are kept. */
export function graphOperationViews({ sql }: ViewContext) {
  const of = (clients: ClientsSeen): Condition =>
    clients === null ? ['true'] : ['o.client_id = any(?::bigint[])', clients];
  return {
    /** The fields that were used, in alphabetical order. `after` is the last field of the page before. */
    fields: async (
      clients: ClientsSeen,
      wanted: { readonly startsWith: string; readonly after: string; readonly limit: number },
    ) => {
      const [seen, ...values] = of(clients);
      const rows = await sql<FieldRow>(
        `select f.field, count(distinct o.hash) as operations, sum(o.uses) as uses, max(o.last_seen_at) as last_seen_at,
                (array_agg(distinct c.name order by c.name) filter (where c.id is not null))[1:${MOST_NAMES}] as clients,
                count(distinct o.client_id) as client_count, bool_or(o.client_id is null) as by_people
           from graph_operation o ${OF_CLIENT} cross join lateral unnest(o.fields) as f(field)
          where ${RETAINED} and ${seen.replace('?', '$4')} and starts_with(f.field, $1) and f.field collate "C" > $2
          group by f.field order by f.field collate "C" limit $3`,
        [wanted.startsWith, wanted.after, wanted.limit + 1, ...values],
      );
      return {
        rows: rows.slice(0, wanted.limit).map((row) => ({
          field: row.field,
          operations: Number(row.operations),
          uses: Number(row.uses),
          clients: row.clients ?? [],
          clientCount: Number(row.client_count),
          byPeople: row.by_people,
          lastSeenAt: readInstant(row.last_seen_at),
        })),
        more: rows.length > wanted.limit,
      };
    },
    /** Operations with who sent them, in the order in which they were first seen; without a client: people. */
    operations: async (after: number, limit: number) => {
      const rows = await sql<OperationRow>(
        `select o.id, o.hash, o.name, o.text, c.name as client, c.scopes, o.uses, o.last_seen_at
           from graph_operation o ${OF_CLIENT}
          where ${RETAINED} and o.id > $1 order by o.id limit $2`,
        [after, limit],
      );
      return rows.map((row) => ({
        id: Number(row.id),
        hash: row.hash,
        name: row.name,
        text: row.text,
        client: row.client,
        /** What the client may do; null where people sent it, of whom each has their own. */
        scopes: row.scopes,
        uses: Number(row.uses),
        lastSeenAt: readInstant(row.last_seen_at),
      }));
    },
  };
}
