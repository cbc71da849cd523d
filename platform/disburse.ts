import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { LendingWorld } from '#core/lending/ports.ts';
import { requestDisbursement, type RequestDisbursement } from '#core/lending/use-cases/request-disbursement.ts';
import { recordPayoutAnswer, recordPayoutStatus } from '#core/lending/use-cases/settle-disbursement.ts';
import type { PaymentKind } from './pay-out.ts';

/** Disbursements of loans, as payments on their way out. */
export function disbursements(
  worldOf: PaymentKind<RequestDisbursement, Disbursement, LendingWorld>['worldOf'],
): PaymentKind<RequestDisbursement, Disbursement, LendingWorld> {
  return {
    worldOf,
    request: requestDisbursement,
    recordAnswer: recordPayoutAnswer,
    recordStatus: recordPayoutStatus,
    find: ({ em }, by) => em.findOne(Disbursement, by),
    outgoing: (disbursement) => ({
      uuid: disbursement.uuid,
      originatorId: disbursement.originatorId,
      amount: disbursement.payout(),
      msisdn: disbursement.msisdn,
      remarks: `Loan ${disbursement.loanId} disbursement`,
      providerRef: disbursement.providerRef,
      isUnanswered: disbursement.state === 'sending',
      isAwaited: disbursement.nextCheckAt !== null,
      checks: disbursement.checks,
    }),
  };
}
