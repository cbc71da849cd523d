import type { Cents } from '../../../kernel/money.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { NO_PARTS, PARTS, totalOf } from '../../loan/parts.ts';
import type { ScheduleRow } from '../../schedule/rows.ts';
import { recalculatedSchedule } from '../../schedule/servicing/recalculation.ts';
import { lentTerms, type LoanAccount } from './loan-account.ts';
import { carriedOver, unpaidRow, withAmount, withPaid } from './rows.ts';

/** How many rows fall due before a day. */
export function keptBefore({ rows }: LoanAccount, from: Temporal.PlainDate): number {
  return rows.filter(({ dueDate }) => Temporal.PlainDate.compare(dueDate, from) < 0).length;
}

/** Puts new rows in the place of those behind the first `kept`; charges, waivers and payments go over to them. */
export function cutFrom(
  account: LoanAccount,
  rows: readonly ScheduleRow[],
  kept: number,
  on: Temporal.PlainDate,
): LoanAccount {
  const before = account.rows.slice(kept);
  const fresh = adjusted(rows.slice(kept).map(unpaidRow), account.adjustments, kept, on);
  return { ...account, rows: [...account.rows.slice(0, kept), ...carriedOver(fresh, before, on)] };
}

/** What was charged or waived beside the schedule; of a row that is gone, the last one takes it. */
function adjusted(
  rows: readonly AccountRow[],
  adjustments: LoanAccount['adjustments'],
  kept: number,
  on: Temporal.PlainDate,
): AccountRow[] {
  const after = [...rows];
  for (const [number, parts] of adjustments) {
    if (number <= kept || after.length === 0) continue;
    const index = Math.min(number - kept, after.length) - 1;
    for (const part of PARTS) {
      if (parts[part] === 0n) continue;
      const amount = after[index]![part] + parts[part];
      after[index] = withAmount(after[index]!, part, amount > 0n ? amount : 0n, on);
    }
  }
  return after;
}

/** Follows the payments: principal and interest as they were truly owed, fees and penalties as they stand. */
export function recalculated(account: LoanAccount, on: Temporal.PlainDate): LoanAccount & { readonly beyond?: Cents } {
  const policy = account.conditions.prepayment;
  if (!policy) throw new Error('This loan is not recalculated.');
  const asOf = [on, ...account.payments.map((payment) => payment.on)].reduce((a, b) =>
    Temporal.PlainDate.compare(a, b) < 0 ? b : a,
  );
  const { rows, paid, overpaid } = recalculatedSchedule(lentTerms(account), account.payments, asOf, policy);
  const fresh = adjusted(rows.map(unpaidRow), account.adjustments, 0, on).map((row, index) => {
    const before = account.rows.find(({ number }) => number === row.number);
    const put = { ...NO_PARTS, ...paid[index]! };
    return totalOf(put) === 0n ? row : withPaid(row, put, before?.paidOn ?? on);
  });
  const charges = account.rows.map((row) => ({ ...row, paid: { ...row.paid, principal: 0n, interest: 0n } }));
  return { ...account, rows: carriedOver(fresh, charges, on), beyond: overpaid };
}
