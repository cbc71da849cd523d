import type { Lifecycle } from './lifecycle.ts';

/** `emits` of a verb without an event: bookkeeping of a record that is itself about delivering events. */
export const EMITS_NOTHING = '';

/** The event types that a lifecycle emits, each once, in the order of its table. */
export function eventTypesOf(cycle: Lifecycle): string[] {
  const types = Object.values(cycle.verbs).flatMap((verb) => [verb.emits, ...Object.values(verb.emitsInto ?? {})]);
  return [...new Set(types.filter((type) => type !== undefined))].filter((type) => type !== EMITS_NOTHING);
}
