import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createTenant } from '#platform/cli/tenants.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { registerHook } from '../../support/worker-context.ts';

let testApp: TestApp;
let owner: pg.Client;
let endpoint: number;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = new pg.Client({ connectionString: testApp.settings.adminUrl });
  await owner.connect();
  await owner.query(`select set_config('app.tenant', $1, false)`, [String(testApp.tenantId)]);
  ({ id: endpoint } = await registerHook(testApp, 'https://partner.example/hook', { events: ['loan.updated'] }));
  await owner.query('delete from outbox; delete from reaction; delete from event');
});
afterAll(async () => {
  await owner.end();
  await testApp.close();
});

/** Events from forty days ago. */
const old = async (count: number): Promise<readonly string[]> => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data, request_id, occurred_at, created_at)
     select gen_random_uuid(), 'loan.updated', 'loan', n, gen_random_uuid(), 1, '{}', 'old', now(), now() - interval '40 days'
       from generate_series(1, $1::int) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
};
let sequence = 1_000;
/** Delivers them again, today: they stay for as long as that is retained. */
const recover = (events: readonly string[]) =>
  owner.query(
    `insert into webhook_delivery (uuid, endpoint_id, client_id, event_id, event_type, subject_key, sequence, state,
                                   trigger, attempts, attempts_of_round, parked)
     select gen_random_uuid(), $1, $2, id, 'loan.updated', 'loan:1', $3::bigint + row_number() over (), 'succeeded', 'recover', 1, 0, false
       from unnest($4::bigint[]) id`,
    [endpoint, testApp.client.id, (sequence += 1_000), events],
  );
const left = async () =>
  (await owner.query<{ id: string }>('select id from event order by id')).rows.map(({ id }) => id);
/** As a round of the workers does: until less than a statement may do is done. */
const discard = async (cap: number) => {
  let statements = 1;
  while ((await testApp.internals.due.discardExpired(Temporal.Now.instant(), cap)) >= cap) statements++;
  return statements;
};

describe('Old events', () => {
  it('go although those before them are held by deliveries, however many (finding: nothing more was removed)', async () => {
    const [held, behind] = [await old(12), await old(3)];
    await recover(held);
    expect(behind).toHaveLength(3);
    await discard(5);
    expect(await left()).toEqual(held);
  });

  it('that were held go once nothing holds them', async () => {
    await owner.query('delete from webhook_delivery');
    await discard(5);
    expect(await left()).toEqual([]);
  });

  it('that come behind held ones are found without another look at all of those, which comes an hour later', async () => {
    const held = await old(3_000);
    await recover(held);
    expect(await discard(200)).toBe(16);
    const fresh = await old(4);
    // What this connection has read before is counted as well, until it is reported.
    await owner.query('select pg_stat_force_next_flush()');
    await owner.query('begin');
    const { rows } = await owner.query<{ gone: string }>('select discard_expired(now(), 200) as gone');
    const read = await owner.query<{ table: string; rows: number }>(
      `select relname as table, (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables
        where relname in ('event', 'webhook_delivery') order by 1`,
    );
    await owner.query('commit');
    expect(rows[0]?.gone).toBe('4');
    for (const each of read.rows) expect(each.rows, each.table).toBeLessThan(50);
    expect(await left()).toEqual(held);
    expect(fresh).toHaveLength(4);

    await owner.query('delete from webhook_delivery');
    await owner.query('vacuum analyze webhook_delivery');
    await discard(200);
    expect(await left()).toEqual(held);
    await owner.query(`update template.event_walk set began_at = began_at - interval '61 minutes'`);
    await discard(200);
    await discard(200);
    expect(await left()).toEqual([]);
  });

  it('are looked at in turns, so many in one statement, where several institutions hold many', async () => {
    await owner.query('delete from webhook_delivery; delete from event; delete from template.event_walk');
    const { adminUrl } = testApp.settings;
    const tenants = [testApp.tenantId];
    for (let n = 0; n < 5; n++) tenants.push(await createTenant(adminUrl, { name: `Other ${n}`, mode: 'sandbox' }));
    for (const tenant of tenants) {
      await owner.query(`select set_config('app.tenant', $1, false)`, [String(tenant)]);
      // Reactions hold them as deliveries do.
      await owner.query(`insert into reaction (event_id, handler, due_at) select unnest($1::bigint[]), 'held', now()`, [
        await old(110),
      ]);
      await old(1);
    }
    await owner.query(`select set_config('app.tenant', $1, false)`, [String(testApp.tenantId)]);
    await testApp.internals.due.discardExpired(Temporal.Now.instant(), 10);
    const walks = await owner.query('select tenant_id, behind from template.event_walk');
    expect(walks.rows).toHaveLength(4);
    await discard(10);
    const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from event group by tenant_id');
    expect(rows).toEqual(tenants.map(() => ({ n: 110 })));
  });
});
