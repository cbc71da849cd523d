import type { Lifecycle } from './lifecycle.ts';

/** `emits` of a verb that tells nobody: bookkeeping of a record that is itself about telling. */
export const TELLS_NOBODY = '';

/** The event types that a lifecycle emits, each once, in the order of its table. */
export function eventTypesOf(cycle: Lifecycle): string[] {
  const types = Object.values(cycle.verbs).flatMap((verb) => [verb.emits, ...Object.values(verb.emitsInto ?? {})]);
  return [...new Set(types.filter((type) => type !== undefined))].filter((type) => type !== TELLS_NOBODY);
}
