import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { allows } from '../../kernel/lifecycle.ts';
import { written } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Disbursement } from '../disbursement/disbursement.ts';
import { disbursementLifecycle } from '../disbursement/lifecycle.ts';
import { checkLater, isSilentTooLong, silentHoursOn } from '../../payments/attempt.ts';
import type { Decline, ProviderReply } from '../../payments/provider-reply.ts';
import { statusOf, type Paid, type ProviderStatus, type StatusSource } from '../../payments/provider-status.ts';
import { isWithin, providerBounds } from '../../payments/payment-time.ts';
import { bookOnLoan, freeFloat, takeFloat, type Settling } from './disbursing/booking.ts';
import { claimPaid } from './disbursing/claims.ts';
import { raise } from './disbursing/incidents.ts';
import {
  checkSettled,
  releasePlace,
  recordAgreement,
  recordContradiction,
  recordDifference,
  isPaidOtherwise,
  recordLateSuccess,
} from './disbursing/late-status.ts';

/**
 * Records the provider's reply to the request. A reply that comes after the result itself adds nothing but the
 * reference that it carries.
 * @throws DomainError not_found
 */
export async function recordPayoutReply(
  command: { readonly originatorId: string; readonly reply: ProviderReply },
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  const disbursement = found(await ports.disbursements.lockByOriginator(command.originatorId), command.originatorId);
  const { reply } = command;
  if (disbursement.state !== 'sending' && disbursement.state !== 'unknown') {
    if (reply.kind === 'accepted') disbursement.providerRef ??= reply.providerRef;
    return outcome(disbursement);
  }
  switch (reply.kind) {
    case 'accepted': {
      await takeFloat(disbursement, disbursement.takenBy('accept'), ports);
      return outcome(disbursement, disbursement.accept(reply.providerRef, ports.now));
    }
    case 'unknown': {
      if (disbursement.state === 'unknown') return outcome(disbursement);
      await takeFloat(disbursement, disbursement.takenBy('lose_sight'), ports);
      return outcome(disbursement, disbursement.loseSight(ports.now));
    }
    case 'rejected':
    case 'unreachable': {
      const failed = await failAndFree(disbursement, reasonOf(reply, ports.now), ports);
      const alarm = reply.kind === 'rejected' ? await alarmOf(reply, disbursement, ports) : [];
      return outcome(disbursement, failed, ...alarm, ...(await releasePlace(disbursement, ports)));
    }
  }
}

/**
 * Records what the provider says became of a payment. The same status twice changes nothing. A payment books the
 * disbursement on its loan: the loan is active and its schedule runs. A status that contradicts what was settled is an
 * incident; which of the two is true is never guessed. What is in review is settled by people: for them it is evidence.
 * @throws DomainError not_found
 */
export async function recordPayoutStatus(
  command: { readonly originatorId: string; readonly status: ProviderStatus; readonly source?: StatusSource },
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  const disbursement = found(await ports.disbursements.lockByOriginator(command.originatorId), command.originatorId);
  const { source = 'notification' } = command;
  const status = statusOf(command.status);
  const { state } = disbursement;
  if (state === 'review') {
    disbursement.recordEvidence(status, source, ports.now);
    return outcome(disbursement);
  }
  const recorded = await recordStatus(disbursement, status, source, ports);
  // What led to the review is evidence as well, so that the same report once more changes nothing.
  if (disbursement.state === 'review') disbursement.recordEvidence(status, source, ports.now);
  return recorded;
}

async function recordStatus(
  disbursement: Disbursement,
  status: ProviderStatus,
  source: StatusSource,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  switch (status.kind) {
    case 'pending':
    case 'never_received':
      return checkOpen(disbursement, ports);
    case 'unclear': {
      if (disbursement.state !== 'sending' && disbursement.state !== 'sent') {
        return source === 'query' ? checkOpen(disbursement, ports) : outcome(disbursement);
      }
      await takeFloat(disbursement, disbursement.takenBy('lose_sight'), ports);
      return outcome(disbursement, disbursement.loseSight(ports.now));
    }
    case 'mismatch':
      return refer(disbursement, { code: 'recipient_mismatch', message: status.message }, ports);
    case 'not_paid':
      return recordUnpaid(disbursement, status, source, ports);
    case 'paid':
      return recordPaid(disbursement, status, source, ports);
  }
}

