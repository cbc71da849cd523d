import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { QUEUES, type Queues } from '#platform/queue/queues.ts';
import { startWorkers } from '#work/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestQueues } from '#test/support/queues.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

/** Queues that note whose workers take no jobs any more. */
function noting(queues: Queues, stopped: string[]): Queues {
  const work: Queues['work'] = async (queue, ...rest) => {
    const worker = await queues.work(queue, ...rest);
    const close = async () => {
      await worker.close();
      stopped.push(queue);
    };
    return { ...worker, close };
  };
  return { ...queues, work };
}

describe('Workers that are to stop', () => {
  it('begin no job while a round waits for a provider', async () => {
    const stopped: string[] = [];
    const hangs = Promise.withResolvers<void>();
    let asked = 0;
    const rounds = {
      ...testApp.app.rounds,
      // As checkFloats does: one institution after the other, each with its provider.
      checkFloats: async () => {
        asked += 1;
        await hangs.promise;
      },
    };
    const { queues, close } = await openTestQueues(testApp.settings, { log: testApp.log });
    const workers = await startWorkers({
      app: { ...testApp.app, rounds },
      keys: testApp.keys,
      rails: testApp.rails,
      queues: noting(queues, stopped),
      log: testApp.log,
      restUrl: 'http://127.0.0.1:1',
      webhookAllow: [],
      plant: plantFixture,
    });
    await eventually(() => asked === 1);
    let isClosed = false;
    const closing = workers.close().then(() => (isClosed = true));
    await eventually(() => stopped.length === QUEUES.length);
    expect(isClosed).toBe(false);
    hangs.resolve();
    await closing;
    await close();
  });
});
