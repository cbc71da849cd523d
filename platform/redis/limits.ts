import { Redis } from 'ioredis';
import type { Log } from '../runtime/log.ts';
import type { RedisLike } from '../runtime/rate-limit.ts';

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** A request waits no longer than this for its quota; then the process counts alone. */
const MAX_WAIT_MS = 250;

/**
 * The Redis in which processes share their limits. It fails immediately where it can't be reached: a request waits, and
 * the limiter can count without it. Its errors are logged once an outage.
 */
export function redisForLimits(url: string, log: Log): RedisLike & { readonly close: () => void } {
  const redis = new Redis(url, {
    retryStrategy: (times) => Math.min(MIN_RETRY_MS * 2 ** Math.min(times, 10), MAX_RETRY_MS),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: MAX_WAIT_MS,
  });
  let isDown = false;
  redis.on('error', (error: unknown) => {
    if (!isDown) log.warn({ error }, 'The Redis of the limits can’t be reached.');
    isDown = true;
  });
  redis.on('ready', () => void (isDown = false));
  return {
    eval: (script, keys, ...args) => redis.eval(script, keys, ...args),
    close: () => redis.disconnect(),
  };
}
