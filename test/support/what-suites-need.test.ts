import { expect, it } from 'vitest';
import { suitesByNeed } from './what-suites-need.ts';

it('repeats with Redis the suites that open a queue, count a limit or start the system', async () => {
  const { redis } = await suitesByNeed();
  expect(redis).not.toContain('test/architecture.test.ts');
  for (const suite of [
    'test/workers/deliver-webhook.test.ts',
    'test/faults/lost-jobs.test.ts',
    'test/faults/killed-while-paying.test.ts',
    'test/journeys/running.test.ts',
    'test/rest-adapter/limits.test.ts',
    'test/rest-adapter/oauth.test.ts',
  ]) {
    expect(redis).toContain(suite);
  }
});

it('starts no server for the core, and PostgreSQL for what reads or writes rows', async () => {
  const { database, redis } = await suitesByNeed();
  expect([...database, ...redis].filter((suite) => suite.startsWith('test/core/'))).toEqual([]);
  for (const suite of ['test/rest-adapter/oauth.test.ts', 'test/platform/postgres/tenancy.test.ts']) {
    expect(database).toContain(suite);
  }
});
