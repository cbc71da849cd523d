import { least, most, sum, type Cents } from '../../../kernel/money.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { minusParts, NO_PARTS, PARTS, partsOf, plusParts, totalOf, type Parts } from '../../parts.ts';
import { allocatePayment } from '../../schedule/servicing/allocation.ts';
import { settlementQuote, type SettlementQuote } from '../../schedule/servicing/early-settlement.ts';
import { besideOf, fixed, paidOff, recalculatedWith, upTo } from './cutting.ts';
import { amountOf, lentTerms, owedOn, paidOn, type Allocation, type LoanAccount } from './loan-account.ts';
import { openOf, scheduleRows, withPaid } from './rows.ts';

/** What settles the loan on a day. */
export function quoteOn(account: LoanAccount, on: Temporal.PlainDate): SettlementQuote {
  const settled = paidOff(account, on);
  if (settled) {
    const owed = owedOn(settled);
    return { ...owed, total: totalOf(owed), on };
  }
  // All that was lent came back: only what people charged is owed.
  if (account.terms === null) return { ...owedOn(account), total: totalOf(owedOn(account)), on };
  const terms = lentTerms(account);
  return settlementQuote(
    terms,
    scheduleRows(account.rows, terms.disbursedOn),
    account.rows.map(openOf),
    on,
    account.conditions.settlementInterest,
    (number) => account.adjustments.get(number)?.interest ?? 0n,
  );
}

const isDue = (row: AccountRow, on: Temporal.PlainDate) => Temporal.PlainDate.compare(row.dueDate, on) <= 0;

/** A payment is allocated in the product’s order. */
export function repaid(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const amount = amountOf(entry);
  const { allocation: rules } = account.conditions;
  if (account.recalculates && account.terms !== null) return repaidAndRecalculated(account, entry);
  const { parts, overpayment, perInstalment } = allocatePayment(amount, entry.on, account.rows.map(openOf), rules);
  const rows = account.rows.map((row) => {
    const put = perInstalment.find(({ number }) => number === row.number);
    return put ? withPaid(row, put, entry.on) : row;
  });
  return allocated({ ...account, rows }, entry, { ...parts, overpayment });
}

/**
 * What rows ask for beside the schedule is paid in the product’s order, that of the running row too: who pays early what
 * it asks is not late with its fee. The rest is for the schedule, which follows it.
 */
function repaidAndRecalculated(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const amount = amountOf(entry);
  const now = upTo(entry.on, account);
  const next = withRunningCharges(now, entry) ?? followed(now, entry, null).account;
  // What is left once all principal is paid goes to what else is still to come, then to the member.
  const ended = openPrincipal(next) === 0n;
  const before = paidOn(account);
  let left = amount + totalOf(before) - totalOf(paidOn(next));
  const rows = next.rows.map((row) => {
    const open = openOf(row);
    if (left <= 0n || !ended || totalOf(open) === 0n) return row;
    const interest = least(left, open.interest);
    const fees = least(left - interest, open.fees);
    const penalties = least(left - interest - fees, open.penalties);
    left -= interest + fees + penalties;
    return withPaid(row, { ...NO_PARTS, interest, fees, penalties }, entry.on);
  });
  const parts = ownParts(minusParts(paidOn({ rows }), before));
  // Without principal there is nothing to recalculate: the rows stay as they are.
  const after = ended ? { ...fixed({ ...next, rows }), wasRescheduled: true } : { ...next, rows };
  return allocated(after, entry, { ...parts, overpayment: left });
}

/**
 * The account once a payment paid what its running row asks for beside the schedule too. The row is cut again with the
 * payment: a fee in percent of it is paid as it is then. Null where the payment ends the loan before the row.
 */
function withRunningCharges(now: LoanAccount, entry: LoanEntry): LoanAccount | null {
  const running = now.rows.find((row) => !isDue(row, entry.on));
  let asks = running;
  for (let attempt = 0; asks && attempt < MOST_ATTEMPTS; attempt++) {
    const { account, left } = followed(now, entry, asks);
    const { number, fees, penalties } = asks;
    const row = account.rows.find((each) => each.number === number);
    if (row?.fees === fees && row.penalties === penalties && totalOf(left) === 0n) return account;
    asks = row && { ...running!, fees: most(row.fees, running!.paid.fees), penalties: row.penalties };
  }
  return null;
}
/** Cents of a percentage of what was paid a cent less: it settles with the second. */
const MOST_ATTEMPTS = 5;

