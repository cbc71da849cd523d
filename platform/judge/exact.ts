/** An exact fraction; the denominator is positive. Nothing that the judge calculates is ever rounded but where the specification rounds. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

export const whole = (value: bigint): Fraction => ({ over: value, under: 1n });

export function fraction(over: bigint, under: bigint): Fraction {
  const divisor = commonDivisor(over < 0n ? -over : over, under < 0n ? -under : under) || 1n;
  const sign = under < 0n ? -1n : 1n;
  return { over: (sign * over) / divisor, under: (sign * under) / divisor };
}

export const plus = (a: Fraction, b: Fraction) => fraction(a.over * b.under + b.over * a.under, a.under * b.under);
export const times = (a: Fraction, b: Fraction) => fraction(a.over * b.over, a.under * b.under);
export const dividedBy = (a: Fraction, b: Fraction) => fraction(a.over * b.under, a.under * b.over);

/** A decimal string, as rates are stored. */
export function decimal(text: string): Fraction {
  const [before = '0', after = ''] = text.split('.');
  return fraction(BigInt(before + after), 10n ** BigInt(after.length));
}

/** Rounds to a multiple, a half to the even one. */
export function halfEven(value: Fraction, multiple = 1n): bigint {
  const { over, under } = dividedBy(value, whole(multiple));
  const floor = over >= 0n ? over / under : -((-over + under - 1n) / under);
  const twice = 2n * (over - floor * under);
  const up = twice > under || (twice === under && floor % 2n !== 0n);
  return (floor + (up ? 1n : 0n)) * multiple;
}

/** Rounds to a whole, a half away from zero. */
export function halfUp({ over, under }: Fraction): bigint {
  return over >= 0n ? (2n * over + under) / (2n * under) : -((-2n * over + under) / (2n * under));
}

function commonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
