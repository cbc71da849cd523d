import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import {
  beginCollection,
  recordCollectionReply,
  recordCollectionStatus,
  requestCollection,
  type RequestCollection,
} from '#core/mobile-money/use-cases/collect.ts';
import { COLLECTION_CHANNELS } from '#core/payments/channels.ts';
import { paymentByName } from '../../../postgres/payment-by-name.ts';
import type { CollectionKind } from './collection-process.ts';

export type OwnCollections = CollectionKind<RequestCollection, MobileMoneyTransaction, MobileMoneyPorts>;

/** Collections of the institution itself: what comes is booked at its own payment destinations. */
export function ownCollections(portsOf: OwnCollections['portsOf']): OwnCollections {
  return {
    portsOf,
    request: requestCollection,
    begin: beginCollection,
    recordReply: recordCollectionReply,
    recordStatus: recordCollectionStatus,
    find: (tx, by) => paymentByName(tx.of(MobileMoneyTransaction), by),
    paymentOf: (collection) => {
      const { uuid, originatorId, amount, msisdn, accountReference, providerRef, state, sentAt } = collection;
      const channel = COLLECTION_CHANNELS.find((each) => each === collection.channel);
      if (originatorId === null || channel === undefined) throw new Error(`Mobile money ${uuid} was not requested.`);
      return {
        uuid,
        originatorId,
        amount,
        channel,
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