/** A payment pays the charges of the rows that have fallen due, and of the one that runs; the schedule follows the rest. */
function followed(now: LoanAccount, entry: LoanEntry, running: AccountRow | null) {
  const amount = amountOf(entry);
  const asked = [...now.rows.filter((row) => isDue(row, entry.on)), ...(running ? [running] : [])];
  const { perInstalment } = allocatePayment(amount, entry.on, asked.map(openOf), now.conditions.allocation);
  const charges = perInstalment.map(({ number, fees, penalties }) => ({ ...NO_PARTS, number, fees, penalties }));
  const { paidBeside } = perInstalment.reduce((so, { number, interest }) => payBeside(so, number, interest), now);
  const beside = sum([...paidBeside.values()]) - sum([...now.paidBeside.values()]);
  const payment = { on: entry.on, amount: amount - sum(charges.map(totalOf)) - beside };
  const payments = payment.amount > 0n ? [...now.payments, payment] : now.payments;
  return recalculatedWith({ ...now, paidBeside, payments }, entry.on, charges);
}

/** Interest that was charged beside the schedule is paid first of what a payment pays of a row’s interest. */
function payBeside(account: LoanAccount, number: number, interest: Cents): LoanAccount {
  const paidBeside = new Map(account.paidBeside);
  let left = interest;
  for (const [charged, open] of besideOf(account, number)) {
    const put = least(left, open);
    paidBeside.set(charged, (paidBeside.get(charged) ?? 0n) + put);
    left -= put;
  }
  return { ...account, paidBeside };
}

/**
 * The allocation of a payment that changed those of earlier ones: no part is negative, and the sum stays the same. The
 * rest of the change is the loan's own, see `resplitOf`.
 */
function ownParts(change: Parts): Parts {
  let beyond = sum(PARTS.map((part) => most(-change[part], 0n)));
  const own = { ...change };
  for (const part of PARTS) {
    const offset = least(beyond, most(own[part], 0n));
    own[part] = most(own[part], 0n) - offset;
    beyond -= offset;
  }
  return own;
}

const openPrincipal = (account: LoanAccount) => owedOn(account).principal;

function allocated(account: LoanAccount, entry: LoanEntry, allocation: Allocation): LoanAccount {
  return {
    ...account,
    overpaid: account.overpaid + allocation.overpayment,
    allocations: new Map([...account.allocations, [entry.number, allocation]]),
  };
}

/**
 * Later rows are no longer due: what is owed becomes one last row on the day of the settlement. Once an earlier payment
 * was taken back the settlement no longer covers that: what is left is that payment and its interest, and no more.
 */
export function settled(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const amount = amountOf(entry);
  if (account.terms === null || totalOf(owedOn(account)) === 0n) return repaid(account, entry);
  const ended = endedOn(account, entry.on);
  const { parts, overpayment, perInstalment } = allocatePayment(
    amount,
    entry.on,
    ended.rows.map(openOf),
    account.conditions.allocation,
  );
  const rows = ended.rows.map((row) => {
    const put = perInstalment.find(({ number }) => number === row.number);
    return put ? withPaid(row, partsOf(put), entry.on) : row;
  });
  return allocated({ ...ended, rows }, entry, { ...parts, overpayment });
}

/** The account with rows that ask for what settles the loan on a day, all of them due by then. */
function endedOn(account: LoanAccount, on: Temporal.PlainDate): LoanAccount {
  const followed = paidOff(account, on);
  if (followed) return fixed(followed);
  const parts = partsOf(quoteOn(account, on));
  const fallen = account.rows.filter((row) => isDue(row, on));
  const toCome = account.rows.filter((row) => !isDue(row, on));
  // Interest that was paid ahead and is not owed pays principal instead.
  const credited = openPrincipal(account) - parts.principal;
  const paid = plusParts(parts, { ...NO_PARTS, principal: credited, interest: -credited });
  const last = toCome.length === 0 ? [] : [lastRow(toCome, minusParts(paid, owedOn({ rows: fallen })), on)];
  return { ...fixed(account), rows: [...fallen, ...last] };
}

/** One row in the place of those to come: it asks for what was paid of them before, and `put` with the settlement. */
function lastRow(toCome: readonly AccountRow[], put: Parts, on: Temporal.PlainDate): AccountRow {
  const before = paidOn({ rows: toCome });
  const asked = plusParts(put, before);
  const credited = most(before.interest - asked.interest, 0n);
  const paid = plusParts(before, { ...NO_PARTS, principal: credited, interest: -credited });
  const row = { ...asked, number: toCome[0]!.number, dueDate: on, balanceAfter: 0n, deferred: 0n };
  return { ...row, paid, paidOn: totalOf(minusParts(asked, paid)) === 0n ? on : null };
}
