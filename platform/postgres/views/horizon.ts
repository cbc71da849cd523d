import { readInstant } from '../mapping/types.ts';
import type { TenantTransaction } from '../database.ts';
import { instantText } from '../../runtime/wire.ts';
import type { Criteria, List, ListField } from './list.ts';
import type { Condition } from './view.ts';

/**
 * Reading what changed, so that nothing is ever missed.
 *
 * Rows carry the millisecond of their last write. Transactions do not commit in the order of their stamps: one that
 * stamps at 10:00:00 and commits at 10:00:05 is invisible to a reader of 10:00:03. So a read ends before the moment up
 * to which nothing can appear any more, the horizon, and returns it as `asOf`: where the reader goes on next time.
 *
 * The horizon is now, or the beginning of the oldest transaction that is writing (sync_horizon in migration 0011):
 * - a stamp is taken after its transaction was known as a writer (stamps.ts), so a transaction that is not seen writing stamps later;
 * - a transaction that is seen writing began before it stamped;
 * - what had been committed is in the rows, because they are read after the horizon, by a statement of their own.
 * Sessions of the application's role count; a person who changes rows by hand as the owner should be quick about it.
 */
export async function horizonOf(sql: TenantTransaction['sql']): Promise<Temporal.Instant> {
  const [row] = await sql('select sync_horizon() as horizon');
  return readInstant(row?.['horizon']);
}

/** The field that a reader follows changes by, where its filter or sort names it. */
function stampIn(list: List, { filters, sort }: Criteria): ListField | undefined {
  return [...sort, ...filters].map(({ field }) => list.fields[field]).find((field) => field?.stamp);
}

/** What bounds a list by the horizon: conditions on `l`, and the horizon itself; no conditions where it is not followed. */
export type Bounded = { readonly asOf: Temporal.Instant | null; readonly conditions: readonly Condition[] };

/**
 * A list that is filtered or sorted by the time of change ends before the horizon. It is read by a statement of its own.
 * @param pinned the horizon of the first page, for those that follow: what changes meanwhile belongs to the next walk
 */
export async function belowHorizon(
  sql: TenantTransaction['sql'],
  list: List,
  criteria: Criteria,
  pinned: Temporal.Instant | null = null,
): Promise<Bounded> {
  const stamp = stampIn(list, criteria);
  if (!stamp) return { asOf: null, conditions: [] };
  const asOf = pinned ?? (await horizonOf(sql));
  return { asOf, conditions: [[`l.${stamp.column} < ?::timestamptz`, instantText(asOf)]] };
}
