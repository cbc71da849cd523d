import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { behindBy, HALF_BY_WEEK_3, instalmentsOf } from '#core/education/invoice/instalments.ts';
import { sum } from '#core/kernel/money.ts';

const START = Temporal.PlainDate.from('2026-01-05');
const plan = (tuition: bigint, accommodation: bigint) =>
  instalmentsOf(
    [
      { feeCategory: 'tuition', amount: tuition, discount: 0n },
      { feeCategory: 'accommodation', amount: accommodation, discount: 0n },
    ],
    HALF_BY_WEEK_3,
    START,
  );

describe('Half by the third week, the rest by the eighth, accommodation immediately', () => {
  it('gives three dates', () => {
    expect(plan(50_001n, 12_000n).map(({ dueOn, amount }) => [dueOn.toString(), amount])).toEqual([
      ['2026-01-05', 12_000n],
      ['2026-01-26', 25_001n],
      ['2026-03-02', 25_000n],
    ]);
  });

  it('names from the day after who is behind, and by how much', () => {
    const instalments = plan(50_000n, 12_000n);
    const on = (day: string, settled: bigint) => behindBy(instalments, settled, Temporal.PlainDate.from(day));
    expect(on('2026-01-05', 0n)).toBe(0n);
    expect(on('2026-01-06', 0n)).toBe(12_000n);
    expect(on('2026-01-27', 30_000n)).toBe(7_000n);
    expect(on('2026-03-03', 62_000n)).toBe(0n);
  });

  it('sums to the charges, whatever they are', () => {
    const cents = fc.bigInt({ min: 0n, max: 9_999_999n });
    fc.assert(
      fc.property(cents, cents, (tuition, accommodation) => {
        expect(sum(plan(tuition, accommodation).map((each) => each.amount))).toBe(tuition + accommodation);
      }),
    );
  });
});
