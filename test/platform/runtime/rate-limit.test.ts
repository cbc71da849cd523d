import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { DomainError } from '#core/kernel/domain-error.ts';
import { LARGEST_QUOTA, QUOTAS, type ClientQuotas } from '#core/partners/quotas.ts';
import { rateLimiter, type RedisLike } from '#platform/runtime/rate-limit.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { startRedis, type TestRedis } from '#test/support/redis.ts';

/** A limiter whose clock a test moves. */
function aLimiter(redis: RedisLike | null = null, agreed: ClientQuotas = {}) {
  const time = { ms: 1_000 };
  const { log, lines } = recordingLog();
  const alone = { requests: 0 };
  const clock = () => Temporal.Instant.fromEpochMilliseconds(1_800_000_000_000 + Math.trunc(time.ms));
  const limiter = rateLimiter(clock, {
    quotas: { ...QUOTAS, 'B.read': 60 },
    redis,
    log,
    countedAlone: () => void alone.requests++,
    elapsed: () => time.ms,
  });
  const spend = async (clientId = 1, amount?: number) => {
    let headers: Readonly<Record<string, string>> = {};
    try {
      await limiter.spend({ clientId, quotas: agreed }, 'B.read', (emitted) => void (headers = emitted), amount);
      return { wait: null, headers };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { wait: Number(error.details['retry_after']), headers };
    }
  };
  return { time, spend, lines, alone };
}

