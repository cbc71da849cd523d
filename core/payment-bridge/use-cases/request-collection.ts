import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import { publicId, type App } from '../app.ts';
import type { Metadata } from '../app.ts';
import { CHANNELS, requireCarriable, type CollectionChannel } from '../../payments/channels.ts';
import { requireReachable } from '../../payments/wallet.ts';
import { Collection } from '../collection/collection.ts';
import type { BridgePorts } from '../ports.ts';
import { feeOf } from '../../payments/tariff.ts';
import { requireCurrency } from './accounts.ts';
import { findCollection, type OnCollection } from './find-collection.ts';

export type RequestCollection = {
  readonly app: App;
  /** Minor units; whole shillings. */
  readonly amount: Cents;
  readonly currency: string;
  readonly channel: CollectionChannel;
  /** The payer, E.164. */
  readonly msisdn: string;
  /** What the payer reads as account number. */
  readonly accountReference: string;
  /** The app's own name for it, unique for ever. */
  readonly reference: string;
  readonly narration: string | null;
  readonly metadata: Metadata;
  /** Until when no prompt is sent, and it can be cancelled: at most a day ahead. By default it is sent immediately. */
  readonly sendAfter?: Temporal.Instant | null;
};

/** A prompt is planned at most so far ahead. */
const MOST_AHEAD = { hours: 24 };

/**
 * Records that money is requested of a person. It is `sending` when this is committed: the provider is called next. One that
 * has a time of its own is `pending` until then: a worker sends it.
 * @throws DomainError duplicate_reference (conflict) with existing_id; invalid_msisdn, msisdn_not_on_channel, validation_failed,
 *   currency_mismatch (invalid)
 */
export async function requestAppCollection(
  command: RequestCollection,
  ports: Pick<BridgePorts, 'collections' | 'wallets' | 'currency' | 'tariffOf' | 'actor' | 'now' | 'newUuid'>,
): Promise<Outcome<Collection>> {
  const { app, sendAfter = null, ...order } = command;
  requireCarriable(order.channel, order.amount, order.msisdn);
  await requireReachable(order.channel, order.msisdn, ports);
  requireCurrency(order.currency, ports);
  requireNear(sendAfter, ports.now);
  const other = await ports.collections.findByReference(app.id, order.reference);
  if (other) {
    throw refuse(kernelRefusals.duplicate_reference, 'This app has used the reference for another collection.', {
      existing_id: publicId('collection', other.uuid),
    });
  }
  const tariff = await ports.tariffOf(app.id);
  const { collection, event } = Collection.create(
    {
      ...order,
      app,
      uuid: ports.newUuid(),
      originatorId: ports.newUuid(),
      fee: feeOf(tariff.collection, order.amount),
      provider: CHANNELS[order.channel].provider,
      requestedBy: ports.actor,
      sendAfter,
    },
    ports.now,
  );
  if (!collection.isEarly(ports.now)) collection.begin(ports.now);
  ports.collections.add(collection);
  return outcome(collection, event);
}

/** @throws DomainError validation_failed (invalid) */
function requireNear(sendAfter: Temporal.Instant | null, now: Temporal.Instant): void {
  if (sendAfter === null || Temporal.Instant.compare(sendAfter, now.add(MOST_AHEAD)) <= 0) return;
  throw invalidField('send_after', 'range', `Send a time within ${MOST_AHEAD.hours} hours.`);
}

/**
 * Calls a collection off before the payer was prompted.
 * @throws DomainError invalid_state_transition (conflict), precondition_failed, not_found
 */
export async function cancelCollection(
  command: OnCollection & { readonly version?: number | undefined },
  ports: Pick<BridgePorts, 'collections' | 'now'>,
): Promise<Outcome<Collection>> {
  const collection = await findCollection(command, ports);
  requireVersion(collection, command.version);
  return outcome(collection, collection.cancel(ports.now));
}
