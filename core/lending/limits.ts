import type { Cents } from '../kernel/money.ts';

/** What the tenant allows at most to be booked on a loan. */
export type LendingLimits = {
  /** Beyond what is owed, in minor units; null: one instalment or a tenth of the principal, whichever is more. */
  readonly overpayment: Cents | null;
  /** All that people charge on a loan, in percent of what was lent. */
  readonly chargePercent: number;
  /** Interest and penalties of a loan that is non-performing stop at the principal that was outstanding then. */
  readonly inDuplum: boolean;
};
