import { openLog, type Log } from '#platform/runtime/log.ts';
import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { openQueues, type Queues } from '#platform/queue/queues.ts';
import { startRedis, testPrefix, type TestRedis } from './redis.ts';

/** Queues for one suite: in PostgreSQL, or in Redis where UMOJA_TEST_QUEUE says so. */
export type TestQueues = {
  readonly queues: Queues;
  /** For a process of its own that shares them. */
  readonly settings: { readonly redisUrl: string | null; readonly prefix: string };
  close(): Promise<void>;
};

export async function openTestQueues(
  database: DatabaseSettings,
  options: { readonly log?: Log; readonly redis?: TestRedis } = {},
): Promise<TestQueues> {
  const wantsRedis = options.redis !== undefined || process.env['UMOJA_TEST_QUEUE'] === 'redis';
  const redis = options.redis ?? (wantsRedis ? await startRedis() : null);
  const settings = { redisUrl: redis?.url ?? null, prefix: testPrefix() };
  const queues = await openQueues({ ...settings, database, log: options.log ?? openLog('silent') });
  return {
    queues,
    settings,
    close: async () => {
      await queues.close();
      if (!options.redis) await redis?.stop();
    },
  };
}
