import type { FieldError } from '../kernel/field-error.ts';
import type { Cents } from '../kernel/money.ts';

/** What an institution charges its apps a payment: the fee of the first step that reaches up to the amount. */
export type TariffStep = { readonly upTo: Cents | null; readonly fee: Cents };
export type Direction = 'payout' | 'collection';
export type Tariff = { readonly [D in Direction]: readonly TariffStep[] };
export const DIRECTIONS: readonly Direction[] = ['payout', 'collection'];

/** A tariff as it is stored: amounts as text, in minor units. A direction that is missing is not agreed. */
export type StoredTariff = { readonly [D in Direction]?: readonly StoredStep[] };
type StoredStep = { readonly upTo: string | null; readonly fee: string };

/** Changes of a tariff; null takes back what was agreed for a direction. */
export type TariffChanges = { readonly [D in Direction]?: readonly TariffStep[] | null | undefined };

/** What is charged where an institution has agreed nothing else. */
export const FREE: Tariff = { payout: [], collection: [] };

/** A tariff has at most so many steps a direction. */
export const MOST_STEPS = 50;

/** The fee of one payment, in minor units. */
export function feeOf(steps: readonly TariffStep[], amount: Cents): Cents {
  return steps.find(({ upTo }) => upTo === null || amount <= upTo)?.fee ?? 0n;
}

/** The tariff in force: what was agreed, and otherwise what everybody is charged. */
export function tariffInForce(agreed: StoredTariff, otherwise: Tariff): Tariff {
  const read = (steps: readonly StoredStep[]): readonly TariffStep[] =>
    steps.map(({ upTo, fee }) => ({ upTo: upTo === null ? null : BigInt(upTo), fee: BigInt(fee) }));
  const of = (direction: Direction) => {
    const steps = agreed[direction];
    return steps === undefined ? otherwise[direction] : read(steps);
  };
  return { payout: of('payout'), collection: of('collection') };
}

/** What is agreed once the changes are made, as it is stored. */
export function changedTariff(agreed: StoredTariff, changes: TariffChanges): StoredTariff {
  const store = (steps: readonly TariffStep[]): readonly StoredStep[] =>
    steps.map(({ upTo, fee }) => ({ upTo: upTo === null ? null : String(upTo), fee: String(fee) }));
  const directions = DIRECTIONS.flatMap((direction) => {
    const change = changes[direction];
    const steps = change === undefined ? agreed[direction] : change === null ? undefined : store(change);
    return steps === undefined ? [] : [[direction, steps]];
  });
  // Each entry is a direction with its steps, which entries don't say of their names.
  return Object.fromEntries(directions) as StoredTariff;
}

/**
 * What is wrong with a tariff: its steps rise, the last one reaches every amount so that none is free by mistake, and no
 * fee is above the limit of the institution.
 */
export function tariffErrors(changes: TariffChanges, feeLimit: Cents): FieldError[] {
  return DIRECTIONS.flatMap((direction) => stepErrors(direction, changes[direction] ?? [], feeLimit));
}

function stepErrors(direction: Direction, steps: readonly TariffStep[], feeLimit: Cents): FieldError[] {
  if (steps.length > MOST_STEPS) {
    return [{ field: direction, code: 'range', detail: `Send ${MOST_STEPS} steps at most.` }];
  }
  return steps.flatMap(({ upTo, fee }, index): FieldError[] => {
    const errors: FieldError[] = [];
    const at = (field: string, detail: string) =>
      void errors.push({ field: `${direction}.${index}.${field}`, code: 'range', detail });
    if (fee < 0n || fee > feeLimit) at('fee', `Send a fee of 0 to ${feeLimit} minor units, the institution’s limit.`);
    const isLast = index === steps.length - 1;
    const before = steps[index - 1]?.upTo ?? 0n;
    if (isLast && upTo !== null) at('up_to', 'Send null for the last step: it is charged for every larger amount.');
    if (!isLast && upTo === null) at('up_to', 'Only the last step has no upper bound.');
    if (upTo !== null && upTo <= before) at('up_to', `Send more than ${before}: each step reaches further.`);
    return errors;
  });
}
