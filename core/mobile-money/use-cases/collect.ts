import { refuse } from '../../kernel/domain-error.ts';
import { written, type Cents } from '../../kernel/money.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { comparableReference } from '../account-reference.ts';
import { checkLater } from '../../payments/attempt.ts';
import { requireCarriable, type CollectionChannel } from '../../payments/channels.ts';
import { requireReachable } from '../../payments/wallet.ts';
import type { ProviderReply } from '../../payments/provider-reply.ts';
import type { PaymentClock } from '../../payments/payment-time.ts';
import {
  needsQuery,
  statusOf,
  type Paid,
  type ProviderStatus,
  type StatusSource,
} from '../../payments/provider-status.ts';
import { receiptKey } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts, RegisteredReceipt } from '../../payments/ports.ts';
import { claimReceipt, isSameReceipt } from '../../payments/receipt-registry.ts';
import { report } from '../../payments/payment-incidents.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { mobileMoneyRefusals } from '../refusals.ts';
import { mobileMoneyLifecycle } from '../transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { accountOf } from '../transaction/mobile-money-record.ts';
import { arrival, confirmOrReport, confirmWhole, heldBefore, receiveNotifiedPayment } from './receive-payment.ts';
import { placeAwaited } from './place-money.ts';
import { inSuspense, saidBy } from './suspense.ts';
import { reportUnpaid, reportUnpaidWithoutReceipt } from './unpaid-after-all.ts';

/** How long a payer may take, with the provider's delays. */
const EXPIRES_AFTER = { hours: 1 };

type OnCollection = { readonly originatorId: string };
type Settling = Pick<MobileMoneyPorts, 'mobileMoney' | 'paymentDestinations' | 'actor' | keyof PaymentClock> &
  ReceiptPorts;

export type RequestCollection = {
  /** Whose numbers it prompts; M-Pesa's, where it is left out. */
  readonly channel?: CollectionChannel;
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  readonly msisdn: string;
  readonly accountReference: string;
};

/**
 * Requests money of a payer. It is recorded before the provider receives it; provider notifications say what becomes of
 * it.
 * @throws DomainError invalid_msisdn, msisdn_not_on_channel, validation_failed (invalid), collection_unsettled (conflict) with existing_id
 */
export async function requestCollection(
  command: RequestCollection,
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'wallets' | 'now' | 'newUuid' | 'actor'>,
): Promise<Outcome<MobileMoneyTransaction>> {
  const { channel = 'mpesa_stk', amount, msisdn, accountReference } = command;
  requireCarriable(channel, amount, msisdn);
  await requireReachable(channel, msisdn, ports);
  const referenceKey = comparableReference(accountReference);
  // Two equal requests can't be distinguished when the money comes, and a payer would be prompted twice.
  const other = await ports.mobileMoney.lockAwaited({ msisdn, amount, referenceKey });
  if (other) {
    throw refuse(
      mobileMoneyRefusals.collection_unsettled,
      'The same amount is being collected from the same payer for the same account; wait for the outcome.',
      { existing_id: other.id },
    );
  }
  const { collection, event } = MobileMoneyTransaction.request(
    {
      uuid: ports.newUuid(),
      originatorId: ports.newUuid(),
      channel,
      amount,
      msisdn,
      accountReference,
      referenceKey,
      expiresAt: ports.now.add(EXPIRES_AFTER),
      recordedBy: ports.actor,
    },
    ports.now,
  );
  await ports.mobileMoney.add(collection);
  return outcome(collection, event);
}

/** A worker takes up a collection that was not sent, for certain. Null where there is none, or no time is left. */
export async function beginCollection(
  command: OnCollection,
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'now'>,
): Promise<Outcome<MobileMoneyTransaction | null>> {
  const collection = await ports.mobileMoney.lockByOriginator(command.originatorId);
  if (collection?.state !== 'pending' || collection.sentAt !== null) return outcome(null);
  if (collection.isOver(ports.now)) return outcome(null, collection.expire('provider_unavailable'));
  collection.begin(ports.now);
  return outcome(collection);
}

