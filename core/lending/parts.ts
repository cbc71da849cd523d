import type { Cents } from '../kernel/money.ts';

/** The parts of an instalment, a payment or a debt, in minor units. */
export type Parts = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly penalties: Cents;
};

export const PARTS = ['principal', 'interest', 'fees', 'penalties'] as const satisfies readonly (keyof Parts)[];

export const NO_PARTS: Parts = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n };

/** The parts alone of a record that has more. */
export function partsOf({ principal, interest, fees, penalties }: Parts): Parts {
  return { principal, interest, fees, penalties };
}

/** Part by part, the sum of two. */
export function plusParts(a: Parts, b: Parts): Parts {
  return {
    principal: a.principal + b.principal,
    interest: a.interest + b.interest,
    fees: a.fees + b.fees,
    penalties: a.penalties + b.penalties,
  };
}

/** Part by part, the difference of two. */
export function minusParts(a: Parts, b: Parts): Parts {
  return plusParts(a, { principal: -b.principal, interest: -b.interest, fees: -b.fees, penalties: -b.penalties });
}

/** Part by part, the sum of several. */
export function sumOfParts(all: Iterable<Parts>): Parts {
  let [principal, interest, fees, penalties] = [0n, 0n, 0n, 0n];
  for (const parts of all) {
    principal += parts.principal;
    interest += parts.interest;
    fees += parts.fees;
    penalties += parts.penalties;
  }
  return { principal, interest, fees, penalties };
}

/** The sum of the parts, in minor units. */
export function totalOf({ principal, interest, fees, penalties }: Parts): Cents {
  return principal + interest + fees + penalties;
}
