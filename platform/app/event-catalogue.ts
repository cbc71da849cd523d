import { eventTypesOf } from '#core/kernel/event-types.ts';
import { scopesOfEvent } from '#core/partners/event-types.ts';
import { writtenTypes } from '../runtime/event-types.ts';
import { lifecycles } from '../postgres/lifecycles.ts';

/** Internal events, which no context publishes. */
const OUR_OWN = [
  'app_account.endowed',
  'close_of_business.booked',
  'close_of_business.savings_booked',
  'close_of_business.finished',
  'ledger_period.closed',
];

/** Every event type that there is. */
export const emittedTypes: readonly string[] = [
  ...new Set([
    ...lifecycles.flatMap(({ lifecycle }) => eventTypesOf(lifecycle)),
    ...writtenTypes.map(({ type }) => type),
    ...OUR_OWN,
  ]),
];

/** Those that a webhook may receive. The others are internal: no scope reads them (`scopesOfEvent`). */
export const eventCatalogue: readonly string[] = emittedTypes.filter((type) => scopesOfEvent(type) !== null);
