import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { allows, requireAllowed } from '../../kernel/lifecycle.ts';
import { written } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { duplicatePayment, isSameReceipt, type Taken } from '../../payments/receipt-registry.ts';
import { report, reportTaken } from '../../payments/payment-incidents.ts';
import { checkLater, isSilentTooLong } from '../../payments/attempt.ts';
import type { Decline, ProviderReply } from '../../payments/provider-reply.ts';
import {
  needsQuery,
  statusOf,
  type Paid,
  type ProviderStatus,
  type StatusSource,
} from '../../payments/provider-status.ts';
import { isWithin, providerBounds } from '../../payments/payment-time.ts';
import type { Collection, FoundBy } from '../collection/collection.ts';
import { collectionLifecycle } from '../collection/lifecycle.ts';
import { failureOf, FOUND_UNPAID, implausibleTime } from '../failures.ts';
import { findingOf, paidAsFound, reviewed, type ReportedFinding } from '../finding.ts';
import type { RoleLimited } from '../../kernel/personal-limits.ts';
import type { Acting } from '../../kernel/two-people.ts';
import type { BridgePorts } from '../ports.ts';
import { accountOf, bookLine, type Booking } from './accounts.ts';
import { claimArrival, passOn, reportDifference, type Arriving } from './claims.ts';
import { findCollection, type OnCollection } from './find-collection.ts';

type Settling = Booking & Pick<BridgePorts, 'collections' | 'currency'> & Arriving;
type Reason = Pick<Decline, 'code' | 'message'>;

/** A worker takes up a collection that is pending: the payer may be prompted from now on. Null before or after its time. */
export async function beginCollection(
  command: { readonly originatorId: string },
  ports: Pick<BridgePorts, 'collections' | 'now'>,
): Promise<Outcome<Collection | null>> {
  const collection = await ports.collections.lockByOriginator(command.originatorId);
  if (collection?.state !== 'pending' || collection.isEarly(ports.now)) return outcome(null);
  if (Temporal.Instant.compare(collection.expiresAt, ports.now) <= 0) return outcome(null, collection.lapse(ports.now));
  collection.begin(ports.now);
  return outcome(collection);
}

/** Records the provider's reply to the request. One that comes after the result adds only its reference. */
export async function recordCollectionReply(
  command: { readonly originatorId: string; readonly reply: ProviderReply },
  ports: Pick<Settling, 'collections' | 'now'>,
): Promise<Outcome<Collection>> {
  const collection = await found(command.originatorId, ports);
  const { reply } = command;
  collection.recordReply(reply, ports.now);
  if (collection.state !== 'sending') return outcome(collection);
  switch (reply.kind) {
    case 'accepted':
      return outcome(collection, collection.accept(reply.providerRef, ports.now));
    case 'unknown':
      return outcome(collection, collection.loseSight(ports.now));
    case 'rejected':
      return outcome(collection, collection.decline(failureOf(reply), ports.now));
    case 'unreachable':
      collection.postpone(ports.now);
      return outcome(collection);
  }
}

/**
 * Records what the provider says became of a collection. Money is booked whenever it comes; the same status twice
 * changes nothing. One in review is settled by people alone.
 * @param command.foundBy by what it is known to be the status of this collection; its provider names it, where it is left out
 * @throws DomainError not_found; invalid_state_transition where the status contradicts what was settled
 */
export async function recordCollectionStatus(
  command: {
    readonly originatorId: string;
    readonly status: ProviderStatus;
    readonly source: StatusSource;
    readonly foundBy?: FoundBy;
  },
  ports: Settling,
): Promise<Outcome<Collection>> {
  const { source, foundBy = 'name' } = command;
  const status = statusOf(command.status);
  const receiptNo = status.kind === 'paid' ? status.receiptNo : null;
  // Before the collection, as a confirmation of the receipt at the paybill's callback endpoint does.
  if (receiptNo !== null) await ports.arrivals.hold(receiptNo);
  else if (status.kind === 'paid') await ports.arrivals.holdTerms(command.originatorId);
  const collection = await found(command.originatorId, ports);
  // By our books the payer was not prompted, and money has come all the same.
  if (collection.state === 'pending' && status.kind === 'paid') collection.begin(ports.now);
  const { state } = collection;
  if (state === 'review') collection.recordEvidence(status, source, ports.now);
  if (state === 'review' || state === 'pending') return outcome(collection);
  const recorded = await recordStatus(collection, status, { source, foundBy }, ports);
  // What led to the review is evidence as well, so that the same report once more changes nothing.
  if (collection.state === 'review') collection.recordEvidence(status, source, ports.now);
  return recorded;
}

