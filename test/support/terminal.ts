import { Readable, Writable } from 'node:stream';
import { runCommand } from '#platform/cli/run.ts';
import type { Terminal } from '#platform/cli/terminal.ts';

/**
 * Runs a command of the operators in the process of the suite: to start one for each takes a second.
 * @returns the exit code, and what was written to either output, in its order
 */
export async function runHere(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  more: Watched = {},
): Promise<{ code: number; output: string }> {
  const command = previous.then(async () => {
    await watched(words, env, more);
    return run(words, env, more);
  });
  previous = command.catch(() => undefined);
  return command;
}

/** How a command waits, and who reads what it writes as it does. */
type Watched = Pick<Terminal, 'pause'> & { readonly onOutput?: (text: string) => void };

/** A bench of crashes has it die here first; elsewhere nothing is done. */
async function watched(words: readonly string[], env: NodeJS.ProcessEnv, more: Watched): Promise<void> {
  const [watcher, databaseUrl] = [process.env['UMOJA_TEST_WATCH'], env['DATABASE_URL']];
  if (watcher === undefined || databaseUrl === undefined) return;
  const { watchTyped } = (await import(watcher)) as {
    watchTyped: (words: readonly string[], url: string, run: (url: string) => Promise<number>) => Promise<void>;
  };
  await watchTyped(words, databaseUrl, async (url) => (await run(words, { ...env, DATABASE_URL: url }, more)).code);
}

/** A process runs one command at a time. */
let previous: Promise<unknown> = Promise.resolve();

async function run(words: readonly string[], env: NodeJS.ProcessEnv, { pause, onOutput }: Watched) {
  const written: string[] = [];
  const collect = () =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        onOutput?.(String(chunk));
        done();
      },
    });
  const terminal = {
    env,
    input: Readable.from([]),
    out: collect(),
    err: collect(),
    exitCode: 0,
    ...(pause && { pause }),
  };
  const code = await runCommand(words, terminal);
  return { code, output: written.join('') };
}
