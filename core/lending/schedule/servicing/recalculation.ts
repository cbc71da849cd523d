import type { Cents } from '../../../kernel/money.ts';
import { amortizationOf } from '../amortization/amortization.ts';
import type { Segment, Transaction } from '../amortization/state.ts';
import { dayOf, type EpochDay } from '../due-dates.ts';
import { periodsOf, runOf, type Period } from '../periods.ts';
import { requireTerms } from '../check-terms.ts';
import type { EarlyPayment, PrepaymentStrategy } from '../prepayment.ts';
import type { Schedule } from '../rows.ts';
import { disbursementsOf, segmentOf, scheduleFrom } from '../schedule.ts';
import type { ScheduleTerms } from '../terms.ts';
import { isInterestFirst, STANDARD_RULES, type AllocationRules } from './allocation.ts';

/** Money received towards principal and interest: what it paid of fees and penalties is not in the amount. */
export type LoanPayment = { readonly on: Temporal.PlainDate; readonly amount: Cents };

/** Interest that is no longer due. */
export type WaivedInterest = {
  readonly on: Temporal.PlainDate;
  readonly amount: Cents;
  /** The instalment; null: the oldest that ask for interest. */
  readonly waives: number | null;
};

export type RecalculationPolicy = {
  /** What becomes of principal that is paid before it is due. */
  readonly prepayment: PrepaymentStrategy;
  /** What money that comes before its due date pays of the running row. */
  readonly earlyPayment: EarlyPayment;
  /** Overdue principal continues to bear interest until it is paid, or until the day of the recalculation. */
  readonly lateAccrues: boolean;
};

/** Interest continues to accrue on what is overdue; who pays more pays the same instalment for a shorter time. */
export const STANDARD_RECALCULATION: RecalculationPolicy = {
  prepayment: 'reduce_number',
  earlyPayment: 'interest_first',
  lateAccrues: true,
};

export type RecalculatedSchedule = Schedule & {
  /** What of each row the payments paid, in the rows' order. */
  readonly paid: readonly { readonly principal: Cents; readonly interest: Cents }[];
  /** By how much waivers lowered the interest of each row, in the rows' order. */
  readonly waived: readonly Cents[];
  /** Received beyond all that was owed. */
  readonly overpaid: Cents;
};

/**
 * The schedule of a loan whose payments differ from it: interest on what was truly owed until `asOf`, principal
 * paid ahead treated by the strategy, and the rows still to come as if each were paid when it falls due.
 *
 * - `reduce_number`: the instalment stays, the loan ends sooner;
 * - `reduce_instalment`: the number stays, the instalment is calculated again from the next row on;
 * - `reschedule_next`: the excess is netted off the next instalments, oldest first, which then ask for less principal
 *   or none; after them the instalment is as before;
 * - `adjust_last`: each row keeps its agreed principal and the last ones are spared.
 *
 * Flat interest is charged on what was lent, so it neither grows by lateness nor shrinks by prepayment.
 * @param policy.allocation in which order money pays what has fallen due; before that, `earlyPayment` says it
 * @param endsOn the loan is paid off on this day: the row that runs then is the last, with interest up to the day
 * @throws DomainError validation_failed (invalid) naming `terms...`
 */
export function recalculatedSchedule(
  terms: ScheduleTerms,
  payments: readonly (LoanPayment | WaivedInterest)[],
  asOf: Temporal.PlainDate,
  { allocation = STANDARD_RULES, ...policy }: RecalculationPolicy & { readonly allocation?: AllocationRules },
  endsOn: Temporal.PlainDate | null = null,
): RecalculatedSchedule {
  requireTerms(terms);
  const segment = segmentOf(terms);
  const agreed = amortizationOf(segment).rows;
  const made = payments.map(transactionOf);
  // Stable: what is disbursed on a day bears interest before a payment of that day is counted.
  const transactions = [...disbursementsOf(terms), ...made].sort((a, b) => a.day - b.day);
  const recalculation = {
    ...policy,
    asOf: dayOf(asOf),
    beyond: policy.lateAccrues ? periodsBeyond(segment, dayOf(asOf)) : [],
    agreed,
    endsOn: endsOn && dayOf(endsOn),
    allocation: isInterestFirst(allocation) ? null : allocation,
  };
  const amortization = amortizationOf({ ...segment, transactions }, recalculation);
  return {
    ...scheduleFrom(terms, segment.periods, amortization),
    paid: amortization.rows.map((row) => ({ principal: row.paidPrincipal, interest: row.paidInterest })),
    waived: amortization.rows.map((row) => row.waived),
    overpaid: amortization.overpaid,
  };
}

/** The periods that would follow those of a segment, up to a day. */
function periodsBeyond({ terms, periods }: Segment, day: EpochDay): Period[] {
  const last = periods.at(-1)!.due;
  if (day <= last) return [];
  const shortest = SHORTEST[terms.frequency.unit] * terms.frequency.every;
  const more = Math.ceil((day - last) / shortest) + 1;
  return periodsOf(terms, runOf(terms, periods.length + more)).slice(periods.length);
}
const SHORTEST = { months: 28, weeks: 7, days: 1 } as const;

function transactionOf(event: LoanPayment | WaivedInterest): Transaction {
  const [day, { amount }] = [dayOf(event.on), event];
  return 'waives' in event ? { kind: 'waiver', day, amount, row: event.waives } : { kind: 'payment', day, amount };
}
