import type { Cents } from '../kernel/money.ts';
import { earnedOn, isPostingDay, taxOn, type EarlierBalance, type SavingsInterest } from './interest.ts';

/** A savings account at the end of a day, before it is closed. Money in minor units. */
export type SavingsAtClose = {
  /** False once the account is closed: what was not posted by then is forgone. */
  readonly isOpen: boolean;
  readonly balance: Cents;
  /** What it held at the end of days that are not closed yet, where it was something else. */
  readonly earlier: readonly EarlierBalance[];
  /** Balance by days since interest was last posted. */
  readonly days: bigint;
  /** Interest that the books have recognised and that is not posted yet. */
  readonly accrued: Cents;
  readonly interest: SavingsInterest;
  /** Its period ends with the day, whatever the calendar says: a deposit matures, or interest was posted early. */
  readonly isPosted?: boolean;
};

export type ClosedSavings = Pick<SavingsAtClose, 'balance' | 'earlier' | 'days' | 'accrued'> & {
  /** What the day has earned; negative where earnings are forgone. */
  readonly earned: Cents;
  /** Interest that became the member's, and the tax withheld of it; null on other days than those of posting. */
  readonly posted: { readonly interest: Cents; readonly tax: Cents } | null;
};

/**
 * The close of one account's day: a day's interest on what it held at the end, and on the last day of a period the
 * posting of all that was earned, less tax. Worked out from the balance by days since the last posting, so that the days
 * of a period sum to its interest whatever was rounded. Pure: the same account closed twice for a day gives the same.
 * @param on the business date that ends
 */
export function closeSavings(account: SavingsAtClose, on: Temporal.PlainDate): ClosedSavings {
  const { interest: terms, accrued } = account;
  const day = on.toString();
  const earlier = account.earlier.filter(({ until }) => until > day);
  const base = { balance: account.balance, earlier };
  if (!account.isOpen) return { ...base, days: 0n, accrued: 0n, earned: -accrued, posted: null };
  const then = account.earlier.find(({ until }) => until >= day);
  const held = then ? BigInt(then.balance) : account.balance;
  const days = account.days + (held >= BigInt(terms.minimumBalance) ? held : 0n);
  const due = earnedOn(days, terms);
  if (due === 0n || !(account.isPosted || isPostingDay(on, terms.postingPeriod))) {
    return { ...base, days, accrued: due, earned: due - accrued, posted: null };
  }
  const posted = { interest: due, tax: taxOn(due, terms) };
  const credited = posted.interest - posted.tax;
  return {
    balance: account.balance + credited,
    // It was there from the next day on, whatever moved since.
    earlier: earlier.map(({ until, balance }) => ({ until, balance: (BigInt(balance) + credited).toString() })),
    days: 0n,
    accrued: 0n,
    earned: due - accrued,
    posted,
  };
}
