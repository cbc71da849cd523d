import type { Cents } from '../kernel/money.ts';
import { annualFraction } from '../kernel/rate.ts';
import { parseDecimal, round } from '../kernel/rational.ts';

/** How many days a year has, over which the rate is spread. */
export const SAVINGS_DAY_COUNTS = ['actual_365', 'actual_360'] as const;
export type SavingsDayCount = (typeof SAVINGS_DAY_COUNTS)[number];

/** Interest is posted at the end of each of these. */
export const POSTING_PERIODS = ['month', 'quarter', 'year'] as const;
export type PostingPeriod = (typeof POSTING_PERIODS)[number];

/** What an account earns, as it started with it. JSON-safe: amounts are whole minor units as text. */
export type SavingsInterest = {
  /** Percent a year. */
  readonly annualRate: string;
  readonly dayCount: SavingsDayCount;
  readonly postingPeriod: PostingPeriod;
  /** A day on which the account holds less at its end earns nothing. */
  readonly minimumBalance: string;
  /** What is withheld of interest for the tax authority, in percent. */
  readonly taxRate: string;
};

/** What a product says of interest. */
export type InterestOffered = Pick<SavingsInterest, 'annualRate' | 'dayCount' | 'postingPeriod'> & {
  /** Minor units. */
  readonly minimumBalance: Cents;
  readonly withholdingTaxRate: string;
};

/** What an account held at the end of the days through `until`, an ISO date; minor units as text. */
export type EarlierBalance = { readonly until: string; readonly balance: string };

/**
 * Interest goes by what an account holds at the end of a day: the first movement of a day stores what it held before. One
 * that counts from an earlier day than the last movement did, as a maturity whose close came late, is in what was held since.
 * @param on the day from which it counts @param balance what the account holds before it @param change what it changes of that
 */
export function withMovement(
  earlier: readonly EarlierBalance[],
  on: Temporal.PlainDate,
  { balance, change }: { readonly balance: Cents; readonly change: Cents },
): readonly EarlierBalance[] {
  const [until, day] = [on.subtract({ days: 1 }).toString(), on.toString()];
  const before = earlier.filter((each) => each.until <= until);
  const since = earlier.filter((each) => each.until >= day);
  const held = since[0]?.balance ?? balance.toString();
  return [
    ...before,
    ...(before.at(-1)?.until === until ? [] : [{ until, balance: held }]),
    ...since.map((each) => ({ until: each.until, balance: (BigInt(each.balance) + change).toString() })),
  ];
}

/**
 * The ends of days without a movement that was wrong.
 * @param change what it had changed from the day on which it was booked @param credited the interest it corrects
 */
export function correctedFrom(
  bookedOn: Temporal.PlainDate,
  earlier: readonly EarlierBalance[],
  { change, credited }: { readonly change: Cents; readonly credited: Cents },
): readonly EarlierBalance[] {
  const day = bookedOn.toString();
  return earlier.map(({ until, balance }) => {
    const corrected = BigInt(balance) + credited - (until >= day ? change : 0n);
    return { until, balance: corrected.toString() };
  });
}

/** The interest that accounts of a product start with; null where it pays none. */
export function interestOf(product: InterestOffered): SavingsInterest | null {
  const { annualRate, dayCount, postingPeriod, minimumBalance, withholdingTaxRate: taxRate } = product;
  if (annualFraction(annualRate).num === 0n) return null;
  return { annualRate, dayCount, postingPeriod, minimumBalance: minimumBalance.toString(), taxRate };
}

/**
 * Interest on days of balance, in minor units, half to even: balance x days x rate / days of the year.
 * @param balanceDays the sum of the balances at the end of each day
 */
export function earnedOn(balanceDays: bigint, { annualRate, dayCount }: SavingsInterest): Cents {
  const { num, den } = annualFraction(annualRate);
  const year = dayCount === 'actual_365' ? 365n : 360n;
  return round({ num: balanceDays * num, den: den * year }, 'half_even');
}

/** The tax on interest, in minor units, half to even. */
export function taxOn(interest: Cents, { taxRate }: SavingsInterest): Cents {
  const { num, den } = parseDecimal(taxRate);
  return round({ num: interest * num, den: den * 100n }, 'half_even');
}

/** True on the last day of a posting period of the calendar. */
export function isPostingDay(on: Temporal.PlainDate, period: PostingPeriod): boolean {
  const next = on.add({ days: 1 });
  if (next.day !== 1) return false;
  const months = { month: 1, quarter: 3, year: 12 }[period];
  return (next.month - 1) % months === 0;
}
