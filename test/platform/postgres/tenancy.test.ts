import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applicationUrl, findingRole, limitedRole } from '#platform/postgres/database.ts';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import { queueRole } from '#platform/postgres/migrations/queue-schema.ts';
import { tenantProof } from '#platform/postgres/tenant-proof.ts';
import { lifecycles } from '#platform/postgres/lifecycles.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { eventually } from '../../support/eventually.ts';
import { connectSuperuser } from '../../support/database.ts';
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

/** Names a tenant, and proves it as the program does. */
async function enter(tenant: number): Promise<void> {
  const proof = tenantProof(tenant, Temporal.Now.instant().add({ minutes: 10 }), testApp.settings);
  await asApplication.query(`select set_config('app.tenant', $1, false), set_config('app.proof', $2, false)`, [
    String(tenant),
    proof,
  ]);
}
/** Names a tenant and keeps whatever was proven before. */
const rename = (tenant: number | null) =>
  asApplication.query(`select set_config('app.tenant', $1, false)`, [tenant === null ? '' : String(tenant)]);

/** How many rows of tables the application sees now, by table; those without any are left out. */
async function visible(): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (const name of await tables()) {
    const { rowCount } = await asApplication.query(`select from ${name}`);
    if (rowCount) seen[name] = rowCount;
  }
  return seen;
}

async function tables(): Promise<string[]> {
  const { rows } = await asOwner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not in ('mikro_orm_migrations', 'installation', 'login_request') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** All that an injection may call with the owner's rights, and how it would aim it at another tenant. */
const ATTACKS: { readonly [name: string]: string } = {
  proven_tenant: '',
  credential_of_client: `'CLIENT', 'guessed', null`,
  credential_of_client_by_hashes: `'CLIENT', array['guessed'], null`,
  credential_of_token: `sha256('guessed'), null`,
  credential_of_session: `'guessed'`,
  credential_of_invitation: `'guessed'`,
  credential_of_openid: `'guessed', 'guessed'`,
  credential_of_passkey: `'guessed', 'guessed'`,
  float_moved: `array['mpesa_float'], array['AG-000001'], '2000-01-01', '2999-01-01'`,
  forget_in_written_once: `'member', 1, '.', '.', '.', '.'`,
  change_policies: `'{"four_eyes": true}'`,
  move_clock: '1000000',
  begin_reset: '',
  erase_sandbox: '1000000',
  restart_sandbox: '',
  // Keeps versions from starting that are older than this one, and nothing else.
  serve_split_floats: '',
  sandbox_is_empty: '',
  end_reset: '',
  next_number: `'member'`,
  next_id: `'member'`,
  present_installation: '',
  secret_in_use: '',
  login_requested: `'guessed'`,
  poll_login: `'guessed'`,
  deny_login: `'guessed'`,
  take_login: `'guessed'`,
  request_login: `'guessed', 'guessed', 'a terminal', '192.0.2.1'`,
};

/** The rows of a tenant in each table that has any, as a hash. */
async function contentOf(tenant: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of await tables()) {
    const key = name === 'tenant' ? 'id' : 'tenant_id';
    const { rows } = await asOwner.query<{ hash: string | null }>(
      `select md5(string_agg(t::text, '' order by t::text)) as hash from ${name} t where ${key} = $1`,
      [tenant],
    );
    if (rows[0]?.hash) found[name] = rows[0].hash;
  }
  return found;
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
      await (tenant === '' ? rename(null) : enter(other));
      for (const name of names) {
        const { rowCount } = await asApplication.query(`select from ${name}`);
        expect([tenant, name, rowCount]).toEqual([tenant, name, name === 'tenant' && tenant !== '' ? 1 : 0]);
      }
    }
  });

  it('can’t write into another tenant, nor move a row there', async () => {
    await enter(testApp.tenantId);
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
      await expect(asApplication.query(forbidden)).rejects.toThrow(/permission denied|must be (owner|superuser)/);
    }
  });
});

