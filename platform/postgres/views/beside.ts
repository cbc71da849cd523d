/**
 * Joins of what is shown beside a row: one record, by its key. Each row looks up its own, in whatever order the planner
 * would like to join: where it knows nothing of a table, it takes it for small, and would read a hundred thousand
 * members for a page of fifty loans. A condition names the other record by a unique column.
 */

/** The row is shown with its record, which is there. */
export const one = (from: string, on: string): string => `join ${lookedUp(from, on)}`;

/** The same where there may be none. */
export const oneOrNone = (from: string, on: string): string => `left join ${lookedUp(from, on)}`;

/** `limit` keeps the planner from turning the lookup into a join of its choice. */
function lookedUp(from: string, on: string): string {
  const alias = from.split(' ').at(-1) ?? from;
  return `lateral (select ${alias}.* from ${from} where ${on} limit 1) ${alias} on true`;
}
