import { refuse } from '../../../kernel/domain-error.ts';
import { least, type Cents } from '../../../kernel/money.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import { NO_PARTS, totalOf, type Parts } from '../../parts.ts';
import { lendingRefusals } from '../../refusals.ts';
import { rescheduled } from '../../schedule/reschedule.ts';
import { waived as waivedCharges } from '../../schedule/servicing/waiver.ts';
import { besideOf, cutFrom, fixed, countBefore, lateOfRunning, recalculated, upTo } from './cutting.ts';
import { amountOf, lentTerms, type LoanAccount } from './loan-account.ts';
import { openOf, scheduleRows, withAmount } from './rows.ts';
import { changeFrom } from './stored-change.ts';

/** A charge is due in one row beside what the schedule asks for. */
export function charged(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const part = entry.kind === 'late_interest' ? 'interest' : (entry.part ?? 'fees');
  const row =
    entry.instalment === null
      ? (account.rows.find(({ dueDate }) => Temporal.PlainDate.compare(dueDate, entry.on) >= 0) ?? account.rows.at(-1))
      : account.rows.find(({ number }) => number === entry.instalment);
  // After a reversal the schedule may have fewer rows: the last one takes what was charged to one that is gone.
  const target = row ?? account.rows.at(-1)!;
  return changed(account, target.number, part, amountOf(entry), entry.on);
}

function changed(
  account: LoanAccount,
  number: number,
  part: keyof Parts,
  by: Cents,
  on: Temporal.PlainDate,
): LoanAccount {
  const before = account.adjustments.get(number) ?? NO_PARTS;
  return {
    ...account,
    rows: account.rows.map((row) => (row.number === number ? withAmount(row, part, row[part] + by, on) : row)),
    adjustments: new Map([...account.adjustments, [number, { ...before, [part]: before[part] + by }]]),
  };
}

/** What is waived is no longer due. */
export function waived(account: LoanAccount, entry: LoanEntry): LoanAccount {
  if (account.recalculates && account.terms !== null && entry.part === 'interest') {
    return interestWaived(account, entry);
  }
  const open = account.rows.map(openOf);
  const part = entry.part ?? 'fees';
  const after = waivedCharges(open, { part, instalment: entry.instalment, amount: entry.amount });
  return after.open.reduce((next, { number, [part]: left }, index) => {
    const by = left - open[index]![part];
    return by === 0n ? next : changed(next, number, part, by, entry.on);
  }, account);
}

/** Of a loan that follows its payments: what was charged beside the schedule first, the rest of what that asks for. */
function interestWaived(account: LoanAccount, entry: LoanEntry): LoanAccount {
  let left = amountOf(entry);
  const adjustments = new Map(account.adjustments);
  for (const { number: row } of account.rows) {
    if (entry.instalment !== null && entry.instalment !== row) continue;
    for (const [number, open] of besideOf(account, row)) {
      const before = adjustments.get(number)!;
      const taken = least(left, open);
      adjustments.set(number, { ...before, interest: before.interest - taken });
      left -= taken;
    }
  }
  const waiver = { on: entry.on, amount: left, waives: entry.instalment };
  const payments = left > 0n ? [...account.payments, waiver] : account.payments;
  return recalculated({ ...account, adjustments, payments }, entry.on);
}

/** The rows still to come were agreed again. What is overdue has borne its interest by then, in the row that runs too. */
export function recut(account: LoanAccount, entry: LoanEntry): LoanAccount {
  // All that was lent by then came back: there is nothing to agree on.
  if (account.terms === null) return account;
  const change = changeFrom(entry.change ?? {});
  const now = upTo(entry.on, account);
  const unchanged = countBefore(now, change.from);
  const ahead = now.rows.slice(unchanged).find((row) => totalOf(row.paid) > 0n);
  if (ahead) {
    throw refuse(
      lendingRefusals.instalment_paid_ahead,
      `Instalment ${ahead.number} was paid in part or in advance; reschedule what comes after it.`,
      { instalment: ahead.number, due_date: ahead.dueDate.toString() },
    );
  }
  const terms = lentTerms(now);
  const next = rescheduled(terms, scheduleRows(now.rows, terms.disbursedOn), change);
  const late = lateOfRunning(now, entry.on);
  const kept = fixed(now);
  const beside = kept.adjustments.get(late.number) ?? NO_PARTS;
  // A row that stays has it already; one that is cut again takes it from the adjustments, as quotes do.
  const adjustments =
    late.interest === 0n
      ? kept.adjustments
      : new Map([...kept.adjustments, [late.number, { ...beside, interest: beside.interest + late.interest }]]);
  const after = { ...kept, adjustments, terms: next.terms, wasRescheduled: true };
  return cutFrom(after, next.rows, unchanged, entry.on);
}
