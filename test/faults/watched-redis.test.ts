import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQueues, type Queues } from '#platform/queue/queues.ts';
import { redisForLimits } from '#platform/redis/limits.ts';
import { QUOTAS } from '#core/partners/quotas.ts';
import { requireOneRedis } from '#platform/redis/one-redis.ts';
import { rateLimiter, type RateLimiter } from '#platform/runtime/rate-limit.ts';
import { eventually } from '#test/support/eventually.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { noSentinel, startWatchedRedis } from '#test/support/watched-redis.ts';

type Watched = Awaited<ReturnType<typeof startWatchedRedis>>;
/** Queues in Redis send nothing there. */
const NO_DATABASE = { adminUrl: 'postgres://nowhere', appRole: '', appPassword: '' };

describe.skipIf(noSentinel !== null)(`A Redis that Sentinels watch${noSentinel ? `: ${noSentinel}` : ''}`, () => {
  let watched: Watched;
  const open: { close(): unknown }[] = [];
  const { log, lines } = recordingLog();
  const openAll = async () => {
    const queues = await openQueues({ redisUrl: watched.url, prefix: 'a-process', database: NO_DATABASE, log });
    const redis = redisForLimits(watched.url, log);
    open.push(queues, redis);
    const limiter = rateLimiter(() => Temporal.Now.instant(), { log, redis, quotas: { ...QUOTAS, 'B.read': 60 } });
    return { queues, limiter };
  };
  /** What one client's quota of 60 has left once so much was spent. */
  const leftAfter = async ({ spend }: RateLimiter, clientId: number, amount: number): Promise<number> => {
    let remaining = Number.NaN;
    const onHeaders = (headers: Readonly<Record<string, string>>) =>
      void (remaining = Number(headers['x-ratelimit-remaining']));
    await spend({ clientId, quotas: {} }, 'B.read', onHeaders, amount);
    return remaining;
  };
  /** Of a quota that each process counted alone, the second would have nearly all. */
  const share = async (clientId: number) => {
    await leftAfter(one.limiter, clientId, 50);
    return (await leftAfter(other.limiter, clientId, 1)) < 40;
  };
  let one: { readonly queues: Queues; readonly limiter: RateLimiter };
  let other: typeof one;

  beforeAll(async () => void (watched = await startWatchedRedis()));
  afterAll(async () => {
    watched.wake();
    for (const each of open.reverse()) await each.close();
    await watched.stop();
  });

  it('is found by what they call its primary; what is named wrongly is refused by name', async () => {
    const { url, sentinels, primary } = watched;
    await requireOneRedis(url);
    await expect(requireOneRedis(url.replace('/umoja?', '/umojo?'))).rejects.toThrow(
      'names a primary "umojo", and its Sentinels know none of that name.',
    );
    await expect(
      requireOneRedis(`redis+sentinel://127.0.0.1:${primary()}/umoja?sentinel_password=of+the%25servers`),
    ).rejects.toThrow(`names 127.0.0.1:${primary()} as a Sentinel, and that is a Redis.`);
    await expect(requireOneRedis(`redis://:of%20the%20sentinels@127.0.0.1:${sentinels[0]}`)).rejects.toThrow(
      'is a Redis Sentinel, which holds no data.',
    );
  });

  it('holds queues and limits of several processes', async () => {
    [one, other] = [await openAll(), await openAll()];
    await eventually(() => one.queues.isReachable() && other.queues.isReachable());
    const seen: string[] = [];
    await other.queues.work('react', async ({ id }) => void seen.push(id), { concurrency: 4 });
    expect(await one.queues.enqueue('react', { tenantId: 1, id: 'before' })).toBe(true);
    await eventually(() => seen.includes('before'));
    expect(await share(1)).toBe(true);
  });

  it('is left once its primary froze, with connections that stay open: all go over to the one that took its place', async () => {
    const seen = new Set<string>();
    await other.queues.work('check-payout', async ({ id }) => void seen.add(id), { concurrency: 4 });
    const frozen = watched.primary();
    watched.freeze();
    const taken = new Set<string>();
    let longest = 0;
    // As a process works: what can't be enqueued is refused, soon, and a sweep tries it again.
    const goesOn = (async () => {
      for (let n = 0; ; n++) {
        const began = performance.now();
        const id = String(n);
        if (await one.queues.enqueue('check-payout', { tenantId: 1, id })) taken.add(id);
        longest = Math.max(longest, performance.now() - began);
        expect(await leftAfter(one.limiter, 1_000 + n, 1)).toBe(59);
        if (taken.size >= 20) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    await watched.replaced();
    await goesOn;
    await eventually(() => [...taken].every((id) => seen.has(id)));
    // No longer than one wait for a connection that is dead, which the first attempt notices.
    expect(longest).toBeLessThan(7_000);
    expect(watched.primary()).not.toBe(frozen);
    // One outage, however many attempts.
    expect(lines.filter(({ metric }) => metric === 'rate_limit_fallback')).toHaveLength(1);
  });

  it('goes on with its new primary where the former one comes back', async () => {
    watched.wake();
    const former = watched.servers.find((port) => port !== watched.primary()) ?? 0;
    // Who becomes a replica cuts off all that were connected.
    const said = () => watched.describe(former).catch(() => '');
    await eventually(async () => (await said()).includes(`master_port:${watched.primary()}`));
    expect(await one.queues.enqueue('react', { tenantId: 1, id: 'after' })).toBe(true);
    // Each process may count alone for another second.
    let client = 2;
    await eventually(() => share(client++));
  });
});
