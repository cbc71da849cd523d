import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgeWorld } from '#core/payment-bridge/ports.ts';
import { refundCollection, type RefundCollection } from '#core/payment-bridge/use-cases/refund-collection.ts';
import { requestPayout, type RequestPayout } from '#core/payment-bridge/use-cases/request-payout.ts';
import { recordPayoutAnswer, recordPayoutStatus } from '#core/payment-bridge/use-cases/settle-payout.ts';
import type { Outgoing, PaymentKind } from './pay-out.ts';

type PayoutKind = PaymentKind<RequestPayout, Payout, BridgeWorld>;

/** Payouts of apps, as payments on their way out. */
export function payouts(worldOf: PayoutKind['worldOf']): PayoutKind {
  return {
    worldOf,
    callsProvider: () => true,
    request: requestPayout,
    recordAnswer: recordPayoutAnswer,
    recordStatus: recordPayoutStatus,
    find: ({ records }, by) =>
      'uuid' in by
        ? records.of(Payout).first('uuid = $1', [by.uuid])
        : records.of(Payout).first('originator_id = $1', [by.originatorId]),
    outgoing: outgoingPayout,
  };
}

/** Refunds of collections: payouts to the payer, which begin with the collection. */
export function refunds(worldOf: PayoutKind['worldOf']): PaymentKind<RefundCollection, Payout, BridgeWorld> {
  return { ...payouts(worldOf), callsProvider: () => true, request: refundCollection };
}

export function outgoingPayout(payout: Payout): Outgoing {
  return {
    uuid: payout.uuid,
    originatorId: payout.originatorId,
    amount: payout.amount,
    msisdn: payout.msisdn,
    remarks: payout.narration ?? payout.reference,
    providerRef: payout.providerRef,
    isUnanswered: payout.state === 'sending',
    isAwaited: payout.nextCheckAt !== null,
    checks: payout.checks,
  };
}
