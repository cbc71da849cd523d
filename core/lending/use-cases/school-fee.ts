import { termsOf, type Agreement } from '../agreement.ts';
import type { Cents } from '../../kernel/money.ts';
import { scheduleOf } from '../schedule/schedule.ts';

/**
 * How long the invoice of a school-fee loan is held after each step of the loan: an application without a decision
 * releases it automatically, and money in transit arrives, or is found out about, long before.
 */
export const FEE_HOLD = { hours: 24 * 7 };

/**
 * What the school gets where so much of a loan is paid out in one payment: fees that are withheld don't reach it.
 * @param principal minor units
 * @param on the day of the payout
 */
export function reachesSchool(agreement: Agreement, principal: Cents, on: Temporal.PlainDate): Cents {
  return principal - scheduleOf(termsOf(agreement, { principal, disbursedOn: on })).netted;
}
