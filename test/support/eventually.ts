import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a question is answered with something true, and returns the response. */
export async function eventually<T>(read: () => T | Promise<T>, withinMs = 120_000): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const response = await read();
    if (response) return response;
    if (performance.now() > until) throw new Error(`It did not come about within ${withinMs} ms: ${String(read)}`);
    await sleep(25);
  }
}
