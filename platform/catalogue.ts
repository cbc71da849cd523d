import { eventTypesOf } from '#core/kernel/event-types.ts';
import { lifecycles } from './lifecycles.ts';

/** Events that belong to no lifecycle: changes of particulars, money of the house, tests. */
const OTHERS = ['member.updated', 'float.topped_up'];

/** Every event type that a webhook may be told of, derived from the lifecycles. */
export const eventCatalogue: readonly string[] = [
  ...new Set([...lifecycles.flatMap(({ lifecycle }) => eventTypesOf(lifecycle)), ...OTHERS]),
];
