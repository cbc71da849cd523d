import { setTimeout as sleep } from 'node:timers/promises';
import { outageOf } from '#platform/runtime/outage.ts';
import type { WorkerContext } from './job.ts';

/** A task that is done over and over until it is ended. */
export type Loop = {
  /** Does it again immediately, or once more after the round that runs. */
  readonly wake: () => void;
  /** Lets the round that runs come to its end. */
  readonly end: () => Promise<void>;
};

const AFTER_TROUBLE_MS = 1_000;

/**
 * Repeats a task every `everyMs`, or sooner where it is woken. A round that fails is logged; the next one follows. While
 * the clock of this machine is wrong, the rounds are left to other processes.
 * @param round `goesOn` is false once the loop is ended: a long round may stop there
 */
export function repeat(
  name: string,
  everyMs: number,
  { app, log }: Pick<WorkerContext, 'app' | 'log'>,
  round: (goesOn: () => boolean) => Promise<void>,
): Loop {
  let isEnded = false;
  let isWoken = false;
  let interrupt = new AbortController();
  const pause = async (ms: number) => {
    if (!isWoken && !isEnded) await sleep(ms, undefined, { signal: interrupt.signal }).catch(() => undefined);
    interrupt = new AbortController();
  };
  let isOutage = false;
  const reportFailure = (error: unknown) => {
    if (outageOf(error) === null) return log.error({ error }, `A round of ${name} broke; the next one comes.`);
    // Each round of an outage fails alike: one line at its beginning, and one at its end.
    if (!isOutage) log.warn({ error }, `The rounds of ${name} meet an outage; they go on once it is over.`);
    isOutage = true;
  };
  const running = (async () => {
    while (!isEnded) {
      isWoken = false;
      try {
        if (app.mayChange()) await round(() => !isEnded);
        if (isOutage) log.warn(`The rounds of ${name} go on: the outage is over.`);
        isOutage = false;
        await pause(everyMs);
      } catch (error) {
        reportFailure(error);
        isWoken = false;
        await pause(AFTER_TROUBLE_MS);
      }
    }
  })();
  return {
    wake: () => {
      isWoken = true;
      interrupt.abort();
    },
    end: async () => {
      isEnded = true;
      interrupt.abort();
      await running;
    },
  };
}