describe('A quota of 60 a minute', () => {
  it('lets a burst of 60 through, then one a second', async () => {
    const { time, spend } = aLimiter();
    for (let count = 0; count < 60; count++) expect((await spend()).wait).toBeNull();
    expect((await spend()).wait).toBe(1);
    time.ms += 999;
    expect((await spend()).wait).toBe(1);
    time.ms += 1;
    expect((await spend()).wait).toBeNull();
    expect((await spend()).wait).toBe(1);
  });

  it('never lets through more than the quota and its steady refill, however requests fall', async () => {
    const { time, spend } = aLimiter();
    let taken = 0;
    for (let tick = 0; tick < 4_000; tick++) {
      time.ms += 50;
      if ((await spend()).wait === null) taken += 1;
    }
    expect(taken).toBeLessThanOrEqual(60 + 200 + 1);
    expect(taken).toBeGreaterThanOrEqual(60 + 199);
  });

  it('counts down, and says when it is whole again', async () => {
    const { time, spend } = aLimiter();
    for (let count = 1; count <= 30; count++) {
      const { headers } = await spend();
      expect(headers['x-ratelimit-remaining']).toBe(String(60 - count));
    }
    const { headers } = await spend();
    expect(headers['x-ratelimit-reset']).toBe(String(1_800_000_000 + 1 + 31));
    time.ms += 31_000;
    expect((await spend()).headers['x-ratelimit-remaining']).toBe('59');
  });

  it('asks a client that is limited to wait for its next request, not for the whole quota', async () => {
    const { time, spend } = aLimiter();
    for (let count = 0; count < 59; count++) await spend();
    const last = await spend();
    expect(last.headers).toMatchObject({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000002' });
    const { wait, headers } = await spend();
    expect(headers).toMatchObject({ 'x-ratelimit-reset': '1800000002', ratelimit: '"B.read";r=0;t=1' });
    time.ms = (Number(headers['x-ratelimit-reset']) - 1_800_000_000) * 1_000;
    expect([wait, (await spend()).wait]).toEqual([1, null]);
  });

  it('never names a reset that is later than Retry-After, nor one at which the client is still limited', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 0, max: 99_999 }), async (quota, ms) => {
        const { time, spend } = aLimiter(null, { 'B.read': quota });
        time.ms += ms;
        let refused = await spend();
        while (refused.wait === null) refused = await spend();
        const resetMs = (Number(refused.headers['x-ratelimit-reset']) - 1_800_000_000) * 1_000;
        expect(resetMs).toBeLessThanOrEqual(time.ms + refused.wait * 1_000);
        time.ms = resetMs;
        expect((await spend()).wait).toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  it('lets the next request through after exactly the wait that was announced, whatever the quota and the traffic', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: LARGEST_QUOTA }),
        fc.array(fc.double({ min: 0, max: 900, noNaN: true }), { minLength: 50, maxLength: 50 }),
        async (quota, gaps) => {
          const { time, spend } = aLimiter(null, { 'B.read': quota });
          // Used up to the last request but a few, so that some of what comes is refused.
          time.ms += 1_000;
          for (let count = 0; count < Math.min(quota, 2_000); count++) await spend();
          for (const gap of gaps) {
            time.ms += gap;
            const { wait } = await spend();
            if (wait === null) continue;
            time.ms += wait * 1_000;
            expect((await spend()).wait).toBeNull();
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('can be taken in larger pieces; what requests too much leaves the rest to others', async () => {
    const { time, spend } = aLimiter();
    expect((await spend(1, 45)).headers['x-ratelimit-remaining']).toBe('15');
    const refused = await spend(1, 20);
    expect([refused.wait, refused.headers['x-ratelimit-remaining']]).toEqual([5, '15']);
    expect((await spend(1, 15)).wait).toBeNull();
    time.ms += 20_000;
    expect((await spend(1, 20)).wait).toBeNull();
  });

  it('goes wholly to what costs more than the whole', async () => {
    const { time, spend } = aLimiter();
    expect((await spend(1, 1_000)).headers['x-ratelimit-remaining']).toBe('0');
    expect((await spend(1, 1_000)).wait).toBe(60);
    time.ms += 60_000;
    expect((await spend(1, 1_000)).wait).toBeNull();
  });

  it('is each client’s own', async () => {
    const { spend } = aLimiter();
    for (let count = 0; count < 61; count++) await spend(1);
    expect((await spend(1)).wait).toBe(1);
    expect((await spend(2)).wait).toBeNull();
  });

  it('is stored in this process where Redis fails, and that is logged and counted', async () => {
    const { spend, lines, alone } = aLimiter({ eval: () => Promise.reject(new Error('gone')) });
    for (let count = 0; count < 60; count++) expect((await spend()).wait).toBeNull();
    expect((await spend()).wait).toBe(1);
    expect(lines.some(({ metric }) => metric === 'rate_limit_fallback')).toBe(true);
    expect(alone.requests).toBe(61);
  });

  it('is counted alone no more once Redis responds again; without a Redis nothing is', async () => {
    const redis = { isGone: true };
    const { time, spend, alone } = aLimiter({
      eval: async () => (redis.isGone ? Promise.reject(new Error('gone')) : [1, '0']),
    });
    await spend();
    redis.isGone = false;
    await spend();
    expect(alone.requests).toBe(2);
    time.ms += 1_000;
    await spend();
    expect(alone.requests).toBe(2);
    const without = aLimiter();
    await without.spend();
    expect(without.alone.requests).toBe(0);
  });
});

describe('Two processes with one Redis', () => {
  let redis: TestRedis;
  let client: Redis;
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.url, { maxRetriesPerRequest: 1 });
  });
  afterAll(async () => {
    client.disconnect();
    if (redis.kind !== 'given') await redis.stop();
  });

  it('share a quota', async () => {
    const [one, other] = [aLimiter(client), aLimiter(client)];
    const clientId = randomInt(1, 2 ** 40);
    let taken = 0;
    for (let count = 0; count < 70; count++) {
      const { wait } = await (count % 2 === 0 ? one : other).spend(clientId);
      if (wait === null) taken += 1;
      else expect(wait).toBe(1);
    }
    // A little of the quota comes back while they are at it.
    expect(taken).toBeGreaterThanOrEqual(60);
    expect(taken).toBeLessThan(70);
    expect(one.lines).toEqual([]);
  });
});
