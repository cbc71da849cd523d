import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applicationUrl } from '#platform/postgres/database.ts';
import { lifecycles } from '#platform/postgres/lifecycles.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

let testApp: TestApp;
let other: number;
let asApplication: pg.Client;
let asOwner: pg.Client;
beforeAll(async () => {
  testApp = await openTestApp();
  await testApp.readyLoan(50_000n);
  other = await createTenant(testApp.settings.adminUrl, { name: 'Another society', mode: 'live' });
  asApplication = new pg.Client({ connectionString: applicationUrl(testApp.settings) });
  asOwner = new pg.Client({ connectionString: testApp.settings.adminUrl });
  await asApplication.connect();
  await asOwner.connect();
});
afterAll(async () => {
  await asApplication.end();
  await asOwner.end();
  await testApp.close();
});

async function tables(): Promise<string[]> {
  const { rows } = await asOwner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not in ('mikro_orm_migrations', 'installation') order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('The application’s database role', () => {
  it('owns no table and can’t bypass row-level security', async () => {
    const { rows } = await asApplication.query(
      `select rolsuper, rolbypassrls, rolcreaterole,
              (select count(*)::int from pg_tables where tableowner = current_user) as owned
         from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, owned: 0 }]);
  });

  it('sees no row of any table without a tenant, and none of ours as another', async () => {
    const names = await tables();
    expect(names.length).toBeGreaterThan(20);
    expect(Number((await asOwner.query('select count(*) as n from loan')).rows[0].n)).toBeGreaterThan(0);
    for (const tenant of ['', String(other)]) {
      await asApplication.query(`select set_config('app.tenant', $1, false)`, [tenant]);
      for (const name of names) {
        const { rowCount } = await asApplication.query(`select from ${name}`);
        expect([tenant, name, rowCount]).toEqual([tenant, name, name === 'tenant' && tenant !== '' ? 1 : 0]);
      }
    }
  });

  it('can’t write into another tenant, nor move a row there', async () => {
    await asApplication.query(`select set_config('app.tenant', $1, false)`, [String(testApp.tenantId)]);
    await expect(asApplication.query(`update member set tenant_id = $1`, [other])).rejects.toThrow(
      'row-level security',
    );
    const stranger = `insert into branch (uuid, tenant_id, code, name) values ('${randomUUID()}', ${other}, 'X', 'X')`;
    await expect(asApplication.query(stranger)).rejects.toThrow('row-level security');
  });

  it('can’t open tenants, change history, or touch the migrations', async () => {
    for (const forbidden of [
      `insert into tenant (uuid, name, mode, four_eyes) values (gen_random_uuid(), 'X', 'sandbox', false)`,
      'update event set type = type',
      'delete from audit',
      'truncate member',
      'select * from mikro_orm_migrations',
      'select create_numbers(1)',
      'alter table member disable row level security',
    ]) {
      await expect(asApplication.query(forbidden)).rejects.toThrow(/permission denied|must be owner/);
    }
  });
});

describe('Every table', () => {
  it('is under row-level security with the one policy', async () => {
    const { rows } = await asOwner.query(
      `select c.relname as name, c.relrowsecurity as guarded, array_agg(p.polname::text) as policies
         from pg_class c left join pg_policy p on p.polrelid = c.oid
        where c.relname = any($1) and c.relnamespace = 'public'::regnamespace group by 1, 2 order by 1`,
      [await tables()],
    );
    expect(rows.filter(({ guarded, policies }) => !guarded || String(policies) !== 'tenant_only')).toEqual([]);
  });

  it('that keeps a state lets in only those of its lifecycle', async () => {
    for (const { table, lifecycle, column = 'state' } of lifecycles) {
      if (column === null) continue;
      const { rows } = await asOwner.query<{ definition: string }>(
        `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1`,
        [`${table}_${column}`],
      );
      expect(rows).toHaveLength(1);
      const allowed = [...(rows[0]?.definition ?? '').matchAll(/'([a-z_]+)'/g)].map(([, state]) => state);
      expect(allowed.toSorted()).toEqual([...lifecycle.states].toSorted());
    }
  });
});

describe('Another tenant', () => {
  const stranger = () => systemCaller({ id: other, mode: 'live' }, 'pk_live_stranger', randomUUID());

  it('finds nothing of ours by id or uuid, and can’t refer to it', async () => {
    const ours = await testApp.app.read(testApp.client.caller, (views) => views.members.one(testApp.memberId));
    for (const id of [testApp.memberId, ours?.uuid ?? '']) {
      expect(await testApp.app.read(stranger(), (views) => views.members.one(id))).toBeNull();
    }
    const request = {
      caller: stranger(),
      claim: null,
      present: async () => ({ status: 201, headers: {}, body: '' }),
      refused: () => ({ status: 409, headers: {}, body: '' }),
    };
    const application = {
      memberId: testApp.memberId,
      productId: testApp.productId,
      principal: 50_000n,
      termMonths: 12,
    };
    await expect(testApp.app.lending.applyForLoan(request, application)).rejects.toMatchObject({
      code: 'unknown_reference',
    });
    await expect(testApp.app.lending.approveLoan(request, { loanId: 1 })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('counts its members from 1', async () => {
    const made = await testApp.internals.transact.run('join', stranger(), async (tx, context) => {
      const [branch] = await tx.sql<{ id: string }>(
        `insert into branch (uuid, code, name) values ($1, 'A', 'A') returning id`,
        [randomUUID()],
      );
      const ports = testApp.internals.ports.membership(tx, context);
      return { result: [Number(branch?.id), await ports.members.nextNumber()], events: [] };
    });
    expect(made[1]).toBe('M-000001');
  });
});
