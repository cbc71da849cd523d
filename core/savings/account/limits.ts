import { refuse, type DomainError } from '../../kernel/domain-error.ts';
import { invalidFields } from '../../kernel/field-error.ts';
import { MAX_CENTS, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { savingsRefusals } from '../refusals.ts';
import type { ShareBylaws } from '../shares.ts';
import type { SavingsAccount } from './savings-account.ts';

/** What a member may take out or promise: all that is not held, in minor units. */
export function availableBalance(account: Pick<SavingsAccount, 'balance' | 'held'>): Cents {
  return account.balance - account.held;
}

/** @throws DomainError account_frozen with reason, savings_account_not_active with current_state (conflict) */
export function requireUsable({ id, accountNo, state, stateReason }: SavingsAccount): void {
  if (state === 'active') return;
  if (state === 'frozen') {
    throw refuse(savingsRefusals.account_frozen, `Account ${accountNo} is frozen: ${stateReason}.`, {
      savings_account_id: id,
      reason: stateReason,
    });
  }
  throw refuse(savingsRefusals.savings_account_not_active, `Account ${accountNo} is ${state}.`, {
    savings_account_id: id,
    current_state: state,
  });
}

/** The account of a member who died: that it is dormant is no reason to keep what is in it. @throws as `requireUsable` */
export function requireSettleable(account: SavingsAccount): void {
  if (account.state !== 'dormant') requireUsable(account);
}

/** @throws DomainError insufficient_funds (conflict) with available_balance, requested_amount */
export function requireAvailable(account: SavingsAccount, amount: Cents): void {
  const available = availableBalance(account);
  if (available >= amount) return;
  throw refuse(
    savingsRefusals.insufficient_funds,
    `Account ${account.accountNo} has ${available} available; ${amount} was requested.`,
    { savings_account_id: account.id, available_balance: available, requested_amount: amount },
  );
}

/** @throws DomainError validation_failed (invalid) where the account can't hold so much */
export function requireRoom({ accountNo, balance }: SavingsAccount, amount: Cents): void {
  if (balance + amount <= MAX_CENTS) return;
  const detail = `Pay in at most ${MAX_CENTS - balance}.`;
  const amounts = { most_amount: MAX_CENTS - balance };
  throw invalidFields(`Account ${accountNo} can’t hold so much.`, [
    { field: 'amount', code: 'range', detail, amounts },
  ]);
}

/** @throws DomainError savings_account_not_empty (conflict) with balance, held */
export function requireEmpty({ id, accountNo, balance, held }: SavingsAccount): void {
  if (balance === 0n && held === 0n) return;
  throw refuse(
    savingsRefusals.savings_account_not_empty,
    `Account ${accountNo} holds ${balance}, of which ${held} is held; pay it out first.`,
    { savings_account_id: id, balance, held },
  );
}

/** @throws DomainError kyc_incomplete (conflict) where the identity was last confirmed before the account became dormant */
export function requireConfirmedIdentity(
  { accountNo, memberId, dormantSince }: SavingsAccount,
  confirmedOn: Temporal.PlainDate | null,
): void {
  if (confirmedOn !== null && (dormantSince === null || Temporal.PlainDate.compare(confirmedOn, dormantSince) >= 0))
    return;
  throw refuse(
    kernelRefusals.kyc_incomplete,
    `Account ${accountNo} is dormant since ${dormantSince?.toString() ?? 'long ago'}. Confirm the member’s identity again first.`,
    { member_id: memberId, missing: ['kyc'] },
  );
}

/** @throws DomainError withdrawal_not_allowed (conflict) for money that is saved, and where notice was given already */
export function requireNoNotice({ id, accountNo, kind, redeemableFrom }: SavingsAccount): void {
  if (kind === 'shares' && redeemableFrom === null) return;
  const why =
    kind === 'shares'
      ? `Notice on account ${accountNo} was given already; it may be redeemed from ${redeemableFrom?.toString() ?? ''}.`
      : `Account ${accountNo} holds no shares: it needs no notice.`;
  throw refuse(savingsRefusals.withdrawal_not_allowed, why, { savings_account_id: id, kind });
}

/** @throws DomainError withdrawal_not_allowed (conflict) for a fixed deposit before its maturity */
export function requireUnbound({ id, accountNo, kind, maturedOn }: SavingsAccount): void {
  if (kind !== 'fixed_deposit' || maturedOn !== null) return;
  throw refuse(
    savingsRefusals.withdrawal_not_allowed,
    `Account ${accountNo} is a fixed deposit that is bound: its interest is settled when it matures or is broken.`,
    { savings_account_id: id, kind },
  );
}

/** The refusal to post interest where none was earned. */
export function nothingEarned({ id, accountNo }: SavingsAccount): DomainError {
  return refuse(savingsRefusals.nothing_earned, `Account ${accountNo} has earned nothing that is not posted yet.`, {
    savings_account_id: id,
  });
}

/**
 * The product, or the by-laws on shares, let this amount out today.
 * @throws DomainError withdrawal_not_allowed (conflict)
 */
export function requireWithdrawable(
  account: SavingsAccount,
  amount: Cents,
  terms: { readonly today: Temporal.PlainDate; readonly bylaws: ShareBylaws },
): void {
  const why = reasonToRefuse(account, amount, terms);
  if (why === null) return;
  throw refuse(savingsRefusals.withdrawal_not_allowed, why, {
    savings_account_id: account.id,
    kind: account.kind,
    balance: account.balance,
    matures_on: account.maturesOn?.toString() ?? null,
    redeemable_from: account.redeemableFrom?.toString() ?? null,
  });
}

function reasonToRefuse(
  { kind, accountNo, balance, maturedOn, maturesOn, redeemableFrom }: SavingsAccount,
  amount: Cents,
  { today, bylaws }: Parameters<typeof requireWithdrawable>[2],
): string | null {
  const isFrom = (day: Temporal.PlainDate | null) => day !== null && Temporal.PlainDate.compare(today, day) >= 0;
  switch (kind) {
    case 'ordinary':
      return null;
    case 'fixed_deposit':
      return maturedOn !== null || isFrom(maturesOn)
        ? null
        : `Account ${accountNo} is a fixed deposit that matures on ${maturesOn?.toString() ?? 'a later day'}.`;
    case 'shares':
      if (bylaws.buyer === 'member')
        return `Account ${accountNo} holds shares. By the by-laws another member takes them over: transfer them.`;
      if (!isFrom(redeemableFrom))
        return redeemableFrom === null
          ? `Account ${accountNo} holds shares. Give notice of ${bylaws.noticeDays} days, then they are redeemed.`
          : `Account ${accountNo} holds shares, which are redeemed from ${redeemableFrom.toString()}.`;
      return amount === balance ? null : `Shares are redeemed whole: withdraw ${balance}.`;
  }
}
