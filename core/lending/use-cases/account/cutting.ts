import { sum, type Cents } from '../../../kernel/money.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { NO_PARTS, PARTS, totalOf, type Parts } from '../../parts.ts';
import type { ScheduleRow } from '../../schedule/rows.ts';
import { recalculatedSchedule } from '../../schedule/servicing/recalculation.ts';
import { lentTerms, type LoanAccount } from './loan-account.ts';
import { carriedOver, pouredOver, requireNothingLeft, unpaidRow, withAmount, withPaid } from './rows.ts';

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
  const { account: after, left } = recalculatedWith(account, on, [], endsOn);
  requireNothingLeft(left);
  return after;
}

/**
 * Follows the payments where one pays charges too.
 * @returns the account, and what was paid of charges beyond what the new rows ask for
 */
export function recalculatedWith(
  account: LoanAccount,
  on: Temporal.PlainDate,
  charges: readonly (Parts & { readonly number: number })[],
  endsOn: Temporal.PlainDate | null = null,
): { readonly account: LoanAccount; readonly left: Parts } {
  const policy = account.conditions.prepayment;
  if (!policy) throw new Error('This loan is not recalculated.');
  const asOf = [on, ...account.payments.map((payment) => payment.on)].reduce((a, b) =>
    Temporal.PlainDate.compare(a, b) < 0 ? b : a,
  );
  const terms = lentTerms(account);
  const {
    rows,
    paid,
    waived: lowered,
  } = recalculatedSchedule(
    terms,
    account.payments,
    asOf,
    { ...policy, allocation: account.conditions.allocation },
    endsOn,
  );
  const fresh = adjusted(
    rows.map((row) => unpaidRow(row, on)),
    account.adjustments,
    0,
    on,
  ).map((row, index) => {
    const before = account.rows.find(({ number }) => number === row.number);
    const beside = sum([...account.paidBeside].filter(isOn(row.number, rows.length)).map(([, amount]) => amount));
    const put = { ...NO_PARTS, ...paid[index]!, interest: paid[index]!.interest + beside };
    return totalOf(put) === 0n ? row : withPaid(row, put, before?.paidOn ?? on);
  });
  const before = account.rows.map((row) => ({ ...row, paid: { ...row.paid, principal: 0n, interest: 0n } }));
  const paidNow = charges.map(({ number, ...put }) => ({ number, paid: put, paidOn: on }));
  const waived = new Map(rows.map(({ number }, index) => [number, lowered[index]!]));
  const poured = pouredOver(fresh, [...before, ...paidNow], on);
  return { account: { ...account, rows: poured.rows, waived }, left: poured.left };
}

/** Whether what was charged beside the schedule is in a row: the last one has that of rows that are gone. */
const isOn =
  (row: number, rows: number) =>
  ([number]: readonly [number, unknown]): boolean =>
    Math.min(number, rows) === row;

/** Interest of a row that was charged beside the schedule and is not paid, by the number that it was charged to. */
export function besideOf({ adjustments, paidBeside, rows }: LoanAccount, row: number): [number, Cents][] {
  return [...adjustments]
    .filter(isOn(row, rows.length))
    .map(([number, { interest }]): [number, Cents] => [number, interest - (paidBeside.get(number) ?? 0n)])
    .filter(([, open]) => open > 0n);
}

/** The account on a day: interest on what is overdue continues to accrue where the schedule follows the payments. */
export function upTo(on: Temporal.PlainDate, account: LoanAccount): LoanAccount {
  return account.recalculates && account.terms !== null ? recalculated(account, on) : account;
}

/** What overdue principal has borne since the last due date before a day, and the number of the row that asks for it. */
export function lateOfRunning(account: LoanAccount, on: Temporal.PlainDate): { number: number; interest: Cents } {
  const { terms, recalculates, conditions, rows, payments } = account;
  const index = rows.findIndex((row) => isAfter(row.dueDate, on));
  if (!recalculates || !terms || !conditions.prepayment || index < 0) return { number: 0, interest: 0n };
  const policy = { ...conditions.prepayment, allocation: conditions.allocation };
  const borneUntil = (day: Temporal.PlainDate): Cents => {
    const row = recalculatedSchedule(terms, payments, day, policy).rows[index];
    return row ? row.interest + row.deferred : 0n;
  };
  const since = rows[index - 1]?.dueDate ?? terms.disbursedOn;
  return { number: rows[index]!.number, interest: borneUntil(on) - borneUntil(since) };
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
