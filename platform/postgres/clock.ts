import { Unavailable } from '../runtime/outage.ts';

/** A machine whose clock differs from the database's by more has a fault that its operator has to repair. */
const MOST_DIFFERENCE_MS = 5_000;
const MEASURED_EVERY_MS = 5_000;

/** The time by the database's clock, which all processes share. */
export type DatabaseClock = {
  /** The present time. It goes by the database's clock, and on by this process's monotonic one between measurements. */
  readonly now: () => Temporal.Instant;
  /** How far the clock of this machine is ahead of the database's, in milliseconds; negative where it is behind. */
  readonly aheadMs: () => number;
  /** False where the difference is more than what may be: the process then changes nothing, and is not ready. */
  readonly isSound: () => boolean;
  /** Refuses where the clock is not sound. @throws Unavailable */
  readonly requireSound: () => void;
  /** Measures now. Fails where the database does not respond. */
  readonly measure: () => Promise<void>;
  /** Calls back when the clock stops being sound, and when it is again. */
  readonly watch: (changes: ClockChanges) => void;
  readonly close: () => void;
};

/** Who is to know when the clock stops being sound, and when it is again. */
type ClockChanges = { readonly wrong: () => void; readonly right: () => void };

type ClockParts = {
  /** The database's time, in milliseconds. */
  readonly read: () => Promise<number>;
  /** The clock of this machine. */
  readonly machine: () => Temporal.Instant;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  readonly everyMs?: number;
};

/**
 * Measures the database's clock, at first and every few seconds. What several processes share (expiry of tokens and keys,
 * leases, due times, schedules) goes by it: a machine whose own clock is hours ahead would execute a stored key again.
 */
export async function databaseClock({ read, machine, elapsed, everyMs = MEASURED_EVERY_MS }: ClockParts) {
  let offset: number | null = null;
  let wasSound = true;
  const watching = new Set<ClockChanges>();

  const measure = async (): Promise<void> => {
    const sent = elapsed();
    const at = await read();
    // The database read its clock between the two moments, so the offset lies between these two. One that is already
    // there stays: how long the way took (a full pool, a slow network) does not move the time.
    const [least, most] = [at - elapsed(), at - sent];
    offset = Math.min(Math.max(offset ?? (least + most) / 2, least), most);
    compare();
  };
  const milliseconds = (): number => {
    if (offset === null) throw new Error('The database’s clock was not read yet.');
    return elapsed() + offset;
  };
  const aheadMs = () => machine().epochMilliseconds - milliseconds();
  const isSound = () => Math.abs(aheadMs()) <= MOST_DIFFERENCE_MS;
  const compare = () => {
    const sound = isSound();
    if (sound === wasSound) return;
    wasSound = sound;
    for (const { right, wrong } of watching) (sound ? right : wrong)();
  };

  await measure();
  // A database that does not respond has no time to compare: the monotonic clock goes on meanwhile, and what needs
  // the database reports the outage.
  const timer = setInterval(() => void measure().catch(() => undefined), everyMs);
  timer.unref();
  return {
    now: () => Temporal.Instant.fromEpochNanoseconds(BigInt(Math.floor(milliseconds() * 1_000)) * 1_000n),
    aheadMs,
    isSound,
    requireSound: () => {
      if (!isSound()) throw new Unavailable(sentenceOf(aheadMs()), MEASURED_EVERY_MS / 1_000);
    },
    measure,
    watch: (changes) => {
      watching.add(changes);
      if (!wasSound) changes.wrong();
    },
    close: () => clearInterval(timer),
  } satisfies DatabaseClock;
}

/** What is wrong with a machine's clock, and what to do. */
export function sentenceOf(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return (
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s. This process ` +
    `changes nothing until they differ by less than ${MOST_DIFFERENCE_MS / 1_000} s: set the clock (NTP).`
  );
}
