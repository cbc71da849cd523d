/** How long a server of a bench gets to stop: on a machine that is busy it needs some seconds. */
const STOPPING = 30_000;

/**
 * Ends a bench once what it has opened is closed; its own connections to the test server would keep it running. A server that
 * is left behind would go on by itself, so only one that doesn't stop is left, and said.
 */
export async function endBench(close: () => Promise<unknown>, code = 0): Promise<never> {
  setTimeout(() => {
    process.stderr.write(`What the bench has started did not stop within ${STOPPING / 1_000} s.\n`);
    process.exit(1);
  }, STOPPING).unref();
  await close();
  process.exit(code);
}
