import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { allocateMobileMoney } from '#core/mobile-money/use-cases/allocate.ts';
import { recordCollectionStatus } from '#core/mobile-money/use-cases/collect.ts';
import {
  enterPayment,
  receiveNotifiedPayment,
  receiveStatementCredit,
  type ReceivePayment,
} from '#core/mobile-money/use-cases/receive-payment.ts';
import {
  approveMobileMoneyReturn,
  beginReturn,
  proposeMobileMoneyReturn,
  recordReturn,
  recordReturnReply,
  requestReturn,
  returnMobileMoney,
} from '#core/mobile-money/use-cases/return-payment.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { recordCollectionStatus as recordAppCollectionStatus } from '#core/payment-bridge/use-cases/settle-collection.ts';
import { isKenyanMobile } from '#core/kernel/msisdn.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { namedBy, placeByReference } from '#core/mobile-money/use-cases/place-money.ts';
import { CONFIRMATION_AWAITED, unrequested } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { paymentRefusals } from '#core/payments/refusals.ts';
import { receiveUnprompted } from '#core/payment-bridge/use-cases/receive-unprompted.ts';
import { isOutOfRange, recordWallet } from '#core/payments/wallet.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { paidCollection } from '../../postgres/payment-bridge/paid-collection.ts';
import type { collectionProcess } from '../processes/collection/collection-process.ts';
import { secondLooks } from '../processes/collection/second-look.ts';
import type { ProviderAccountsOf } from '../../rails/rail.ts';
import { ownCollections, type OwnCollections } from '../processes/collection/own-collections.ts';
import type { CommandContext, Transact } from '../transact.ts';
import { appNamedBy, receiveUnplaced, reportNotCredited } from './money-of-apps.ts';
import type { Handling, Running } from './bindings.ts';

type Parts = {
  readonly transact: Transact;
  readonly portsOf: OwnCollections['portsOf'];
  readonly bridgeOf: (tx: TenantTransaction, context: CommandContext) => BridgePorts;
  readonly collectFrom: ReturnType<typeof collectionProcess>;
  readonly providerAccountsOf: ProviderAccountsOf;
};

type Receiving = Pick<Parts, 'portsOf' | 'bridgeOf'> & {
  readonly tx: TenantTransaction;
  readonly context: CommandContext;
  /** Its provider has said so when it was asked, or is not asked; otherwise it is placed nowhere before. */
  readonly isConfirmed?: boolean;
};

/**
 * Money that was not requested: an app's by its prefix, otherwise the institution's own by its account. Where both name one,
 * or the app is disabled, it waits in suspense for people.
 */
async function receiveAtPaybill(
  payment: ReceivePayment,
  { tx, context, portsOf, bridgeOf }: Receiving,
): Promise<Outcome<unknown>> {
  const ports = portsOf(tx, context);
  const named = await appNamedBy(payment, { tx, ports });
  if (named === null) return receiveNotifiedPayment(payment, ports);
  if (named.app !== null) return receiveUnprompted({ ...payment, app: named.app }, bridgeOf(tx, context));
  const { result, events } = await receiveUnplaced(receiveNotifiedPayment, payment, ports);
  if (result.payment === null || result.known) return { result, events };
  return { result, events: [...events, ...(await reportNotCredited(result.payment, named, ports))] };
}

/**
 * An app has prompted a payer for as much under the number of a loan, an account or a student, and who pays is not shown: it may
 * be the prompt’s, or that of any other payer. The prompt’s own notification says so, and takes it out of suspense.
 */
async function receiveDoubtful(payment: ReceivePayment, ports: MobileMoneyPorts): Promise<Outcome<unknown>> {
  const received = await receiveUnplaced(receiveNotifiedPayment, payment, ports);
  const { payment: held, known } = received.result;
  if (held?.state === 'unallocated' && !known) held.stateReason = 'ambiguous_reference';
  return received;
}

/** It waits in suspense for the provider’s word: what is new of it alone, and what no prompt was for. */
async function receiveUnconfirmed(
  payment: ReceivePayment,
  { tx, context, portsOf }: Receiving,
): Promise<Outcome<unknown>> {
  const received = await receiveUnplaced(receiveNotifiedPayment, payment, portsOf(tx, context));
  const { payment: held, known } = received.result;
  if (held?.state === 'unallocated' && !known && held.stateReason !== paymentRefusals.payment_time_out_of_range.code)
    held.stateReason = CONFIRMATION_AWAITED;
  return received;
}

/** The payment that waits for the provider’s word, of what was recorded. */
function waitingIn(recorded: unknown): { readonly uuid: string; readonly receiptNo: string } | null {
  const payment = (recorded as { readonly payment?: MobileMoneyTransaction | null } | null)?.payment;
  if (!payment || payment.stateReason !== CONFIRMATION_AWAITED || payment.receiptNo === null) return null;
  return { uuid: payment.uuid, receiptNo: payment.receiptNo };
}

