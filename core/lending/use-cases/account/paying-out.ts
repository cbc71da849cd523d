import type { Cents } from '../../../kernel/money.ts';
import { termsOf, type Agreement } from '../../agreement.ts';
import { rescheduled } from '../../schedule/reschedule.ts';
import { NO_PARTS } from '../../parts.ts';
import { dueDatesOf, scheduleOf } from '../../schedule/schedule.ts';
import { cutFrom, countBefore, recalculated } from './cutting.ts';
import type { LoanAccount } from './loan-account.ts';
import { scheduleRows, unpaidRow } from './rows.ts';

/**
 * Money was paid out: the first cuts the schedule, further money cuts the rows still to come again. Where all of it came
 * back nothing is lent with it, and charges beside the schedule have rows all the same.
 */
export function disbursed(
  account: LoanAccount,
  agreement: Agreement,
  amount: Cents,
  on: Temporal.PlainDate,
): LoanAccount {
  const base = { ...account, disbursed: account.disbursed + amount, disbursedOn: account.disbursedOn ?? on };
  if (amount === 0n) return account.rows.length > 0 ? base : { ...base, rows: emptyRows(agreement, on) };
  if (!account.terms) {
    const terms = termsOf(agreement, { principal: amount, disbursedOn: on });
    return cutFrom({ ...base, terms }, scheduleOf(terms).rows, 0, on);
  }
  // Money that is confirmed late is lent all the same: on the last day on which the schedule can take it.
  const last = account.rows.at(-1)!.dueDate.subtract({ days: 1 });
  const day = Temporal.PlainDate.compare(on, last) > 0 ? last : on;
  const terms = { ...account.terms, tranches: [...account.terms.tranches, { on: day, amount }] };
  if (account.wasRescheduled) {
    const from = account.rows.find(({ dueDate }) => Temporal.PlainDate.compare(dueDate, day) > 0)?.dueDate;
    const unchanged = from === undefined ? account.rows.length : countBefore(account, from);
    if (from === undefined || (unchanged > 0 && account.rows[unchanged - 1]!.balanceAfter === 0n)) {
      return appended(base, agreement, amount, on);
    }
    const next = rescheduled(terms, scheduleRows(account.rows, terms.disbursedOn), { from });
    return cutFrom({ ...base, terms: next.terms }, next.rows, countBefore(account, from), on);
  }
  if (account.recalculates) return recalculated({ ...base, terms }, on);
  return cutFrom({ ...base, terms }, scheduleOf(terms).rows, 0, on);
}

/** The rows of a loan of which everything came back: they fall due as agreed, and ask for nothing. */
function emptyRows(agreement: Agreement, on: Temporal.PlainDate): LoanAccount['rows'] {
  const nothing = { ...NO_PARTS, balanceAfter: 0n, deferred: 0n };
  return dueDatesOf(termsOf(agreement, { principal: 0n, disbursedOn: on })).map((dueDate, index) =>
    unpaidRow({ ...nothing, number: index + 1, dueDate }, on),
  );
}

/** Money lent after the last row with principal is repaid by a schedule of its own, after the rows there are. */
function appended(account: LoanAccount, agreement: Agreement, amount: Cents, on: Temporal.PlainDate): LoanAccount {
  const own = scheduleOf(termsOf(agreement, { principal: amount, disbursedOn: on })).rows;
  const behind = account.rows.length;
  const rows = own.map((row) => unpaidRow({ ...row, number: row.number + behind }, on));
  return { ...account, rows: [...account.rows, ...rows] };
}