/** Records the provider's reply to the request. One that comes after the result changes nothing. */
export async function recordCollectionReply(
  command: OnCollection & { readonly reply: ProviderReply },
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'now'>,
): Promise<Outcome<MobileMoneyTransaction>> {
  const collection = await found(command, ports);
  const { reply } = command;
  if (reply.kind === 'accepted') collection.providerRef ??= reply.providerRef;
  if (collection.state !== 'pending') return outcome(collection);
  switch (reply.kind) {
    case 'accepted':
      return outcome(collection, collection.prompt(reply.providerRef, ports.now));
    case 'unknown':
      return outcome(collection, collection.loseSight(ports.now));
    case 'rejected':
      return outcome(collection, collection.fail(reply.code));
    case 'unreachable':
      collection.postpone(ports.now);
      return outcome(collection);
  }
}

/**
 * Records what the provider says became of a collection. Money is booked whenever it comes, also after it has expired;
 * a status that comes twice changes nothing, and a failure after success is for people. On silence it expires in the end.
 * @throws DomainError not_found
 */
export async function recordCollectionStatus(
  command: OnCollection & { readonly status: ProviderStatus; readonly source: StatusSource },
  ports: Settling,
): Promise<Outcome<MobileMoneyTransaction>> {
  const collection = await found(command, ports);
  const { source } = command;
  const status = statusOf(command.status);
  if (status.kind === 'paid') return recordPaid(collection, status, ports);
  if (!collection.isAwaited()) {
    return outcome(collection, ...(status.kind === 'not_paid' ? await reportUnpaid(collection, status, ports) : []));
  }
  if (status.kind === 'not_paid') {
    if (needsQuery(status, source) && collection.state !== 'unknown') {
      return outcome(collection, collection.loseSight(ports.now));
    }
    const noticed = collection.isPaidWithoutReceipt()
      ? await reportUnpaidWithoutReceipt(collection, status, ports)
      : [];
    return outcome(collection, collection.fail(status.code), ...noticed);
  }
  if (collection.isOver(ports.now)) {
    return outcome(collection, collection.expire(collection.whySilent()), ...(await reportPaid(collection, ports)));
  }
  // A prompt without a reply can't be queried, and is never sent twice: only its callback gives the status.
  const isLost = collection.state === 'pending' || (status.kind !== 'pending' && collection.state === 'sent');
  if (isLost) return outcome(collection, collection.loseSight(ports.now));
  checkLater(collection, ports.now);
  return outcome(collection);
}

/** A prompt ended that is paid, as its provider says, and no receipt came: the money is in no book, and people find it. */
async function reportPaid(collection: MobileMoneyTransaction, ports: Settling): Promise<readonly DomainEvent[]> {
  if (collection.isAwaited() || !collection.isPaidWithoutReceipt()) return [];
  const { uuid, amount } = collection;
  const seen = `The provider says that the prompt of ${written(amount)} is paid, and has named no receipt for two days. It is not booked: find it in its statement.`;
  const subject = { type: 'mobile_money_transaction', uuid };
  return report({ kind: 'no_answer', subject, receiptNo: null, amount, seen }, ports);
}

async function recordPaid(
  collection: MobileMoneyTransaction,
  { receiptNo, amount: reported, at: paidAt, providerRef }: Paid,
  ports: Settling,
): Promise<Outcome<MobileMoneyTransaction>> {
  // A prompt whose reply was lost has its name at the provider from here on: it can be queried.
  collection.providerRef ??= providerRef;
  // Airtel Money names no amounts: what moved is what was requested, and is compared on its statement.
  const amount = reported ?? (collection.channel === 'airtel' ? collection.amount : null);
  if (receiptNo === null || amount === null) {
    if (!collection.isAwaited()) return outcome(collection);
    const events = collection.awaitReceipt(ports.now);
    return outcome(collection, ...events, ...(await reportPaid(collection, ports)));
  }
  if (!allows(mobileMoneyLifecycle, collection.state, 'receive')) {
    return recordAnother(collection, { receiptNo, amount, paidAt }, ports);
  }
  const { uuid } = collection;
  const { channel } = collection;
  const claim = inSuspense({ uuid, channel, receiptNo, amount, paidAt }, 'provider');
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind === 'new') {
    const noticed = claimed.book();
    const { at, place } = arrival(paidAt, collection.sentAt, ports);
    const received = collection.receive({ receiptNo, amount, paidAt: at, ...saidBy('provider', ports) });
    return outcome(collection, received, ...noticed, ...(await place(collection)));
  }
  const known = claimed.kind === 'replay' ? claimed.record.uuid : heldBefore(claimed, amount);
  const payment = known === null ? null : await ports.mobileMoney.lockByUuid(known);
  const isThis = payment?.referenceKey === collection.referenceKey;
  if (payment && isThis) confirmWhole(payment, claimed, ports);
  const placed = payment && isThis ? await placeAwaited(payment, ports) : [];
  const noticed = claimed.kind === 'taken' && !isThis ? await confirmOrReport(claim, claimed, collection, ports) : [];
  // What another payer paid, to another account, is not what came of this prompt.
  return outcome(collection, collection.mergeInto(noticed.length === 0 ? payment : null), ...noticed, ...placed);
}