describe('An injection: any SQL as the application’s role, within a request of one tenant', () => {
  it('reaches that tenant, whatever other tenant it names, in the same transaction or the same statement', async () => {
    await enter(testApp.tenantId);
    const own = await visible();
    expect(own['loan']).toBeGreaterThan(0);
    await rename(other);
    expect(await visible()).toEqual({});
    await enter(other);
    expect(Object.keys(await visible())).toEqual(['tenant']);
    await rename(testApp.tenantId);
    expect(await visible()).toEqual({});

    // Proven for the first rows and renamed for the next: what was proven is compared, not the name.
    await enter(other);
    const renamed = await asApplication.query(
      `select l.id from generate_series(1, 3) as n
        cross join lateral (select set_config('app.tenant', $1, false) from generate_series(2, n)) as renamed
        cross join lateral (select id from loan where n is not null offset 0) as l`,
      [String(testApp.tenantId)],
    );
    expect(renamed.rows).toEqual([]);
  });

  it('forges no proof: for another tenant, a longer life, or without the key', async () => {
    const until = Temporal.Now.instant().add({ minutes: 10 });
    const [expires = '', signature = ''] = tenantProof(testApp.tenantId, until, testApp.settings).split('.');
    const [, ofAnother = ''] = tenantProof(other, until, testApp.settings).split('.');
    const forged = [
      `${expires}.${ofAnother}`,
      `${String(Number(expires) + 86_400).padStart(11, '0')}.${signature}`,
      `99999999999.${signature}`,
      `${expires}.${'0'.repeat(64)}`,
      `${expires}.`,
      expires,
      '.',
      tenantProof(testApp.tenantId, Temporal.Now.instant().subtract({ seconds: 5 }), testApp.settings),
      tenantProof(testApp.tenantId, until, { appPassword: 'another secret' }),
    ];
    await rename(testApp.tenantId);
    for (const proof of forged) {
      await asApplication.query(`select set_config('app.proof', $1, false)`, [proof]);
      expect([proof, (await asApplication.query('select from loan')).rowCount]).toEqual([proof, 0]);
    }
    await asApplication.query(`select set_config('app.proof', $1, false)`, [`${expires}.${signature}`]);
    expect((await asApplication.query('select from loan')).rowCount).toBeGreaterThan(0);
    for (const reading of ['select * from guard.tenant_key', 'select guard.inner_key()', 'select guard.outer_key()'])
      await expect(asApplication.query(reading)).rejects.toThrow('permission denied');
  });

  it('reads no proof of another tenant where the server shows what its sessions execute', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const running = testApp.database.write(other, () => released);
    const shown = async () => {
      await enter(testApp.tenantId);
      const { rows } = await asApplication.query<{ query: string }>(
        `select query from pg_stat_activity where state = 'idle in transaction' and query like '%app.proof%'`,
      );
      return rows.map(({ query }) => query);
    };
    try {
      await eventually(async () => (await shown()).length > 0);
      expect((await shown()).filter((text) => /[0-9a-f]{64}/.test(text))).toEqual([]);
    } finally {
      release();
      await running;
    }
  });

  it('calls, of what runs with the owner’s rights, look-ups by a secret and what is of its tenant', async () => {
    const roles = [testApp.settings.appRole, findingRole(testApp.settings), queueRole(testApp.settings)];
    const { rows } = await asOwner.query<{ name: string; callers: string | null }>(
      `select p.proname as name, string_agg(r.rolname, ',' order by r.rolname) as callers
         from pg_proc p
         left join pg_roles r on r.rolname = any($1) and has_function_privilege(r.oid, p.oid, 'execute')
        where p.pronamespace = 'public'::regnamespace and p.prosecdef group by 1 order by 1`,
      [roles],
    );
    const calledBy = (role: string | null) => rows.filter(({ callers }) => callers === role).map(({ name }) => name);
    expect(calledBy(testApp.settings.appRole)).toEqual(Object.keys(ATTACKS).toSorted());
    expect(calledBy(null)).toEqual(['create_numbers', 'leave_ids_to_history', 'proven_sandbox']);
    expect(rows.length).toBe(30 + calledBy(findingRole(testApp.settings)).length);

    await enter(testApp.tenantId);
    for (const forbidden of [
      `select discard_expired('2999-01-01', 1000000)`,
      `select * from due_jobs('2999-01-01', 1000)`,
      'select * from tenants_with_outbox()',
    ]) {
      await expect(asApplication.query(forbidden)).rejects.toThrow('permission denied');
    }
    expect((await asApplication.query(`select * from credential_of_token(sha256('guessed'), null)`)).rows).toEqual([]);
    expect((await asApplication.query(`select next_number('member') as n`)).rows[0].n).toMatch(/^\d+$/);
    await rename(other);
    expect((await asApplication.query('select proven_tenant() as tenant')).rows).toEqual([{ tenant: null }]);
    await expect(asApplication.query(`select next_number('member')`)).rejects.toThrow();
  });

  it('changes no row of another tenant by any of these functions, and learns none by what is no secret', async () => {
    const attacker = await createTenant(testApp.settings.adminUrl, { name: 'An attacker', mode: 'sandbox' });
    const ours = await contentOf(testApp.tenantId);
    expect(Object.keys(ours).length).toBeGreaterThan(10);
    await enter(attacker);
    const returned: Record<string, unknown> = {};
    for (const [name, written] of Object.entries(ATTACKS)) {
      const call = `select * from ${name}(${written.replace('CLIENT', testApp.client.clientKey)})`;
      returned[name] = await asApplication.query(call).then(({ rows }) => rows);
    }
    expect(await contentOf(testApp.tenantId)).toEqual(ours);
    expect(returned['proven_tenant']).toEqual([{ proven_tenant: String(attacker) }]);
    const readers = Object.keys(ATTACKS).filter((name) => name.startsWith('credential_') || name === 'float_moved');
    expect(readers.map((name) => [name, returned[name]])).toEqual(readers.map((name) => [name, []]));
  });

  it('has no schema beside public, no view and no sequence', async () => {
    const { rows } = await asOwner.query(
      `select n.nspname as name from pg_namespace n
        where has_schema_privilege($1, n.oid, 'usage') and n.nspname not in ('public', 'information_schema', 'pg_catalog')
        union all
       select c.relname from pg_class c
        where c.relnamespace = 'public'::regnamespace
          and case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage,select,update')
                   when c.relkind in ('v', 'm', 'f') then has_table_privilege($1, c.oid, 'select,insert,update,delete') end`,
      [testApp.settings.appRole],
    );
    expect(rows).toEqual([]);
  });

  it('becomes no other role, makes no table, lifts no policy, and reads no password or file', async () => {
    for (const forbidden of [
      `set role ${findingRole(testApp.settings)}`,
      `set role ${queueRole(testApp.settings)}`,
      'create table mine (id int)',
      'create schema mine',
      'select * from pg_authid',
      'select pg_read_file($$/etc/passwd$$)',
      'copy loan to program $$cat$$',
      'alter table loan no force row level security',
      'drop policy tenant_only on loan',
      'create policy mine on loan using (true)',
      `alter role ${testApp.settings.appRole} bypassrls`,
    ]) {
      await expect(asApplication.query(forbidden)).rejects.toThrow(/permission denied|must be (owner|superuser)/);
    }
  });
});

