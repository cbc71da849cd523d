import { describe, expect, it } from 'vitest';
import { dailyCompoundInterest } from '#core/kernel/compound.ts';
import { formatDecimal, rational } from '#core/kernel/rational.ts';

describe('Interest that compounds every day', () => {
  it('of one day is simple interest', () => {
    expect(dailyCompoundInterest(36_500n, '10', 1, 365)).toEqual(rational(10n));
  });

  it('of two days bears interest on the first', () => {
    expect(dailyCompoundInterest(36_500n, '10', 2, 365)).toEqual(rational(7_301n, 365n));
  });

  it('of no day, or no rate, is nothing', () => {
    expect(dailyCompoundInterest(36_500n, '10', 0, 365)).toEqual(rational(0n));
    expect(dailyCompoundInterest(36_500n, '0', 100, 365)).toEqual(rational(0n));
  });

  it('of 1,000.00 for 121 days at 10 % is 33.70', () => {
    expect(formatDecimal(dailyCompoundInterest(100_000n, '10', 121, 365), 2, 'half_even')).toBe('3370.16');
  });
});
