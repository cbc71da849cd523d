import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { requireKenyanMobile } from '../../kernel/msisdn.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { comparableReference } from '../account-reference.ts';
import type { CollectionNews, MobileMoneyWorld } from '../ports.ts';
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
  world: Pick<MobileMoneyWorld, 'mobileMoney' | 'now' | 'newUuid' | 'actor'>,
): Promise<Outcome<MobileMoneyTransaction>> {
  requirePositive(command.amount, 'amount');
  requireKenyanMobile(command.msisdn);
  requireCollectable(command.amount);
  const referenceKey = comparableReference(command.accountReference);
  const { amount, msisdn, accountReference } = command;
  // Two equal requests can't be told apart when the money comes, and a payer would be asked twice.
  const other = await world.mobileMoney.lockAwaited({ msisdn, amount, referenceKey });
  if (other) {
    throw refuse(
      mobileMoneyRefusals.collection_unsettled,
      'The same payer is being asked for the same amount and account; wait for the outcome.',
      { existing_id: other.id },
    );
  }
  const { collection, event } = MobileMoneyTransaction.request({
    uuid: world.newUuid(),
    originatorId: world.newUuid(),
    amount,
    msisdn,
    accountReference,
    referenceKey,
    expiresAt: world.now.add(PATIENCE),
    recordedBy: world.actor,
  });
  await world.mobileMoney.add(collection);
  return outcome(collection, event);
}

/**
 * The provider says what became of a collection. Money is booked whenever it comes, also when we had given up; news
 * that comes twice, or a failure after success, changes nothing.
 */
export async function settleCollection(
  command: { readonly originatorId: string; readonly news: CollectionNews },
  world: Pick<MobileMoneyWorld, 'mobileMoney' | 'desks' | 'now' | 'newUuid' | 'actor'>,
): Promise<Outcome<MobileMoneyTransaction | null>> {
  const collection = await world.mobileMoney.lockByOriginator(command.originatorId);
  if (!collection) return outcome(null);
  const { news } = command;
  if (news.kind === 'not_paid') {
    if (!allows(mobileMoneyLifecycle, collection.state, 'fail')) return outcome(collection);
    return outcome(collection, collection.end('fail', news.code));
  }
  if (!allows(mobileMoneyLifecycle, collection.state, 'receive')) {
    if (collection.receiptNo === news.receiptNo) return outcome(collection);
    // The payer paid the same thing once more, unasked, and that was taken for this: now there are two payments.
    const { msisdn, accountReference } = collection;
    const { receiptNo, amount, at: paidAt } = news;
    const another = await receivePayment({ receiptNo, amount, msisdn, accountReference, paidAt }, world);
    return outcome(another.result.payment, ...another.events);
  }
  const payment = await world.mobileMoney.lockByReceipt(news.receiptNo);
  if (payment) return outcome(collection, collection.mergeInto(payment));
  const received = collection.receive({ receiptNo: news.receiptNo, amount: news.amount, paidAt: news.at });
  return outcome(collection, received, ...(await placeByReference(collection, world)));
}

/** A collection of which nothing was heard in time ends; one whose time is not over is left alone. */
export async function expireCollection(
  command: { readonly mobileMoneyId: number },
  world: Pick<MobileMoneyWorld, 'mobileMoney' | 'now'>,
): Promise<Outcome<MobileMoneyTransaction | null>> {
  const collection = await world.mobileMoney.lock(command.mobileMoneyId);
  if (collection?.state !== 'pending' || !collection.expiresAt) return outcome(null);
  if (Temporal.Instant.compare(collection.expiresAt, world.now) > 0) return outcome(null);
  return outcome(collection, collection.end('expire', 'no_news'));
}

function requireCollectable(amount: Cents): void {
  const detail =
    amount % 100n !== 0n
      ? 'The channel carries whole shillings: send a multiple of 100.'
      : amount < LEAST || amount > MOST
        ? `The channel carries ${LEAST} to ${MOST} minor units a payment.`
        : null;
  if (detail === null) return;
  throw refuse(kernelRefusals.validation_failed, `amount can't be collected. ${detail}`, {
    errors: [{ pointer: '#/amount', code: 'range', detail }],
  });
}
