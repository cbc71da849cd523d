import type { Readable, Writable } from 'node:stream';

/** What a command reads and writes: those of the process, or of a test that runs several in one process. */
export type PartnerTerminal = {
  readonly env: NodeJS.ProcessEnv;
  readonly input: Readable;
  readonly out: Writable;
  readonly err: Writable;
  /** Waits for so many seconds, or until the signal. */
  readonly pause: (seconds: number, signal?: AbortSignal) => Promise<void>;
  /** Aborted when the person stops the command. */
  readonly stopped: AbortSignal;
};

/** An expected failure: printed as a sentence that says what to do, without a stack. */
export class Refused extends Error {}
