import { refuse } from '#core/kernel/domain-error.ts';
import { educationRefusals } from '#core/education/refusals.ts';
import type { Row, TenantTransaction } from '../../database.ts';
import { readInstant } from '../../mapping/types.ts';
import { instantText } from '../../../runtime/wire.ts';
import { one } from '../../views/beside.ts';
import { HORIZON_AND_GENERATION, requireOfThisGeneration } from '../../views/horizon.ts';
import { countedBy } from '../../views/list.ts';
import { whereAfter, type Condition, type View, type ViewContext } from '../../views/view.ts';

/** What changed since a time, up to the horizon (platform/postgres/views/horizon.ts). */
export type SyncWindow = {
  readonly since: Temporal.Instant;
  /** With `since`: go on behind the record with this id that was stamped at `since` (the last one of a page). */
  readonly afterId?: number | undefined;
  /** The `asOf` of the first page, for the pages that follow: what changes meanwhile belongs to the next window. */
  readonly before?: Temporal.Instant | undefined;
};

/** A record that was removed for good. */
export type Tombstone = {
  readonly id: number;
  readonly uuid: string;
  readonly deleted: true;
  readonly deletedAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

export type Paging = { readonly limit: number; readonly offset: number };

/** A page of the whole list; with `afterId` it begins behind that record, wherever it lies, and `offset` is not counted. */
export type ListPaging = Paging & { readonly afterId?: number | undefined };

/**
 * A page of a list; `total` counts all that match, whatever the page. It counts no further than COUNTED_UP_TO: a list of
 * millions would be read whole for every page of it. `counted` is false where there are more.
 */
export type ListedPage<Record> = {
  readonly rows: readonly Record[];
  /** There are more behind this page. */
  readonly more: boolean;
  readonly total: number;
  readonly counted: boolean;
};

/** More records than most institutions have of anything, and some milliseconds of an index. */
export const COUNTED_UP_TO = 100_000;

/** A page of changes, by stamp and id. `asOf` is the next `updated_since` of a reader who has read all pages. */
export type ChangedPage<Record> = ListedPage<Record | Tombstone> & {
  readonly asOf: Temporal.Instant;
  /** Since when removals are listed; null: since the beginning. */
  readonly completeSince: Temporal.Instant | null;
};

export function isTombstone(row: object): row is Tombstone {
  return 'deleted' in row;
}

type Sql = TenantTransaction['sql'];

/** One page of a collection in the order of ids. One statement. */
export async function readListed<Record>(
  context: ViewContext,
  view: View<Record>,
  filter: readonly Condition[],
  { limit, offset, afterId }: ListPaging,
): Promise<ListedPage<Record>> {
  const { clause, params: filters } = whereAfter([], ...filter);
  const { clause: behind, params } = whereAfter(filters, ['l.id > ?::bigint', afterId]);
  const cut = `order by l.id limit ${int(limit) + 1} offset ${afterId === undefined ? int(offset) : 0}`;
  const from = `from ${view.rows} l`;
  const rows = await context.sql(
    `with matching as materialized (select l.id ${from} ${clause} limit ${COUNTED_UP_TO + 1}),
          counted as materialized (select count(*) as full_count from matching),
          page as materialized (
       (select l.* from (select l.id from matching l ${both(IF_COUNTED, behind)} ${cut}) k ${one(`${view.rows} l`, 'l.id = k.id')})
       union all
       (select l.* ${from} ${both(clause, IF_MORE, behind)} ${cut}))
     select counted.full_count, shown.*
       from counted left join (${view.select('page')}) shown on true
      order by shown.id`,
    params,
    // A list of all is walked in the order of its ids.
    filter.length === 0 ? 'in_order' : 'by_values',
  );
  return pageOf(
    rows,
    rows.filter((row) => row['id'] !== null).map((row) => () => view.read(row, context)),
    limit,
  );
}

/*
 * All that match are looked up first, as far as they are counted, by whatever index finds them; and the page is cut from
 * them. A list's order is followed only where there are more: then the next match is near. The planner, which would have
 * to guess which of the two it is, follows an order through a million records without result.
 */
const IF_COUNTED = `where (select full_count from counted) <= ${COUNTED_UP_TO}`;
const IF_MORE = `where (select full_count from counted) > ${COUNTED_UP_TO}`;

/** Conditions of several clauses. */
function both(...clauses: readonly string[]): string {
  const conditions = clauses.filter((clause) => clause !== '').map((clause) => clause.replace(/^where /, ''));
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

/**
 * One page of what changed in [since, asOf), by stamp and id, with what was removed. Removals pass every filter: nothing
 * is known of the removed record any more, and a reader who never saw it ignores it.
 * @throws DomainError sync_window_expired (gone) where removals since then are no longer known; sandbox_was_reset (gone)
 */
export async function readChanged<Record>(
  context: ViewContext,
  view: View<Record>,
  filter: readonly Condition[],
  window: SyncWindow,
  { limit, offset }: Paging,
): Promise<ChangedPage<Record>> {
  const { asOf, completeSince } = await boundsOf(context.sql, window);
  const { afterId } = window;
  const bounds = [instantText(window.since), instantText(asOf), view.table];
  const { clause, params } = whereAfter(afterId === undefined ? bounds : [...bounds, afterId], ...filter);
  // One comparison of both, so that an index begins there: a bulk of records may have one stamp.
  const inWindow = (stamp: string, id: string) =>
    `where ${afterId === undefined ? `${stamp} >= $1::timestamptz` : `(${stamp}, ${id}) > ($1::timestamptz, $4::bigint)`}
       and ${stamp} < $2::timestamptz`;
  const from = `from ${view.rows} l`;
  const changed = `${from} ${both(inWindow('l.updated_at', 'l.id'), clause)}`;
  const removed = `from tombstone t ${inWindow('t.updated_at', 't.record_id')} and t.resource = $3`;
  const reach = `limit ${int(limit) + 1 + int(offset)}`;
  const rows = await context.sql(
    `with matching as materialized (select l.id, l.updated_at ${changed} limit ${COUNTED_UP_TO + 1}),
          counted as materialized (select count(*) as full_count from matching),
          page as materialized (
       (select l.id, l.updated_at, null::uuid as removed_uuid from matching l ${IF_COUNTED}
         order by l.updated_at, l.id ${reach})
       union all
       (select l.id, l.updated_at, null ${changed} and ${IF_MORE.slice(6)} order by l.updated_at, l.id ${reach})
       union all
       (select t.record_id, t.updated_at, t.record_uuid ${removed} order by t.updated_at, t.record_id ${reach})
       order by 2, 1 limit ${int(limit) + 1} offset ${int(offset)}),
     shown_rows as materialized (
       select l.* from page p ${one(`${view.rows} l`, 'l.id = p.id')} where p.removed_uuid is null),
     in_all as (select counted.full_count + (${countOf(removed)}) as full_count from counted)
     select in_all.full_count, page.id as page_id, page.updated_at as page_stamp, page.removed_uuid, shown.*
       from in_all left join page on true
       left join (${view.select('shown_rows')}) shown on shown.id = page.id and page.removed_uuid is null
      order by page.updated_at, page.id`,
    params,
    countedBy({ filters: filter }),
  );
  const shown = rows
    .filter((row) => row['page_id'] !== null)
    .map((row) => (): Record | Tombstone => tombstoneOf(row) ?? view.read(row, context));
  return { ...pageOf(rows, shown, limit), asOf, completeSince };
}

/** How many rows there are, up to one more than are counted. */
const countOf = (from: string) =>
  `select count(*) as full_count from (select ${from} limit ${COUNTED_UP_TO + 1}) as counted_rows`;

/** The page of the rows of a statement, which reads one more than `limit`. */
function pageOf<Record>(rows: readonly Row[], shown: readonly (() => Record)[], limit: number): ListedPage<Record> {
  const found = Number(rows[0]?.['full_count'] ?? 0);
  return {
    rows: shown.slice(0, limit).map((show) => show()),
    more: shown.length > limit,
    total: Math.min(found, COUNTED_UP_TO),
    counted: found <= COUNTED_UP_TO,
  };
}

/** The end of the window, and since when removals are known. Read before the rows, by a statement of its own. */
async function boundsOf(
  sql: Sql,
  { since, before }: SyncWindow,
): Promise<{ readonly asOf: Temporal.Instant; readonly completeSince: Temporal.Instant | null }> {
  const [row] = await sql(
    `select (select w.complete_since from sync_window w) as known_since, ${HORIZON_AND_GENERATION}`,
  );
  requireOfThisGeneration(since, row);
  const horizon = readInstant(row?.['horizon']);
  const completeSince = row?.['known_since'] == null ? null : readInstant(row['known_since']);
  if (completeSince && Temporal.Instant.compare(since, completeSince) < 0) {
    throw refuse(
      educationRefusals.sync_window_expired,
      `What was removed before ${instantText(completeSince)} is no longer listed; read the whole list again.`,
      { oldest_updated_since: instantText(completeSince) },
    );
  }
  if (before && Temporal.Instant.compare(before, horizon) <= 0) return { asOf: before, completeSince };
  // A reader who has come as far as `since` is never sent back; one whose clock runs ahead is.
  const ahead = Temporal.Instant.compare(since, readInstant(row?.['now'])) > 0;
  const asOf = !ahead && Temporal.Instant.compare(since, horizon) > 0 ? since : horizon;
  return { asOf, completeSince };
}

function tombstoneOf(row: Row): Tombstone | null {
  if (row['removed_uuid'] === null) return null;
  const at = readInstant(row['page_stamp']);
  return { id: Number(row['page_id']), uuid: String(row['removed_uuid']), deleted: true, deletedAt: at, updatedAt: at };
}

/** A whole number for a place in a statement where nothing can be bound. */
function int(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no count of rows.`);
  return value;
}
