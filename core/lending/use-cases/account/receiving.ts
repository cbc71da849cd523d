import { least, sum } from '../../../kernel/money.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { minusParts, NO_PARTS, plusParts, totalOf, type Parts } from '../../loan/parts.ts';
import { allocatePayment } from '../../schedule/servicing/allocation.ts';
import { settlementQuote, type SettlementQuote } from '../../schedule/servicing/early-settlement.ts';
import { recalculated } from './cutting.ts';
import { amountOf, lentTerms, owedOn, paidOn, type Allocation, type LoanAccount } from './loan-account.ts';
import { openOf, scheduleRows, withPaid } from './rows.ts';

/** What settles the loan on a day. */
export function quoteOn(account: LoanAccount, on: Temporal.PlainDate): SettlementQuote {
  const terms = lentTerms(account);
  return settlementQuote(
    terms,
    scheduleRows(account.rows, terms.disbursedOn),
    account.rows.map(openOf),
    on,
    account.conditions.settlementInterest,
  );
}

/** A payment goes where the product’s order sends it. */
export function repaid(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const amount = amountOf(entry);
  const { allocation: rules } = account.conditions;
  if (account.recalculates) return repaidAndRecalculated(account, entry);
  const { parts, overpayment, perInstalment } = allocatePayment(amount, entry.on, account.rows.map(openOf), rules);
  const rows = account.rows.map((row) => {
    const put = perInstalment.find(({ number }) => number === row.number);
    return put ? withPaid(row, put, entry.on) : row;
  });
  return allocated({ ...account, rows }, entry, { ...parts, overpayment });
}

function repaidAndRecalculated(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const amount = amountOf(entry);
  const fallen = account.rows.filter(({ dueDate }) => Temporal.PlainDate.compare(dueDate, entry.on) <= 0);
  const { perInstalment } = allocatePayment(amount, entry.on, fallen.map(openOf), account.conditions.allocation);
  let rows = account.rows.map((row) => {
    const put = perInstalment.find(({ number }) => number === row.number);
    return put ? withPaid(row, { ...NO_PARTS, fees: put.fees, penalties: put.penalties }, entry.on) : row;
  });
  const charges = sum(perInstalment.map(({ fees, penalties }) => fees + penalties));
  const payments = [...account.payments, { on: entry.on, amount: amount - charges }];
  const { beyond: _beyond = 0n, ...next } = recalculated(
    { ...account, rows, payments: payments.filter((payment) => payment.amount > 0n) },
    entry.on,
  );
  // What is left once all principal is paid goes to what else is still to come, then to the member.
  const ended = openPrincipal(next) === 0n;
  const before = paidOn(account);
  let left = amount + totalOf(before) - totalOf(paidOn(next));
  rows = next.rows.map((row) => {
    const open = openOf(row);
    if (left <= 0n || !ended || totalOf(open) === 0n) return row;
    const interest = least(left, open.interest);
    const fees = least(left - interest, open.fees);
    const penalties = least(left - interest - fees, open.penalties);
    left -= interest + fees + penalties;
    return withPaid(row, { ...NO_PARTS, interest, fees, penalties }, entry.on);
  });
  const parts = minusParts(paidOn({ rows }), before);
  // Without principal there is nothing to work out anew: the rows stay as they are.
  const fixed = ended ? { recalculates: false, wasRescheduled: true } : {};
  return allocated({ ...next, rows, ...fixed }, entry, { ...parts, overpayment: left });
}

const openPrincipal = (account: LoanAccount) => owedOn(account).principal;

function allocated(account: LoanAccount, entry: LoanEntry, allocation: Allocation): LoanAccount {
  return {
    ...account,
    overpaid: account.overpaid + allocation.overpayment,
    allocations: new Map([...account.allocations, [entry.number, allocation]]),
  };
}

/** What falls due later is no longer asked for: the rest becomes one last row on the day of the settlement. */
export function settled(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const quote = quoteOn(account, entry.on);
  const amount = amountOf(entry);
  // What would have settled the loan may no longer do so, once an earlier payment was taken back.
  if (amount < quote.total || quote.total === 0n) return repaid(account, entry);
  const { on: _on, total: _total, ...parts } = quote;
  const isDue = (row: AccountRow) => Temporal.PlainDate.compare(row.dueDate, entry.on) <= 0;
  const fallen = account.rows.filter(isDue);
  const toCome = account.rows.filter((row) => !isDue(row));
  const owedThen = minusParts(parts, owedOn({ rows: fallen }));
  const last = toCome.length === 0 ? [] : [lastRow(toCome, owedThen, entry.on)];
  const rows = [...fallen, ...last].map((row) => withPaid(row, partsOf(openOf(row)), entry.on));
  return allocated({ ...account, rows, recalculates: false }, entry, { ...parts, overpayment: amount - quote.total });
}

function lastRow(toCome: readonly AccountRow[], owed: Parts, on: Temporal.PlainDate): AccountRow {
  const paid = paidOn({ rows: toCome });
  return { ...plusParts(owed, paid), number: toCome[0]!.number, dueDate: on, balanceAfter: 0n, paid, paidOn: null };
}

function partsOf({ principal, interest, fees, penalties }: Parts): Parts {
  return { principal, interest, fees, penalties };
}