describe('The role that finds work in all tenants', () => {
  it('calls its functions, and sees no row of any table', async () => {
    const finding = new pg.Client({
      connectionString: applicationUrl({ ...testApp.settings, appRole: findingRole(testApp.settings) }),
    });
    await finding.connect();
    try {
      await finding.query('select * from due_jobs(now(), 10)');
      const forbidden = [`select * from credential_of_client('pk_test_x', 'x', null)`, 'select proven_tenant()'];
      for (const text of [...(await tables()).map((name) => `select from ${name}`), ...forbidden]) {
        await expect(finding.query(text)).rejects.toThrow('permission denied');
      }
    } finally {
      await finding.end();
    }
  });
});

describe('What runs with the owner’s rights and takes a time', () => {
  /** Of a time to come, as the role that finds work calls it. */
  const asFinding = async <Row extends object>(text: string): Promise<Row[]> => {
    const finding = new pg.Client({
      connectionString: applicationUrl({ ...testApp.settings, appRole: findingRole(testApp.settings) }),
    });
    await finding.connect();
    return await finding
      .query<Row>(text)
      .then(({ rows }) => rows)
      .finally(() => finding.end());
  };
  const IN_A_DAY = `now() + interval '1 day'`;

  it('takes no time that is still to come', async () => {
    const { rows } = await asOwner.query<{ name: string; body: string; times: string[] }>(
      `select p.proname as name, p.prosrc as body, array_agg(p.proargnames[t.n] order by t.n) as times
         from pg_proc p cross join lateral unnest(p.proargtypes::oid[]) with ordinality as t(type, n)
        where p.pronamespace = 'public'::regnamespace and p.prosecdef
          and t.type in ('timestamptz'::regtype, 'timestamp'::regtype)
        group by p.oid, 1, 2 order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['discard_expired', 'due_jobs']));
    const trusting = rows.filter(({ body, times }) => {
      const rest = body
        .replaceAll(new RegExp(`no_later\\((${times.join('|')})\\)`, 'g'), '')
        .replaceAll('at time zone', '');
      return times.some((time) => new RegExp(`\\b${time}\\b`).test(rest));
    });
    // A test clock may be sent ahead; how far it sees has a test of its own, below.
    expect(trusting.map(({ name }) => name)).toEqual(['next_moment_of']);
    const { rows: latest } = await asOwner.query(
      `select no_later('2999-01-01') = now() as present, no_later(now() - interval '1 day') = now() - interval '1 day' as past`,
    );
    expect(latest).toEqual([{ present: true, past: true }]);
  });

  it('deletes no key and no token that is in force', async () => {
    await asOwner.query(
      `insert into idempotency_key (tenant_id, client_id, key, fingerprint, state, request_id, expires_at)
       select $1, $2, key, 'x', 'completed', 'r', now() + expiry
         from (values ('in force', interval '1 hour'), ('over', interval '-1 hour')) as k(key, expiry)`,
      [testApp.tenantId, testApp.client.caller.clientId],
    );
    await asOwner.query(
      `insert into access_token (tenant_id, token_hash, client_id, secret_id, epoch, scopes, expires_at)
       select tenant_id, sha256('held'), client_id, id, 0, '{}', now() + interval '1 hour'
         from api_secret where tenant_id = $1 limit 1`,
      [testApp.tenantId],
    );
    const kept = async () => {
      const { rows } = await asOwner.query(
        `select (select count(*) from access_token)::int as tokens, (select count(*) from event)::int as events,
                (select array_agg(key) from idempotency_key where fingerprint = 'x') as keys`,
      );
      return rows[0];
    };
    const before = await kept();
    expect(before).toMatchObject({ tokens: 1, keys: ['in force', 'over'] });
    expect(before.events).toBeGreaterThan(0);
    expect(await asFinding(`select discard_expired('2999-01-01', 1000000)::int as gone`)).toEqual([{ gone: 1 }]);
    expect(await kept()).toEqual({ ...before, keys: ['in force'] });
  });

  it('finds no work before it is due', async () => {
    await asOwner.query(
      `update reaction set due_at = ${IN_A_DAY};
       insert into reaction (tenant_id, event_id, handler, due_at)
       select tenant_id, id, 'a test', ${IN_A_DAY} from event where tenant_id = ${testApp.tenantId} limit 1;
       update rail set pull_due_at = ${IN_A_DAY}, balance_requested_at = now()`,
    );
    const found = async (at: string) => [
      await asFinding(`select * from due_jobs(${at}, 1000)`),
      await asFinding(`select * from paybills_to_pull(${at}, 1000)`),
      await asFinding(`select * from floats_to_check(${at}, 1000)`),
      await asFinding(`select * from tenants_to_close(${at}, 1000)`),
    ];
    expect(await found(`'2999-01-01'`)).toEqual(await found('now()'));
    expect((await found(`'2999-01-01'`))[0]).not.toContainEqual(expect.objectContaining({ queue: 'react' }));
  });

  it('sees no further ahead than a test clock was sent, and of no tenant whose clock is not under way', async () => {
    const seen = async () =>
      await asFinding(
        `select next_moment_of(${testApp.tenantId}, now() - interval '9 years', '2999-01-01') - interval '1 day' <= now() as at`,
      );
    await asOwner.query(
      `insert into sandbox_prompt (tenant_id, originator_id, checkout_ref, receipt_no, amount, msisdn, notification_due_at)
       values (${testApp.tenantId}, gen_random_uuid(), 'ws_CO_2', 'SKL4H2XQ2Z', 100, '+254700000000', ${IN_A_DAY})`,
    );
    expect(await seen()).toEqual([{ at: null }]);
    await asOwner.query(
      `insert into test_clock (tenant_id, state, advanced_from, target)
       values (${testApp.tenantId}, 'advancing', now(), now() + interval '12 hours')`,
    );
    expect(await seen()).toEqual([{ at: null }]);
    await asOwner.query(`update test_clock set target = now() + interval '2 days'`);
    expect(await seen()).toEqual([{ at: true }]);
    await asOwner.query('delete from test_clock; delete from sandbox_prompt');
    expect(await seen()).toEqual([{ at: null }]);
  });
});

describe('Every table', () => {
  it('is under row-level security, its owner too: by the one policy of the application and one of its own', async () => {
    const { rows } = await asOwner.query(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as guarded,
              array_agg(p.polname::text order by p.polname::text) filter (where p.polname <> 'branches_only') as policies
         from pg_class c left join pg_policy p on p.polrelid = c.oid
        where c.relname = any($1) and c.relnamespace = 'public'::regnamespace group by 1, 2 order by 1`,
      [await tables()],
    );
    expect(rows.filter(({ guarded, policies }) => !guarded || String(policies) !== 'owner_all,tenant_only')).toEqual(
      [],
    );
    const { rows: conditions } = await asOwner.query<{ condition: string; but: string | null }>(
      `select distinct pg_get_expr(polqual, polrelid) as condition, pg_get_expr(polwithcheck, polrelid) as but
         from pg_policy where polname = 'tenant_only' order by 1`,
    );
    const proven = '( SELECT proven_tenant() AS proven_tenant))';
    expect(conditions.map(({ condition }) => condition)).toEqual([`(id = ${proven}`, `(tenant_id = ${proven}`]);
    expect(conditions.filter(({ condition, but }) => but !== null && but !== condition)).toEqual([]);
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

describe('A person who is limited, where processes run under two roles of the application', () => {
  it('sees no row of another branch under either (finding: migrating for a role opened all rows under the other)', async () => {
    const second = { ...testApp.settings, appRole: `${new URL(testApp.settings.adminUrl).pathname.slice(1)}_second` };
    const seen = async () => {
      const tables = ['member', 'loan', 'event'];
      const of = (reach: { branches: number[] }) =>
        testApp.database
          .limitedTo({ ...reach, clients: [] })
          .read(testApp.tenantId, async ({ sql }) =>
            Promise.all(tables.map(async (name) => (await sql(`select id from ${name} limit 1`)).length)),
          );
      return { own: await of({ branches: [testApp.branchId] }), other: await of({ branches: [999_999] }) };
    };
    const limited = { own: [1, 1, 1], other: [0, 0, 0] };
    expect(await seen()).toEqual(limited);
    const superuser = await connectSuperuser(testApp.settings);
    try {
      await migrate(second, () => undefined);
      expect(await seen()).toEqual(limited);
      const derived = async () =>
        (await asOwner.query(`select xmin from pg_policy where polname = 'branches_only' order by oid limit 1`)).rows;
      const before = await derived();
      await migrate(testApp.settings, () => undefined);
      expect([await seen(), await derived()]).toEqual([limited, before]);
    } finally {
      const roles = [second.appRole, limitedRole(second), findingRole(second), queueRole(second)].join(', ');
      await superuser.query(`drop owned by ${roles}; drop role ${roles}`).finally(() => superuser.end());
    }
    // A role that is gone leaves the others as they were.
    await migrate(testApp.settings, () => undefined);
    expect(await seen()).toEqual(limited);
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
