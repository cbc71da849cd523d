import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { refundCollection, type RefundCollection } from '#core/payment-bridge/use-cases/refund-collection.ts';
import { requestPayout, type RequestPayout } from '#core/payment-bridge/use-cases/request-payout.ts';
import { recordPayoutAnswer, recordPayoutStatus } from '#core/payment-bridge/use-cases/settle-payout.ts';
import type { Outgoing, PaymentKind } from './pay-out.ts';
import { paymentByName } from '../../../postgres/payment-by-name.ts';

type PayoutKind = PaymentKind<RequestPayout, Payout, BridgePorts>;

/** Payouts of apps, as payments on their way out. */
export function payouts(portsOf: PayoutKind['portsOf']): PayoutKind {
  return {
    portsOf,
    callsProvider: () => true,
    request: requestPayout,
    recordAnswer: recordPayoutAnswer,
    recordStatus: recordPayoutStatus,
    find: ({ of }, by) => paymentByName(of(Payout), by),
    outgoing: outgoingPayout,
  };
}

/** Refunds of collections: payouts to the payer, which begin with the collection. */
export function refunds(portsOf: PayoutKind['portsOf']): PaymentKind<RefundCollection, Payout, BridgePorts> {
  return { ...payouts(portsOf), callsProvider: () => true, request: refundCollection };
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
