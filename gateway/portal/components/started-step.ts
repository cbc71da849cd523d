import { BEGUN } from '../frame/begun.ts';
import { actorHeld } from '../frame/session.ts';
import { recordShown, type SeenRecord } from '../graph/shown-records.ts';
import type { Step } from './step.ts';

/**
 * What a form has begun, in this tab: its key, what was typed, and the version that was decided on. It outlives a double click, a
 * reload and a lost reply, so that what was sent is booked once.
 */
export type Started = {
  readonly key: string;
  readonly version: number | null;
  readonly texts: Readonly<Record<string, string>>;
  /** The record as it was seen when the form was begun; null where nothing showed it. */
  readonly seen: SeenRecord | null;
  /** When it was sent, in milliseconds, while no reply has come: whether it was done is not known. It goes again as it was. */
  readonly sentAt?: number;
};

/** The graph knows a key for 24 hours: what is sent later is another request, whose outcome is not in doubt. */
const DOUBTED_MS = 23 * 3_600_000;
const isOver = ({ sentAt }: Started): boolean => sentAt !== undefined && Date.now() - sentAt > DOUBTED_MS;

type Named = Pick<Step, 'name' | 'recordId' | 'version'>;
/** What one person has typed is never shown to another one in the same tab. */
const placeOf = ({ name, recordId }: Named) => `${BEGUN}${actorHeld()}:${name}:${recordId ?? ''}`;

/** The form that was begun before, or a new one. */
export function startedStep(step: Named): Started {
  const stored = sessionStorage.getItem(placeOf(step));
  if (stored === null) return newStep(step, {});
  // Written by storeStep, in this tab alone.
  const started = JSON.parse(stored) as Started;
  return isOver(started) ? newStep(step, started.texts) : started;
}

/** With a new key: after a refusal nothing was done, and what is sent next is another request. */
export const newStep = ({ version, recordId }: Named, texts: Started['texts']): Started => ({
  key: crypto.randomUUID(),
  version: version ?? null,
  texts,
  seen: recordId === null ? null : recordShown(recordId),
});

export const storeStep = (step: Named, started: Started): void =>
  sessionStorage.setItem(placeOf(step), JSON.stringify(started));

export const endStep = (step: Named): void => sessionStorage.removeItem(placeOf(step));

/**
 * Removes what was typed in this tab.
 * @param but whose forms stay; null: all of them go
 */
export function forgetSteps(but: string | null): void {
  for (const place of Object.keys(sessionStorage))
    if (place.startsWith(BEGUN) && (but === null || !place.startsWith(`${BEGUN}${but}:`)))
      sessionStorage.removeItem(place);
}
