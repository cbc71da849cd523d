import type { Cents } from '../../kernel/money.ts';

/** The kinds of entries on the account of a loan. */
const ENTRY_KINDS = [
  'disbursement',
  'repayment',
  'settlement',
  'charge',
  'late_interest',
  'waiver',
  'reschedule',
  'refund',
  'return',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The parts of a debt that are charged and waived; principal is lent and written off. */
export type ChargedPart = 'interest' | 'fees' | 'penalties';

/** A reschedule as it is stored: dates and amounts as text. */
export type StoredChange = { readonly [field: string]: string | number };

/**
 * One entry on the account of a loan, in the order of booking. The account follows from the entries alone:
 * without one of them it is what it would have been had that one never been booked.
 */
export class LoanEntry {
  id!: number;
  version!: number;
  loanId!: number;
  /** Counts the entries of a loan. */
  number!: number;
  kind!: EntryKind;
  /** The business date that it counts for. */
  on!: Temporal.PlainDate;
  /** Minor units; null for a reschedule, and for a waiver of everything. */
  amount!: Cents | null;
  part!: ChargedPart | null;
  /** The row that a charge or waiver is for; null: the one that its date falls in, or all. */
  instalment!: number | null;
  change!: StoredChange | null;
  /** The record that it came from: a disbursement’s or repayment’s uuid. */
  source!: string | null;
  reversed!: boolean;
  reason!: string | null;
  bookedBy!: string;

  static book(
    entry: Pick<LoanEntry, 'loanId' | 'number' | 'kind' | 'on' | 'amount' | 'bookedBy'> &
      Partial<Pick<LoanEntry, 'part' | 'instalment' | 'change' | 'source' | 'reason'>>,
  ): LoanEntry {
    const rest = { part: null, instalment: null, change: null, source: null, reason: null, reversed: false };
    return Object.assign(new LoanEntry(), rest, entry);
  }
}
