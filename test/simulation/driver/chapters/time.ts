import type { Knowledge } from '../history.ts';
import type { Go } from '../tour.ts';

/** A clock that has stood for so long goes on no more. */
const STANDS_FOR_MS = 60_000;

/** Sends the sandbox's clock ahead by days, and does something in between, as clients do whose day goes on meanwhile. */
export async function letPass(
  known: Knowledge,
  go: Go,
  days: number,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const to = known.now.add({ hours: 24 * days }).toString({ smallestUnit: 'millisecond' });
  await go('POST', '/api/v1/test/clock', { to });
  let standsSince: number | null = null;
  for (;;) {
    const { body } = await go('GET', '/api/v1/test/clock');
    // A step that failed is tried again: faults from outside, and a machine that is busy, make it wait.
    standsSince = body.problem ? (standsSince ?? performance.now()) : null;
    if (standsSince !== null && performance.now() - standsSince > STANDS_FOR_MS)
      throw new Error(`The clock stopped: ${body.problem}`);
    known.now = Temporal.Instant.from(body.now);
    if (body.state === 'ready') return;
    await meanwhile();
  }
}
