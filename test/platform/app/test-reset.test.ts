import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURE_NAMES, type FixtureName } from '#core/partners/test-reset.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { plantLender } from '#platform/demo/lender.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

async function reset(fixture: FixtureName): Promise<void> {
  await testApp.app.testReset.begin(testApp.operator, { fixture });
  expect(await testApp.app.testReset.perform(testApp.tenantId, plantFixture)).toBe(true);
}

/** Ids and uuids of every record that has both, by table. */
async function records(): Promise<readonly unknown[]> {
  const tables = await testApp.sql<{ name: string }>(
    `select table_name as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'uuid'
        and exists (select from information_schema.columns i where i.table_name = c.table_name and i.column_name = 'id')
        and c.table_name not in ('tenant', 'event', 'journal', 'test_reset', 'close_of_business') order by 1`,
  );
  const each = tables.map(({ name }) => `select '${name}' as of, id, uuid::text from "${name}"`);
  return testApp.sql(`${each.join(' union all ')} order by 1, 2`);
}

describe('A sandbox that is reset', () => {
  it.each(FIXTURE_NAMES)(
    'holds the fixture %s with the same ids, uuids and numbers each time, and sound books',
    async (fixture) => {
      await reset(fixture);
      const first = await records();
      const numbers =
        'select member_no as no from member union all select loan_no from loan union all select agent_no from agent order by 1';
      const counted = await testApp.sql(numbers);
      await reset(fixture);
      expect(await records()).toEqual(first);
      expect(await testApp.sql(numbers)).toEqual(counted);
      const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
      expect(violations).toEqual([]);
    },
  );

  it('has the same ids also where a transaction that plants it meets a deadlock and is carried out again', async () => {
    await testApp.app.testReset.begin(testApp.operator, { fixture: 'demo' });
    let tries = 0;
    await testApp.app.testReset.perform(testApp.tenantId, async (_, { present }, caller) => {
      await present.transact.run('plantDemo', caller, async (tx, context) => {
        const planted = await plantLender(present, tx, context);
        await tx.flush();
        tries += 1;
        if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        return planted;
      });
    });
    expect(tries).toBe(2);
    const first = await testApp.sql('select id, uuid from member order by id');
    expect(first.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5]);
    await testApp.app.testReset.begin(testApp.operator, { fixture: 'demo' });
    await testApp.app.testReset.perform(testApp.tenantId, async (_, { present }, caller) => {
      await present.transact.run('plantDemo', caller, (tx, context) => plantLender(present, tx, context));
    });
    expect(await testApp.sql('select id, uuid from member order by id')).toEqual(first);
  });

  it('holds a loan with two missed instalments, and one that is repaid as agreed', async () => {
    await reset('loan_in_arrears');
    const loans = await testApp.sql<{ id: string; late: number; overdue: number }>(
      `select l.id, coalesce(c.days_past_due, 0) as late,
              (select count(*)::int from loan_instalment i where i.loan_id = l.id and i.due_date < (now() at time zone 'Africa/Nairobi')::date
                  and i.paid_principal < i.principal) as overdue
         from loan l left join loan_classification c on c.loan_id = l.id order by l.id`,
    );
    expect(loans).toMatchObject([
      { id: '1', overdue: 2 },
      { id: '2', late: 0, overdue: 0 },
    ]);
    expect(loans[0]?.late).toBeGreaterThan(30);
  });

  it('leaves nothing of before in any table that is not kept, and lets no kept row refer to what is gone', async () => {
    await testApp.readyLoan(1_200_000n).catch(() => undefined);
    await reset('empty');
    const tables = await testApp.sql<{ name: string }>(
      `select c.table_name as name from information_schema.columns c
        where c.table_schema = 'public' and c.column_name = 'tenant_id' order by 1`,
    );
    const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from "${name}"`);
    const rows = await testApp.sql<{ name: string; n: number }>(counts.join(' union all '));
    const left = rows.filter(({ n }) => n > 0).map(({ name }) => name);
    // The event of the reset, its audit and its place in the outbox are new.
    const kept = [
      'access_token',
      'api_client',
      'api_secret',
      'audit',
      'client_route',
      'event',
      'outbox',
      'sealing_key',
      'test_reset',
      'token_route',
    ];
    expect(left.filter((name) => !kept.includes(name))).toEqual([]);
    expect((await testApp.sql('select type from event')).map(({ type }) => type)).toEqual(['sandbox.reset']);
  });

  it('is never a live tenant, nor one that is in use: the database refuses both', async () => {
    const live = await createTenant(testApp.settings.adminUrl, { name: 'A live one', mode: 'live' });
    for (const call of ['begin_reset()', 'erase_sandbox(10)', 'restart_sandbox()', 'end_reset()']) {
      const inLive = testApp.database.write(live, ({ sql }) => sql(`select ${call}`));
      await expect(inLive).rejects.toThrow('Only a sandbox can be reset.');
    }
    for (const call of ['erase_sandbox(10)', 'restart_sandbox()']) {
      await expect(testApp.sql(`select ${call}`)).rejects.toThrow('is not being reset');
    }
    await expect(testApp.sql(`delete from audit`)).rejects.toThrow(/permission denied/);
    await expect(
      testApp.app.testReset.begin({ ...testApp.operator, tenantId: live, mode: 'live' }, { fixture: 'demo' }),
    ).rejects.toMatchObject({ code: 'sandbox_only' });
  });
});
