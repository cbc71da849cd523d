import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { patienceIsOver, type Answer, type Failure, type News } from '../payment-attempt.ts';
import { notSent, failureOf } from '../failures.ts';
import { CONCLUSIVE, payoutLifecycle } from '../payout/lifecycle.ts';
import type { Payout } from '../payout/payout.ts';
import type { BridgePorts } from '../ports.ts';
import { followRefund } from './refund-collection.ts';
import { accountBehind, bookLine, type Booking } from './accounts.ts';

export type Settling = Booking & Pick<BridgePorts, 'payouts' | 'collections' | 'refunds'>;
type Paid = News & { kind: 'paid' };
type Reason = { readonly code: string; readonly message: string };

/** A worker takes up a payout that is pending: it may leave from now on. Null where it is not pending any more. */
export async function beginPayout(
  command: { readonly originatorId: string },
  ports: Pick<BridgePorts, 'payouts' | 'now'>,
): Promise<Outcome<Payout | null>> {
  const payout = await ports.payouts.lockByOriginator(command.originatorId);
  if (payout?.state !== 'pending') return outcome(null);
  payout.begin(ports.now);
  return outcome(payout);
}

/** The provider takes no payments for now: one that has not left waits so long. Null where there is none. */
export async function postponePayout(
  command: { readonly originatorId: string; readonly seconds: number },
  ports: Pick<BridgePorts, 'payouts' | 'now'>,
): Promise<Outcome<Payout | null>> {
  const payout = await ports.payouts.lockByOriginator(command.originatorId);
  if (payout?.state !== 'pending' || patienceIsOver(payout.createdAt, ports.now)) return outcome(null);
  payout.postpone(ports.now, command.seconds);
  return outcome(payout);
}

/**
 * The provider's answer to the request is written down. One that comes after the result adds nothing but the reference
 * that it carries. Where nobody `waits` for the answer and surely nothing was sent, it is tried again for a day.
 * @throws DomainError not_found
 */
export async function recordPayoutAnswer(
  command: { readonly originatorId: string; readonly answer: Answer; readonly waits?: boolean },
  ports: Settling,
): Promise<Outcome<Payout>> {
  const payout = await found(command.originatorId, ports);
  const { answer, waits = true } = command;
  payout.noteAnswer(answer, ports.now);
  if (payout.state !== 'sending') return outcome(payout);
  const settlement = settlementOf(payout, ports);
  switch (answer.kind) {
    case 'accepted':
      return outcome(payout, await settlement.accept(answer.providerRef));
    case 'unknown':
      return outcome(payout, await settlement.loseSight());
    case 'rejected':
      return outcome(payout, ...(await settlement.giveUp(failureOf(answer))));
    case 'unreachable':
      if (!waits && !patienceIsOver(payout.createdAt, ports.now)) {
        payout.postpone(ports.now);
        return outcome(payout);
      }
      return outcome(payout, ...(await settlement.giveUp(notSent(answer.message))));
  }
}

/**
 * What the provider says became of a payout. The same news twice changes nothing; a payment that it had declined
 * corrects the payout. One that people look into is settled by them alone.
 * @throws DomainError not_found; invalid_state_transition where the news contradict what was settled
 */
export async function recordPayoutStatus(
  command: { readonly originatorId: string; readonly status: News },
  ports: Settling,
): Promise<Outcome<Payout>> {
  const payout = await found(command.originatorId, ports);
  const { status: news } = command;
  if (payout.state === 'review' || payout.state === 'cancelled') return outcome(payout);
  const settlement = settlementOf(payout, ports);
  switch (news.kind) {
    case 'pending':
    case 'never_received':
      return outcome(payout, ...(await settlement.stayOpen()));
    case 'unclear':
      if (payout.state === 'sending' || payout.state === 'sent') return outcome(payout, await settlement.loseSight());
      return outcome(payout, ...(await settlement.stayOpen()));
    case 'mismatch':
      return outcome(payout, ...(await settlement.beLookedInto(news)));
    case 'not_paid':
      if (payout.state === 'failed' || payout.state === 'reversed') return outcome(payout);
      return outcome(payout, ...(await settlement.giveUp(failureOf(news))));
    case 'paid':
      if (payout.state === 'succeeded' || payout.state === 'reversed') return outcome(payout);
      return outcome(payout, ...(await settlement.bePaid(news)));
  }
}

