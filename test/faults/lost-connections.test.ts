import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '#test/support/eventually.ts';
import { openHouse, type House } from '#test/support/test-app.ts';
import { hearing, receivers, type Receivers } from '#test/support/receivers.ts';
import { openWorkshop, registerHook, type Workshop } from '#test/support/worker-context.ts';

describe('A transaction whose connection is dropped', () => {
  it('gives its place in the pool back', async () => {
    const house = await openHouse({ poolSize: 2 });
    for (let times = 0; times < 6; times++) {
      const dropped = house.sql('select pg_terminate_backend(pg_backend_pid())');
      await expect(dropped).rejects.toThrow();
    }
    expect(await house.sql('select 1 as one')).toEqual([{ one: 1 }]);
    await house.close();
  });
});

describe('PostgreSQL that drops every connection in the middle', () => {
  let house: House;
  let workshop: Workshop;
  let partners: Receivers;
  beforeAll(async () => {
    house = await openHouse();
    partners = receivers();
    workshop = await openWorkshop(house);
  });
  afterAll(async () => {
    await workshop.close();
    await partners.close();
    await house.close();
  });

  async function dropAll(): Promise<number> {
    const admin = new pg.Client({ connectionString: house.settings.adminUrl });
    await admin.connect();
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await admin.end();
    return rowCount ?? 0;
  }

  const apply = () =>
    house.done(house.app.lending.applyForLoan, {
      memberId: house.memberId,
      productId: house.productId,
      principal: 500_000n,
      termMonths: 6,
    });

  it('ends no process, and every event arrives', async () => {
    const { heard, listener } = hearing();
    const port = await partners.http(listener);
    await registerHook(house, `http://127.0.0.1:${port}/`, { events: ['loan.created'] });
    for (let n = 0; n < 20; n++) await apply();
    await eventually(() => heard.length > 2);
    expect(await dropAll()).toBeGreaterThan(3);
    await sleep(100);
    // Whoever asks in that moment may be refused, and asks again.
    for (let made = 0; made < 20;)
      made += await apply().then(
        () => 1,
        () => sleep(50, 0),
      );
    await dropAll();
    const wanted = async () => {
      const [row] = await house.sql(`select count(*)::int as n from event where type = 'loan.created'`).catch(() => []);
      return Number(row?.['n'] ?? -1);
    };
    await eventually(async () => {
      const ids = new Set(heard.map(({ headers }) => headers['webhook-id']));
      return ids.size === (await wanted());
    }, 100_000);
    // And what happens afterwards comes at once again.
    const before = heard.length;
    const began = performance.now();
    await apply();
    await eventually(() => heard.length > before);
    expect(performance.now() - began).toBeLessThan(3_000);
  }, 120_000);
});
