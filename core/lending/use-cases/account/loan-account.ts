import type { Cents } from '../../../kernel/money.ts';
import type { LoanConditions } from '../../agreement.ts';
import type { LoanEntry } from '../../loan/entry.ts';
import type { AccountRow } from '../../loan/instalment.ts';
import { minusParts, sumOfParts, type Parts } from '../../parts.ts';
import type { WaivedInterest, LoanPayment } from '../../schedule/servicing/recalculation.ts';
import type { ScheduleTerms } from '../../schedule/terms.ts';
import { openOf } from './rows.ts';

/** Where a payment went, in minor units. The parts and the overpayment sum to it. */
export type Allocation = Parts & { readonly overpayment: Cents };

/** The state of a loan's account: all of it follows from the agreement and the entries. */
export type LoanAccount = {
  readonly conditions: LoanConditions;
  /** Null before the first disbursement, and where all of it came back. */
  readonly terms: ScheduleTerms | null;
  readonly rows: readonly AccountRow[];
  readonly disbursed: Cents;
  readonly disbursedOn: Temporal.PlainDate | null;
  /** Received beyond what was owed, less what was refunded. */
  readonly overpaid: Cents;
  /** By the number of the entry. */
  readonly allocations: ReadonlyMap<number, Allocation>;
  /** What was charged or waived of each row beside the schedule, by its number. */
  readonly adjustments: ReadonlyMap<number, Parts>;
  /** What was paid of the interest among them while the schedule followed payments: no part of `payments`. */
  readonly paidBeside: ReadonlyMap<number, Cents>;
  /** The schedule follows the payments; false once it was rescheduled or settled. */
  readonly recalculates: boolean;
  readonly wasRescheduled: boolean;
  /** Payments towards principal and interest, and interest that was waived while the schedule followed payments. */
  readonly payments: readonly (LoanPayment | WaivedInterest)[];
  /** How much waivers lowered the interest of each row while the schedule followed payments, by its number. */
  readonly waived: ReadonlyMap<number, Cents>;
};

/** What is owed, by part. */
export function owedOn({ rows }: Pick<LoanAccount, 'rows'>): Parts {
  return sumOfParts(rows.map(openOf));
}

/** What was paid, by part. */
export function paidOn({ rows }: Pick<LoanAccount, 'rows'>): Parts {
  return sumOfParts(rows.map(({ paid }) => paid));
}

/**
 * How the payments are split by now, less how they were allocated when they came: a recalculation may find that more
 * of them was interest. The parts sum to nothing.
 */
export function resplitOf(account: LoanAccount): Parts {
  return [...account.allocations.values()].reduce((left, parts) => minusParts(left, parts), paidOn(account));
}

/** The amount of an entry of money. */
export function amountOf({ amount, kind }: LoanEntry): Cents {
  if (amount === null) throw new Error(`An entry of the kind ${kind} lacks its amount.`);
  return amount;
}

/** The terms that the schedule follows from. @throws Error before the first disbursement */
export function lentTerms({ terms }: LoanAccount): ScheduleTerms {
  if (!terms) throw new Error('Nothing was disbursed on this loan.');
  return terms;
}
