import type { Knowledge } from '../history.ts';
import type { Go } from '../tour.ts';

/** Sends the sandbox's clock ahead by days, and does something in between, as clients do whose day goes on meanwhile. */
export async function letPass(
  known: Knowledge,
  go: Go,
  days: number,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const to = known.now.add({ hours: 24 * days }).toString({ smallestUnit: 'millisecond' });
  await go('POST', '/api/v1/test/clock', { to });
  for (;;) {
    const { body } = await go('GET', '/api/v1/test/clock');
    if (body.problem) throw new Error(`The clock stopped: ${body.problem}`);
    known.now = Temporal.Instant.from(body.now);
    if (body.state === 'ready') return;
    await meanwhile();
  }
}
