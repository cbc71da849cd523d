import type { Cents } from '../../kernel/money.ts';

/** What can happen to the account of a loan. */
export const ENTRY_KINDS = [
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

/** A reschedule as it is kept: dates and amounts as text. */
export type StoredChange = { readonly [field: string]: string | number };

/**
 * One thing that happened to a loan, in the order in which it was booked. The account follows from the entries alone:
 * taking one back and going through the others again gives what would have been without it.
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
    given: Pick<LoanEntry, 'loanId' | 'number' | 'kind' | 'on' | 'amount' | 'bookedBy'> &
      Partial<Pick<LoanEntry, 'part' | 'instalment' | 'change' | 'source' | 'reason'>>,
  ): LoanEntry {
    const rest = { part: null, instalment: null, change: null, source: null, reason: null, reversed: false };
    return Object.assign(new LoanEntry(), rest, given);
  }
}
