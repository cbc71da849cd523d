import { sum } from '../../../kernel/money.ts';
import { conditionsFrom, type Agreement } from '../../agreement.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import { charged, recut, waived } from './changing.ts';
import { amountOf, type LoanAccount } from './loan-account.ts';
import { disbursed } from './paying-out.ts';
import { repaid, settled } from './receiving.ts';

/** The account that follows from the entries; reversed ones don't count. */
export function accountOf(agreement: Agreement, entries: readonly LoanEntry[]): LoanAccount {
  return countedEntries(entries).reduce((account, entry) => booked(account, agreement, entry), emptyAccount(agreement));
}

/** The account of a loan before anything was booked on it. */
export function emptyAccount(agreement: Agreement): LoanAccount {
  const conditions = conditionsFrom(agreement.conditions);
  return {
    conditions,
    terms: null,
    rows: [],
    disbursed: 0n,
    disbursedOn: null,
    overpaid: 0n,
    allocations: new Map(),
    adjustments: new Map(),
    paidBeside: new Map(),
    recalculates: conditions.prepayment !== null,
    wasRescheduled: false,
    payments: [],
    waived: new Map(),
  };
}

/**
 * The entries that count, in the order of their value dates and, within a day, of their booking: what is booked late
 * stands where it belongs. A disbursement is less what came back of it.
 */
export function countedEntries(entries: readonly LoanEntry[]): readonly LoanEntry[] {
  const valid = entries.filter(({ reversed }) => !reversed);
  return valid
    .toSorted((a, b) => Temporal.PlainDate.compare(a.on, b.on) || a.number - b.number)
    .map((entry) => lessReturned(entry, valid));
}

/** A disbursement counts without what came back of it: that part was never lent. */
function lessReturned(entry: LoanEntry, entries: readonly LoanEntry[]): LoanEntry {
  if (entry.kind !== 'disbursement') return entry;
  const returned = entries.filter(({ kind, source }) => kind === 'return' && source === entry.source);
  return returned.length === 0 ? entry : { ...entry, amount: amountOf(entry) - sum(returned.map(amountOf)) };
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
      return waived(account, entry);
    case 'reschedule':
      return recut(account, entry);
    case 'refund':
      return { ...account, overpaid: account.overpaid - amountOf(entry) };
    case 'return':
      // It has made the disbursement smaller; see accountOf.
      return account;
  }
}
