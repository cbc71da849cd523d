import type { AccountRow } from '../../loan/instalment.ts';
import { NO_PARTS, PARTS, totalOf } from '../../parts.ts';
import type { ScheduleRow } from '../../schedule/rows.ts';
import { recalculatedSchedule } from '../../schedule/servicing/recalculation.ts';
import { lentTerms, type LoanAccount } from './loan-account.ts';
import { carriedOver, unpaidRow, withAmount, withPaid } from './rows.ts';

/** How many rows fall due before a day. */
export function countBefore({ rows }: LoanAccount, from: Temporal.PlainDate): number {
  return rows.filter(({ dueDate }) => Temporal.PlainDate.compare(dueDate, from) < 0).length;
}

/** Puts new rows in the place of those after the first `unchanged`; charges, waivers and payments go over to them. */
export function cutFrom(
  account: LoanAccount,
  rows: readonly ScheduleRow[],
  unchanged: number,
  on: Temporal.PlainDate,
): LoanAccount {
  const before = account.rows.slice(unchanged);
  const fresh = adjusted(
    rows.slice(unchanged).map((row) => unpaidRow(row, on)),
    account.adjustments,
    unchanged,
    on,
  );
  return { ...account, rows: [...account.rows.slice(0, unchanged), ...carriedOver(fresh, before, on)] };
}

/** What was charged or waived beside the schedule; of a row that is gone, the last one takes it. */
function adjusted(
  rows: readonly AccountRow[],
  adjustments: LoanAccount['adjustments'],
  unchanged: number,
  on: Temporal.PlainDate,
): AccountRow[] {
  const after = [...rows];
  for (const [number, parts] of adjustments) {
    if (number <= unchanged || after.length === 0) continue;
    const index = Math.min(number - unchanged, after.length) - 1;
    for (const part of PARTS) {
      if (parts[part] === 0n) continue;
      const amount = after[index]![part] + parts[part];
      after[index] = withAmount(after[index]!, part, amount > 0n ? amount : 0n, on);
    }
  }
  return after;
}

/**
 * Follows the payments: principal and interest as they were truly owed, fees and penalties unchanged.
 * @param endsOn the day on which the loan is paid off; null where it runs on
 */
export function recalculated(
  account: LoanAccount,
  on: Temporal.PlainDate,
  endsOn: Temporal.PlainDate | null = null,
): LoanAccount {
  const policy = account.conditions.prepayment;
  if (!policy) throw new Error('This loan is not recalculated.');
  const asOf = [on, ...account.payments.map((payment) => payment.on)].reduce((a, b) =>
    Temporal.PlainDate.compare(a, b) < 0 ? b : a,
  );
  const terms = lentTerms(account);
  const { rows, paid, waived: lowered } = recalculatedSchedule(terms, account.payments, asOf, policy, endsOn);
  const fresh = adjusted(
    rows.map((row) => unpaidRow(row, on)),
    account.adjustments,
    0,
    on,
  ).map((row, index) => {
    const before = account.rows.find(({ number }) => number === row.number);
    const put = { ...NO_PARTS, ...paid[index]! };
    return totalOf(put) === 0n ? row : withPaid(row, put, before?.paidOn ?? on);
  });
  const charges = account.rows.map((row) => ({ ...row, paid: { ...row.paid, principal: 0n, interest: 0n } }));
  const waived = new Map(rows.map(({ number }, index) => [number, lowered[index]!]));
  return { ...account, rows: carriedOver(fresh, charges, on), waived };
}

/** The account on a day: interest on what is overdue continues to accrue where the schedule follows the payments. */
export function upTo(on: Temporal.PlainDate, account: LoanAccount): LoanAccount {
  return account.recalculates && account.terms !== null ? recalculated(account, on) : account;
}

/**
 * A loan whose schedule follows its payments, paid off on a day: its rows ask for exactly what is owed then.
 * Null where the account does not follow payments, or more is lent after the day.
 */
export function paidOff(account: LoanAccount, on: Temporal.PlainDate): LoanAccount | null {
  const { terms, recalculates, conditions } = account;
  if (!recalculates || !terms || terms.tranches.some((tranche) => isAfter(tranche.on, on))) return null;
  const now = recalculated(account, on);
  const running = now.rows.find((row) => isAfter(row.dueDate, on));
  if (!running) return now;
  const endsOn = conditions.settlementInterest === 'next_due_date' ? running.dueDate : on;
  const after = recalculated(account, on, endsOn);
  const { penalties, paid } = running;
  // The last row falls due with the settlement; of charges it asks for those that fell due by then.
  const fees = endsOn === on ? paid.fees : running.fees;
  const rows = after.rows
    .filter(({ number }) => number <= running.number)
    .map((row) => (row.number === running.number ? { ...row, dueDate: on, fees, penalties } : row));
  return { ...after, rows };
}

const isAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) > 0;

/** From now on the schedule no longer follows the payments; what was waived of its rows becomes an adjustment. */
export function fixed(account: LoanAccount): LoanAccount {
  const adjustments = new Map(account.adjustments);
  for (const [number, amount] of account.waived) {
    const before = adjustments.get(number) ?? NO_PARTS;
    if (amount > 0n) adjustments.set(number, { ...before, interest: before.interest - amount });
  }
  return { ...account, adjustments, recalculates: false, waived: new Map() };
}
