import { refuse } from '../../../kernel/domain-error.ts';
import { least, sum, type Cents } from '../../../kernel/money.ts';
import { conditionsFrom, termsOf, type Agreement, type LoanConditions } from '../../agreement.ts';
import { lendingRefusals } from '../../refusals.ts';
import { rescheduled } from '../../schedule/reschedule.ts';
import type { ScheduleRow } from '../../schedule/rows.ts';
import { scheduleOf } from '../../schedule/schedule.ts';
import { allocatePayment } from '../../schedule/servicing/allocation.ts';
import { settlementQuote, type SettlementQuote } from '../../schedule/servicing/early-settlement.ts';
import { recalculatedSchedule, type LoanPayment } from '../../schedule/servicing/recalculation.ts';
import { waived } from '../../schedule/servicing/waiver.ts';
import type { ScheduleTerms } from '../../schedule/terms.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { minusParts, NO_PARTS, PARTS, plusParts, totalOf, type Parts } from '../../loan/parts.ts';
import { carriedOver, openOf, scheduleRows, unpaidRow, withAmount, withPaid } from './rows.ts';
import { changeFrom } from './stored-change.ts';

/** Where a payment went, in minor units. The parts and the overpayment sum to it. */
export type Allocation = Parts & { readonly overpayment: Cents };

/** The state of a loan's account: all of it follows from the agreement and the entries. */
export type LoanAccount = {
  readonly conditions: LoanConditions;
  /** Null before the first disbursement. */
  readonly terms: ScheduleTerms | null;
  readonly rows: readonly AccountRow[];
  readonly disbursed: Cents;
  readonly disbursedOn: Temporal.PlainDate | null;
  /** Received beyond what was owed, less what was given back. */
  readonly overpaid: Cents;
  /** By the number of the entry. */
  readonly allocations: ReadonlyMap<number, Allocation>;
  /** What was charged or waived of each row beside the schedule, by its number. */
  readonly adjustments: ReadonlyMap<number, Parts>;
  /** The schedule follows the payments; false once it was rescheduled or settled. */
  readonly recalculates: boolean;
  readonly wasRescheduled: boolean;
  /** Payments towards principal and interest. */
  readonly payments: readonly LoanPayment[];
};

/** The account that follows from the entries; those that were reversed are passed over. */
export function accountOf(agreement: Agreement, entries: readonly LoanEntry[]): LoanAccount {
  const conditions = conditionsFrom(agreement.conditions);
  const empty: LoanAccount = {
    conditions,
    terms: null,
    rows: [],
    disbursed: 0n,
    disbursedOn: null,
    overpaid: 0n,
    allocations: new Map(),
    adjustments: new Map(),
    recalculates: conditions.prepayment !== null,
    wasRescheduled: false,
    payments: [],
  };
  return entries
    .filter(({ reversed }) => !reversed)
    .toSorted((a, b) => a.number - b.number)
    .reduce((account, entry) => booked(account, agreement, entry), empty);
}

/** The account after one more entry. */
export function booked(account: LoanAccount, agreement: Agreement, entry: LoanEntry): LoanAccount {
  switch (entry.kind) {
    case 'disbursement':
      return disbursed(account, agreement, amountOf(entry), entry.on);
    case 'repayment':
      return repaid(account, entry);
    case 'settlement':
      return settled(account, entry);
    case 'charge':
    case 'late_interest':
      return charged(account, entry);
    case 'waiver':
      return forgiven(account, entry);
    case 'reschedule':
      return recut(account, entry);
    case 'refund':
      return { ...account, overpaid: account.overpaid - amountOf(entry) };
  }
}

/** What is owed, by part. */
export function owedOn({ rows }: Pick<LoanAccount, 'rows'>): Parts {
  return rows.reduce((owed, row) => plusParts(owed, openOf(row)), NO_PARTS);
}

/** What was paid, by part. */
export function paidOn({ rows }: Pick<LoanAccount, 'rows'>): Parts {
  return rows.reduce((paid, row) => plusParts(paid, row.paid), NO_PARTS);
}

/**
 * How the payments are split by now, less how they were allocated when they came: a recalculation may find that more
 * of them was interest. The parts sum to nothing.
 */
export function resplitOf(account: LoanAccount): Parts {
  return [...account.allocations.values()].reduce((left, parts) => minusParts(left, parts), paidOn(account));
}

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

