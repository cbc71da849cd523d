import type { Cents } from '../../kernel/money.ts';
import { sumOfParts, totalOf, type Parts } from '../parts.ts';

/** One instalment as it is agreed; what is paid of it is no part of the schedule. Amounts in minor units. */
export type ScheduleRow = Parts & {
  readonly number: number;
  readonly dueDate: Temporal.PlainDate;
  /** Calendar days from the due date before it, or from disbursement. */
  readonly days: number;
  readonly total: Cents;
  /** Principal still owed once this row is paid. */
  readonly balanceAfter: Cents;
  /** Interest that periods up to this one have borne and a later row asks for: grace on its payment. */
  readonly deferred: Cents;
};

export type ScheduleTotals = Parts & { readonly total: Cents };

/** A whole schedule. */
export type Schedule = {
  readonly rows: readonly ScheduleRow[];
  readonly totals: ScheduleTotals;
  /** The level instalment before fees; null where the method has none. After a re-cut, the one last set. */
  readonly instalment: Cents | null;
  /** Fees deducted from the money paid out. */
  readonly netted: Cents;
  /** What reaches the borrower: everything disbursed less `netted`. */
  readonly paidOut: Cents;
  readonly maturityDate: Temporal.PlainDate;
};

/** The sums of a schedule's rows. */
export function totalsOf(rows: readonly ScheduleRow[]): ScheduleTotals {
  const parts = sumOfParts(rows);
  return { ...parts, total: totalOf(parts) };
}
