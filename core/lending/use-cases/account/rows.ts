import { least, most, type Cents } from '../../../kernel/money.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { minusParts, NO_PARTS, PARTS, partsOf, plusParts, sumOfParts, totalOf, type Parts } from '../../parts.ts';
import { dayOf } from '../../schedule/due-dates.ts';
import type { ScheduleRow } from '../../schedule/rows.ts';
import type { OpenInstalment } from '../../schedule/servicing/open-instalment.ts';

/** A row that nothing was paid of. One that asks for nothing, in a grace, is paid from its first day: nobody is late with it. */
export function unpaidRow(
  row: Pick<ScheduleRow, 'number' | 'dueDate' | 'balanceAfter' | 'deferred'> & Parts,
  on: Temporal.PlainDate,
): AccountRow {
  const { number, dueDate, balanceAfter, deferred } = row;
  const paidOn = totalOf(row) === 0n ? on : null;
  return { ...partsOf(row), number, dueDate, balanceAfter, deferred, paid: NO_PARTS, paidOn };
}

/** Part by part: what a row still asks for. */
export function openOf(row: AccountRow): OpenInstalment {
  return { number: row.number, dueDate: row.dueDate, ...minusParts(row, row.paid) };
}

/** The row with more paid of it; `on` is the day of the payment. */
export function withPaid(row: AccountRow, put: Parts, on: Temporal.PlainDate): AccountRow {
  const paid = plusParts(row.paid, put);
  const open = minusParts(row, paid);
  if (PARTS.some((part) => open[part] < 0n)) throw new Error(`Row ${row.number} was paid more than it asks for.`);
  return { ...row, paid, paidOn: totalOf(open) === 0n ? (row.paidOn ?? on) : null };
}

/** The row with another amount of one part; never less than was paid of it. */
export function withAmount(row: AccountRow, part: keyof Parts, amount: Cents, on: Temporal.PlainDate): AccountRow {
  const changed = { ...row, [part]: most(amount, row.paid[part]) };
  return { ...changed, paidOn: totalOf(openOf(changed)) === 0n ? (row.paidOn ?? on) : null };
}

/** The rows once they take what was paid of others, part by part, the oldest first. */
export function carriedOver(rows: readonly AccountRow[], before: readonly AccountRow[], on: Temporal.PlainDate) {
  const { rows: after, left } = pouredOver(rows, before, on);
  requireNothingLeft(left);
  return after;
}

/** The same, with what is left where they ask for less. */
export function pouredOver(
  rows: readonly AccountRow[],
  before: readonly Pick<AccountRow, 'number' | 'paid' | 'paidOn'>[],
  on: Temporal.PlainDate,
) {
  let left = sumOfParts(before.map(({ paid }) => paid));
  const after = rows.map((row) => {
    const open = openOf(row);
    const put: Parts = {
      principal: least(left.principal, open.principal),
      interest: least(left.interest, open.interest),
      fees: least(left.fees, open.fees),
      penalties: least(left.penalties, open.penalties),
    };
    left = minusParts(left, put);
    const paidOn = before.find(({ number }) => number === row.number)?.paidOn ?? on;
    return totalOf(put) === 0n && totalOf(open) > 0n ? row : withPaid(row, put, paidOn);
  });
  return { rows: after, left };
}

/** @throws Error where something was paid that no row asks for */
export function requireNothingLeft(left: Parts): void {
  if (totalOf(left) !== 0n) throw new Error('A new schedule asks for less than was paid of the one before it.');
}

/** The rows of a schedule, without what was paid of them. */
export function scheduleRows(rows: readonly AccountRow[], disbursedOn: Temporal.PlainDate): ScheduleRow[] {
  return rows.map((row, index) => {
    const since = rows[index - 1]?.dueDate ?? disbursedOn;
    return {
      ...partsOf(row),
      number: row.number,
      dueDate: row.dueDate,
      days: dayOf(row.dueDate) - dayOf(since),
      total: totalOf(row),
      balanceAfter: row.balanceAfter,
      deferred: row.deferred,
    };
  });
}
