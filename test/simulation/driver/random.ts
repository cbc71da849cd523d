/** Chance of one history: the same seed makes the same choices. */
export type Random = {
  /** From 0 up to 1. */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <T>(values: readonly T[]) => T;
};

/** The seed of something that has a name: the same wherever it comes in a run. */
export function seedOf(seed: number, name: string): number {
  let mixed = seed >>> 0;
  for (const character of name) mixed = Math.imul(mixed ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return mixed;
}

/** @param seed a whole number of 32 bits */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    chance: (probability) => next() < probability,
    between,
    oneOf: (values) => {
      if (values.length === 0) throw new Error('There is nothing to choose from.');
      return values[between(0, values.length - 1)]!;
    },
  };
}
