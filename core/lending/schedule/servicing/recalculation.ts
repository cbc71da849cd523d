import type { Cents } from '../../../kernel/money.ts';
import { courseOf, type EarlyPayment, type Happening, type PrepaymentStrategy } from '../amortization.ts';
import { dayOf } from '../due-dates.ts';
import { requireTerms } from '../check-terms.ts';
import type { Schedule } from '../rows.ts';
import { disbursementsOf, legOf, scheduleFrom } from '../schedule.ts';
import type { ScheduleTerms } from '../terms.ts';

/** Money received towards principal and interest: what it paid of fees and penalties is not in the amount. */
export type LoanPayment = { readonly on: Temporal.PlainDate; readonly amount: Cents };

/** Interest that is asked for no longer. */
export type ForgivenInterest = {
  readonly on: Temporal.PlainDate;
  readonly amount: Cents;
  /** The instalment; null: the oldest that ask for interest. */
  readonly forgives: number | null;
};

export type RecalculationPolicy = {
  /** What becomes of principal that is paid before it is asked for. */
  readonly prepayment: PrepaymentStrategy;
  /** What money that comes before its due date pays of the running row. */
  readonly earlyPayment: EarlyPayment;
  /** Overdue principal goes on bearing interest until it is paid, or until the day of the recalculation. */
  readonly lateAccrues: boolean;
};

/** Interest goes on accruing on what is overdue; who pays more pays the same instalment for a shorter time. */
export const STANDARD_RECALCULATION: RecalculationPolicy = {
  prepayment: 'reduce_number',
  earlyPayment: 'interest_first',
  lateAccrues: true,
};

export type RecalculatedSchedule = Schedule & {
  /** What of each row the payments paid, in the rows' order. */
  readonly paid: readonly { readonly principal: Cents; readonly interest: Cents }[];
  /** What the interest of each row was lowered by, in the rows' order. */
  readonly forgiven: readonly Cents[];
  /** Received beyond all that was owed. */
  readonly overpaid: Cents;
};

/**
 * The schedule of a loan that was not kept to the day: interest on what was truly owed until `asOf`, principal
 * paid ahead treated by the strategy, and the rows still to come as if each were paid when it falls due.
 *
 * - `reduce_number`: the instalment stays, the loan ends sooner;
 * - `reduce_instalment`: the number stays, the instalment is worked out anew from the next row on;
 * - `reschedule_next`: the balance returns to its agreed course, so the next rows ask for less principal or none;
 * - `adjust_last`: each row keeps its agreed principal and the last ones are spared.
 *
 * Flat interest is charged on what was lent, so it neither grows by lateness nor shrinks by prepayment.
 * @param endsOn the loan is paid off on this day: the row that runs then is the last, with interest up to the day
 * @throws DomainError validation_failed (invalid) naming `terms...`
 */
export function recalculatedSchedule(
  terms: ScheduleTerms,
  payments: readonly (LoanPayment | ForgivenInterest)[],
  asOf: Temporal.PlainDate,
  policy: RecalculationPolicy,
  endsOn: Temporal.PlainDate | null = null,
): RecalculatedSchedule {
  requireTerms(terms);
  const leg = legOf(terms);
  const agreed = courseOf(leg).rows;
  const happened = payments.map(happeningOf);
  // Stable: what is disbursed on a day bears interest before a payment of that day is counted.
  const happenings = [...disbursementsOf(terms), ...happened].sort((a, b) => a.day - b.day);
  const following = { ...policy, asOf: dayOf(asOf), agreed, endsOn: endsOn && dayOf(endsOn) };
  const course = courseOf({ ...leg, happenings }, following);
  return {
    ...scheduleFrom(terms, leg.periods, course),
    paid: course.rows.map((row) => ({ principal: row.paidPrincipal, interest: row.paidInterest })),
    forgiven: course.rows.map((row) => row.forgiven),
    overpaid: course.overpaid,
  };
}

function happeningOf(event: LoanPayment | ForgivenInterest): Happening {
  const [day, { amount }] = [dayOf(event.on), event];
  return 'forgives' in event ? { kind: 'forgiven', day, amount, row: event.forgives } : { kind: 'paid', day, amount };
}
