import { sum, type Cents } from '../../kernel/money.ts';

/**
 * Divides an amount by weights, exact to the minor unit, by largest remainder (Hamilton): each part is rounded down, and
 * what is left goes one unit each to those that lost most by it; of equal losses the first ones named are served.
 * @param total minor units, not negative @param weights positive, in any unit
 * @returns a part for each weight; they sum to the total, and none differs from its exact share by a unit or more
 */
export function shareOut(total: Cents, weights: readonly bigint[]): readonly Cents[] {
  const whole = sum(weights);
  if (total < 0n || whole <= 0n || weights.some((weight) => weight < 0n)) {
    throw new RangeError(`An amount of ${total} can’t be divided by ${weights.join(', ')}.`);
  }
  const floors = weights.map((weight) => (total * weight) / whole);
  const left = Number(total - sum(floors));
  const losses = weights.map((weight, index) => ({ index, lost: (total * weight) % whole }));
  const served = new Set(
    losses
      .toSorted((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1))
      .slice(0, left)
      .map(({ index }) => index),
  );
  return floors.map((floor, index) => (served.has(index) ? floor + 1n : floor));
}
