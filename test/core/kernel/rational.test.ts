import { describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal, rational, round, roundToMultiple } from '#core/kernel/rational.ts';

describe('Rounding an exact fraction', () => {
  it('takes a half to the even neighbour, as the schedule engine does by default', () => {
    // 1250 x 1.25 % = 15.625 shillings, published as 15.62
    expect(round(rational(15625n, 10n), 'half_even')).toBe(1562n);
    expect(round(rational(15635n, 10n), 'half_even')).toBe(1564n);
  });

  it.each([
    ['half_up', 3n, -3n],
    ['half_down', 2n, -2n],
    ['up', 3n, -3n],
    ['down', 2n, -2n],
    ['ceiling', 3n, -2n],
    ['floor', 2n, -3n],
  ] as const)('%s of 2.5 and -2.5', (mode, positive, negative) => {
    expect(round(rational(5n, 2n), mode)).toBe(positive);
    expect(round(rational(-5n, 2n), mode)).toBe(negative);
  });

  it('goes to multiples of a step', () => {
    expect(roundToMultiple(rational(30449n), 100n, 'half_up')).toBe(30400n);
    expect(roundToMultiple(rational(30450n), 100n, 'half_up')).toBe(30500n);
  });
});

describe('A decimal string', () => {
  it('is read without loss and written back', () => {
    expect(parseDecimal('12.5')).toEqual({ num: 25n, den: 2n });
    expect(parseDecimal('-0.05')).toEqual({ num: -1n, den: 20n });
    expect(formatDecimal(rational(28n, 12n), 2)).toBe('2.33');
    expect(formatDecimal(rational(-1n, 200n), 2)).toBe('-0.01');
  });

  it.each(['', '1e3', '1.', '.5', ' 1', '1,5', 'NaN', '0x10'])('refuses "%s"', (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });
});
