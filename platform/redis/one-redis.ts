import { Redis } from 'ioredis';
import { ConfigError } from '../runtime/config.ts';
import { watchedRedis, type WatchedRedis } from '../runtime/redis-address.ts';
import { errorOf } from '../runtime/thrown.ts';

const WAITED_MS = 2_000;
const ONCE = {
  lazyConnect: true,
  retryStrategy: null,
  enableReadyCheck: false,
  maxRetriesPerRequest: 0,
  connectTimeout: WAITED_MS,
  commandTimeout: WAITED_MS,
} as const;

/** What can't be the Redis of the queues and the limits, and what to do. */
const REFUSED: { readonly [mode: string]: string } = {
  sentinel:
    'is a Redis Sentinel, which holds no data. Name the Sentinels and what they call the primary: ' +
    'redis+sentinel://host:26379,host2:26379/name.',
  cluster:
    'is a Redis Cluster, over whose nodes the keys of one queue would be spread. Name a Redis of one primary, or leave it out: ' +
    'the queues are in PostgreSQL then.',
};

/**
 * Whether the queues can be there: scripts of theirs touch several keys of one server. One that does not respond is not waited
 * for: a process starts without its Redis, and the queues heal.
 * @throws ConfigError for a Sentinel that is named as a Redis, a Redis that is named as a Sentinel, a primary that no Sentinel
 *   knows, or a Cluster
 */
export async function requireOneRedis(url: string): Promise<void> {
  const watched = watchedRedis(url);
  const reason = watched === null ? await whyNotRedis(new Redis(url, ONCE)) : await whyNotWatched(watched);
  if (reason !== undefined) throw new ConfigError(`REDIS_URL ${reason}`);
}

async function whyNotRedis(redis: Redis): Promise<string | undefined> {
  const described = await looked(redis, () => redis.info('server'));
  const [, mode = ''] = /^redis_mode:(\w+)/m.exec(described instanceof Error ? '' : described) ?? [];
  return Object.hasOwn(REFUSED, mode) ? REFUSED[mode] : undefined;
}

/** One Sentinel that knows the primary is enough: others may be new, or away. */
async function whyNotWatched({ sentinels, name, ...watched }: WatchedRedis): Promise<string | undefined> {
  const { sentinelUsername: username, sentinelPassword: password, isEncrypted } = watched;
  const found = await Promise.all(
    sentinels.map(({ host, port }) => {
      const login = { ...(username ? { username } : {}), ...(password ? { password } : {}) };
      const redis = new Redis({ host, port, ...login, ...(isEncrypted ? { tls: {} } : {}), ...ONCE });
      return looked(redis, () => redis.call('sentinel', 'get-master-addr-by-name', name));
    }),
  );
  if (found.some(Array.isArray)) return undefined;
  if (found.includes(null)) return `names a primary "${name}", and its Sentinels know none of that name.`;
  const isNone = (each: unknown) => each instanceof Error && /unknown command/i.test(each.message);
  const none = sentinels.find((_, index) => isNone(found[index]));
  return (
    none &&
    `names ${none.host}:${none.port} as a Sentinel, and that is a Redis. Name it as redis://${none.host}:${none.port}.`
  );
}

/** What a server says, or why it says nothing: it is away, or lets no one ask, and the queues report what they meet. */
async function looked<Seen>(redis: Redis, look: () => Promise<Seen>): Promise<Seen | Error> {
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await look();
  } catch (error) {
    return errorOf(error);
  } finally {
    redis.disconnect();
  }
}
