#!/usr/bin/env node
import { setTimeout as sleep } from 'node:timers/promises';
import { runPartnerCommand } from './run.ts';

/**
 * The partners' command line: `npx umoja <command>`. It has the powers of an API client and no others: it speaks to the public
 * API, and knows nothing of databases. In an archive it is `bin/umoja-partner`. The operators' is another program, `npm run umoja --` or `bin/umoja`.
 */
const { env, stdin: input, stdout: out, stderr: err } = process;
// Who reads no further, such as `head`, is not to be written to.
out.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort();
    // A second one does not wait for what is on its way.
    process.once(signal, () => process.exit(130));
  });
}
const pause = (seconds: number, signal?: AbortSignal) =>
  sleep(seconds * 1_000, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
process.exitCode = await runPartnerCommand(process.argv.slice(2), {
  env,
  input,
  out,
  err,
  pause,
  stopped: stopping.signal,
});
