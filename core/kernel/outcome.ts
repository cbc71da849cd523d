import type { DomainEvent } from './event.ts';

/** What a use case returns: its result and what happened. It can't commit, so it can't forget to. */
export type Outcome<Result> = { readonly result: Result; readonly events: readonly DomainEvent[] };

/** A use case's result with the events in the order in which they happened. */
export function outcome<Result>(result: Result, ...events: readonly DomainEvent[]): Outcome<Result> {
  return { result, events };
}
