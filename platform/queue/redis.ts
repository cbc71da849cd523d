import { Redis } from 'ioredis';
import type { Place } from './place.ts';

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/**
 * The queues in Redis. Two connections: producers fail immediately while Redis is away, because a request waits for them and
 * the sweep makes up for it; workers wait until it is back. (Each worker opens one more, on which it waits for jobs.)
 */
export function redisPlace(url: string, prefix: string, onError: (error: unknown) => void): Place {
  const retryStrategy = (times: number) => Math.min(MIN_RETRY_MS * 2 ** Math.min(times, 10), MAX_RETRY_MS);
  const producers = new Redis(url, {
    retryStrategy,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
  });
  const workers = new Redis(url, { retryStrategy, maxRetriesPerRequest: null, connectTimeout: 5_000 });
  for (const connection of [producers, workers]) connection.on('error', onError);
  const opened = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error', 'close'] as const) producers.once(event, () => resolve());
  });
  return {
    connection: producers,
    workerConnection: workers,
    factory: undefined,
    prefix,
    opened,
    isReachable: () => producers.status === 'ready',
    close: async () => {
      producers.disconnect();
      workers.disconnect();
    },
  };
}
