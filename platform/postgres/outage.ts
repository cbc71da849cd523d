/** Classes of PostgreSQL's errors that say something of the server, none of the statement: 57014 ends a slow statement. */
const OF_THE_SERVER = /^(08|53|58)...$|^57P0.$|^57014$/;
const OF_THE_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
/** Errors of the driver without a code: the connection is gone, or none came in time. */
const OF_THE_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

/**
 * True where a transaction failed because the database is away, is starting or ending, or has no connection left: the same
 * would have happened to any other transaction, and will while that lasts.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return OF_THE_SERVER.test(code) || OF_THE_NETWORK.has(code);
  return OF_THE_CONNECTION.test(error.message);
}
