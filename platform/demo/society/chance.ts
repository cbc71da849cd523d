/** Chance that is the same each time: numbers from a seed. */
export type Chance = {
  /** A whole number from one to another, both included. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /** True in so many cases of a hundred. */
  readonly in100: (cases: number) => boolean;
};

/** Mulberry32: 32 bits of state, enough for what no one attacks. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: <T>(from: readonly T[]): T => {
      const found = from[between(0, from.length - 1)];
      if (found === undefined) throw new RangeError('There is nothing to pick from.');
      return found;
    },
    in100: (cases) => next() * 100 < cases,
  };
}
