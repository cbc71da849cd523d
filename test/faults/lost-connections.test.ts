import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { openSession } from '#platform/postgres/session.ts';
import { postgresPlace } from '#platform/queue/postgres.ts';
import { connectSuperuser } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { listening, receivers, type Receivers } from '#test/support/receivers.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

describe('A transaction whose connection is dropped', () => {
  it('gives its place in the pool back', async () => {
    const testApp = await openTestApp({ poolSize: 2 });
    for (let times = 0; times < 6; times++) {
      const dropped = testApp.sql('select pg_terminate_backend(pg_backend_pid())');
      await expect(dropped).rejects.toThrow();
    }
    expect(await testApp.sql('select 1 as one')).toEqual([{ one: 1 }]);
    await testApp.close();
  });
});

describe('A connection in use that PostgreSQL ends while nothing is under way on it', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  /** Ends the session; the driver's event would end this process where no one listens. */
  async function endOf(session: pg.ClientBase): Promise<void> {
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => session.once('end', resolve));
    const superuser = await connectSuperuser(testApp.settings);
    await superuser.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await superuser.end();
    await ended;
    await expect(session.query('select 1')).rejects.toThrow();
  }

  it('ends no process where it is a session of its own', async () => {
    const { adminUrl: connectionString } = testApp.settings;
    const session = await openSession({ connectionString, application_name: 'umoja tests' });
    await endOf(session);
    await session.end();
  });

  it('ends no process where it is one of the queues', async () => {
    const place = postgresPlace(testApp.settings, { queues: 1, forStatements: 1 }, () => undefined);
    // The type of a place leaves out what it is made of.
    const session = await (place.connection as unknown as pg.Pool).connect();
    await endOf(session);
    session.release(true);
    await place.close();
  });
});

describe('PostgreSQL that drops every connection in the middle', () => {
  let testApp: TestApp;
  let context: WorkerContext;
  let partners: Receivers;
  beforeAll(async () => {
    testApp = await openTestApp();
    partners = receivers();
    context = await openWorkerContext(testApp);
  });
  afterAll(async () => {
    await context.close();
    await partners.close();
    await testApp.close();
  });

  async function dropAll(): Promise<number> {
    const superuser = await connectSuperuser(testApp.settings);
    const { rowCount } = await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await superuser.end();
    return rowCount ?? 0;
  }

  const apply = () =>
    testApp.done(testApp.app.lending.applyForLoan, {
      memberId: testApp.memberId,
      productId: testApp.productId,
      principal: 500_000n,
      termMonths: 6,
    });

  it('ends no process, and every event arrives', async () => {
    const { received, listener } = listening();
    const port = await partners.http(listener);
    await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.created'] });
    for (let n = 0; n < 20; n++) await apply();
    await eventually(() => received.length > 2);
    expect(await dropAll()).toBeGreaterThan(3);
    await sleep(100);
    // A request in that moment may be refused, and is repeated.
    for (let made = 0; made < 20;)
      made += await apply().then(
        () => 1,
        () => sleep(50, 0),
      );
    await dropAll();
    const wanted = async () => {
      const [row] = await testApp
        .sql(`select count(*)::int as n from event where type = 'loan.created'`)
        .catch(() => []);
      return Number(row?.['n'] ?? -1);
    };
    await eventually(async () => {
      const ids = new Set(received.map(({ headers }) => headers['webhook-id']));
      return ids.size === (await wanted());
    });
    // And what happens afterwards comes immediately again.
    const before = received.length;
    const began = performance.now();
    await apply();
    await eventually(() => received.length > before);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