/** Money in suspense has come, as its provider says when it is asked: it is placed as if it had come now. */
async function placeConfirmed(
  held: MobileMoneyTransaction,
  { tx, context, portsOf, bridgeOf }: Receiving,
): Promise<Outcome<unknown>> {
  const ports = portsOf(tx, context);
  const { channel, receiptNo, amount, msisdn, accountReference, paidAt } = held;
  if (receiptNo === null || paidAt === null) throw new Error(`Mobile money ${held.uuid} has no receipt.`);
  const payment = { receiptNo, amount, msisdn, accountReference, paidAt };
  const named = await appNamedBy({ ...payment, channel: unrequested(channel) }, { tx, ports });
  if (named === null) return outcome(held, ...(await placeByReference(held, ports)));
  if (named.app === null) return outcome(held, ...(await reportNotCredited(held, named, ports)));
  return receiveUnprompted({ ...payment, app: named.app }, bridgeOf(tx, context));
}

/** Books what a provider says has come. */
export async function receiveNotified(payment: ReceivePayment, receiving: Receiving): Promise<Outcome<unknown>> {
  const { tx, context, portsOf, bridgeOf } = receiving;
  const prompted = payment.channel === 'bank' ? null : await paidCollection(tx, payment);
  const { msisdn } = payment;
  // Who pays by M-Pesa has an M-Pesa wallet, whatever the range of the number says.
  if (isKenyanMobile(msisdn) && isOutOfRange('mpesa_stk', msisdn)) {
    const confirmed = { msisdn, provider: 'mpesa', evidence: `Paid under ${payment.receiptNo}.` } as const;
    await recordWallet(confirmed, portsOf(tx, context));
  }
  if (prompted === null)
    return receiving.isConfirmed === false
      ? receiveUnconfirmed(payment, receiving)
      : receiveAtPaybill(payment, receiving);
  const { originatorId, by, lacksReceipt } = prompted;
  if (by === 'terms' && !lacksReceipt && !isKenyanMobile(msisdn)) {
    const ports = portsOf(tx, context);
    if ((await namedBy(payment, ports.paymentDestinations)).length > 0) return receiveDoubtful(payment, ports);
  }
  const { receiptNo, amount, paidAt } = payment;
  const status = { kind: 'paid', providerRef: null, receiptNo, at: paidAt, amount } as const;
  return recordAppCollectionStatus(
    { originatorId, status, source: 'notification', foundBy: 'terms' },
    bridgeOf(tx, context),
  );
}

/** The use cases of mobile money, bound. */
export function bindMobileMoney(
  handling: Handling<MobileMoneyPorts>,
  running: Running<MobileMoneyPorts>,
  { transact, portsOf, bridgeOf, collectFrom, providerAccountsOf }: Parts,
) {
  const collection = collectFrom(ownCollections(portsOf));
  const looks = secondLooks(transact, providerAccountsOf, (payment, at) =>
    placeConfirmed(payment, { ...at, portsOf, bridgeOf }),
  );
  return {
    ...handling({ receivePayment: enterPayment }),
    collect: collection.request,
    collection,
    ...handling({ allocateMobileMoney, proposeMobileMoneyReturn, approveMobileMoneyReturn, returnMobileMoney }),
    /** Two people have the provider return a payment, and what becomes of that. */
    ...running({ requestReturn, beginReturn, recordReturnReply, recordReturn }),
    /** A confirmation of the paybill: of money that a payer sent unrequested, or that an app has requested. */
    recordPayment: async (
      caller: Caller,
      payment: ReceivePayment,
      shortcode: string | null = null,
    ): Promise<unknown> => {
      const look = shortcode === null ? null : await looks.lookFor(caller, payment.amount, shortcode);
      const recorded = await transact.run<unknown>('recordPayment', caller, (tx, context) =>
        receiveNotified(payment, { tx, context, portsOf, bridgeOf, isConfirmed: look === null }),
      );
      // Where it is not known who is to be asked, the next round asks.
      const waiting = look === null || look === 'unknown' ? null : { look, of: waitingIn(recorded) };
      if (waiting?.of) await looks.ask(waiting.look, waiting.of, shortcode);
      return recorded;
    },
    receiveVerdict: looks.receiveVerdict,
    askAgain: looks.askAgain,
    ...running({ recordCollectionStatus, receiveStatementCredit }),
    receiptOf: (caller: Caller, uuid: string): Promise<string | null> =>
      transact.look(
        caller,
        async (tx) => (await tx.of(MobileMoneyTransaction).first('uuid = $1', [uuid]))?.receiptNo ?? null,
      ),
  };
}
