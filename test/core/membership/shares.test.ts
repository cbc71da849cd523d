import { describe, expect, it } from 'vitest';
import { shareOut } from '#core/membership/death-claim/shares.ts';
import { sum } from '#core/kernel/money.ts';

/** A sequence that is the same in every run (Lehmer). */
function* numbers(seed: bigint): Generator<bigint, never> {
  for (let state = seed; ;) {
    state = (state * 48_271n) % 2_147_483_647n;
    yield state;
  }
}

describe('What is shared out by largest remainder', () => {
  it.each([
    [100n, [3_333n, 3_333n, 3_334n], [33n, 33n, 34n]],
    [2n, [3_333n, 3_333n, 3_334n], [1n, 0n, 1n]],
    [1n, [5_000n, 5_000n], [1n, 0n]],
    [0n, [1n, 9_999n], [0n, 0n]],
    [7n, [10_000n], [7n]],
    [10n, [1n, 9_999n], [0n, 10n]],
  ])('%s by %s is %s', (total, weights, parts) => {
    expect(shareOut(total, weights)).toEqual(parts);
  });

  it('sums to the whole, and no part is a cent or more from its exact share', () => {
    const next = numbers(20_260_302n);
    const draw = (below: bigint) => next.next().value % below;
    for (let run = 0; run < 500; run++) {
      const weights = Array.from({ length: Number(draw(20n)) + 1 }, () => draw(10_000n) + 1n);
      const total = draw(2_000_000_000n) * (draw(1_000_000n) + 1n);
      const whole = sum(weights);
      const parts = shareOut(total, weights);
      expect(sum(parts)).toBe(total);
      for (const [index, part] of parts.entries()) {
        const apart = part * whole - total * weights[index]!;
        expect(apart < whole && -apart < whole).toBe(true);
      }
      expect(shareOut(total, weights)).toEqual(parts);
    }
  });

  it('is refused where there is nothing to share by', () => {
    for (const [total, weights] of [
      [-1n, [1n]],
      [1n, []],
      [1n, [0n]],
      [1n, [2n, -1n]],
    ] as [bigint, bigint[]][])
      expect(() => shareOut(total, weights)).toThrow(RangeError);
  });
});
