import type { Cents } from '../../kernel/money.ts';
import { requireWithinRole, type RoleLimited } from '../../kernel/personal-limits.ts';
import { requireAnotherPerson } from '../../kernel/two-people.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { isWithin, providerBounds } from '../../payments/payment-time.ts';
import { reportTaken } from '../../payments/payment-incidents.ts';
import { feeOf } from '../../payments/tariff.ts';
import type { App } from '../app.ts';
import { Collection } from '../collection/collection.ts';
import type { BridgePorts } from '../ports.ts';
import { claimArrival } from './claims.ts';
import { receive } from './settle-collection.ts';

export type ReceiveUnprompted = {
  readonly app: App;
  /** The provider's receipt. */
  readonly receiptNo: string;
  /** Minor units. */
  readonly amount: Cents;
  /** As the provider shows it: hidden in part, or a hash. */
  readonly msisdn: string;
  /** What the payer typed, with the app's prefix. */
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
};

/**
 * Money that a payer sent to the paybill under an app's prefix, as the provider says: a collection of the app without a
 * request. Its reference is the receipt. It is never turned away: at a time that can't be it counts from now on. Where the
 * receipt is of another payment nothing is booked again, and people find it on the work list; null, then.
 */
export async function receiveUnprompted(
  { app, receiptNo, amount, msisdn, accountReference, paidAt }: ReceiveUnprompted,
  ports: BridgePorts,
): Promise<Outcome<Collection | null>> {
  const tariff = await ports.tariffOf(app.id);
  const { collection, event: created } = Collection.create(
    {
      app,
      uuid: ports.newUuid(),
      originatorId: ports.newUuid(),
      amount,
      fee: feeOf(tariff.collection, amount),
      currency: ports.currency,
      channel: 'mpesa_paybill',
      provider: 'mpesa',
      msisdn,
      accountReference,
      reference: `paybill:${receiptNo}`,
      narration: null,
      metadata: {},
      requestedBy: ports.actor,
      sendAfter: null,
    },
    ports.now,
  );
  const at = isWithin(paidAt, providerBounds(null, ports)) ? paidAt : ports.now;
  const paid = { kind: 'paid', providerRef: null, receiptNo, at, amount } as const;
  const arrival = await claimArrival(collection, paid, 'terms', ports);
  if (arrival.kind === 'taken') {
    const { use } = arrival.taken;
    // Of a message that is not booked there is no record: the incident is about the one that has the receipt.
    const record = { type: use.recordType, uuid: use.recordUuid };
    return outcome(null, ...(await reportTaken({ ...arrival.claim, record }, arrival.taken, ports)));
  }
  ports.collections.add(collection);
  const received = await receive(collection, paid, 'arrive', ports);
  return outcome(collection, created, ...received, ...(await arrival.book()));
}

/**
 * The same, whose notification was lost: a list of the provider shows it, and a person books it. An app pays out what it has
 * collected, so it does not have it by the word of one person: who has brought the list does not book it.
 * @param shownBy who has brought the list; null where it came from the provider itself
 * @throws DomainError four_eyes_required (conflict), role_limit_exceeded (forbidden)
 */
export async function receiveShown(
  { shownBy, ...payment }: ReceiveUnprompted & { readonly shownBy: string | null },
  ports: BridgePorts & Partial<RoleLimited>,
): Promise<Outcome<Collection | null>> {
  requireWithinRole('approve', payment.amount, ports);
  if (ports.fourEyes && shownBy !== null) await requireAnotherPerson(shownBy, ports, { action: 'book' });
  return receiveUnprompted(payment, ports);
}
