import { least, type Cents } from '../../kernel/money.ts';

/** Money of which a part is promised, in minor units; neither is ever negative, and what is promised is there. */
export type FloatPart = { float: Cents; held: Cents };

/** What may still be promised, in minor units. */
export const availableIn = ({ float, held }: FloatPart): Cents => float - held;

/** Lays what is available evenly into the parts in use, each beside what is held there; nothing lies in the others then. */
export function spread(available: Cents, used: readonly FloatPart[], all: readonly FloatPart[]): void {
  const [first] = used;
  if (!first) throw new Error('A float has no part to lie in.');
  for (const part of all) {
    if (used.includes(part)) continue;
    first.held += part.held;
    part.held = 0n;
    part.float = 0n;
  }
  const count = BigInt(used.length);
  used.forEach((part, n) => {
    part.float = part.held + available / count + (BigInt(n) < available % count ? 1n : 0n);
  });
}

/**
 * What is held leaves the parts, the first ones first: where a float was split since, it may lie in several. Returns what is
 * missing.
 */
export function takeHeld(amount: Cents, parts: readonly FloatPart[]): Cents {
  let left = amount;
  for (const part of parts) {
    const taken = least(left, part.held);
    part.held -= taken;
    left -= taken;
  }
  return left;
}
