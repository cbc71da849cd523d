import { Redis, type RedisOptions } from 'ioredis';
import { watchedRedis, type WatchedRedis } from '../runtime/redis-address.ts';

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** What replies look like is not for its caller to say. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/** A Sentinel that does not answer is passed over for the next one. */
const SENTINEL_MS = 1_000;

/**
 * A connection to the Redis at an address, or to the present primary of one that Sentinels watch: each time it connects again it
 * asks them, and a server that is no longer the primary is left.
 * @param options `socketTimeout` has to be there: a primary that froze, or that the network cut off, closes no connection, and
 *   only this leads to the one that took its place
 */
export function openRedis(url: string, options: Options & { readonly socketTimeout: number }): Redis {
  const retryStrategy = (times: number) => Math.min(MIN_RETRY_MS * 2 ** Math.min(times, 10), MAX_RETRY_MS);
  const watched = watchedRedis(url);
  return watched === null
    ? new Redis(url, { retryStrategy, ...options })
    : new Redis({ ...primaryOf(watched), retryStrategy, ...options });
}

/** Of the Sentinels' own messages none is listened to: the library leaves errors of such connections to the console. */
function primaryOf({ isEncrypted, sentinels, ...watched }: WatchedRedis): Options {
  const tls = isEncrypted ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {};
  return { ...watched, ...tls, sentinels: [...sentinels], role: 'master', sentinelCommandTimeout: SENTINEL_MS };
}
