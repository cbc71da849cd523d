import type { MobileMoneyWorld } from '#core/mobile-money/ports.ts';
import { allocateMobileMoney, returnMobileMoney } from '#core/mobile-money/use-cases/allocate.ts';
import {
  beginCollection,
  recordCollectionAnswer,
  requestCollection,
  settleCollection,
  type RequestCollection,
} from '#core/mobile-money/use-cases/collect.ts';
import { receivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { collectingFrom, CollectionKind } from '../collect.ts';
import type { Answering, Running } from './bindings.ts';

type OwnCollections = CollectionKind<RequestCollection, MobileMoneyTransaction, MobileMoneyWorld>;

/** Collections of the institution itself: what comes is placed at its own counters. */
function ownCollections(worldOf: OwnCollections['worldOf']): OwnCollections {
  return {
    worldOf,
    request: requestCollection,
    begin: beginCollection,
    recordAnswer: recordCollectionAnswer,
    recordNews: settleCollection,
    find: ({ em }, by) => em.findOne(MobileMoneyTransaction, by),
    awaiting: (collection) => {
      const { uuid, originatorId, amount, msisdn, accountReference, providerRef, state, sentAt } = collection;
      if (originatorId === null) throw new Error(`Mobile money ${uuid} was not asked for.`);
      return {
        uuid,
        originatorId,
        amount,
        msisdn,
        accountReference,
        description: null,
        providerRef,
        isUnsent: state === 'pending' && sentAt === null,
        isUnanswered: state === 'pending' && sentAt !== null,
        isAwaited: collection.isAwaited(),
      };
    },
  };
}

/** The use cases of mobile money, bound. */
export function bindMobileMoney(
  answering: Answering<MobileMoneyWorld>,
  running: Running<MobileMoneyWorld>,
  worldOf: OwnCollections['worldOf'],
  collectFrom: ReturnType<typeof collectingFrom>,
) {
  const collection = collectFrom(ownCollections(worldOf));
  return {
    receivePayment: answering(receivePayment),
    collect: collection.request,
    collection,
    allocate: answering(allocateMobileMoney),
    giveBack: answering(returnMobileMoney),
    /** A confirmation of the paybill. */
    recordPayment: running(receivePayment),
    settleCollection: running(settleCollection),
  };
}
