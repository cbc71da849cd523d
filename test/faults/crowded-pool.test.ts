import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSuperuser } from '#test/support/database.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

/** Connections of the process; as many commands are under way at the same time. */
const POOL = 3;

describe('Commands that hold every connection while what is known of their tenant grows old', () => {
  let testApp: TestApp;
  let elapsed = 0;
  beforeAll(async () => {
    testApp = await openTestApp({ poolSize: POOL, elapsed: () => elapsed });
  });
  afterAll(() => testApp.close());

  it('answer: none of them waits for a connection that only another of them could give', async () => {
    const { app, client, memberId, productId } = testApp;
    const { promise: allBegun, resolve: begin } = Promise.withResolvers<void>();
    let begun = 0;
    const command = { memberId, productId, principal: 500_000n, termMonths: 6 };
    const responses = Array.from({ length: POOL }, () =>
      app.lending.applyForLoan(
        {
          caller: client.caller,
          claim: null,
          refused: (error) => {
            throw error;
          },
          present: async ({ id }, views) => {
            begun += 1;
            if (begun === POOL) begin();
            await allBegun;
            // Each reads its tenant again, whose settings have grown old meanwhile.
            elapsed = 60_000;
            const loan = await views.loans.one(id);
            return { status: 201, headers: {}, body: loan?.loanNo ?? '' };
          },
        },
        command,
      ),
    );
    const hangs = sleep(5_000, 'hangs', { ref: false });
    expect(await Promise.race([Promise.all(responses), hangs])).toHaveLength(POOL);
  });
});

describe('A process whose pool may grow, on a server that takes no more connections', () => {
  it('serves all requests over the connections that it has', async () => {
    const testApp = await openTestApp({ poolSize: 40 });
    const superuser = await connectSuperuser(testApp.settings);
    const { rows } = await superuser.query<{ name: string; n: string }>(
      'select current_database() as name, count(*) as n from pg_stat_activity where datname = current_database()',
    );
    const { name, n } = rows[0] ?? { name: '', n: '0' };
    await superuser.query(`alter database ${name} connection limit ${n}`);
    try {
      const reads = Array.from({ length: 60 }, () =>
        testApp.database.read(testApp.tenantId, (tx) => tx.sql('select 1 as one from pg_sleep(0.01)')),
      );
      const looks = Array.from({ length: 60 }, () => testApp.database.query('select 1 as one'));
      expect(new Set((await Promise.all([...reads, ...looks])).map((found) => found[0]?.['one']))).toEqual(
        new Set([1]),
      );
    } finally {
      await superuser.query(`alter database ${name} connection limit -1`);
      await superuser.end();
      await testApp.close();
    }
  });
});
