import type { Log } from '../runtime/log.ts';
import type { RedisLike } from '../runtime/rate-limit.ts';
import { openRedis } from './connect.ts';

/** A request waits no longer than this for its quota; then the process counts alone. */
const MAX_WAIT_MS = 250;
const CONNECT_MS = 2_000;

/**
 * The Redis in which processes share their limits. It fails immediately where it can't be reached: a request waits, and
 * the limiter can count without it. Its errors are logged once an outage.
 */
export function redisForLimits(url: string, log: Log): RedisLike & { readonly close: () => void } {
  const redis = openRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    commandTimeout: MAX_WAIT_MS,
    socketTimeout: CONNECT_MS,
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
