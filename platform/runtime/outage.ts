import { codeOf } from './thrown.ts';

/**
 * Where the database, a socket or a disk is not there for now. It is no fault of ours and no refusal of the trade: the
 * same request may succeed soon, so both surfaces answer 503 with the seconds to wait.
 */
export type Outage = {
  readonly retryAfter: number;
  /** What is wrong, for who called; most outages say nothing of themselves. */
  readonly reason?: string;
};

/** This process can't do its work for now, for a reason of its own: its clock, its keys, or its end. */
export class Unavailable extends Error {
  readonly retryAfter: number;
  readonly reason: string | null;
  /**
   * @param message for the log
   * @param retryAfter seconds
   * @param reason a sentence for who called, where it is any of their business
   */
  constructor(message: string, retryAfter: number, reason: string | null = null) {
    super(message);
    this.retryAfter = retryAfter;
    this.reason = reason;
  }
}

/**
 * A write met an outage when it may have been made already: its commit was on its way, or its first half stands. Who
 * repeats it without its idempotency key may make it twice.
 */
export class WriteInDoubt extends Error {
  constructor(outage: unknown) {
    super('Whether the write was made is not known.', { cause: outage });
  }
}

/** The same error, marked where it is an outage's. */
export const inDoubt = (error: unknown): unknown =>
  outageOf(error) === null || error instanceof WriteInDoubt ? error : new WriteInDoubt(error);

/** Seconds to wait, by SQLSTATE (PostgreSQL, appendix A; a class by its first two characters) or system error. */
const SECONDS: { readonly [code: string]: number } = {
  // The connection could not be made, or broke.
  '08': 5,
  // The server is shutting down, was killed, or is starting.
  '57P01': 5,
  '57P02': 5,
  '57P03': 5,
  '57P04': 5,
  '57P05': 5,
  // Too many connections; disk full; out of memory; other limits of the server.
  '53': 10,
  '53300': 2,
  // Read only: a standby that is not promoted yet, or a full disk's last line of defence.
  '25006': 10,
  // A statement or a lock took too long.
  '57014': 2,
  '55P03': 2,
  // Others were in the way in every try.
  '40001': 1,
  '40P01': 1,
  // The server's own files.
  '58': 10,
  ECONNREFUSED: 5,
  ECONNRESET: 5,
  EPIPE: 5,
  ETIMEDOUT: 5,
  EHOSTUNREACH: 5,
  ENETUNREACH: 5,
  ENOTFOUND: 5,
  EAI_AGAIN: 5,
  EMFILE: 10,
  ENOSPC: 30,
};

/** What the driver (pg 8) says of a lost or missing connection without any code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;
/** Seconds to wait for what can't be reached. */
export const WAIT_FOR_CONNECTION = 5;

/** The outage that an error is of; null for any other error. */
export function outageOf(error: unknown): Outage | null {
  if (!Error.isError(error)) return null;
  if (error instanceof WriteInDoubt) return outageOf(error.cause);
  if (error instanceof Unavailable) {
    const { retryAfter, reason } = error;
    return reason === null ? { retryAfter } : { retryAfter, reason };
  }
  const code = codeOf(error);
  const seconds = code === null ? undefined : (SECONDS[code] ?? classSeconds(code));
  if (seconds !== undefined) return { retryAfter: seconds };
  // Several addresses of one name failed, each in its way.
  if ('errors' in error && Array.isArray(error.errors))
    return error.errors.map(outageOf).find((each) => each !== null) ?? null;
  return CONNECTION_LOST.test(error.message) ? { retryAfter: WAIT_FOR_CONNECTION } : null;
}

const ENDS: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** True where a connection ended, or the server behind it: what was sent on it last may have been done. */
export function isEndOfConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return Error.isError(error) && CONNECTION_LOST.test(error.message);
  return ENDS.has(code) || /^(08...|57P0.)$/.test(code);
}

/** What one transaction met because of others, which another one need not meet. */
const OF_OTHERS: ReadonlySet<unknown> = new Set(['40001', '40P01', '55P03']);

/**
 * True where a transaction failed because the database is away, is starting or ending, is read-only or has no connection
 * left: the same would have happened to any other transaction, and will while that lasts.
 */
export function isOutageForAll(error: unknown): boolean {
  const outage = error instanceof WriteInDoubt ? error.cause : error;
  return outageOf(outage) !== null && !OF_OTHERS.has(codeOf(outage));
}

const classSeconds = (code: string) => (code.length === 5 ? SECONDS[code.slice(0, 2)] : undefined);
