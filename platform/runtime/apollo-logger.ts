import type { BaseLogger } from 'pino';

/** What Apollo's libraries want of a logger, on top of ours. Their chatter at start is of no interest above debug. */
export function apolloLogger(log: Pick<BaseLogger, 'error' | 'warn' | 'debug'>): {
  error(message?: unknown): void;
  warn(message?: unknown): void;
  info(message?: unknown): void;
  debug(message?: unknown): void;
} {
  return {
    error: (message) => log.error({}, String(message)),
    warn: (message) => log.warn({}, String(message)),
    info: (message) => log.debug({}, String(message)),
    debug: (message) => log.debug({}, String(message)),
  };
}