/** Each step of a payout with what it does to the app's money. */
export function settlementOf(payout: Payout, ports: Omit<Settling, 'payouts'>) {
  const account = accountBehind(payout, ports);

  const bookOut = async () => {
    const source = { type: 'payout', uuid: payout.uuid };
    bookLine(await account(), payout.purpose, -payout.paidOut(), source, ports);
    bookLine(await account(), 'fee', -payout.fee, source, ports);
  };
  const accept = async (providerRef: string | null): Promise<DomainEvent> => {
    const accepted = payout.accept(providerRef, ports.now);
    (await account()).send(payout.total());
    return accepted;
  };
  const loseSight = async (): Promise<DomainEvent> => {
    const isLeaving = payout.state === 'sending';
    const lost = payout.loseSight(ports.now);
    if (isLeaving) (await account()).send(payout.total());
    return lost;
  };
  const succeed = async (paid: Paid): Promise<readonly DomainEvent[]> => {
    const succeeded = payout.succeed(paid);
    const followed = await followRefund(payout, 'succeed', ports);
    (await account()).arrive(payout.total());
    await bookOut();
    return [succeeded, ...followed];
  };
  const correct = async (paid: Paid): Promise<readonly DomainEvent[]> => {
    const corrected = payout.correct(paid);
    const followed = await followRefund(payout, 'succeed', ports);
    await bookOut();
    return [corrected, ...followed];
  };
  const refer = async (reason: Reason, told: Paid | null): Promise<readonly DomainEvent[]> => {
    const lost = payout.state === 'unknown' ? [] : [await loseSight()];
    return [...lost, payout.refer({ ...reason, providerCode: null, retryable: false }, told)];
  };

  return {
    accept,
    loseSight,
    succeed,
    /** Money moved otherwise than it was asked to. What is settled stays: a person is told by the refusal. */
    beLookedInto: async (reason: Reason): Promise<readonly DomainEvent[]> => {
      if (CONCLUSIVE.includes(payout.state)) requireAllowed(payoutLifecycle, payout.state, 'refer');
      return refer(reason, null);
    },
    giveUp: async (failure: Failure): Promise<readonly DomainEvent[]> => {
      const hadLeft = payout.hasLeft();
      const failed = payout.fail(failure, ports.now);
      // The collection of a refund is held before the account is: everybody keeps to that order.
      const followed = await followRefund(payout, 'fail', ports);
      if (hadLeft) (await account()).arrive(payout.total());
      else (await account()).release(payout.total());
      return [failed, ...followed];
    },
    bePaid: async (paid: Paid): Promise<readonly DomainEvent[]> => {
      const differs = paid.amount !== null && paid.amount !== payout.amount;
      if (payout.state === 'failed') {
        // What was settled can't be corrected by another amount: a person has to look, and is told so by the refusal.
        if (differs) requireAllowed(payoutLifecycle, payout.state, 'succeed');
        return correct(paid);
      }
      if (differs) {
        const message = `The provider paid ${paid.amount} under ${paid.receiptNo}; ${payout.amount} was asked for.`;
        return refer({ code: 'amount_mismatch', message }, paid);
      }
      // News that are quicker than the answer: it was sent, and it was paid.
      const sent = payout.state === 'sending' ? [await accept(paid.providerRef)] : [];
      return [...sent, ...(await succeed(paid))];
    },
    /** No news: it is asked again, ever more seldom, for a day; then people have to look. It never fails on silence. */
    stayOpen: async (): Promise<readonly DomainEvent[]> => {
      if (payout.nextCheckAt === null) return [];
      if (patienceIsOver(payout.startedAt(), ports.now)) {
        return refer({ code: 'no_answer', message: 'The provider has not said what became of it.' }, null);
      }
      payout.askLater(ports.now);
      return [];
    },
  };
}

async function found(originatorId: string, ports: Pick<BridgePorts, 'payouts'>): Promise<Payout> {
  const payout = await ports.payouts.lockByOriginator(originatorId);
  if (payout) return payout;
  throw refuse(kernelRefusals.not_found, 'No payout carries this originator id.', {
    resource: 'payout',
    id: originatorId,
  });
}
