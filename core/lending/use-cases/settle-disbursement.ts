import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Disbursement } from '../disbursement/disbursement.ts';
import { disbursementLifecycle } from '../disbursement/lifecycle.ts';
import type { PayoutAnswer, PayoutStatus } from '../ports.ts';
import { bookOnLoan, freeFloat, nextCheck, takeFloat, type Settling } from './disbursing/booking.ts';
import { clear, raise } from './disbursing/incidents.ts';
import {
  giveUpPlace,
  keepAsking,
  recordAgreement,
  recordContradiction,
  recordLateSuccess,
} from './disbursing/late-status.ts';

/** How long silence is borne before a payment is referred to people. It is never failed on silence. */
const REFERRED_AFTER_HOURS = 24;

/**
 * The provider's answer to the request is written down. An answer that comes after the result itself adds nothing
 * but the reference that it carries.
 * @throws DomainError not_found
 */
export async function recordPayoutAnswer(
  command: { readonly originatorId: string; readonly answer: PayoutAnswer },
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  const disbursement = found(await ports.disbursements.lockByOriginator(command.originatorId), command.originatorId);
  const { answer } = command;
  if (disbursement.state !== 'sending' && disbursement.state !== 'unknown') {
    if (answer.kind === 'accepted') disbursement.providerRef ??= answer.providerRef;
    return outcome(disbursement);
  }
  switch (answer.kind) {
    case 'accepted': {
      await takeFloat(disbursement, disbursement.takenBy('accept'), ports);
      return outcome(
        disbursement,
        disbursement.accept(answer.providerRef, ports.now, nextCheck(disbursement, ports.now)),
      );
    }
    case 'unknown': {
      if (disbursement.state === 'unknown') return outcome(disbursement);
      await takeFloat(disbursement, disbursement.takenBy('lose_sight'), ports);
      return outcome(disbursement, disbursement.loseSight(ports.now, nextCheck(disbursement, ports.now)));
    }
    case 'rejected':
    case 'unreachable': {
      const failed = await giveUp(disbursement, reasonOf(answer, ports.now), ports);
      return outcome(disbursement, failed, ...(await giveUpPlace(disbursement, ports)));
    }
  }
}

/**
 * What the provider says became of a payment: a callback, or the answer to a question of ours (`asked`). The same news
 * twice change nothing. A payment books the disbursement on its loan: the loan is active and its schedule runs. News
 * that contradict what was settled are incidents; which of the two is true is never guessed.
 * @throws DomainError not_found
 */
export async function recordPayoutStatus(
  command: { readonly originatorId: string; readonly status: PayoutStatus; readonly asked?: boolean },
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  const disbursement = found(await ports.disbursements.lockByOriginator(command.originatorId), command.originatorId);
  const { status, asked = false } = command;
  switch (status.kind) {
    case 'pending':
    case 'never_received':
      return stillOpen(disbursement, ports);
    case 'unclear': {
      if (disbursement.state !== 'sending' && disbursement.state !== 'sent') {
        return asked ? stillOpen(disbursement, ports) : outcome(disbursement);
      }
      await takeFloat(disbursement, disbursement.takenBy('lose_sight'), ports);
      return outcome(disbursement, disbursement.loseSight(ports.now, nextCheck(disbursement, ports.now)));
    }
    case 'mismatch':
      return refer(disbursement, { code: 'recipient_mismatch', message: status.message }, ports);
    case 'not_paid':
      return recordUnpaid(disbursement, status, asked, ports);
    case 'paid':
      return recordPaid(disbursement, status, asked, ports);
  }
}

async function recordPaid(
  disbursement: Disbursement,
  status: Extract<PayoutStatus, { kind: 'paid' }>,
  asked: boolean,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  if (disbursement.state === 'failed') return recordLateSuccess(disbursement, status, ports);
  if (disbursement.isReturned()) return outcome(disbursement);
  // What came back since was paid all the same.
  const askedFor = disbursement.payout() + disbursement.returned;
  if (status.amount !== null && status.amount !== askedFor && status.amount !== disbursement.payout()) {
    const message = `The provider paid ${status.amount} under ${status.receiptNo}; ${askedFor} was asked for.`;
    return refer(disbursement, { code: 'amount_mismatch', message }, ports);
  }
  if (!allows(disbursementLifecycle, disbursement.state, 'confirm') || disbursement.state === 'in_recovery') {
    return asked ? recordAgreement(disbursement, ports) : outcome(disbursement);
  }
  await takeFloat(disbursement, disbursement.takenBy('confirm'), ports);
  const wasReferred = disbursement.state === 'review';
  const confirmed = disbursement.confirm(status, status.at);
  const booked = await bookOnLoan(disbursement, status.at, ports);
  const cleared = wasReferred ? await clear(FOR_REVIEW, disbursement, 'The provider says that it paid.', ports) : [];
  return outcome(disbursement, confirmed, ...booked, ...cleared);
}

