import type { Cents } from '../../../kernel/money.ts';
import { conditionsFrom, termsOf } from '../../agreement.ts';
import type { Loan } from '../../loan/loan.ts';
import { scheduleOf } from '../../schedule/schedule.ts';

/** What a loan's fees at disbursement come to where so much of it is lent, in minor units: as the preview of its schedule has them. */
export function feesAtDisbursement(loan: Loan, principal: Cents, on: Temporal.PlainDate): Cents {
  const hasSome = conditionsFrom(loan.conditions).fees.some(({ when }) => when === 'disbursement');
  return hasSome && principal > 0n ? scheduleOf(termsOf(loan, { principal, disbursedOn: on })).netted : 0n;
}