/**
 * The provider reports a payment for a prompt that is settled. Under the same receipt it is that payment, as long as its money
 * stands in a record; under another one the payer has paid once more, unrequested. Either way what differs is for a person.
 */
async function recordAnother(
  collection: MobileMoneyTransaction,
  paid: { readonly receiptNo: string; readonly amount: Cents; readonly paidAt: Temporal.Instant },
  ports: Settling,
): Promise<Outcome<MobileMoneyTransaction>> {
  const { uuid, msisdn, accountReference } = collection;
  const { receiptNo, amount } = paid;
  const differs = (seen: string) =>
    report(
      { kind: 'receipt_differs', subject: { type: 'mobile_money_transaction', uuid }, receiptNo, amount, seen },
      ports,
    );
  // What was entered wrongly is none of its payments: whatever comes is received as new.
  const isCorrected = collection.state === 'corrected';
  if (!isCorrected && collection.receiptNo !== null && isSameReceipt(collection.receiptNo, receiptNo)) {
    const whole = await registeredWhole(collection, { receiptNo, amount }, ports);
    if (!whole) {
      const seen = `The collection is booked as ${written(collection.amount)}; now the provider reports ${written(amount)} under the same receipt.`;
      return outcome(collection, ...(await differs(seen)));
    }
    if (whole.uses.some(({ state }) => state === 'live' || state === 'moved')) {
      confirmWhole(collection, whole, ports);
      return outcome(collection, ...(await placeAwaited(collection, ports)));
    }
  }
  // Merged before: who paid may be another number than the one that was prompted.
  const merged =
    collection.mergedIntoId === null
      ? null
      : await ports.mobileMoney.lockByReceipt(receiptNo, accountOf(collection.channel));
  if (merged?.id === collection.mergedIntoId && merged.amount === amount)
    return outcome(merged, ...(await placeAwaited(merged, ports)));
  if (collection.state === 'merged' && merged === null) {
    // Another record had the receipt: what this one reports of it is said of this one, as the first time, and once.
    const claim = inSuspense({ uuid, channel: collection.channel, receiptNo, amount, paidAt: paid.paidAt }, 'provider');
    const claimed = await claimReceipt(claim, ports);
    if (claimed.kind === 'taken')
      return outcome(collection, ...(await confirmOrReport(claim, claimed, collection, ports)));
  }
  const channel = collection.channel === 'airtel' ? 'airtel' : 'mpesa_paybill';
  const another = await receiveNotifiedPayment({ ...paid, channel, msisdn, accountReference }, ports);
  const { payment, known } = another.result;
  if (known || isCorrected) return outcome(payment ?? collection, ...another.events);
  const seen = `The collection is settled, and the provider reports ${written(amount)} more under ${receiptNo}: it is a payment of its own.`;
  return outcome(collection, ...another.events, ...(await differs(seen)));
}

/** The receipt of this amount, of which a part may stand in another record; undefined where its amount is another one. */
async function registeredWhole(
  { channel }: MobileMoneyTransaction,
  { receiptNo, amount }: { readonly receiptNo: string; readonly amount: Cents },
  ports: ReceiptPorts,
): Promise<RegisteredReceipt | undefined> {
  const known = await ports.receipts.lock(receiptKey(receiptNo));
  return known.find(
    ({ receipt }) => receipt.direction === 'in' && receipt.account === accountOf(channel) && receipt.amount === amount,
  );
}

async function found(
  { originatorId }: OnCollection,
  ports: Pick<MobileMoneyPorts, 'mobileMoney'>,
): Promise<MobileMoneyTransaction> {
  const collection = await ports.mobileMoney.lockByOriginator(originatorId);
  if (collection) return collection;
  throw refuse(kernelRefusals.not_found, 'No collection has this originator id.', {
    resource: 'mobile_money_transaction',
    id: originatorId,
  });
}
