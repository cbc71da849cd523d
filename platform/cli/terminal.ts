import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';

/** What a command reads and writes: those of the process, or of a test that runs several in one process. */
export type Terminal = {
  readonly env: NodeJS.ProcessEnv;
  readonly input: Readable;
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean };
  /** Waits for so many seconds. */
  readonly pause?: (seconds: number) => Promise<void>;
  /** The code that the command ends with; 0 unless it says otherwise. */
  exitCode: number;
};

const terminals = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that runs. */
export function terminal(): Terminal {
  const found = terminals.getStore();
  if (!found) throw new Error('No command runs here.');
  return found;
}

export function atTerminal<T>(its: Terminal, work: () => T): T {
  return terminals.run(its, work);
}
