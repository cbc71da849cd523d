import { createHash } from 'node:crypto';
import type { Caller } from '#platform/auth/caller.ts';
import { boundedMap } from '../execute/bounded-map.ts';
import { rightsOf } from './live-callers.ts';
import type { Prepared } from './prepare.ts';
import { turns } from './turns.ts';

/** Changes that are fetched at the same time: the others wait, and requests of other kinds find room. */
const MOST_FETCHED = 32;
/** Results that are kept for streams which want the same, how long, and how many characters each has at most. */
const MOST_KEPT = 2_000;
const KEPT_MS = 5_000;
const LONGEST_KEPT = 20_000;

/** The result for a change; null where there is nothing that the caller may see. */
export type Show = (prepared: Prepared, caller: Caller, sequence: number) => Promise<Shown | null>;
type Shown = {
  readonly text: string;
  /** False where a part could not be fetched: who comes later may see more. */
  readonly isWhole: boolean;
};

/**
 * Streams that want the same of a change at about the same time, for the same client, share what was fetched; what failed
 * is fetched again. What is kept has a bound, however many people have the portal open.
 * @param elapsed milliseconds of a clock that only goes forwards
 */
export function sharedShow(show: Show, elapsed: () => number): Show {
  const kept = boundedMap<{ readonly result: ReturnType<Show>; readonly until: number }>(MOST_KEPT);
  const operations = new WeakMap<object, number>();
  let count = 0;
  const inTurn = turns(MOST_FETCHED);
  return (prepared, caller, sequence) => {
    const { operation, values } = prepared;
    const number = operations.get(operation) ?? ++count;
    operations.set(operation, number);
    const key = hashOf([caller.tenantId, sequence, number, values.variables, rightsOf(caller)]);
    const same = kept.get(key);
    if (same !== undefined && elapsed() < same.until) return same.result;
    const result = inTurn(() => show(prepared, caller, sequence));
    kept.set(key, { result, until: elapsed() + KEPT_MS });
    const forget = (): void => {
      if (kept.get(key)?.result === result) kept.delete(key);
    };
    // Those who wait for it share the failure as well; it is the streams that report it.
    result.then((found) => (found === null || isKept(found) ? undefined : forget()), forget);
    return result;
  };
}

const isKept = ({ isWhole, text }: Shown): boolean => isWhole && text.length <= LONGEST_KEPT;

/** Scopes and variables are long, and there are many streams. */
const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64');
