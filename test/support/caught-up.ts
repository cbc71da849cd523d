import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from './rest-test-app.ts';

/** Pages that end where an earlier page said, and not where the horizon is now. */
const PINNED = /[?&](cursor|offset|after_id|updated_before)=/;

/** Longer than a transaction of a worker takes; a transaction that a test holds open takes longer, and is waited for no further. */
const PATIENCE_MS = 200;

/**
 * A list that is followed by the time of change ends before the oldest transaction that is writing. While workers
 * write, it can lack for some milliseconds what was committed before the request, which a partner finds at the next
 * poll. This polls for the tests: it reads until the page covers the moment at which it was asked for.
 */
export async function caughtUp(path: string, read: () => Promise<Reply>): Promise<Reply> {
  const begun = Date.now();
  for (;;) {
    const reply = await read();
    const asOf = reply.body?.sync?.as_of;
    if (typeof asOf !== 'string' || PINNED.test(path)) return reply;
    if (Date.parse(asOf) >= begun || Date.now() > begun + PATIENCE_MS) return reply;
    await sleep(5);
  }
}
