import { refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import { allows } from '../../../kernel/lifecycle.ts';
import { written } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { isSilentTooLong } from '../../../payments/attempt.ts';
import type { IncidentKind } from '../../../payments/incident/incident.ts';
import type { PaymentPorts } from '../../../payments/ports.ts';
import { isWithin, providerBounds } from '../../../payments/payment-time.ts';
import type { Decline, ProviderReply } from '../../../payments/provider-reply.ts';
import { statusOf, type Paid, type ProviderStatus, type StatusSource } from '../../../payments/provider-status.ts';
import { claimReceipt, isSameReceipt } from '../../../payments/receipt-registry.ts';
import { report, reportTaken } from '../../../payments/payment-incidents.ts';
import type { FloatTopUp } from '../../float-top-up/float-top-up.ts';
import { floatTopUpLifecycle } from '../../float-top-up/lifecycle.ts';
import type { LendingPorts } from '../../ports.ts';
import { bookMoved, claimOfTopUp, FLOAT_TOP_UP } from './book-top-up.ts';

type Named = { readonly originatorId: string };
type Settling = Pick<LendingPorts, 'floatTopUps' | 'agents'> & PaymentPorts;

/** A worker takes up one that is pending: it may leave from now on. Null where it is not pending any more. */
export async function beginFloatTopUp(
  command: Named,
  ports: Pick<LendingPorts, 'floatTopUps' | 'now'>,
): Promise<Outcome<FloatTopUp | null>> {
  const topUp = await ports.floatTopUps.lockByOriginator(command.originatorId);
  if (topUp?.state !== 'pending') return outcome(null);
  topUp.begin(ports.now);
  return outcome(topUp);
}

/**
 * Records the provider's reply to the request. One that comes after the result adds nothing but the reference that it
 * carries. Where nothing was sent, for certain, it is tried again for a day.
 * @throws DomainError not_found
 */
export async function recordFloatTopUpReply(
  command: Named & { readonly reply: ProviderReply },
  ports: Pick<LendingPorts, 'floatTopUps' | 'now'>,
): Promise<Outcome<FloatTopUp>> {
  const topUp = await found(command, ports);
  const { reply } = command;
  if (topUp.state !== 'sending') {
    if (reply.kind === 'accepted') topUp.providerRef ??= reply.providerRef;
    return outcome(topUp);
  }
  switch (reply.kind) {
    case 'accepted':
      return outcome(topUp, topUp.accept(reply.providerRef, ports.now));
    case 'unknown':
      return outcome(topUp, topUp.loseSight(ports.now));
    case 'rejected':
      return outcome(topUp, topUp.fail(reply, ports.now));
    case 'unreachable':
      if (!isSilentTooLong(topUp.createdAt, ports.now)) {
        topUp.postpone(ports.now);
        return outcome(topUp);
      }
      return outcome(topUp, topUp.fail({ code: 'unreachable', message: reply.message }, ports.now));
  }
}

/**
 * Records what the provider says became of it: float only once the provider has moved the money. The same status twice
 * changes nothing. One in review is settled by people alone: for them it is evidence.
 * @throws DomainError not_found; invalid_state_transition where the status contradicts what was settled
 */
export async function recordFloatTopUpStatus(
  command: Named & { readonly status: ProviderStatus; readonly source?: StatusSource },
  ports: Settling,
): Promise<Outcome<FloatTopUp>> {
  const topUp = await found(command, ports);
  const { source = 'notification' } = command;
  const status = statusOf(command.status);
  const { state } = topUp;
  if (state === 'review') {
    topUp.recordEvidence(status, source, ports.now);
    return outcome(topUp);
  }
  const recorded = await recordStatus(topUp, status, ports);
  // What led to the review is evidence as well, so that the same report once more changes nothing.
  if (topUp.state === 'review') topUp.recordEvidence(status, source, ports.now);
  return outcome(topUp, ...recorded);
}

async function recordStatus(
  topUp: FloatTopUp,
  status: ProviderStatus,
  ports: Settling,
): Promise<readonly DomainEvent[]> {
  switch (status.kind) {
    case 'pending':
    case 'never_received':
      return checkOpen(topUp, ports);
    case 'unclear':
      if (topUp.state === 'sending' || topUp.state === 'sent') return [topUp.loseSight(ports.now)];
      return checkOpen(topUp, ports);
    case 'mismatch':
      return refer(topUp, 'recipient_mismatch', status.message, ports);
    case 'not_paid':
      if (topUp.state === 'failed' || topUp.state === 'reversed') return [];
      return [topUp.fail(status, ports.now)];
    case 'paid':
      return recordMoved(topUp, status, ports);
  }
}

async function recordMoved(topUp: FloatTopUp, paid: Paid, ports: Settling): Promise<readonly DomainEvent[]> {
  if (topUp.state === 'confirmed' || topUp.state === 'reversed') return recordAgain(topUp, paid, ports);
  const { receiptNo, amount, at } = paid;
  const isLate = topUp.state === 'failed';
  const isTimely = isWithin(at, providerBounds(topUp.sentAt ?? topUp.createdAt, ports));
  const differs = amount !== null && amount !== topUp.amount;
  // What was settled can't be corrected by another amount, without a receipt, or at a time that can't be.
  if (isLate && (differs || !isTimely || receiptNo === null)) return differing(topUp, paid, ports);
  if (differs) {
    const seen = `The provider moved ${written(amount)} under ${receiptNo}; ${written(topUp.amount)} was requested.`;
    return refer(topUp, 'amount_mismatch', seen, ports);
  }
  if (!isTimely) {
    return refer(
      topUp,
      'implausible_time',
      `The provider dates the payment ${receiptNo} at ${at}, which can’t be.`,
      ports,
    );
  }
  // Without a receipt it can’t be booked: its status is queried until there is one.
  if (receiptNo === null) return checkOpen(topUp, ports);
  const moved = { ...paid, receiptNo, amount: topUp.amount };
  const claim = claimOfTopUp(topUp, 'out', moved, 'provider');
  const claimed = await claimReceipt(claim, ports);
  if (claimed.kind === 'taken') {
    const reported = await reportTaken(claim, claimed, ports);
    if (isLate) return reported;
    const seen = `The receipt ${receiptNo} is booked as ${claimed.use.recordType.replaceAll('_', ' ')}.`;
    return [...(await refer(topUp, 'receipt_used_twice', seen, ports)), ...reported];
  }
  const late = isLate ? await incidentOf(topUp, 'late_success', 'It was booked as moved.', ports) : [];
  const confirmed = await bookMoved(topUp, moved, topUp.confirm(moved), ports);
  return [confirmed, ...(claimed.kind === 'new' ? claimed.book() : []), ...late];
}

/** It was booked before. The same once more changes nothing; another receipt or amount is for a person. */
async function recordAgain(topUp: FloatTopUp, paid: Paid, ports: Settling): Promise<readonly DomainEvent[]> {
  const { receiptNo, amount } = paid;
  const isAnother = receiptNo !== null && topUp.receiptNo !== null && !isSameReceipt(topUp.receiptNo, receiptNo);
  return isAnother || (amount !== null && amount !== topUp.movedAmount()) ? differing(topUp, paid, ports) : [];
}

async function differing(topUp: FloatTopUp, { receiptNo, amount }: Paid, ports: Settling) {
  const seen =
    `The top-up is ${topUp.state} under ${topUp.receiptNo ?? 'no receipt'}; the provider reports ` +
    `${amount ?? 'an unknown amount'} under ${receiptNo ?? 'no receipt'}. Nothing was booked; find out what it is.`;
  return report({ kind: 'receipt_differs', subject: nameOf(topUp), receiptNo, amount, seen }, ports);
}

type Referral = Extract<
  IncidentKind,
  'amount_mismatch' | 'recipient_mismatch' | 'implausible_time' | 'no_answer' | 'receipt_used_twice'
>;

async function refer(topUp: FloatTopUp, code: Referral, message: string, ports: Settling) {
  const reason: Decline = { code, message };
  // What is settled stays: the refusal calls for a person.
  const referred = topUp.refer(reason);
  // A receipt that is used twice is reported with the record that has it.
  const noticed = code === 'receipt_used_twice' ? [] : await incidentOf(topUp, code, message, ports);
  return [referred, ...noticed];
}

/**
 * Nothing new: the status is queried again, after ever longer intervals, for a day; then people have to look. It never
 * fails on silence.
 */
async function checkOpen(topUp: FloatTopUp, ports: Settling): Promise<readonly DomainEvent[]> {
  if (topUp.nextCheckAt === null) return [];
  const mayRefer = allows(floatTopUpLifecycle, topUp.state, 'refer');
  if (mayRefer && isSilentTooLong(topUp.sentAt ?? topUp.createdAt, ports.now)) {
    return refer(topUp, 'no_answer', 'The provider has not said for a day what became of it.', ports);
  }
  topUp.checkLater(ports.now);
  return [];
}

const incidentOf = (topUp: FloatTopUp, kind: IncidentKind, seen: string, ports: Settling) =>
  report({ kind, subject: nameOf(topUp), receiptNo: null, amount: topUp.amount, seen }, ports);

const nameOf = ({ uuid }: FloatTopUp) => ({ type: FLOAT_TOP_UP, uuid });

async function found({ originatorId }: Named, ports: Pick<LendingPorts, 'floatTopUps'>): Promise<FloatTopUp> {
  const topUp = await ports.floatTopUps.lockByOriginator(originatorId);
  if (topUp) return topUp;
  throw refuse(kernelRefusals.not_found, 'No float top-up has this originator id.', {
    resource: FLOAT_TOP_UP,
    id: originatorId,
  });
}
