import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Disbursement } from '../disbursement/disbursement.ts';
import type { LendingWorld, PayoutAnswer, PayoutStatus } from '../ports.ts';
import { followGuarantees } from './guarantees.ts';
import { bookEntry } from './account/keep-account.ts';

type Settling = Pick<
  LendingWorld,
  'disbursements' | 'agents' | 'loans' | 'instalments' | 'entries' | 'guarantees' | 'actor' | 'now' | 'businessDate'
>;

/** When a worker asks the provider again, by how often it has asked before; then the last one for ever. */
const CHECK_AFTER_SECONDS = [60, 120, 300, 600, 1_800, 3_600];

/** How long silence is borne before a payment is referred to people. It is never failed on silence. */
const REFERRED_AFTER_HOURS = 24;

/**
 * The provider's answer to the request is written down. An answer that comes after the result itself adds nothing
 * but the reference that it carries.
 * @throws DomainError not_found
 */
export async function recordPayoutAnswer(
  command: { readonly originatorId: string; readonly answer: PayoutAnswer },
  world: Pick<Settling, 'disbursements' | 'agents' | 'now'>,
): Promise<Outcome<Disbursement>> {
  const disbursement = await found(
    await world.disbursements.lockByOriginator(command.originatorId),
    command.originatorId,
  );
  const { answer } = command;
  if (disbursement.state !== 'sending' && disbursement.state !== 'unknown') {
    if (answer.kind === 'accepted') disbursement.providerRef ??= answer.providerRef;
    return outcome(disbursement);
  }
  switch (answer.kind) {
    case 'accepted': {
      await takeFloat(disbursement, disbursement.takenBy('accept'), world);
      return outcome(
        disbursement,
        disbursement.accept(answer.providerRef, world.now, nextCheck(disbursement, world.now)),
      );
    }
    case 'unknown': {
      if (disbursement.state === 'unknown') return outcome(disbursement);
      await takeFloat(disbursement, disbursement.takenBy('lose_sight'), world);
      return outcome(disbursement, disbursement.loseSight(world.now, nextCheck(disbursement, world.now)));
    }
    case 'rejected':
      return outcome(disbursement, await giveUp(disbursement, answer, world));
    case 'unreachable': {
      const retryAt = world.now.add({ seconds: answer.retryAfterSeconds });
      const reason = { code: 'unreachable', message: answer.message, retryAt };
      return outcome(disbursement, await giveUp(disbursement, reason, world));
    }
  }
}

/**
 * What the provider says became of a payment: a callback, or the answer to a question of ours. The same news twice
 * changes nothing. A payment books the disbursement on its loan: the loan is active and its schedule runs.
 * @throws DomainError not_found; invalid_state_transition where the news contradict what was settled
 */
export async function recordPayoutStatus(
  command: { readonly originatorId: string; readonly status: PayoutStatus; readonly asked?: boolean },
  world: Settling,
): Promise<Outcome<Disbursement>> {
  const disbursement = await found(
    await world.disbursements.lockByOriginator(command.originatorId),
    command.originatorId,
  );
  const { status } = command;
  switch (status.kind) {
    case 'pending':
    case 'never_received':
      return stillOpen(disbursement, world);
    case 'unclear': {
      if (disbursement.state !== 'sending' && disbursement.state !== 'sent') return stillOpen(disbursement, world);
      await takeFloat(disbursement, disbursement.takenBy('lose_sight'), world);
      return outcome(disbursement, disbursement.loseSight(world.now, nextCheck(disbursement, world.now)));
    }
    case 'mismatch':
      if (disbursement.state === 'review') return outcome(disbursement);
      await takeFloat(disbursement, disbursement.takenBy('refer'), world);
      return outcome(disbursement, disbursement.refer(status));
    case 'not_paid':
      if (disbursement.state === 'failed') return outcome(disbursement);
      return outcome(disbursement, await giveUp(disbursement, status, world));
    case 'paid': {
      if (disbursement.state === 'confirmed') return outcome(disbursement);
      if (status.amount !== null && status.amount !== disbursement.payout()) {
        if (disbursement.state === 'review') return outcome(disbursement);
        await takeFloat(disbursement, disbursement.takenBy('refer'), world);
        const message = `The provider paid ${status.amount} under ${status.receiptNo}; ${disbursement.payout()} was asked for.`;
        return outcome(disbursement, disbursement.refer({ code: 'amount_mismatch', message }));
      }
      await takeFloat(disbursement, disbursement.takenBy('confirm'), world);
      const confirmed = disbursement.confirm(status, status.at);
      return outcome(disbursement, confirmed, ...(await bookOnLoan(disbursement, status.at, world)));
    }
  }
}

