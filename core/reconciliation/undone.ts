import type { Cents } from '../kernel/money.ts';
import type { Movement } from './movements.ts';

/** Without records that came to nothing: the provider never moved money for them. */
export function withoutUndone(movements: readonly Movement[]): readonly Movement[] {
  const left = withoutSumsOfNothing(movements, ({ subject }) => `${subject.type}:${subject.uuid}`);
  // An entry whose rest was a record of its own is corrected in both of them.
  return withoutSumsOfNothing(left, ({ receiptNo, corrected }) => (corrected ? receiptNo : null));
}

/** Without movements of one name that come to nothing together. */
function withoutSumsOfNothing(
  movements: readonly Movement[],
  nameOf: (movement: Movement) => string | null,
): readonly Movement[] {
  const sums = new Map<string | null, Cents>();
  for (const movement of movements) {
    const name = nameOf(movement);
    sums.set(name, (sums.get(name) ?? 0n) + movement.amount);
  }
  return movements.filter((movement) => nameOf(movement) === null || sums.get(nameOf(movement)) !== 0n);
}
