import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { least, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { publicId } from '../app.ts';
import type { Metadata } from '../app.ts';
import { CHANNELS, requireCarriable, type PayoutChannel, type ReceivedChannel } from '../../payments/channels.ts';
import type { Collection } from '../collection/collection.ts';
import { requireNotHeld } from '../payee.ts';
import { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';
import { Refund, refundLifecycle } from '../refund/refund.ts';
import { bridgeRefusals } from '../refusals.ts';
import { accountOf, type Booking } from './accounts.ts';
import { findCollection, type OnCollection } from './find-collection.ts';

export type RefundCollection = OnCollection & {
  /** Minor units; whole shillings. Null for all that is left. */
  readonly amount: Cents | null;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata;
};

type Refunding = Booking & Pick<BridgePorts, 'collections' | 'payouts' | 'payees' | 'refunds' | 'currency' | 'actor'>;

/** What was collected goes back by the provider that collected it: the wallet is known to be there. */
const REFUND_CHANNELS = {
  mpesa_stk: 'mpesa_b2c',
  mpesa_paybill: 'mpesa_b2c',
  airtel: 'airtel_b2c',
} as const satisfies {
  readonly [C in ReceivedChannel]: PayoutChannel;
};

/**
 * Returns a collection, or a part of it, by a payout to its payer. The collection is held until commit, so that
 * refunds at the same time can't come to more than was paid. The result is the payout: it is sent next.
 * @throws DomainError collection_not_refundable, refund_exceeds_collection, insufficient_balance, duplicate_reference,
 *   recipient_held (conflict); validation_failed (invalid); not_found
 */
export async function refundCollection(command: RefundCollection, ports: Refunding): Promise<Outcome<Payout>> {
  const { app, reason, reference, metadata } = command;
  const collection = await findCollection(command, ports);
  const amount = requireRefundable(collection, command.amount);
  const channel = REFUND_CHANNELS[collection.channel];
  requireCarriable(channel, amount, collection.msisdn);
  await requireNotHeld(collection.msisdn, ports);
  const other = reference === null ? null : await ports.refunds.findByReference(app.id, reference);
  if (other) {
    throw refuse(kernelRefusals.duplicate_reference, 'This app has used the reference for another refund.', {
      existing_id: publicId('refund', other.uuid),
    });
  }
  const { account, events: opened } = await accountOf(app, collection.currency, ports);
  const low = account.hold(amount);
  const uuid = ports.newUuid();
  const { payout, event: paying } = Payout.create(
    {
      app,
      uuid: ports.newUuid(),
      originatorId: ports.newUuid(),
      accountId: account.id,
      purpose: 'refund',
      amount,
      fee: 0n,
      currency: collection.currency,
      channel,
      provider: CHANNELS[channel].provider,
      msisdn: collection.msisdn,
      reference: publicId('refund', uuid),
      narration: reason,
      metadata: {},
      requestedBy: ports.actor,
    },
    ports.now,
  );
  payout.begin(ports.now);
  await ports.payouts.addNow(payout);
  const { refund, event: created } = Refund.create({
    uuid,
    appId: app.id,
    sandbox: app.sandbox,
    collectionId: collection.id,
    payoutId: payout.id,
    amount,
    currency: collection.currency,
    reason,
    reference,
    metadata,
    requestedBy: ports.actor,
  });
  ports.refunds.add(refund);
  collection.refunded += amount;
  return outcome(payout, ...opened, created, paying, ...low);
}

/** The payout of a refund has ended: the refund ends with it, and what did not arrive can be returned again. */
export async function followRefund(
  payout: Payout,
  action: 'succeed' | 'fail',
  ports: Pick<BridgePorts, 'collections' | 'refunds' | 'now'>,
): Promise<readonly DomainEvent[]> {
  if (payout.purpose !== 'refund') return [];
  const refund = await ports.refunds.lockByPayout(payout.id);
  const collection = refund && (await ports.collections.lock(payout.appId, refund.collectionId));
  if (!refund || !collection) throw new Error(`Payout ${payout.uuid} has lost its refund.`);
  if (!allows(refundLifecycle, refund.state, action)) return [];
  const others = await ports.refunds.amountBesides(collection, refund.id);
  // One that had failed may turn out to be paid after another was requested: no more is left to return, then.
  collection.refunded = least(collection.amountReceived ?? 0n, others + (action === 'fail' ? 0n : payout.paidOut()));
  return [refund.end(action, ports.now)];
}

function requireRefundable(collection: Collection, amount: Cents | null): Cents {
  const left = collection.refundable();
  const facts = { collection_id: publicId('collection', collection.uuid), current_state: collection.state };
  if (collection.state !== 'succeeded' || left === 0n) {
    throw refuse(
      bridgeRefusals.collection_not_refundable,
      `The collection is ${collection.state} and has ${left} left to return.`,
      { ...facts, remaining_amount: left },
    );
  }
  if (amount === null || amount <= left) return amount ?? left;
  throw refuse(
    bridgeRefusals.refund_exceeds_collection,
    `${left} of the collection is left to return; ${amount} is requested.`,
    { ...facts, remaining_amount: left, requested_amount: amount },
  );
}