/**
 * No news: it is asked again, ever more seldom, for a day; then people have to look. So they have where nobody knows
 * whether it was sent: its float counts as gone from then on.
 */
async function stillOpen(
  disbursement: Disbursement,
  { now, ...world }: Pick<Settling, 'agents' | 'now'>,
): Promise<Outcome<Disbursement>> {
  if (disbursement.nextCheckAt === null) return outcome(disbursement);
  const silentSince = disbursement.sentAt ?? disbursement.createdAt;
  if (silentSince.until(now).total('hours') >= REFERRED_AFTER_HOURS) {
    await takeFloat(disbursement, disbursement.takenBy('refer'), world);
    const message = `The provider has not said for ${REFERRED_AFTER_HOURS} hours what became of it.`;
    return outcome(disbursement, disbursement.refer({ code: 'no_answer', message }));
  }
  disbursement.checks += 1;
  disbursement.nextCheckAt = nextCheck(disbursement, now);
  return outcome(disbursement);
}

async function bookOnLoan(disbursement: Disbursement, at: Temporal.Instant, world: Settling): Promise<DomainEvent[]> {
  const loan = await world.loans.lock(disbursement.loanId);
  if (!loan) throw new Error(`Disbursement ${disbursement.uuid} has lost its loan.`);
  const { amount, uuid } = disbursement;
  const valueDate = world.businessDate(at);
  const entry = { kind: 'disbursement', on: valueDate, amount, source: uuid } as const;
  const { figures, moved } = await bookEntry(loan, entry, world);
  const booked = loan.bookDisbursement({ amount, valueDate, disbursementUuid: uuid }, figures, moved);
  return [booked, ...(await followGuarantees(loan, world))];
}

async function giveUp(
  disbursement: Disbursement,
  reason: { code: string; message: string; retryAt?: Temporal.Instant },
  world: Pick<Settling, 'agents' | 'now'>,
): Promise<DomainEvent> {
  const promised = disbursement.state === 'sending';
  const failed = disbursement.fail(reason, world.now);
  const agent = await agentOf(disbursement, world);
  if (promised) agent.release(disbursement.payout());
  else agent.takeBack(disbursement.payout());
  return failed;
}

async function takeFloat(disbursement: Disbursement, taken: Cents, world: Pick<Settling, 'agents'>): Promise<void> {
  if (taken === 0n) return;
  const agent = await agentOf(disbursement, world);
  agent.pay(taken);
}

async function agentOf(disbursement: Disbursement, world: Pick<Settling, 'agents'>) {
  const agent = await world.agents.lock(disbursement.agentId);
  if (!agent) throw new Error(`Disbursement ${disbursement.uuid} has lost its agent.`);
  return agent;
}

function nextCheck(disbursement: Disbursement, now: Temporal.Instant): Temporal.Instant {
  const step = Math.min(disbursement.checks, CHECK_AFTER_SECONDS.length - 1);
  return now.add({ seconds: CHECK_AFTER_SECONDS[step] ?? 3_600 });
}

async function found(disbursement: Disbursement | null, originatorId: string): Promise<Disbursement> {
  if (disbursement) return disbursement;
  throw refuse(kernelRefusals.not_found, 'No disbursement carries this originator id.', {
    resource: 'disbursement',
    id: originatorId,
  });
}
