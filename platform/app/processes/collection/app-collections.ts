import { Collection } from '#core/payment-bridge/collection/collection.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { requestAppCollection, type RequestCollection } from '#core/payment-bridge/use-cases/request-collection.ts';
import {
  beginCollection,
  recordCollectionReply,
  recordCollectionStatus,
} from '#core/payment-bridge/use-cases/settle-collection.ts';
import { paymentByName } from '../../../postgres/payment-by-name.ts';
import type { CollectionKind } from './collection-process.ts';

type AppCollections = CollectionKind<RequestCollection, Collection, BridgePorts>;

/** Collections of apps. */
export function collections(portsOf: AppCollections['portsOf']): AppCollections {
  return {
    portsOf,
    request: requestAppCollection,
    begin: beginCollection,
    recordReply: recordCollectionReply,
    recordStatus: recordCollectionStatus,
    find: (tx, by) => paymentByName(tx.of(Collection), by),
    paymentOf: (collection) => ({
      uuid: collection.uuid,
      originatorId: collection.originatorId,
      amount: collection.amount,
      // What came without a prompt is settled when it is recorded: no rail is called for it.
      channel: collection.channel === 'mpesa_paybill' ? 'mpesa_stk' : collection.channel,
      msisdn: collection.msisdn,
      accountReference: collection.accountReference,
      description: collection.narration,
      providerRef: collection.providerRef,
      isUnsent: collection.state === 'pending',
      isUnanswered: collection.state === 'sending',
      isAwaited: collection.nextCheckAt !== null,
    }),
  };
}
