import { counter, gauge, histogram, type Instrument } from './exposition.ts';

/** What the workers of this process have seen of deliveries. */
export type DeliveryTally = Instrument & {
  /** An attempt is over: `succeeded`, or the class of its error. */
  readonly attempted: (outcome: string, seconds: number) => void;
  /** The first attempt for an event has begun, so long after the event happened. */
  readonly begun: (secondsLater: number) => void;
};

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 300];

/** The share of successes is told of so many minutes. */
const MINUTES = 5;
const MINUTE_MS = 60_000;

type Minute = { at: number; all: number; succeeded: number };

/** @param elapsed milliseconds of a clock that never goes back */
export function deliveryTally(elapsed: () => number): DeliveryTally {
  const outcomes = counter('umoja_webhook_attempts_total', 'Attempts that are over, by what came of them.', 'outcome');
  const durations = histogram('umoja_webhook_attempt_seconds', 'How long attempts took.', SECONDS);
  const lags = histogram(
    'umoja_webhook_first_attempt_lag_seconds',
    'From the commit of an event to its first attempt, waiting for order, rate and breaker included.',
    SECONDS,
  );
  let minutes: Minute[] = [];
  const present = (): Minute[] => {
    const now = Math.floor(elapsed() / MINUTE_MS);
    minutes = minutes.filter(({ at }) => at > now - MINUTES);
    if (minutes.at(-1)?.at !== now) minutes.push({ at: now, all: 0, succeeded: 0 });
    return minutes;
  };
  const share = () => {
    const all = present().reduce((sum, minute) => sum + minute.all, 0);
    return all === 0 ? null : minutes.reduce((sum, { succeeded }) => sum + succeeded, 0) / all;
  };
  return {
    attempted: (outcome, seconds) => {
      outcomes.add(outcome);
      durations.observe(seconds);
      const minute = present().at(-1);
      if (!minute) return;
      minute.all += 1;
      if (outcome === 'succeeded') minute.succeeded += 1;
    },
    begun: (secondsLater) => lags.observe(Math.max(0, secondsLater)),
    lines: () => [
      ...outcomes.lines(),
      ...durations.lines(),
      ...lags.lines(),
      ...gauge(
        'umoja_webhook_success_ratio',
        `Share of attempts of the last ${MINUTES} minutes that succeeded.`,
        share(),
      ),
    ],
  };
}
