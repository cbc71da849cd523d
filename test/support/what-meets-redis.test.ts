import { expect, it } from '@jest/globals';
import { suitesWithoutRedis } from './what-meets-redis.ts';

it('runs with Redis whatever opens a queue, counts a limit or starts the system', async () => {
  const without = await suitesWithoutRedis();
  expect(without).toContain('test/architecture.test.ts');
  expect(without.filter((suite) => suite.startsWith('test/core/')).length).toBeGreaterThan(50);
  for (const suite of [
    'test/workers/deliver-webhook.test.ts',
    'test/faults/lost-jobs.test.ts',
    'test/faults/killed-while-paying.test.ts',
    'test/journeys/running.test.ts',
    'test/rest-adapter/limits.test.ts',
    'test/rest-adapter/oauth.test.ts',
  ]) {
    expect(without).not.toContain(suite);
  }
});
