import type { Cents } from '../kernel/money.ts';
import type { SavingsInterest } from './interest.ts';
import { closeSavings } from './close-savings.ts';

/** What a movement changed, and the business date on which it counted. Minor units, negative for money that went out. */
export type Moved = { readonly on: Temporal.PlainDate; readonly change: Cents };

export type EarnedSoFar = {
  /** Posted to the account, and the tax withheld of it. */
  readonly interest: Cents;
  readonly tax: Cents;
  /** Earned since the last posting, and the balance by days that it follows from. */
  readonly accrued: Cents;
  readonly days: bigint;
};

/**
 * What an account would have earned had just these movements been: day by day through the closes of business that were,
 * with the interest on interest that follows. Pure.
 * @param opening what it held when its terms began, before the movements
 * @param from the first day that was closed under its terms @param through the last; nothing is earned where it lies before
 * @param postedOn days at whose end interest was posted, also before the end of its period
 */
export function replayInterest(
  moves: readonly Moved[],
  interest: SavingsInterest,
  {
    opening,
    from,
    through,
    postedOn,
  }: { opening: Cents; from: Temporal.PlainDate; through: Temporal.PlainDate; postedOn: ReadonlySet<string> },
): EarnedSoFar {
  const changes = new Map<string, Cents>();
  let balance = opening;
  for (const { on, change } of moves) {
    if (Temporal.PlainDate.compare(on, from) < 0) balance += change;
    else changes.set(on.toString(), (changes.get(on.toString()) ?? 0n) + change);
  }
  const earned = { interest: 0n, tax: 0n, accrued: 0n, days: 0n };
  for (let day = from; Temporal.PlainDate.compare(day, through) <= 0; day = day.add({ days: 1 })) {
    balance += changes.get(day.toString()) ?? 0n;
    const { days, accrued } = earned;
    const isPosted = postedOn.has(day.toString());
    const closed = closeSavings({ isOpen: true, balance, earlier: [], days, accrued, interest, isPosted }, day);
    balance = closed.balance;
    earned.days = closed.days;
    earned.accrued = closed.accrued;
    earned.interest += closed.posted?.interest ?? 0n;
    earned.tax += closed.posted?.tax ?? 0n;
  }
  return earned;
}
