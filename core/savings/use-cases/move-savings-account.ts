import { refuse } from '../../kernel/domain-error.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireSecondPerson, type Acting } from '../../kernel/two-people.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import { firstOpenDay, requireEarningsKnown } from '../closed-days.ts';
import type { SavingsPorts } from '../ports.ts';
import { postCostOfBreak, postEarnings } from './post-earnings.ts';
import { earnedUnderTerms } from './earned-without.ts';
import { findSavingsAccount, type OnSavingsAccount } from './find-savings.ts';
import { optionalReason } from '../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../kernel/steps.ts';
import { savingsAccountLifecycle } from '../account/lifecycle.ts';

type WithReason = OnSavingsAccount & { readonly reason?: string | null };
type Accounts = Pick<SavingsPorts, 'savingsAccounts'>;
type Earning = Pick<
  SavingsPorts,
  'savingsAccounts' | 'savingsTransactions' | 'closedDays' | 'newUuid' | 'actor' | 'now' | 'today'
>;

/**
 * The society accepts the opening: another person than the one who opened it, where the tenant requires two.
 * @throws DomainError invalid_state_transition, four_eyes_required, approval_needs_client (conflict)
 */
export async function approveSavingsAccount(
  command: OnSavingsAccount,
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'fourEyes' | 'today' | keyof Acting>,
): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  requireAllowed(savingsAccountLifecycle, account.state, 'approve');
  const step = { savings_account_id: account.id, action: 'approve' };
  if (ports.fourEyes) await requireSecondPerson(account.openedBy, ports, step);
  return outcome(account, account.approve(ports.actor, ports.today));
}

/** @throws DomainError invalid_state_transition, savings_account_not_empty (conflict) */
export async function closeSavingsAccount(command: WithReason, ports: Accounts): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  return outcome(account, account.close(command.reason ?? null));
}

/** A step that needs the record and, where the lifecycle says so, a reason. */
const stepOf =
  (action: Parameters<SavingsAccount['move']>[0]) =>
  async (command: WithReason, ports: Accounts): Promise<Outcome<SavingsAccount>> => {
    const account = await findSavingsAccount(command, ports);
    return outcome(account, account.move(action, command.reason ?? null));
  };

export const rejectSavingsAccount = stepOf('reject');
export const freezeSavingsAccount = stepOf('freeze');
export const unfreezeSavingsAccount = stepOf('unfreeze');

/**
 * The member uses a dormant account again, identified afresh.
 * @throws DomainError invalid_state_transition, kyc_incomplete, member_not_active (conflict)
 */
export async function reactivateSavingsAccount(
  command: WithReason,
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'savers' | 'today'>,
): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  requireAllowed(savingsAccountLifecycle, account.state, 'reactivate');
  const saver = await ports.savers.get(account.memberId);
  if (!saver) throw new Error(`Account ${account.accountNo} has no member.`);
  if (saver.state !== 'active') {
    throw refuse(
      kernelRefusals.member_not_active,
      `Member ${saver.memberNo} is ${saver.state}. Reactivate the member first, on fresh particulars.`,
      { member_id: saver.id, member_state: saver.state },
    );
  }
  return outcome(account, account.reactivate(saver.kycConfirmedOn, ports.today));
}

/**
 * A fixed deposit is broken before it matures, at the agreed cost; it may be withdrawn then. What that posts of its interest
 * or takes back are movements of the account. What it has earned has to be known through yesterday.
 * @throws DomainError invalid_state_transition, withdrawal_not_allowed, insufficient_funds, business_day_open (conflict),
 *   validation_failed
 */
export async function breakFixedDeposit(command: WithReason, ports: Earning): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  requireAllowed(savingsAccountLifecycle, account.state, 'break_deposit');
  requireEarningsKnown(account, await ports.closedDays.of(account.id), ports.today);
  const before = earnedUnderTerms(account, await ports.savingsTransactions.of(account.id));
  const { settled, event } = account.breakDeposit(before, { today: ports.today, reason: command.reason ?? null });
  const since = { ...ports, from: ports.today };
  const posted = postEarnings(account, settled.posted, since);
  return outcome(account, event, ...posted, ...(await postCostOfBreak(account, settled.takenBack, since)));
}

/**
 * What an account has earned is posted before the end of its period, so that a member who leaves is paid it.
 * @throws DomainError invalid_state_transition, withdrawal_not_allowed, nothing_earned (conflict), validation_failed
 */
export async function postInterestEarly(command: WithReason, ports: Earning): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  const from = firstOpenDay(account, await ports.closedDays.of(account.id)) ?? ports.today;
  const { posted, event } = account.postInterest(command.reason ?? null);
  return outcome(account, event, ...postEarnings(account, posted, { ...ports, from }));
}

/** A member who leaves wants share capital redeemed. @throws DomainError withdrawal_not_allowed (conflict) */
export async function giveNoticeOnShares(
  command: WithReason,
  ports: Pick<SavingsPorts, 'savingsAccounts' | 'shareBylaws' | 'today'>,
): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  return outcome(account, account.giveNotice(ports.today, ports.shareBylaws));
}

const step = stepOn<'savingsAccountId'>();
const reason = optionalReason;

/** The steps of an account's life. */
export const savingsAccountSteps = {
  approve: step({
    name: 'approveSavingsAccount',
    means: 'Accepts the opening; where two people are required, another client than the one that opened it.',
    run: approveSavingsAccount,
    fields: { reason },
  }),
  reject: step({
    name: 'rejectSavingsAccount',
    means: 'Declines the opening of an account.',
    run: rejectSavingsAccount,
    fields: {},
  }),
  freeze: step({
    name: 'freezeSavingsAccount',
    means: 'Nothing moves in or out of the account until it is unfrozen; it goes on earning interest.',
    run: freezeSavingsAccount,
    fields: {},
  }),
  unfreeze: step({
    name: 'unfreezeSavingsAccount',
    means: 'Money may move on the account again.',
    run: unfreezeSavingsAccount,
    fields: { reason },
  }),
  break_deposit: step({
    name: 'breakFixedDeposit',
    means: 'Ends a fixed deposit before it matures, at the agreed cost; it may be withdrawn then.',
    run: breakFixedDeposit,
    fields: {},
  }),
  post_interest: step({
    name: 'postInterestEarly',
    means: 'Posts what an account has earned so far before the end of its period, for a member who leaves.',
    run: postInterestEarly,
    fields: {},
  }),
  give_notice: step({
    name: 'giveNoticeOnShares',
    means: 'A member who leaves wants share capital redeemed: the notice begins.',
    run: giveNoticeOnShares,
    fields: { reason },
  }),
  reactivate: step({
    name: 'reactivateSavingsAccount',
    means: 'Opens a dormant account again, after the member’s identity was confirmed again.',
    run: reactivateSavingsAccount,
    fields: { reason },
  }),
  close: step({
    name: 'closeSavingsAccount',
    means: 'Closes an account that is empty.',
    run: closeSavingsAccount,
    fields: { reason },
  }),
} as const satisfies Steps<typeof savingsAccountLifecycle>;
