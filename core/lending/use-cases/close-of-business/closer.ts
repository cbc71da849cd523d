import type { LoanEntry } from '../../loan/entry.ts';

/** Who closes a day, as the audit trail and the entries of loans name it. */
export const CLOSER = 'job:close-of-business';

/** Why something was charged at the close. */
export const OVERDUE = 'The instalment is overdue.';

/** What a close of business charged for lateness: it follows from the other entries, and changes with them. */
export function isLateness({ kind, bookedBy }: Pick<LoanEntry, 'kind' | 'bookedBy'>): boolean {
  return bookedBy === CLOSER && (kind === 'charge' || kind === 'late_interest');
}
