import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { allocateMobileMoney, returnMobileMoney } from '#core/mobile-money/use-cases/allocate.ts';
import {
  beginCollection,
  recordCollectionAnswer,
  requestCollection,
  settleCollection,
  type RequestCollection,
} from '#core/mobile-money/use-cases/collect.ts';
import { askForReturn, recordReturn } from '#core/mobile-money/use-cases/return-payment.ts';
import { receivePayment, type ReceivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { recordCollectionNews } from '#core/payment-bridge/use-cases/settle-collection.ts';
import type { Caller } from '../../auth/caller.ts';
import type { collectingFrom, CollectionKind } from '../processes/collection/collect.ts';
import { collectionPaidBy } from '../processes/collection/requested-by-app.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { CommandContext, Transact } from '../transact.ts';
import { paymentByName } from '../../postgres/payment-by-name.ts';
import type { Handling, Running } from './bindings.ts';

type OwnCollections = CollectionKind<RequestCollection, MobileMoneyTransaction, MobileMoneyPorts>;

/** Collections of the institution itself: what comes is placed at its own counters. */
function ownCollections(portsOf: OwnCollections['portsOf']): OwnCollections {
  return {
    portsOf,
    request: requestCollection,
    begin: beginCollection,
    recordAnswer: recordCollectionAnswer,
    recordNews: settleCollection,
    find: ({ of }, by) => paymentByName(of(MobileMoneyTransaction), by),
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

type Parts = {
  readonly transact: Transact;
  readonly portsOf: OwnCollections['portsOf'];
  readonly bridgeOf: (tx: TenantTransaction, context: CommandContext) => BridgePorts;
  readonly collectFrom: ReturnType<typeof collectingFrom>;
};

/** The use cases of mobile money, bound. */
export function bindMobileMoney(
  handling: Handling<MobileMoneyPorts>,
  running: Running<MobileMoneyPorts>,
  { transact, portsOf, bridgeOf, collectFrom }: Parts,
) {
  const collection = collectFrom(ownCollections(portsOf));
  return {
    receivePayment: handling(receivePayment),
    collect: collection.request,
    collection,
    allocate: handling(allocateMobileMoney),
    giveBack: handling(returnMobileMoney),
    /** Two people have the provider give a payment back, and what becomes of that. */
    askForReturn: running(askForReturn),
    recordReturn: running(recordReturn),
    /** A confirmation of the paybill: of money that somebody sent, or that an app has asked for. */
    recordPayment: (caller: Caller, payment: ReceivePayment): Promise<unknown> =>
      transact.run<unknown>('recordPayment', caller, async (tx, context) => {
        const originatorId = await collectionPaidBy(tx, payment);
        if (originatorId === null) return receivePayment(payment, portsOf(tx, context));
        const { receiptNo, amount, paidAt } = payment;
        const news = { kind: 'paid', providerRef: null, receiptNo, at: paidAt, amount } as const;
        return recordCollectionNews({ originatorId, news, asked: false }, bridgeOf(tx, context));
      }),
    settleCollection: running(settleCollection),
  };
}
