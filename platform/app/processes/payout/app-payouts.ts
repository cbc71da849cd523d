import { Payout } from '#core/payment-bridge/payout/payout.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { refundCollection, type RefundCollection } from '#core/payment-bridge/use-cases/refund-collection.ts';
import { requestPayout, type RequestPayout } from '#core/payment-bridge/use-cases/request-payout.ts';
import { beginPayout, recordPayoutReply, recordPayoutStatus } from '#core/payment-bridge/use-cases/settle-payout.ts';
import { paymentByName } from '../../../postgres/payment-by-name.ts';
import type { PayoutKind } from './payout-process.ts';

type AppPayouts = PayoutKind<RequestPayout, Payout, BridgePorts>;

/** Payouts of apps. */
export function payouts(portsOf: AppPayouts['portsOf']): AppPayouts {
  return {
    portsOf,
    sentOn: ({ channel }) => channel,
    request: requestPayout,
    begin: beginPayout,
    recordReply: recordPayoutReply,
    recordStatus: recordPayoutStatus,
    find: (tx, by) => paymentByName(tx.of(Payout), by),
    // By account, which each of them locks next.
    lockAll: async (originatorIds, tx) => {
      await tx.of(Payout).lockAll('originator_id = any($1) order by account_id, id', [[...originatorIds]]);
    },
    paymentOf: (payout) => ({
      uuid: payout.uuid,
      originatorId: payout.originatorId,
      amount: payout.amount,
      channel: payout.channel,
      msisdn: payout.msisdn,
      business: null,
      remarks: payout.narration ?? payout.reference,
      providerRef: payout.providerRef,
      isUnanswered: payout.state === 'sending',
      isAwaited: payout.nextCheckAt !== null,
      checks: payout.checks,
    }),
  };
}

/** Refunds of collections: payouts to the payer, which begin with the collection; its channel says who carries them. */
export function refunds(portsOf: AppPayouts['portsOf']): PayoutKind<RefundCollection, Payout, BridgePorts> {
  return { ...payouts(portsOf), sentOn: () => 'found_within', request: refundCollection };
}
