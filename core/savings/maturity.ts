import { round, parseDecimal } from '../kernel/rational.ts';
import type { Cents } from '../kernel/money.ts';
import { annualFraction, type AnnualRate } from '../kernel/rate.ts';
import type { SavingsInterest } from './interest.ts';

/**
 * What becomes of a fixed deposit that matures: it is bound again, on the terms that it had or on those that its product
 * has by then; it is paid out to another account of the member; or it waits, at the rate for money that is not bound.
 */
export const AT_MATURITY = ['roll_over', 'roll_over_new_terms', 'pay_out', 'wait'] as const;
export type AtMaturity = (typeof AT_MATURITY)[number];

/** What was agreed of a fixed deposit at its opening. JSON-safe. */
export type MaturityTerms = {
  readonly atMaturity: AtMaturity;
  /** The member's account that `pay_out` pays into. */
  readonly payoutAccountId: number | null;
  /** Percent a year that it earns once it is not bound any more. */
  readonly rateAfter: AnnualRate;
  /** What breaking it early costs: percent of the interest that it has earned. */
  readonly breakCost: string;
};

/** What a fixed deposit earns once it is not bound any more; null where that is nothing. */
export function interestAfter(interest: SavingsInterest | null, { rateAfter }: MaturityTerms): SavingsInterest | null {
  if (interest === null || annualFraction(rateAfter).num === 0n) return null;
  return { ...interest, annualRate: rateAfter };
}

/** What is left to the member of the interest of a deposit that is broken, in minor units, half to even. */
export function leftAfterBreak(earned: Cents, { breakCost }: MaturityTerms): Cents {
  const { num, den } = parseDecimal(breakCost);
  return earned - round({ num: earned * num, den: den * 100n }, 'half_even');
}
