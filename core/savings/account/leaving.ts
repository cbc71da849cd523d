import type { SavingsAccount } from './savings-account.ts';

/**
 * What a member who wants to leave still has in an account, in a sentence; null where that is nothing. Interest counts from
 * the day on which it is earned: posted later it would come to the account of a person who is no member any more.
 * @param openSince the first day of which it is not known what the account has earned; null where all is known
 */
export function leftOn(account: SavingsAccount, openSince: Temporal.PlainDate | null): string | null {
  const { accountNo, kind, state, balance, interestAccrued } = account;
  if (balance > 0n) {
    return kind === 'shares' ? `share account ${accountNo} holds shares` : `savings account ${accountNo} holds money`;
  }
  if (state === 'closed' || state === 'rejected') return null;
  if (interestAccrued > 0n) {
    return `savings account ${accountNo} has earned ${interestAccrued} that is not posted: post its interest (post_interest) and pay it out`;
  }
  if (openSince === null) return null;
  return `what savings account ${accountNo} has earned since ${openSince.toString()} is not known before the business of those days is closed`;
}
