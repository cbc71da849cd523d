import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWriter } from '#test/support/own-writes.ts';
import { noPgBouncer } from '#test/support/pgbouncer.ts';
import { startSeveralServers } from '#test/support/several-servers.ts';
import { noSentinel } from '#test/support/watched-redis.ts';
import { runFile, runStory, startUmoja, type UmojaProcess } from '#test/support/umoja-process.ts';

/** Few of the thousand of `npm run bench -- own-writes`, so that what it asks is asked each time. */
const TRIES = 20;

/** All that an operator may put under the system together: no suite has more than one of them otherwise. */
describe.skipIf(process.env['UMOJA_TEST_QUEUE'] === 'redis')(
  'On a pooler, a streaming replica and a Redis that Sentinels watch, the whole system',
  () => {
    let servers: Awaited<ReturnType<typeof startSeveralServers>>;
    let umoja: UmojaProcess;
    let writer: Awaited<ReturnType<typeof openWriter>>;
    beforeAll(async () => {
      servers = await startSeveralServers();
      umoja = startUmoja(servers.env);
      await umoja.up;
    });
    afterAll(async () => {
      if (umoja?.child.exitCode === null) await umoja.end('SIGTERM');
      servers?.redis?.wake();
      await servers?.stop();
    });
    const writeAndRead = async (from: number) => {
      for (let n = from; n < from + TRIES; n++) expect([n, await writer.attempt(n)]).toEqual([n, null]);
    };

    it('makes the story come true, with a float in stripes', async () => {
      const split = ['--tenant', '1', 'float', 'split', 'AG-000001', '--into', '4'];
      expect(await runFile('platform/cli/umoja.ts', split, servers.env)).toMatchObject({ code: 0 });
      const story = await runStory(servers.env);
      expect(story).toMatchObject({ code: 0, output: expect.stringContaining('All of it came true.') });
    });

    it.skipIf(noPgBouncer !== null)(`works through the pooler${noPgBouncer ? `: ${noPgBouncer}` : ''}`, async () => {
      expect(await servers.servedByPooler()).toBeGreaterThan(100);
    });

    it('shows a client each time what it has just written, and from the replica', async () => {
      writer = await openWriter(servers.dataDir, servers.sql);
      await servers.replicaFollows();
      const before = await servers.servedByReplica();
      await writeAndRead(0);
      expect(await writer.batch(200)).toBeNull();
      // Its server counts what it has served now and then, once a second at the most.
      expect((await servers.servedByReplica()) - before).toBeGreaterThan(TRIES);
    });

    it.skipIf(noSentinel !== null)(
      `goes on where the primary of Redis is lost, and no write is lost or doubled${noSentinel ? `: ${noSentinel}` : ''}`,
      async () => {
        expect(umoja.output()).toMatch(/Queues +in Redis/);
        servers.redis?.freeze();
        await writeAndRead(TRIES);
        await servers.redis?.replaced();
        await writeAndRead(2 * TRIES);
        const verified = await runFile('platform/cli/umoja.ts', ['ledger', 'verify'], servers.env);
        expect(verified).toMatchObject({ code: 0 });
        expect(await umoja.end('SIGTERM')).toBe(0);
        expect(umoja.output()).not.toMatch(/Unhandled|^\s+at /m);
      },
    );
  },
);
