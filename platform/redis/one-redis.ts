import { Redis } from 'ioredis';
import { ConfigError } from '../runtime/config.ts';

const WAITED_MS = 2_000;

/** What can't be the Redis of the queues and the limits, and what to do. */
const REFUSED: { readonly [mode: string]: string } = {
  sentinel:
    'is a Redis Sentinel, which holds no data. Name the address under which the present primary is always reached (a proxy, or ' +
    'the service of your provider).',
  cluster:
    'is a Redis Cluster, over whose nodes the keys of one queue would be spread. Name a Redis of one primary, or leave it out: ' +
    'the queues are in PostgreSQL then.',
};

/**
 * Whether the queues can be there: scripts of theirs touch several keys of one server. One that does not respond is not waited
 * for: a process starts without its Redis, and the queues heal.
 * @throws ConfigError for a Sentinel or a Cluster
 */
export async function requireOneRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    connectTimeout: WAITED_MS,
    commandTimeout: WAITED_MS,
  });
  redis.on('error', () => undefined);
  const described = await redis
    .connect()
    .then(() => redis.info('server'))
    // It is away, or lets no one ask: the queues report what they meet.
    .catch(() => '');
  redis.disconnect();
  const [, mode = ''] = /^redis_mode:(\w+)/m.exec(described) ?? [];
  const reason = Object.hasOwn(REFUSED, mode) ? REFUSED[mode] : undefined;
  if (reason !== undefined) throw new ConfigError(`REDIS_URL ${reason}`);
}
