import type { DomainEvent } from './event.ts';

/**
 * What a use case returns: its result and what happened. It can't commit, so it can't forget to.
 * `isReplay`: the same was done before; the result is that of the first time, and nothing happened now.
 */
export type Outcome<Result> = {
  readonly result: Result;
  readonly events: readonly DomainEvent[];
  readonly isReplay?: true;
  /** The same events by the commands that were carried out as one: each of them is a version of what it changed. */
  readonly parts?: readonly (readonly DomainEvent[])[];
};

/** A use case's result with the events in the order in which they happened. */
export function outcome<Result>(result: Result, ...events: readonly DomainEvent[]): Outcome<Result> {
  return { result, events };
}

/** The result of the first time: the same was done before, and nothing happens now. */
export function replay<Result>(result: Result): Outcome<Result> {
  return { result, events: [], isReplay: true };
}