function amountOf({ amount, kind }: LoanEntry): Cents {
  if (amount === null) throw new Error(`An entry of the kind ${kind} lacks its amount.`);
  return amount;
}

function lentTerms({ terms }: LoanAccount): ScheduleTerms {
  if (!terms) throw new Error('Nothing was disbursed on this loan.');
  return terms;
}

function disbursed(account: LoanAccount, agreement: Agreement, amount: Cents, on: Temporal.PlainDate): LoanAccount {
  const base = { ...account, disbursed: account.disbursed + amount, disbursedOn: account.disbursedOn ?? on };
  if (!account.terms) {
    const terms = termsOf(agreement, { principal: amount, disbursedOn: on });
    return { ...base, terms, rows: scheduleOf(terms).rows.map(unpaidRow) };
  }
  // Money that is confirmed late is lent all the same: on the last day on which the schedule can take it.
  const last = account.rows.at(-1)!.dueDate.subtract({ days: 1 });
  const day = Temporal.PlainDate.compare(on, last) > 0 ? last : on;
  const terms = { ...account.terms, tranches: [...account.terms.tranches, { on: day, amount }] };
  if (account.wasRescheduled) {
    const from = account.rows.find(({ dueDate }) => Temporal.PlainDate.compare(dueDate, day) > 0)?.dueDate;
    const kept = from === undefined ? account.rows.length : keptBefore(account, from);
    if (from === undefined || (kept > 0 && account.rows[kept - 1]!.balanceAfter === 0n)) {
      return appended(base, agreement, amount, on);
    }
    const next = rescheduled(terms, scheduleRows(account.rows, terms.disbursedOn), { from });
    return cutFrom({ ...base, terms: next.terms }, next.rows, keptBefore(account, from), on);
  }
  if (account.recalculates) return recalculated({ ...base, terms }, on);
  return cutFrom({ ...base, terms }, scheduleOf(terms).rows, 0, on);
}

/** Money lent once all principal had been asked for: it is repaid by a schedule of its own, behind the rows there are. */
function appended(account: LoanAccount, agreement: Agreement, amount: Cents, on: Temporal.PlainDate): LoanAccount {
  const own = scheduleOf(termsOf(agreement, { principal: amount, disbursedOn: on })).rows;
  const behind = account.rows.length;
  const rows = own.map((row) => unpaidRow({ ...row, number: row.number + behind }));
  return { ...account, rows: [...account.rows, ...rows] };
}

function keptBefore({ rows }: LoanAccount, from: Temporal.PlainDate): number {
  return rows.filter(({ dueDate }) => Temporal.PlainDate.compare(dueDate, from) < 0).length;
}

/** Puts new rows in the place of those behind the first `kept`; charges, waivers and payments go over to them. */
function cutFrom(
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
function recalculated(account: LoanAccount, on: Temporal.PlainDate): LoanAccount & { readonly beyond?: Cents } {
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

function repaid(account: LoanAccount, entry: LoanEntry): LoanAccount {
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
function settled(account: LoanAccount, entry: LoanEntry): LoanAccount {
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

function charged(account: LoanAccount, entry: LoanEntry): LoanAccount {
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

function forgiven(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const open = account.rows.map(openOf);
  const part = entry.part ?? 'fees';
  const after = waived(open, { part, instalment: entry.instalment, amount: entry.amount });
  return after.open.reduce((next, { number, [part]: left }, index) => {
    const by = left - open[index]![part];
    return by === 0n ? next : changed(next, number, part, by, entry.on);
  }, account);
}

function recut(account: LoanAccount, entry: LoanEntry): LoanAccount {
  const change = changeFrom(entry.change ?? {});
  const kept = keptBefore(account, change.from);
  const ahead = account.rows.slice(kept).find((row) => totalOf(row.paid) > 0n);
  if (ahead) {
    throw refuse(
      lendingRefusals.instalment_paid_ahead,
      `Instalment ${ahead.number} was paid in part or in advance; reschedule what comes after it.`,
      { instalment: ahead.number, due_date: ahead.dueDate.toString() },
    );
  }
  const terms = lentTerms(account);
  const next = rescheduled(terms, scheduleRows(account.rows, terms.disbursedOn), change);
  const after = { ...account, terms: next.terms, recalculates: false, wasRescheduled: true };
  return cutFrom(after, next.rows, kept, entry.on);
}
