import type { Log } from './log.ts';

/** Something that runs until it is closed. */
export type Running = { readonly name: string; readonly close: () => Promise<void> };

/**
 * Closes in the opposite order of starting, all of it even where a part fails.
 * @returns true where everything ended cleanly and in time
 */
export async function drain(running: Running[], deadlineMs: number, log: Log): Promise<boolean> {
  let clean = true;
  const late = Symbol('late');
  const deadline = performance.now() + deadlineMs;
  for (const { name, close } of running.splice(0).toReversed()) {
    const { promise: timedOut, resolve } = Promise.withResolvers<typeof late>();
    const timer = setTimeout(() => resolve(late), Math.max(1_000, deadline - performance.now()));
    try {
      if ((await Promise.race([close(), timedOut])) === late) {
        clean = false;
        log.error({ part: name }, 'A part did not end in time; its work is resumed at the next start.');
      }
    } catch (error) {
      clean = false;
      log.error({ error, part: name }, 'A part could not be closed cleanly.');
    } finally {
      clearTimeout(timer);
    }
  }
  return clean;
}
