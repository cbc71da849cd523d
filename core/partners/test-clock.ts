import { refuse } from '../kernel/domain-error.ts';
import { invalidField } from '../kernel/field-error.ts';
import { partnerRefusals } from './refusals.ts';

/** How far one command advances the clock: a leap year, and a month to look back on it. */
export const MOST_DAYS_AHEAD = 400;

/** A tenant's test clock, and where it is going. */
export type TestClock = {
  readonly state: 'ready' | 'advancing';
  /** The business time of the tenant. */
  readonly now: Temporal.Instant;
  readonly advancedFrom: Temporal.Instant;
  readonly target: Temporal.Instant;
};

/** @throws DomainError sandbox_only (forbidden) in a live tenant: its time is the world's */
export function requireSandboxTenant(mode: 'sandbox' | 'live'): void {
  if (mode === 'sandbox') return;
  throw refuse(partnerRefusals.sandbox_only, 'A live institution’s time is the world’s; use a client of a sandbox.');
}

/**
 * Whether a clock is to go to a moment: false where it is on its way there already.
 * @throws DomainError clock_advancing (conflict) while it goes elsewhere; validation_failed (invalid) for a moment that is
 * past, or further away than one command goes
 */
export function requireAdvance(to: Temporal.Instant, now: Temporal.Instant, clock: TestClock | null): boolean {
  if (clock?.state === 'advancing') {
    if (Temporal.Instant.compare(clock.target, to) === 0) return false;
    throw refuse(
      partnerRefusals.clock_advancing,
      `The clock is on its way to ${clock.target.toString({ smallestUnit: 'millisecond' })}. Wait until it is ready, then advance it further.`,
      { to: clock.target.toString({ smallestUnit: 'millisecond' }) },
    );
  }
  if (Temporal.Instant.compare(to, now) <= 0) {
    throw invalidField(
      'to',
      'range',
      `It is ${now.toString()} already, and time does not go back: choose a later time.`,
    );
  }
  const furthest = now.add({ hours: MOST_DAYS_AHEAD * 24 });
  if (Temporal.Instant.compare(to, furthest) > 0) {
    const detail = `One step goes ${MOST_DAYS_AHEAD} days ahead, to ${furthest.toString()}. Take several.`;
    throw invalidField('to', 'range', detail);
  }
  return true;
}
