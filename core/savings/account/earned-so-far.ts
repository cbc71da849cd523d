import { taxOn } from '../interest.ts';
import type { PostedInterest } from './fixed-deposit.ts';
import type { SavingsAccount } from './savings-account.ts';

/**
 * What an account has earned is posted before its time. Its terms go on: a movement of before can still be reversed.
 * @returns what it is, and what that changes; null where nothing was
 */
export function earnedSoFar({ interest, interestAccrued, balance, earlierBalances }: SavingsAccount): {
  readonly posted: PostedInterest;
  readonly after: Partial<SavingsAccount>;
} | null {
  if (interest === null || interestAccrued <= 0n) return null;
  const posted = { interest: interestAccrued, tax: taxOn(interestAccrued, interest) };
  const credited = posted.interest - posted.tax;
  const after = {
    balance: balance + credited,
    interestAccrued: 0n,
    interestDays: 0n,
    // Days that are not closed yet earn on it, as they would after a posting at the end of a period.
    earlierBalances: earlierBalances.map((each) => ({
      until: each.until,
      balance: (BigInt(each.balance) + credited).toString(),
    })),
  };
  return { posted, after };
}
