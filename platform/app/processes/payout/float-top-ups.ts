import { FloatTopUp } from '#core/lending/float-top-up/float-top-up.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { topUpFromPaybill } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import {
  beginFloatTopUp,
  recordFloatTopUpReply,
  recordFloatTopUpStatus,
} from '#core/lending/use-cases/agents/record-top-up.ts';
import { paymentByName } from '../../../postgres/payment-by-name.ts';
import type { PayoutKind } from './payout-process.ts';

type FloatTopUps = PayoutKind<Parameters<typeof topUpFromPaybill>[0], FloatTopUp, LendingPorts>;

/**
 * Top-ups of the float from the paybill, as payouts. What two people have agreed is sent by a worker, once it is
 * committed: an approval and the request of one person go the same way.
 */
export function floatTopUps(portsOf: FloatTopUps['portsOf']): FloatTopUps {
  return {
    portsOf,
    sentOn: () => null,
    request: topUpFromPaybill,
    begin: beginFloatTopUp,
    recordReply: recordFloatTopUpReply,
    recordStatus: recordFloatTopUpStatus,
    find: (tx, by) => paymentByName(tx.of(FloatTopUp), by),
    paymentOf: (topUp) => ({
      uuid: topUp.uuid,
      originatorId: topUp.originatorId,
      amount: topUp.amount,
      channel: 'mpesa_b2b',
      msisdn: null,
      business: null,
      payee: 'own_float',
      remarks: `Float of ${topUp.agentNo}`,
      providerRef: topUp.providerRef,
      isUnanswered: topUp.state === 'sending',
      isAwaited: topUp.nextCheckAt !== null,
      checks: topUp.checks,
    }),
  };
}
