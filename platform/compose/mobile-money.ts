import type { MobileMoneyWorld } from '#core/mobile-money/ports.ts';
import { allocateMobileMoney, reverseMobileMoney } from '#core/mobile-money/use-cases/allocate.ts';
import { expireCollection, requestCollection, settleCollection } from '#core/mobile-money/use-cases/collect.ts';
import { receivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import type { Answering, Running } from './bindings.ts';

/** The use cases of mobile money, bound. */
export function bindMobileMoney(answering: Answering<MobileMoneyWorld>, running: Running<MobileMoneyWorld>) {
  return {
    receivePayment: answering(receivePayment),
    requestCollection: answering(requestCollection),
    allocate: answering(allocateMobileMoney),
    /** News of the provider, from callbacks; and what becomes of collections that nothing is heard of. */
    recordPayment: running(receivePayment),
    settleCollection: running(settleCollection),
    expireCollection: running(expireCollection),
    reverse: running(reverseMobileMoney),
  };
}
