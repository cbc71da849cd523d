import { least, most, type Cents } from '../../kernel/money.ts';

/** Income by what it was charged for, in minor units; negative where it is taken back. */
export type Earned = { readonly interest: Cents; readonly fees: Cents; readonly penalties: Cents };

export const NOTHING_EARNED: Earned = { interest: 0n, fees: 0n, penalties: 0n };

/** Income recognised so far, and the part of it that was recognised because it was paid before it was accrued. */
export type Recognised = { readonly accrued: Cents; readonly early: Cents };

/**
 * Income that is recognised once so much is paid and so much still owed: at least what was paid (cash before accrual),
 * at most what was and will be paid. What was recognised only because it was paid is calculated again each time, for
 * payments are reversed and allocated again.
 * @param off the books carry nothing of the loan: what is paid is recovery, not income
 */
export function recognised(
  { accrued, early }: Recognised,
  { paid, owed, off }: { paid: Cents; owed: Cents; off: boolean },
): Recognised {
  if (off) return { accrued, early };
  const known = accrued - early;
  const next = least(most(known, paid), paid + owed);
  return { accrued: next, early: most(next - known, 0n) };
}
