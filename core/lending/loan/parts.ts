import type { Cents } from '../../kernel/money.ts';

/** Amounts by what they are owed for, in minor units. */
export type Parts = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly penalties: Cents;
};

export const PARTS = ['principal', 'interest', 'fees', 'penalties'] as const satisfies readonly (keyof Parts)[];

export const NO_PARTS: Parts = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n };

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

export function totalOf({ principal, interest, fees, penalties }: Parts): Cents {
  return principal + interest + fees + penalties;
}
