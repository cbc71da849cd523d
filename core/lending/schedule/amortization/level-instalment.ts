import type { Cents } from '../../../kernel/money.ts';
import { round, type Rounding } from '../../../kernel/rational.ts';
import type { Fraction } from '../year-fraction.ts';

/**
 * The exact instalment that repays a balance in periods of these interest factors:
 * balance x product(1 + r_k) / f_n, where f_1 = 1 and f_k = 1 + f_(k-1) (1 + r_k).
 * With equal factors it is the annuity balance x r (1 + r)^n / ((1 + r)^n - 1).
 * The result is a fraction of minor units, not reduced and not rounded.
 */
export function levelInstalment(balance: Cents, factors: readonly Fraction[]): Fraction {
  const first = factors[0]!;
  if (factors.every((factor) => factor === first)) return annuity(balance, first, factors.length);
  // f_k = fNum / (den_2 ... den_k) and product(1 + r) = grown / (den_1 ... den_n): most denominators cancel.
  let [grown, fNum, dens] = [first.den + first.num, 1n, 1n];
  for (let k = 1; k < factors.length; k++) {
    const { num, den } = factors[k]!;
    dens *= den;
    fNum = dens + fNum * (den + num);
    grown *= den + num;
  }
  return { num: balance * grown, den: first.den * fNum };
}

function annuity(balance: Cents, { num, den }: Fraction, count: number): Fraction {
  const n = BigInt(count);
  if (num === 0n) return { num: balance, den: n };
  const grown = (den + num) ** n;
  return { num: balance * grown * num, den: den * (grown - den ** n) };
}

/**
 * Rounds an amount to a multiple of minor units; to a single one where the multiple would leave
 * nothing of a positive amount, which would pile the whole loan onto its last row.
 */
export function roundedTo(multiple: bigint, { num, den }: Fraction, mode: Rounding): Cents {
  const rounded = round({ num, den: den * multiple }, mode) * multiple;
  return rounded === 0n && num > 0n ? round({ num, den }, mode) : rounded;
}
