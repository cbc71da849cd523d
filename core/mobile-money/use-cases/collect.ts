import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { requireKenyanMobile } from '../../kernel/msisdn.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { comparableReference } from '../account-reference.ts';
import type { CollectionAnswer, CollectionNews, MobileMoneyPorts } from '../ports.ts';
import { mobileMoneyRefusals } from '../refusals.ts';
import { mobileMoneyLifecycle } from '../transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { placeByReference } from './place-money.ts';
import { receivePayment } from './receive-payment.ts';

/** Limits of one payment, in minor units: 1 to 250,000 shillings. */
const LEAST: Cents = 100n;
const MOST: Cents = 25_000_000n;
/** How long a payer may take, with the provider's delays. */
const PATIENCE = { hours: 1 };

type OnCollection = { readonly originatorId: string };
type Settling = Pick<MobileMoneyPorts, 'mobileMoney' | 'paymentDestinations' | 'now' | 'newUuid' | 'actor'>;

export type RequestCollection = {
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  readonly msisdn: string;
  readonly accountReference: string;
};

/**
 * A payer is asked for money. It is written down before the provider hears of it; what becomes of it comes as news.
 * @throws DomainError invalid_msisdn, validation_failed (invalid), collection_unsettled (conflict) with existing_id
 */
export async function requestCollection(
  command: RequestCollection,
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'now' | 'newUuid' | 'actor'>,
): Promise<Outcome<MobileMoneyTransaction>> {
  requirePositive(command.amount, 'amount');
  requireKenyanMobile(command.msisdn);
  requireCollectable(command.amount);
  const referenceKey = comparableReference(command.accountReference);
  const { amount, msisdn, accountReference } = command;
  // Two equal requests can't be told apart when the money comes, and a payer would be asked twice.
  const other = await ports.mobileMoney.lockAwaited({ msisdn, amount, referenceKey });
  if (other) {
    throw refuse(
      mobileMoneyRefusals.collection_unsettled,
      'The same payer is being asked for the same amount and account; wait for the outcome.',
      { existing_id: other.id },
    );
  }
  const { collection, event } = MobileMoneyTransaction.request(
    {
      uuid: ports.newUuid(),
      originatorId: ports.newUuid(),
      amount,
      msisdn,
      accountReference,
      referenceKey,
      expiresAt: ports.now.add(PATIENCE),
      recordedBy: ports.actor,
    },
    ports.now,
  );
  await ports.mobileMoney.add(collection);
  return outcome(collection, event);
}

/** A worker takes up a collection of which surely nobody was asked. Null where there is none, or no time is left. */
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

/** The provider's answer to the request is written down. One that comes after the result changes nothing. */
export async function recordCollectionAnswer(
  command: OnCollection & { readonly answer: CollectionAnswer },
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'now'>,
): Promise<Outcome<MobileMoneyTransaction>> {
  const collection = await found(command, ports);
  const { answer } = command;
  if (answer.kind === 'accepted') collection.providerRef ??= answer.providerRef;
  if (collection.state !== 'pending') return outcome(collection);
  switch (answer.kind) {
    case 'accepted':
      return outcome(collection, collection.prompt(answer.providerRef, ports.now));
    case 'unknown':
      return outcome(collection, collection.loseSight(ports.now));
    case 'rejected':
      return outcome(collection, collection.fail(answer.code));
    case 'unreachable':
      collection.postpone(ports.now);
      return outcome(collection);
  }
}

/**
 * The provider says what became of a collection. Money is booked whenever it comes, also when we had given up; news
 * that comes twice, or a failure after success, changes nothing. On silence it expires in the end.
 * @param command.asked it answers a question of ours
 * @throws DomainError not_found
 */
export async function settleCollection(
  command: OnCollection & { readonly news: CollectionNews; readonly asked: boolean },
  ports: Settling,
): Promise<Outcome<MobileMoneyTransaction>> {
  const collection = await found(command, ports);
  const { news, asked } = command;
  if (news.kind === 'paid') return bePaid(collection, news, ports);
  if (!collection.isAwaited()) return outcome(collection);
  if (news.kind === 'not_paid') {
    // Races have been seen: the payer may have paid in the same moment, so the provider is asked once more.
    if (news.unproven && !asked && collection.state !== 'unknown') {
      return outcome(collection, collection.loseSight(ports.now));
    }
    return outcome(collection, collection.fail(news.code));
  }
  if (collection.isOver(ports.now)) return outcome(collection, collection.expire('no_news'));
  // A prompt without an answer can't be asked about, and is never made twice: only its callback tells.
  const isLost = collection.state === 'pending' || (news.kind !== 'pending' && collection.state === 'sent');
  if (isLost) return outcome(collection, collection.loseSight(ports.now));
  collection.askLater(ports.now);
  return outcome(collection);
}

async function bePaid(
  collection: MobileMoneyTransaction,
  { receiptNo, amount, at: paidAt }: CollectionNews & { kind: 'paid' },
  ports: Settling,
): Promise<Outcome<MobileMoneyTransaction>> {
  if (receiptNo === null || amount === null) {
    if (!collection.isAwaited()) return outcome(collection);
    const events = collection.awaitReceipt(ports.now);
    return outcome(collection, ...events);
  }
  if (!allows(mobileMoneyLifecycle, collection.state, 'receive')) {
    if (collection.receiptNo === receiptNo) return outcome(collection);
    // The payer paid the same thing once more, unasked, and that was taken for this: now there are two payments.
    const { msisdn, accountReference } = collection;
    const another = await receivePayment({ receiptNo, amount, msisdn, accountReference, paidAt }, ports);
    return outcome(another.result.payment, ...another.events);
  }
  const payment = await ports.mobileMoney.lockByReceipt(receiptNo);
  if (payment) return outcome(collection, collection.mergeInto(payment));
  const received = collection.receive({ receiptNo, amount, paidAt });
  return outcome(collection, received, ...(await placeByReference(collection, ports)));
}

async function found(
  { originatorId }: OnCollection,
  ports: Pick<MobileMoneyPorts, 'mobileMoney'>,
): Promise<MobileMoneyTransaction> {
  const collection = await ports.mobileMoney.lockByOriginator(originatorId);
  if (collection) return collection;
  throw refuse(kernelRefusals.not_found, 'No collection carries this originator id.', {
    resource: 'mobile_money_transaction',
    id: originatorId,
  });
}

function requireCollectable(amount: Cents): void {
  const detail =
    amount % 100n !== 0n
      ? 'The channel carries whole shillings: send a multiple of 100.'
      : amount < LEAST || amount > MOST
        ? `The channel carries ${LEAST} to ${MOST} minor units a payment.`
        : null;
  if (detail === null) return;
  throw invalidField('amount', 'range', detail, `amount can't be collected. ${detail}`);
}