async function recordStatus(
  collection: Collection,
  status: ProviderStatus,
  { source, foundBy }: { readonly source: StatusSource; readonly foundBy: FoundBy },
  ports: Settling,
): Promise<Outcome<Collection>> {
  const { state } = collection;
  switch (status.kind) {
    case 'pending':
    case 'never_received':
      return outcome(collection, ...checkOpen(collection, ports.now));
    case 'unclear':
      if (state === 'sending' || state === 'sent') return outcome(collection, collection.loseSight(ports.now));
      return outcome(collection, ...checkOpen(collection, ports.now));
    case 'mismatch':
      return outcome(collection, ...refer(collection, status, null, ports.now));
    case 'not_paid':
      // Our books have no money of it: that none came contradicts nothing.
      if (state === 'reversed' || allows(collectionLifecycle, state, 'receive_late')) return outcome(collection);
      if (needsQuery(status, source) && state !== 'unknown')
        return outcome(collection, collection.loseSight(ports.now));
      return outcome(collection, collection.decline(failureOf(status), ports.now));
    case 'paid':
      return outcome(collection, ...(await recordPaid(collection, status, foundBy, ports)));
  }
}

/**
 * A person says what became of a collection in review, with evidence. The first finding is stored; a second person who
 * finds the same settles it.
 * @throws DomainError four_eyes_required, resolution_differs, invalid_state_transition (conflict), validation_failed,
 *   not_found
 */
export async function reviewCollection(
  command: OnCollection & { readonly finding: ReportedFinding },
  ports: Settling & Acting & Partial<RoleLimited>,
): Promise<Outcome<Collection>> {
  const collection = await findCollection(command, ports);
  requireAllowed(collectionLifecycle, collection.state, 'propose');
  const reported = findingOf(command.finding, collection.amountReceived ?? collection.amount, ports);
  const paid = paidAsFound(reported, ports.now);
  // What is booked as another payment can’t be this one’s: said before a second person has to approve.
  const arrival = await claimArrival(collection, paid, 'people', ports);
  if (arrival.kind === 'taken') throw await duplicatePayment(arrival.taken, ports);
  const finding = await reviewed(collection, reported, ports);
  if (finding === null) return outcome(collection);
  if (finding.outcome === 'not_paid') {
    return outcome(collection, collection.decline(FOUND_UNPAID, ports.now));
  }
  return outcome(collection, ...(await receive(collection, paid, 'succeed', ports)), ...(await arrival.book()));
}

const TWO_WAIT: Reason = {
  code: 'receipt_uncertain',
  message: 'It is paid, and two payments in suspense may be it. Find out which of them, by its receipt.',
};

async function recordPaid(
  collection: Collection,
  paid: Paid,
  foundBy: FoundBy,
  ports: Settling,
): Promise<readonly DomainEvent[]> {
  const { state } = collection;
  if (state === 'succeeded' || state === 'reversed') return recordAgain(collection, paid, foundBy, ports);
  const isLate = allows(collectionLifecycle, state, 'receive_late');
  if (!isLate && paid.amount !== null && paid.amount !== collection.amount) {
    const message = `${paid.amount} came under ${paid.receiptNo ?? 'no receipt'}; ${collection.amount} was requested.`;
    return refer(collection, { code: 'amount_mismatch', message }, paid, ports.now);
  }
  const isTimely = isWithin(paid.at, providerBounds(collection.startedAt(), ports));
  if (!isLate && !isTimely) return refer(collection, implausibleTime(paid), paid, ports.now);
  const [waiting, another] = paid.receiptNo === null ? await ports.arrivals.waitingFor(collection) : [];
  if (another) return isLate ? reportTwo(collection, ports) : refer(collection, TWO_WAIT, paid, ports.now);
  const known = waiting ? { ...paid, ...waiting } : paid;
  const arrival = await claimArrival(collection, known, waiting ? 'terms' : foundBy, ports);
  if (arrival.kind === 'taken') return recordTaken(collection, known, arrival, ports);
  const sent = state === 'sending' ? [collection.accept(paid.providerRef, ports.now)] : [];
  // Late money is never turned away: at a time that can't be it counts from now on.
  const counted = isTimely ? known : { ...known, at: ports.now };
  const received = await receive(collection, counted, isLate ? 'receive_late' : 'succeed', ports);
  collection.receiptByTerms = waiting !== undefined;
  return [...sent, ...received, ...(await arrival.book())];
}

