import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '#platform/queue/queues.ts';
import { describeError } from '#platform/runtime/log.ts';
import { outageOf } from '#platform/runtime/outage.ts';
import { inParallel } from './in-parallel.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 500;
/** Clocks that one worker moves at a time. */
const CLOCKS = 4;
/** Jobs of one moment at a time: each waits for a provider most of its time. */
const JOBS = 16;
/** A lease is renewed so often; it is three times as long. */
const RENEWED_EVERY_MS = 5_000;
/** A job that fails is tried so often before the clock stops. */
const TRIES_AT_A_MOMENT = 3;
/** A job of which another worker does the rest is looked at again after a moment; for so often nothing is lost. */
const LOOKS_AT_A_JOB = 80;
const NEXT_LOOK_MS = 25;
/** What follows from what is due ends by then; jobs that are new afterwards are of clients who go on meanwhile. */
const ROUNDS_AT_A_MOMENT = 5;

type Context = Pick<WorkerContext, 'app' | 'log'>;
/** What does the jobs of a queue, by its name. */
type Handlers = { readonly [queue: string]: { readonly handler: Handler } };

/** Moves test clocks of sandbox tenants to where they were sent. */
export function advanceClocks(context: Context, handlers: Handlers): Loop {
  const { app, log } = context;
  return repeat('advance-clocks', LOOK_EVERY_MS, { app, log }, async (goesOn) => {
    const waiting = await app.testClock.waiting();
    await inParallel(CLOCKS, waiting, (tenantId) => advanceClock(context, handlers, tenantId, goesOn));
  });
}

/**
 * Moves one clock from moment to moment, and does at each what is due then, before it goes on. Whatever ends it, the clock
 * stays where it is, and the next worker goes on from there.
 */
export async function advanceClock(
  { app, log }: Context,
  handlers: Handlers,
  tenantId: number,
  goesOn: () => boolean = () => true,
): Promise<void> {
  const { testClock } = app;
  const holder = randomUUID();
  let target = await testClock.lease(tenantId, holder);
  if (target === null) return;
  const renewing = setInterval(() => void testClock.lease(tenantId, holder).catch(() => undefined), RENEWED_EVERY_MS);
  renewing.unref();
  const { timeZone } = await app.institution({ tenantId });
  const stuck = new Set<string>();
  try {
    for (;;) {
      const done = await settle({ app, log }, handlers, tenantId, stuck);
      if (Temporal.Instant.compare(done, target) >= 0) break;
      if (!goesOn()) return await testClock.release(tenantId, holder, null);
      target = await testClock.lease(tenantId, holder);
      if (target === null) return;
      await testClock.moveOn(tenantId, holder, { done, target, timeZone });
    }
    await testClock.arrive(tenantId, holder);
  } catch (error) {
    log.error({ error, tenant_id: tenantId }, 'A test clock can’t be advanced; it is tried again.');
    await testClock.release(tenantId, holder, problemOf(error).slice(0, 500)).catch(() => undefined);
  } finally {
    clearInterval(renewing);
  }
}

/** What clients are shown of it: nothing of a statement or its values. */
const problemOf = (error: unknown): string =>
  outageOf(error) === null
    ? describeError(error).message
    : 'The database is busy or away; the clock goes on in a moment.';

/**
 * Does what is due in a tenant, and what follows from it, until nothing is.
 * @returns up to which business time everything is done
 */
async function settle(
  { app, log }: Context,
  handlers: Handlers,
  tenantId: number,
  stuck: Set<string>,
): Promise<Temporal.Instant> {
  const looks = new Map<string, number>();
  const failures = new Map<string, number>();
  for (let round = 1; ; round++) {
    const done = await app.testClock.business(tenantId);
    const jobs = (await app.testClock.dueJobs(tenantId)).filter(({ queue, id }) => !stuck.has(`${queue} ${id}`));
    const isNew = ({ queue, id }: { readonly queue: string; readonly id: string }) => !looks.has(`${queue} ${id}`);
    if (jobs.length === 0 || (round > ROUNDS_AT_A_MOMENT && jobs.every(isNew))) return done;
    if (!jobs.some(isNew)) await sleep(NEXT_LOOK_MS);
    await inParallel(JOBS, jobs, async ({ queue, id }) => {
      const name = `${queue} ${id}`;
      looks.set(name, (looks.get(name) ?? 0) + 1);
      try {
        await handlers[queue]?.handler({ tenantId, id });
      } catch (error) {
        log.error({ error, tenant_id: tenantId, queue, id }, 'A job that is due by a test clock failed.');
        const failed = (failures.get(name) ?? 0) + 1;
        failures.set(name, failed);
        // The clock stops where it is, says why, and is tried again: what is due is not passed over.
        if (failed >= TRIES_AT_A_MOMENT) throw error;
      }
      if ((looks.get(name) ?? 0) >= LOOKS_AT_A_JOB) stuck.add(name);
    });
  }
}