async function recordUnpaid(
  disbursement: Disbursement,
  reason: { code: string; message: string; providerCode?: string },
  asked: boolean,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  switch (disbursement.state) {
    case 'confirmed':
    case 'in_recovery':
      return recordContradiction(disbursement, asked, ports);
    case 'review':
      // Where it was said that money went elsewhere, a failure that is told later settles nothing.
      if (disbursement.failureCode !== 'no_answer') return outcome(disbursement);
      break;
    case 'sending':
    case 'sent':
    case 'unknown':
      break;
    default:
      return outcome(disbursement);
  }
  const wasReferred = disbursement.state === 'review';
  const failed = await giveUp(disbursement, reason, ports);
  const cleared = wasReferred
    ? await clear(FOR_REVIEW, disbursement, 'The provider says that it did not pay.', ports)
    : [];
  const alarm =
    reason.code === 'provider_float_insufficient'
      ? await raise('provider_float_insufficient', disbursement, ports)
      : [];
  return outcome(disbursement, failed, ...cleared, ...alarm, ...(await giveUpPlace(disbursement, ports)));
}

/** What brings a payment to review stands on the work list until it is settled. */
const FOR_REVIEW = ['amount_mismatch', 'recipient_mismatch', 'no_answer', 'returned_after_use'] as const;

async function refer(
  disbursement: Disbursement,
  reason: { code: 'amount_mismatch' | 'recipient_mismatch' | 'no_answer'; message: string },
  ports: Pick<Settling, 'agents' | 'incidents' | 'newUuid' | 'actor' | 'now'>,
): Promise<Outcome<Disbursement>> {
  if (!allows(disbursementLifecycle, disbursement.state, 'refer')) {
    // It was settled before: nothing moves, and somebody has to look.
    const isNews = disbursement.state !== 'review' && disbursement.state !== 'reversed';
    return outcome(disbursement, ...(isNews ? await raise(reason.code, disbursement, ports, reason.message) : []));
  }
  await takeFloat(disbursement, disbursement.takenBy('refer'), ports);
  const referred = disbursement.refer(reason);
  return outcome(disbursement, referred, ...(await raise(reason.code, disbursement, ports, reason.message)));
}

/**
 * No news: it is asked again, ever more seldom, for a day; then people have to look. So they have where nobody knows
 * whether it was sent: its float counts as gone from then on.
 */
async function stillOpen(disbursement: Disbursement, ports: Settling): Promise<Outcome<Disbursement>> {
  const { now } = ports;
  if (disbursement.nextCheckAt === null) return outcome(disbursement);
  if (disbursement.state === 'failed') {
    // Paid late and not booked for want of float: it waits for the float as long as that takes.
    disbursement.nextCheckAt = now.add({ hours: 1 });
    return outcome(disbursement);
  }
  if (!allows(disbursementLifecycle, disbursement.state, 'refer')) {
    return keepAsking(disbursement, nextCheck(disbursement, now));
  }
  const silentSince = disbursement.sentAt ?? disbursement.createdAt;
  if (silentSince.until(now).total('hours') >= REFERRED_AFTER_HOURS) {
    const message = `The provider has not said for ${REFERRED_AFTER_HOURS} hours what became of it.`;
    return refer(disbursement, { code: 'no_answer', message }, ports);
  }
  disbursement.checks += 1;
  disbursement.nextCheckAt = nextCheck(disbursement, now);
  return outcome(disbursement);
}

function reasonOf(answer: Extract<PayoutAnswer, { kind: 'rejected' | 'unreachable' }>, now: Temporal.Instant) {
  if (answer.kind === 'rejected') return answer;
  const retryAt = now.add({ seconds: answer.retryAfterSeconds });
  return { code: 'unreachable', message: answer.message, retryAt };
}

async function giveUp(
  disbursement: Disbursement,
  reason: { code: string; message: string; providerCode?: string; retryAt?: Temporal.Instant },
  ports: Pick<Settling, 'agents' | 'now'>,
): Promise<DomainEvent> {
  await freeFloat(disbursement, ports);
  return disbursement.fail(reason, ports.now);
}

function found(disbursement: Disbursement | null, originatorId: string): Disbursement {
  if (disbursement) return disbursement;
  throw refuse(kernelRefusals.not_found, 'No disbursement carries this originator id.', {
    resource: 'disbursement',
    id: originatorId,
  });
}