/** Money of it has come late, and which of two payments that wait is it, no one knows: they stay until one is named. */
function reportTwo({ uuid, amount, state }: Collection, ports: Settling): Promise<readonly DomainEvent[]> {
  const seen = `The provider says that a collection of ${written(amount)} was paid, which is ${state.replaceAll('_', ' ')}, and two payments in suspense may be it. Nothing was booked: find out which of them, by its receipt.`;
  const about = { kind: 'receipt_uncertain', subject: { type: 'collection', uuid } } as const;
  return report({ ...about, receiptNo: null, amount, seen }, ports);
}

/** It was booked before: its receipt may come only now; another receipt or amount is for a person. */
async function recordAgain(
  collection: Collection,
  paid: Paid,
  foundBy: FoundBy,
  ports: Settling,
): Promise<readonly DomainEvent[]> {
  if (paid.receiptNo === null) return [];
  const { receiptNo, receiptByTerms, amountReceived } = collection;
  const isAnother = receiptNo !== null && !isSameReceipt(receiptNo, paid.receiptNo);
  const isOpen = receiptByTerms && foundBy === 'name' && collection.state === 'succeeded';
  if ((isAnother && !isOpen) || (paid.amount !== null && paid.amount !== amountReceived)) {
    return reportDifference('collection', collection, paid, ports);
  }
  if (receiptNo !== null && !isAnother) {
    if (foundBy === 'name') collection.addReceipt(receiptNo, foundBy);
    return [];
  }
  const arrival = await claimArrival(collection, { ...paid, amount: amountReceived }, foundBy, ports);
  if (arrival.kind === 'taken') return reportTaken(arrival.claim, arrival.taken, ports);
  const passedOn = await passOn(collection, arrival.from, ports);
  if (passedOn === null) return reportDifference('collection', collection, paid, ports);
  const booked = await arrival.book();
  const events = [...booked, ...passedOn()];
  collection.addReceipt(paid.receiptNo, foundBy);
  return events;
}

/** The receipt is another payment's: nothing is booked, and people find out what was paid. */
async function recordTaken(
  collection: Collection,
  paid: Paid,
  { claim, taken }: { readonly claim: Parameters<typeof reportTaken>[0]; readonly taken: Taken },
  ports: Settling,
): Promise<readonly DomainEvent[]> {
  const reported = await reportTaken(claim, taken, ports);
  if (allows(collectionLifecycle, collection.state, 'receive_late')) return reported;
  const message = `The receipt ${paid.receiptNo} is booked as ${taken.use.recordType.replaceAll('_', ' ')}.`;
  return [...refer(collection, { code: 'receipt_used_twice', message }, paid, ports.now), ...reported];
}

/** Money has come: it is on the app's account, less the fee, with a line for each. */
export async function receive(
  collection: Collection,
  paid: Paid,
  action: 'succeed' | 'receive_late' | 'arrive',
  ports: Settling,
): Promise<readonly DomainEvent[]> {
  const received = collection.receive(paid, action);
  const app = { id: collection.appId, sandbox: collection.sandbox };
  const { account, events } = await accountOf(app, collection.currency, ports);
  const source = { type: 'collection', uuid: collection.uuid };
  bookLine(account, 'collection', collection.amountReceived ?? 0n, source, ports);
  bookLine(account, 'fee', -collection.charge(), source, ports);
  return [...events, received];
}

function refer(
  collection: Collection,
  { code, message }: Reason,
  paid: Paid | null,
  now: Temporal.Instant,
): readonly DomainEvent[] {
  const lost = collection.state === 'unknown' ? [] : [collection.loseSight(now)];
  return [...lost, collection.refer({ code, message, providerCode: null, retryable: false }, paid)];
}

/**
 * Nothing new: the status is queried again, after ever longer intervals, for a day; then people have to look. It never
 * fails on silence.
 */
function checkOpen(collection: Collection, now: Temporal.Instant): readonly DomainEvent[] {
  if (collection.nextCheckAt === null) return [];
  if (isSilentTooLong(collection.startedAt(), now)) {
    const silence = { code: 'no_answer', message: 'The provider has not said what became of it.' };
    return refer(collection, silence, null, now);
  }
  // A prompt without a reply can't be queried, and is never sent twice: only its callback gives the status.
  if (collection.state === 'sending') return [collection.loseSight(now)];
  checkLater(collection, now);
  return [];
}

async function found(originatorId: string, ports: Pick<BridgePorts, 'collections'>): Promise<Collection> {
  const collection = await ports.collections.lockByOriginator(originatorId);
  if (collection) return collection;
  throw refuse(kernelRefusals.not_found, 'No collection has this originator id.', {
    resource: 'collection',
    id: originatorId,
  });
}
