import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../send.ts';
import type { Reply, Stage } from '../stage.ts';
import { during, type OutsideFault } from './faults.ts';
import type { Knowledge } from './history.ts';

/** The clock of a sandbox may stand still so long while its step is tried again: on a machine that many share, that is minutes. */
const MOST_STOPPED_MS = 300_000;

/** What befalls the system while its clock moves, and for how long. */
export type Disturbance = { readonly fault: OutsideFault; readonly afterMs: number; readonly forMs: number };

/** Sends the sandbox's clock ahead and waits until it is there, whatever befalls the system meanwhile. @returns the days */
export async function advance(
  stage: Stage,
  known: Knowledge,
  days: number,
  disturbance: Disturbance | null = null,
): Promise<number> {
  if (days === 0) return 0;
  await stage.settle();
  // The sandbox's time went on since it was read.
  const { body: clock } = await send(stage, 'officer', { method: 'GET', path: '/api/v1/test/clock' }, null);
  const to = Temporal.Instant.from(clock.now)
    .add({ minutes: Math.round(24 * 60 * days) })
    .toString({ smallestUnit: 'millisecond' });
  const sent = await send(stage, 'officer', { method: 'POST', path: '/api/v1/test/clock', body: { to } }, null);
  if (sent.status !== 202) throw new Error(`The clock was not sent ahead: ${sent.text}`);
  if (disturbance) {
    await pause(disturbance.afterMs);
    await during(stage, disturbance.fault, () => pause(disturbance.forMs));
  }
  let stopped: number | null = null;
  for (;;) {
    const body = await shown(stage, disturbance);
    const problem = body === null ? 'It is not shown.' : body.problem;
    // A step that failed is tried again: a lock that another command holds for long is no end.
    stopped = problem ? (stopped ?? performance.now()) : null;
    if (stopped !== null && performance.now() - stopped > MOST_STOPPED_MS) {
      throw new Error(`The clock stopped: ${problem}`);
    }
    if (body?.state === 'ready') {
      known.now = Temporal.Instant.from(body.now);
      return days;
    }
    await pause(50);
  }
}

/** The clock; null where it can't be shown, as it may be for a moment behind a fault. */
async function shown(stage: Stage, behind: Disturbance | null): Promise<Reply['body']> {
  const read = send(stage, 'officer', { method: 'GET', path: '/api/v1/test/clock' }, null);
  const reply = await (behind ? read.catch(() => null) : read);
  if (reply !== null && reply.status === 200) return reply.body;
  if (!behind) throw new Error(`The clock is not shown: ${reply?.text}`);
  return null;
}
