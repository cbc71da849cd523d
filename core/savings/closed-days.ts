import { refuse } from '../kernel/domain-error.ts';
import type { SavingsAccount } from './account/savings-account.ts';
import { savingsRefusals } from './refusals.ts';

/** Days whose business was closed for an account. */
export type ClosedDays = { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate };

type Earning = Pick<SavingsAccount, 'interest' | 'interestSince' | 'balance' | 'earlierBalances'>;

/** The first day under an account's present terms of which it is not known what it has earned; null before it is active. */
export function firstOpenDay(
  { interestSince: since }: Pick<SavingsAccount, 'interestSince'>,
  closed: ClosedDays | null,
): Temporal.PlainDate | null {
  const next = closed?.last.add({ days: 1 }) ?? null;
  if (since === null || next === null) return since;
  return Temporal.PlainDate.compare(since, next) >= 0 ? since : next;
}

/** The first day before today that an account may still earn on, once its business is closed; null where there is none. */
export function earningOpenDay(
  account: Earning,
  closed: ClosedDays | null,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const open = firstOpenDay(account, closed);
  if (account.interest === null || open === null || Temporal.PlainDate.compare(open, today) >= 0) return null;
  const heldOn = account.earlierBalances.filter(({ until }) => until >= open.toString());
  const coversYesterday = heldOn.some(({ until }) => until >= today.subtract({ days: 1 }).toString());
  const held = [...heldOn.map(({ balance }) => BigInt(balance)), ...(coversYesterday ? [] : [account.balance])];
  return held.some((balance) => balance > 0n) ? open : null;
}

/**
 * What an account has earned is known through yesterday: its terms may end today.
 * @throws DomainError business_day_open (conflict) with open_since
 */
export function requireEarningsKnown(
  account: SavingsAccount,
  closed: ClosedDays | null,
  today: Temporal.PlainDate,
): void {
  const open = earningOpenDay(account, closed, today);
  if (open === null) return;
  throw refuse(
    savingsRefusals.business_day_open,
    `What account ${account.accountNo} has earned since ${open.toString()} is not known before the business of those days is closed. Close it, then do this again.`,
    { savings_account_id: account.id, open_since: open.toString() },
  );
}
