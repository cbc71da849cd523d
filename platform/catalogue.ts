import { eventTypesOf } from '#core/kernel/event-types.ts';
import { scopeOfEvent } from '#core/partners/event-types.ts';
import { lifecycles } from './lifecycles.ts';

/** Events that belong to no lifecycle: changes of particulars, money of the house, what a school has on offer. */
const OTHERS = [
  'member.updated',
  'float.topped_up',
  'app_account.endowed',
  'balance.low',
  // Arrears are no state of a loan, but whoever lends wants to know of them.
  'loan.overdue',
  'close_of_business.booked',
  'close_of_business.finished',
  'ledger_period.closed',
  'unit.created',
  'academic_year.created',
  'term.created',
  'intake.created',
  'fee_structure.created',
  'grading_scale.created',
  'grading_scale.updated',
];

/** Every event type that there is. */
export const emittedTypes: readonly string[] = [
  ...new Set([...lifecycles.flatMap(({ lifecycle }) => eventTypesOf(lifecycle)), ...OTHERS]),
];

/** Those that a webhook may be told of. The others are our own: see TOLD_TO_NOBODY, and subjects without a scope. */
export const eventCatalogue: readonly string[] = emittedTypes.filter((type) => scopeOfEvent(type) !== null);
