import type { Chance } from './chance.ts';

/** The days of a history: the last one is yesterday's successor, on which nothing is planted any more. */
export type Span = { readonly firstDay: Temporal.PlainDate; readonly lastDay: Temporal.PlainDate };

/** A life of this length has everything that there is. */
export const WHOLE = 540;

/** What the parts of the plan share. */
export type Draft = {
  readonly span: Span;
  /** Days of the history. */
  readonly days: number;
  readonly chance: Chance;
  readonly nextReceipt: () => number;
  readonly joined: readonly number[];
};
