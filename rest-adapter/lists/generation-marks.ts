import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import { instantText } from '#platform/runtime/wire.ts';
import { instantIn } from '../times.ts';

/**
 * Times that readers of a sandbox come back with carry its generation in their microseconds: `…:00.123002Z` is the 123rd
 * millisecond, handed out after one reset. Stamps are of milliseconds, so nothing is lost by it. Where a test clock passes a time that
 * it showed before a reset, the mark alone shows that the records of then are gone. Live institutions have no marks.
 */
export type Generation = {
  readonly number: number;
  /** Null where times are not marked. */
  readonly mark: number | null;
  /** How far former generations came; null where there was none. */
  readonly reachedBefore: Temporal.Instant | null;
};

/** Marks go round; a time that is so many resets old is recognised only by lying before the reset or ahead of the clock. */
const MARKS = 999;

/** The generation of the caller's records, as it is now. Read it before the records: a reset may come between the two. */
export async function generationOf(app: Pick<App, 'generationTimes'>, caller: Caller): Promise<Generation> {
  const { resets, reachedBefore } = await app.generationTimes(caller);
  return { number: resets, mark: caller.mode === 'live' ? null : 1 + (resets % MARKS), reachedBefore };
}

/** A time that a reader may come back with. */
export function markedText(instant: Temporal.Instant, { mark }: Pick<Generation, 'mark'>): string {
  const text = instantText(instant);
  return mark === null ? text : text.replace('Z', `${String(mark).padStart(3, '0')}Z`);
}

/**
 * A clock of the reader's own may have microseconds as well: what no former generation can have handed out is not refused.
 * @throws DomainError sandbox_was_reset (gone) where a time has the mark of another generation
 */
export function requireMarkOf({ mark, reachedBefore }: Generation, text: string): void {
  const instant = instantIn(text);
  if (instant === null || mark === null || reachedBefore === null) return;
  const marked = Number(instant.epochNanoseconds % 1_000_000n) / 1_000;
  if (!Number.isInteger(marked) || marked === 0 || marked === mark) return;
  if (Temporal.Instant.compare(instant, reachedBefore) > 0) return;
  throw refuse(
    partnerRefusals.sandbox_was_reset,
    `${instant.toString()} was handed out before the sandbox was reset: read the list again from the beginning. A time of your own ` +
      'is sent in whole milliseconds.',
  );
}
