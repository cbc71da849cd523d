import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { checkLater, isSilentTooLong } from '../../payments/attempt.ts';
import type { Decline, ProviderReply } from '../../payments/provider-reply.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { statusOf, type Paid, type ProviderStatus, type StatusSource } from '../../payments/provider-status.ts';
import { fullName } from '../../payments/receipt.ts';
import { isWithin, providerBounds } from '../../payments/payment-time.ts';
import { isSameReceipt } from '../../payments/receipt-registry.ts';
import { reportTaken } from '../../payments/payment-incidents.ts';
import type { AppAccount } from '../account/app-account.ts';
import { failureOf, implausibleTime, notSent, type Failure } from '../failures.ts';
import { CONCLUSIVE, payoutLifecycle } from '../payout/lifecycle.ts';
import type { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';
import { accountBehind, bookLine, type Booking } from './accounts.ts';
import { claimPayout, reportDifference } from './claims.ts';
import { followRefund } from './refund-collection.ts';

export type Settling = Booking & Pick<BridgePorts, 'payouts' | 'payees' | 'collections' | 'refunds'> & ReceiptPorts;

/**
 * A worker takes up a payout that is pending: it may leave from now on. Null where it is not pending any more. One whose
 * recipient compliance looks at by now fails; its money is the app's again.
 */
export async function beginPayout(
  command: { readonly originatorId: string },
  ports: Settling,
): Promise<Outcome<Payout | null>> {
  const payout = await ports.payouts.lockByOriginator(command.originatorId);
  if (payout?.state !== 'pending') return outcome(null);
  if ((await ports.payees.heldAmong([payout.msisdn])).has(payout.msisdn)) {
    return outcome(null, ...(await holdBack(settlementOf(payout, ports))));
  }
  payout.begin(ports.now);
  return outcome(payout);
}

/** The provider takes no payments for now: one that has not left waits so long. Null where there is none. */
export async function postponePayout(
  command: { readonly originatorId: string; readonly seconds: number },
  ports: Pick<BridgePorts, 'payouts' | 'now'>,
): Promise<Outcome<Payout | null>> {
  const payout = await ports.payouts.lockByOriginator(command.originatorId);
  if (payout?.state !== 'pending' || isSilentTooLong(payout.createdAt, ports.now)) return outcome(null);
  payout.postpone(ports.now, command.seconds);
  return outcome(payout);
}

/**
 * Records the provider's reply to the request. One that comes after the result adds nothing but the reference that it
 * carries. Where a worker sent it and nothing was sent for certain, it is tried again for a day.
 * @param command.sentBy a `request` waits for the outcome, a `worker` doesn't
 * @throws DomainError not_found
 */
export async function recordPayoutReply(
  command: { readonly originatorId: string; readonly reply: ProviderReply; readonly sentBy?: 'request' | 'worker' },
  ports: Settling,
): Promise<Outcome<Payout>> {
  const payout = await found(command.originatorId, ports);
  const { reply, sentBy = 'request' } = command;
  payout.recordReply(reply, ports.now);
  if (payout.state !== 'sending') return outcome(payout);
  const settlement = settlementOf(payout, ports);
  switch (reply.kind) {
    case 'accepted':
      return outcome(payout, await accept(settlement, reply.providerRef));
    case 'unknown':
      return outcome(payout, await loseSight(settlement));
    case 'rejected':
      return outcome(payout, ...(await failPayout(settlement, failureOf(reply))));
    case 'unreachable':
      if (sentBy === 'worker' && !isSilentTooLong(payout.createdAt, ports.now)) {
        payout.postpone(ports.now);
        return outcome(payout);
      }
      return outcome(payout, ...(await failPayout(settlement, notSent(reply.message))));
  }
}

/**
 * Records what the provider says became of a payout. The same status twice changes nothing; a payment that it had
 * declined corrects the payout. One in review is settled by people alone: for them it is evidence.
 * @throws DomainError not_found; invalid_state_transition where the status contradicts what was settled
 */
export async function recordPayoutStatus(
  command: { readonly originatorId: string; readonly status: ProviderStatus; readonly source?: StatusSource },
  ports: Settling,
): Promise<Outcome<Payout>> {
  const payout = await found(command.originatorId, ports);
  const { source = 'notification' } = command;
  const status = statusOf(command.status);
  const { state } = payout;
  if (state === 'review') payout.recordEvidence(status, source, ports.now);
  // By our books nothing has left: what was paid all the same is for a person.
  if (state === 'cancelled' && status.kind === 'paid') {
    return outcome(payout, ...(await reportDifference('payout', payout, status, ports)));
  }
  if (state === 'review' || state === 'cancelled') return outcome(payout);
  const recorded = await recordStatus(payout, status, ports);
  // What led to the review is evidence as well, so that the same report once more changes nothing.
  if (payout.state === 'review') payout.recordEvidence(status, source, ports.now);
  return recorded;
}

async function recordStatus(payout: Payout, status: ProviderStatus, ports: Settling): Promise<Outcome<Payout>> {
  const { state } = payout;
  const settlement = settlementOf(payout, ports);
  switch (status.kind) {
    case 'pending':
    case 'never_received':
      return outcome(payout, ...(await checkOpen(settlement)));
    case 'unclear':
      if (state === 'sending' || state === 'sent') return outcome(payout, await loseSight(settlement));
      return outcome(payout, ...(await checkOpen(settlement)));
    case 'mismatch':
      // What is settled stays: the refusal calls for a person.
      if (CONCLUSIVE.includes(state)) requireAllowed(payoutLifecycle, state, 'refer');
      return outcome(payout, ...(await refer(settlement, status, null)));
    case 'not_paid':
      if (state === 'failed' || state === 'reversed') return outcome(payout);
      return outcome(payout, ...(await failPayout(settlement, failureOf(status))));
    case 'paid':
      if (state === 'succeeded' || state === 'reversed')
        return outcome(payout, ...(await recordAgain(payout, status, ports)));
      return outcome(
        payout,
        ...(await recordPaid(settlement, status)),
        ...(await screenRecipient(payout, status, ports)),
      );
  }
}

/** Many a name is known only once the provider has paid: what is found then stops the next payment to the number. */
async function screenRecipient(
  { uuid, msisdn }: Payout,
  { recipientName }: Paid,
  { payees }: Pick<Settling, 'payees'>,
): Promise<readonly DomainEvent[]> {
  const name = fullName(recipientName);
  return name === null ? [] : payees.screen([{ msisdn, name, evidence: [`payout:${uuid}`] }]);
}

/** A payout with its app's account, which is locked when a step first needs it. */
type Settlement = {
  readonly payout: Payout;
  readonly account: () => Promise<AppAccount>;
  readonly ports: Omit<Settling, 'payouts'>;
};

export function settlementOf(payout: Payout, ports: Omit<Settling, 'payouts'>): Settlement {
  return { payout, account: accountBehind(payout, ports), ports };
}

async function accept({ payout, account, ports }: Settlement, providerRef: string | null): Promise<DomainEvent> {
  const accepted = payout.accept(providerRef, ports.now);
  (await account()).send(payout.total());
  return accepted;
}

async function loseSight({ payout, account, ports }: Settlement): Promise<DomainEvent> {
  const isLeaving = payout.state === 'sending';
  const lost = payout.loseSight(ports.now);
  if (isLeaving) (await account()).send(payout.total());
  return lost;
}

export async function succeed(settlement: Settlement, paid: Paid): Promise<readonly DomainEvent[]> {
  const { payout, account, ports } = settlement;
  const succeeded = payout.succeed(paid);
  const followed = await followRefund(payout, 'succeed', ports);
  (await account()).arrive(payout.total());
  await bookOut(settlement);
  return [succeeded, ...followed];
}

export async function failPayout(
  { payout, account, ports }: Settlement,
  failure: Failure,
): Promise<readonly DomainEvent[]> {
  const hadLeft = payout.hasLeft();
  const failed = payout.fail(failure, ports.now);
  // The collection of a refund is locked before the account is, in every use case.
  const followed = await followRefund(payout, 'fail', ports);
  if (hadLeft) (await account()).arrive(payout.total());
  else (await account()).release(payout.total());
  return [failed, ...followed];
}

/** It has not left, and does not. */
async function holdBack({ payout, account, ports }: Settlement): Promise<readonly DomainEvent[]> {
  const held = payout.holdBack(ports.now);
  const followed = await followRefund(payout, 'fail', ports);
  (await account()).release(payout.total());
  return [held, ...followed];
}

async function recordPaid(settlement: Settlement, paid: Paid): Promise<readonly DomainEvent[]> {
  const { payout, ports } = settlement;
  const differs = paid.amount !== null && paid.amount !== payout.amount;
  const isLate = payout.state === 'failed';
  const isTimely = isWithin(paid.at, providerBounds(payout.startedAt(), ports));
  // What was settled can't be corrected by another amount, or at a time that can't be.
  if (isLate && (differs || !isTimely)) return reportDifference('payout', payout, paid, ports);
  if (differs) {
    const message = `The provider paid ${paid.amount} under ${paid.receiptNo}; ${payout.amount} was requested.`;
    return refer(settlement, { code: 'amount_mismatch', message }, paid);
  }
  if (!isTimely) return refer(settlement, implausibleTime(paid), paid);
  const claimed = await claimPayout(payout, 'out', paid, ports);
  if (claimed.kind === 'taken') {
    const reported = await reportTaken(claimed.claim, claimed.taken, ports);
    if (isLate) return reported;
    const message = `The receipt ${paid.receiptNo} is booked as ${claimed.taken.use.recordType.replaceAll('_', ' ')}.`;
    return [...(await refer(settlement, { code: 'receipt_used_twice', message }, paid)), ...reported];
  }
  if (isLate) return [...(await correct(settlement, paid)), ...(await claimed.book())];
  // The notification was quicker than the reply: it was sent, and it was paid.
  const sent = payout.state === 'sending' ? [await accept(settlement, paid.providerRef)] : [];
  return [...sent, ...(await succeed(settlement, paid)), ...(await claimed.book())];
}

/** It was booked before. The same once more changes nothing; another receipt or amount is for a person. */
async function recordAgain(payout: Payout, paid: Paid, ports: Settling): Promise<readonly DomainEvent[]> {
  const isAnother =
    paid.receiptNo !== null && payout.receiptNo !== null && !isSameReceipt(payout.receiptNo, paid.receiptNo);
  if (isAnother || (paid.amount !== null && paid.amount !== payout.paidOut())) {
    return reportDifference('payout', payout, paid, ports);
  }
  return [];
}

async function correct(settlement: Settlement, paid: Paid): Promise<readonly DomainEvent[]> {
  const { payout, ports } = settlement;
  const corrected = payout.correct(paid);
  const followed = await followRefund(payout, 'succeed', ports);
  await bookOut(settlement);
  return [corrected, ...followed];
}

async function refer(
  settlement: Settlement,
  { code, message }: Pick<Decline, 'code' | 'message'>,
  paid: Paid | null,
): Promise<readonly DomainEvent[]> {
  const { payout } = settlement;
  const lost = payout.state === 'unknown' ? [] : [await loseSight(settlement)];
  return [...lost, payout.refer({ code, message, providerCode: null, retryable: false }, paid)];
}

/**
 * Nothing new: the status is queried again, after ever longer intervals, for a day; then people have to look. It never
 * fails on silence.
 */
async function checkOpen(settlement: Settlement): Promise<readonly DomainEvent[]> {
  const { payout, ports } = settlement;
  if (payout.nextCheckAt === null) return [];
  if (isSilentTooLong(payout.startedAt(), ports.now)) {
    return refer(settlement, { code: 'no_answer', message: 'The provider has not said what became of it.' }, null);
  }
  checkLater(payout, ports.now);
  return [];
}

async function bookOut({ payout, account, ports }: Settlement): Promise<void> {
  const source = { type: 'payout', uuid: payout.uuid };
  bookLine(await account(), payout.purpose, -payout.paidOut(), source, ports);
  bookLine(await account(), 'fee', -payout.fee, source, ports);
}

async function found(originatorId: string, ports: Pick<BridgePorts, 'payouts'>): Promise<Payout> {
  const payout = await ports.payouts.lockByOriginator(originatorId);
  if (payout) return payout;
  throw refuse(kernelRefusals.not_found, 'No payout has this originator id.', {
    resource: 'payout',
    id: originatorId,
  });
}