async function recordPaid(
  disbursement: Disbursement,
  status: Paid,
  source: StatusSource,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  if (disbursement.state === 'failed') return recordLateSuccess(disbursement, status, ports);
  if (isPaidOtherwise(disbursement, status)) return recordDifference(disbursement, status, ports);
  // What came back since was paid all the same.
  const requested = disbursement.payout() + disbursement.returned;
  if (status.amount !== null && status.amount !== requested && status.amount !== disbursement.payout()) {
    const message = `The provider paid ${written(status.amount)} under ${status.receiptNo}; ${written(requested)} was requested.`;
    return refer(disbursement, { code: 'amount_mismatch', message }, ports);
  }
  const isNew = disbursement.state === 'sending' || allows(disbursementLifecycle, disbursement.state, 'refer');
  if (isNew && !isWithin(status.at, providerBounds(disbursement.sentAt ?? disbursement.createdAt, ports))) {
    const message = `The provider dates the payment ${status.receiptNo} at ${status.at}, which can’t be.`;
    return refer(disbursement, { code: 'implausible_time', message }, ports);
  }
  if (!allows(disbursementLifecycle, disbursement.state, 'confirm') || disbursement.state === 'in_recovery') {
    return source === 'query' ? recordAgreement(disbursement, ports) : outcome(disbursement);
  }
  const paid = { receiptNo: status.receiptNo, amount: disbursement.payout(), at: status.at };
  const claimed = await claimPaid(disbursement, paid, ports);
  if (claimed.taken !== null) {
    return refer(disbursement, { code: 'receipt_used_twice', message: claimed.taken }, ports);
  }
  await takeFloat(disbursement, disbursement.takenBy('confirm'), ports);
  const confirmed = disbursement.confirm(status, status.at);
  const booked = await bookOnLoan(disbursement, status.at, ports);
  return outcome(disbursement, confirmed, ...booked, ...claimed.book());
}

async function recordUnpaid(
  disbursement: Disbursement,
  reason: Decline,
  source: StatusSource,
  ports: Settling,
): Promise<Outcome<Disbursement>> {
  switch (disbursement.state) {
    case 'confirmed':
    case 'in_recovery':
      return recordContradiction(disbursement, source, ports);
    case 'sending':
    case 'sent':
    case 'unknown':
      break;
    default:
      return outcome(disbursement);
  }
  const failed = await failAndFree(disbursement, reason, ports);
  const alarm = await alarmOf(reason, disbursement, ports);
  return outcome(disbursement, failed, ...alarm, ...(await releasePlace(disbursement, ports)));
}

/** The provider's account holds less than our books: some providers say so with their reply, others later. */
const alarmOf = async ({ code }: Decline, disbursement: Disbursement, ports: Settling) =>
  code === 'provider_float_insufficient' ? raise('provider_float_insufficient', disbursement, ports) : [];

type Referral = 'amount_mismatch' | 'recipient_mismatch' | 'implausible_time' | 'no_answer' | 'receipt_used_twice';

async function refer(
  disbursement: Disbursement,
  reason: { code: Referral; message: string },
  ports: Pick<Settling, 'agents' | 'incidents' | 'newUuid' | 'actor' | 'now'>,
): Promise<Outcome<Disbursement>> {
  if (!allows(disbursementLifecycle, disbursement.state, 'refer')) {
    // It was settled before: nothing moves, and a person has to look.
    const isNew = disbursement.state !== 'reversed';
    return outcome(disbursement, ...(isNew ? await raise(reason.code, disbursement, ports, reason.message) : []));
  }
  await takeFloat(disbursement, disbursement.takenBy('refer'), ports);
  const referred = disbursement.refer(reason);
  return outcome(disbursement, referred, ...(await raise(reason.code, disbursement, ports, reason.message)));
}

/**
 * Nothing new: the status is queried again, after ever longer intervals, for a day; then people have to look. So they
 * have where it is unknown whether it was sent: its float counts as gone from then on.
 */
async function checkOpen(disbursement: Disbursement, ports: Settling): Promise<Outcome<Disbursement>> {
  const { now } = ports;
  if (disbursement.nextCheckAt === null) return outcome(disbursement);
  if (disbursement.state === 'failed') {
    // Paid late and not booked for want of float: it waits for the float as long as that takes.
    disbursement.nextCheckAt = now.add({ hours: 1 });
    return outcome(disbursement);
  }
  if (!allows(disbursementLifecycle, disbursement.state, 'refer')) {
    return checkSettled(disbursement, now);
  }
  const silentSince = disbursement.sentAt ?? disbursement.createdAt;
  const hours = silentHoursOn(disbursement.channel);
  if (isSilentTooLong(silentSince, now, hours)) {
    const message = `The provider has not said for ${hours} hours what became of it.`;
    return refer(disbursement, { code: 'no_answer', message }, ports);
  }
  checkLater(disbursement, now);
  return outcome(disbursement);
}

function reasonOf(reply: Extract<ProviderReply, { kind: 'rejected' | 'unreachable' }>, now: Temporal.Instant) {
  if (reply.kind === 'rejected') return reply;
  const retryAt = now.add({ seconds: reply.retryAfterSeconds });
  return { code: 'unreachable', message: reply.message, retryAt };
}

async function failAndFree(
  disbursement: Disbursement,
  reason: Decline & { readonly retryAt?: Temporal.Instant },
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
