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
  const command = previous.then(() => run(words, env, more));
  previous = command.catch(() => undefined);
  return command;
}

/** How a command waits, and who reads what it writes as it does. */
type Watched = Pick<Terminal, 'pause'> & { readonly onOutput?: (text: string) => void };

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
