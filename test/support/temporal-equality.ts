import { expect } from 'vitest';

const TEMPORAL = /^\[object (Temporal\.\w+)\]$/;
const kindOf = (value: unknown): string | undefined => TEMPORAL.exec(Object.prototype.toString.call(value))?.[1];

/** Times have no properties of their own, so `toMatchObject` takes any two of them for the same. They are compared by what they say. */
expect.addEqualityTesters([
  (one: unknown, other: unknown): boolean | undefined => {
    const kind = kindOf(one) ?? kindOf(other);
    if (kind === undefined) return undefined;
    return kindOf(one) === kindOf(other) && String(one) === String(other);
  },
]);
