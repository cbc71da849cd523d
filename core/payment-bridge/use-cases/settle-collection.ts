import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { allows, requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { patienceIsOver, type Answer, type News } from '../payment-attempt.ts';
import type { Collection } from '../collection/collection.ts';
import { collectionLifecycle } from '../collection/lifecycle.ts';
import { failureOf } from '../failures.ts';
import type { BridgePorts } from '../ports.ts';
import { accountOf, bookLine, type Booking } from './accounts.ts';
import { findCollection, type OnCollection } from './find-collection.ts';
import { foundOf, requireSecondPerson, type Found } from './second-person.ts';

type Settling = Booking & Pick<BridgePorts, 'collections' | 'receipts' | 'currency'>;
type Paid = News & { kind: 'paid' };
type Reason = { readonly code: string; readonly message: string };

/** A worker takes up a collection that is pending: the payer may be asked from now on. Null where there is no time. */
export async function beginCollection(
  command: { readonly originatorId: string },
  ports: Pick<BridgePorts, 'collections' | 'now'>,
): Promise<Outcome<Collection | null>> {
  const collection = await ports.collections.lockByOriginator(command.originatorId);
  if (collection?.state !== 'pending') return outcome(null);
  if (Temporal.Instant.compare(collection.expiresAt, ports.now) <= 0) return outcome(null, collection.lapse(ports.now));
  collection.begin(ports.now);
  return outcome(collection);
}

/** The provider's answer to the request is written down. One that comes after the result adds only its reference. */
export async function recordCollectionAnswer(
  command: { readonly originatorId: string; readonly answer: Answer },
  ports: Pick<Settling, 'collections' | 'now'>,
): Promise<Outcome<Collection>> {
  const collection = await found(command.originatorId, ports);
  const { answer } = command;
  collection.noteAnswer(answer, ports.now);
  if (collection.state !== 'sending') return outcome(collection);
  switch (answer.kind) {
    case 'accepted':
      return outcome(collection, collection.accept(answer.providerRef, ports.now));
    case 'unknown':
      return outcome(collection, collection.loseSight(ports.now));
    case 'rejected':
      return outcome(collection, collection.decline(failureOf(answer), ports.now));
    case 'unreachable':
      collection.postpone(ports.now);
      return outcome(collection);
  }
}

/**
 * What the provider says became of a collection. Money is booked whenever it comes; the same news twice changes
 * nothing. One that people look into is settled by them alone.
 * @param command.asked it answers a question of ours
 * @throws DomainError not_found; invalid_state_transition where the news contradict what was settled
 */
export async function recordCollectionNews(
  command: { readonly originatorId: string; readonly news: News; readonly asked: boolean },
  ports: Settling,
): Promise<Outcome<Collection>> {
  const { news, asked } = command;
  const receiptNo = news.kind === 'paid' ? news.receiptNo : null;
  // Before the collection, as whoever hears of the receipt at the paybill's door does.
  if (receiptNo !== null) await ports.receipts.hold(receiptNo);
  const collection = await found(command.originatorId, ports);
  // By our books nobody was asked, and all the same money has come.
  if (collection.state === 'pending' && news.kind === 'paid') collection.begin(ports.now);
  const { state } = collection;
  if (state === 'review' || state === 'pending') return outcome(collection);
  switch (news.kind) {
    case 'pending':
    case 'never_received':
      return outcome(collection, ...stayOpen(collection, ports.now));
    case 'unclear':
      if (state === 'sending' || state === 'sent') return outcome(collection, collection.loseSight(ports.now));
      return outcome(collection, ...stayOpen(collection, ports.now));
    case 'mismatch':
      return outcome(collection, ...beLookedInto(collection, news, null, ports.now));
    case 'not_paid':
      if (state === 'cancelled' || allows(collectionLifecycle, state, 'receive_late')) return outcome(collection);
      // Races have been seen: the payer may have paid in the same moment, so the provider is asked once more.
      if (news.unproven && !asked && state !== 'unknown') return outcome(collection, collection.loseSight(ports.now));
      return outcome(collection, collection.decline(failureOf(news), ports.now));
    case 'paid':
      return outcome(collection, ...(await bePaid(collection, news, ports)));
  }
}

/**
 * A person says what became of a collection in review, with evidence. The first one's finding is kept; a second person
 * who finds the same settles it.
 * @throws DomainError four_eyes_required, resolution_differs, invalid_state_transition (conflict), validation_failed,
 *   not_found
 */
export async function reviewCollection(
  command: OnCollection & { readonly finding: Found },
  ports: Settling,
): Promise<Outcome<Collection>> {
  const collection = await findCollection(command, ports);
  const finding = foundOf(command.finding, collection.amountReceived ?? collection.amount);
  const [first] = collection.findings;
  collection.propose(finding);
  if (!first) return outcome(collection);
  requireSecondPerson(first, finding);
  if (finding.outcome === 'not_paid') {
    const failure = { code: 'not_paid', message: 'Two people found it unpaid.', providerCode: null, retryable: true };
    return outcome(collection, collection.decline(failure, ports.now));
  }
  const { receipt_no: receiptNo, amount } = finding;
  const paid = { kind: 'paid', providerRef: null, receiptNo, at: ports.now, amount: BigInt(amount ?? 0) } as const;
  return outcome(collection, ...(await receive(collection, paid, 'succeed', ports)));
}

async function bePaid(collection: Collection, paid: Paid, ports: Settling): Promise<readonly DomainEvent[]> {
  const { state, receiptNo } = collection;
  if (state === 'succeeded') {
    // Paid twice under two receipts: the app got one of them, and a person has to look at the other.
    if (receiptNo !== null && paid.receiptNo !== null && receiptNo !== paid.receiptNo) {
      requireAllowed(collectionLifecycle, state, 'succeed');
    }
    if (paid.receiptNo === null) return [];
    collection.learnReceipt(paid.receiptNo);
    return ports.receipts.claim(paid.receiptNo);
  }
  if (allows(collectionLifecycle, state, 'receive_late')) return receive(collection, paid, 'receive_late', ports);
  if (paid.amount !== null && paid.amount !== collection.amount) {
    const message = `${paid.amount} came under ${paid.receiptNo ?? 'no receipt'}; ${collection.amount} was asked for.`;
    return beLookedInto(collection, { code: 'amount_mismatch', message }, paid, ports.now);
  }
  const sent = state === 'sending' ? [collection.accept(paid.providerRef, ports.now)] : [];
  return [...sent, ...(await receive(collection, paid, 'succeed', ports))];
}

async function receive(
  collection: Collection,
  paid: Paid,
  action: 'succeed' | 'receive_late',
  ports: Settling,
): Promise<readonly DomainEvent[]> {
  const received = collection.receive(paid, action);
  const claimed = paid.receiptNo === null ? [] : await ports.receipts.claim(paid.receiptNo);
  const app = { id: collection.appId, sandbox: collection.sandbox };
  const { account, events } = await accountOf(app, collection.currency, ports);
  const source = { type: 'collection', uuid: collection.uuid };
  bookLine(account, 'collection', collection.amountReceived ?? 0n, source, ports);
  bookLine(account, 'fee', -collection.charge(), source, ports);
  return [...events, ...claimed, received];
}

function beLookedInto(
  collection: Collection,
  { code, message }: Reason,
  paid: Paid | null,
  now: Temporal.Instant,
): readonly DomainEvent[] {
  const lost = collection.state === 'unknown' ? [] : [collection.loseSight(now)];
  return [...lost, collection.refer({ code, message, providerCode: null, retryable: false }, paid)];
}

/** No news: it is asked again, ever more seldom, for a day; then people have to look. It never fails on silence. */
function stayOpen(collection: Collection, now: Temporal.Instant): readonly DomainEvent[] {
  if (collection.nextCheckAt === null) return [];
  if (patienceIsOver(collection.startedAt(), now)) {
    const silence = { code: 'no_answer', message: 'The provider has not said what became of it.' };
    return beLookedInto(collection, silence, null, now);
  }
  // A prompt without an answer can't be asked about, and is never made twice: only its callback tells.
  if (collection.state === 'sending') return [collection.loseSight(now)];
  collection.askLater(now);
  return [];
}

async function found(originatorId: string, ports: Pick<BridgePorts, 'collections'>): Promise<Collection> {
  const collection = await ports.collections.lockByOriginator(originatorId);
  if (collection) return collection;
  throw refuse(kernelRefusals.not_found, 'No collection carries this originator id.', {
    resource: 'collection',
    id: originatorId,
  });
}
