import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { readInstant } from '../mapping/types.ts';
import type { Row, TenantTransaction } from '../database.ts';
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

/** When the sandbox was reset, and what its readers may come back with. */
const OF_GENERATION = 'business_clock() as now, t.reset_at, t.created_at as first_at from tenant t';

/** The horizon, with what `requireOfThisGeneration` compares. */
export const HORIZON_AND_GENERATION = `sync_horizon() as horizon, ${OF_GENERATION}`;

/**
 * After a reset of the sandbox, a time that lies before it was handed out by another generation of records, and so was one
 * that lies ahead, when the test clock did. A time before there was any record begins from the beginning.
 * @throws DomainError sandbox_was_reset (gone)
 */
export function requireOfThisGeneration(since: Temporal.Instant, row: Row | undefined): void {
  if (row?.['reset_at'] == null) return;
  const [resetAt, firstAt, now] = [row['reset_at'], row['first_at'], row['now']].map(readInstant);
  const isBefore = (one: Temporal.Instant, other: Temporal.Instant | undefined) =>
    other !== undefined && Temporal.Instant.compare(one, other) < 0;
  const isOfBefore = isBefore(since, resetAt) && !isBefore(since, firstAt);
  if (!isOfBefore && (now === undefined || !isBefore(now, since))) return;
  throw refuse(
    partnerRefusals.sandbox_was_reset,
    `The sandbox was reset at ${resetAt?.toString()}: read the list again from the beginning.`,
  );
}

/** The field that a reader follows changes by, where its filter or sort names it. */
function stampIn(list: List, { filters, sort }: Criteria): ListField | undefined {
  return [...sort, ...filters].map(({ field }) => list.fields[field]).find((field) => field?.stamp);
}

/** Whether a list is in the order of the changes. */
export const followsChanges = (list: List, { sort: [leading] }: Criteria): boolean =>
  leading !== undefined && list.fields[leading.field]?.stamp === true;

/** The horizon for a reader who comes back with a time. @throws DomainError sandbox_was_reset (gone) */
async function horizonSince(
  sql: TenantTransaction['sql'],
  { filters }: Criteria,
  stamp: ListField,
  list: List,
): Promise<Temporal.Instant> {
  const [row] = await sql(`select ${HORIZON_AND_GENERATION}`);
  for (const { field, operator, values } of filters) {
    const [since] = values;
    if (list.fields[field] !== stamp || !['gt', 'gte'].includes(operator) || since === undefined) continue;
    requireOfThisGeneration(Temporal.Instant.from(since), row);
  }
  return readInstant(row?.['horizon']);
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
  const asOf = pinned ?? (await horizonSince(sql, criteria, stamp, list));
  return { asOf, conditions: [[`l.${stamp.column} < ?::timestamptz`, instantText(asOf)]] };
}
