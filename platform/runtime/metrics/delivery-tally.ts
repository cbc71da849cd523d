import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Counts the deliveries of this process. */
export type DeliveryTally = {
  readonly registry: Registry;
  /** An attempt is over: `succeeded`, or the class of its error. */
  readonly attempted: (outcome: string, seconds: number) => void;
  /** The first attempt for an event begins, so long after the event occurred. */
  readonly begun: (secondsLater: number) => void;
};

const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 300];

/** The window of the success ratio. */
const MINUTES = 5;
const MINUTE_MS = 60_000;

type Minute = { readonly at: number; all: number; succeeded: number };

/** @param elapsed milliseconds of a monotonic clock */
export function deliveryTally(elapsed: () => number, registry: Registry = new Registry()): DeliveryTally {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'umoja_webhook_attempts_total',
    help: 'Attempts that are over, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'umoja_webhook_attempt_seconds',
    help: 'How long attempts took.',
    buckets,
    registers,
  });
  const lags = new Histogram({
    name: 'umoja_webhook_first_attempt_lag_seconds',
    help: 'From the commit of an event to its first attempt, waiting for order, rate and breaker included.',
    buckets,
    registers,
  });
  let minutes: Minute[] = [];
  const recent = (now: number) => minutes.filter(({ at }) => at > now - MINUTES);
  const presentMinute = () => Math.floor(elapsed() / MINUTE_MS);
  new Gauge({
    name: 'umoja_webhook_success_ratio',
    help: `Share of attempts of the last ${MINUTES} minutes that succeeded. No value where there were none.`,
    registers,
    collect() {
      const last = recent(presentMinute());
      const all = last.reduce((sum, minute) => sum + minute.all, 0);
      if (all === 0) this.remove();
      else this.set(last.reduce((sum, { succeeded }) => sum + succeeded, 0) / all);
    },
  });
  return {
    registry,
    attempted: (outcome, seconds) => {
      outcomes.inc({ outcome });
      durations.observe(seconds);
      const now = presentMinute();
      let minute = minutes.at(-1);
      if (minute?.at !== now) {
        minute = { at: now, all: 0, succeeded: 0 };
        minutes = [...recent(now), minute];
      }
      minute.all += 1;
      if (outcome === 'succeeded') minute.succeeded += 1;
    },
    begun: (secondsLater) => lags.observe(Math.max(0, secondsLater)),
  };
}
