import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { deriveKeys } from '#platform/auth/keys.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { layoutOf } from '#platform/postgres/mapping/layout.ts';
import { metadata } from '#platform/postgres/mapping/metadata.ts';
import { openDatabase } from '#platform/postgres/database.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import {
  beginRotation,
  leftOf,
  removeSuperseded,
  sealPeopleAgain,
  sealTenantKeysAgain,
} from '#platform/postgres/privacy/keys/rotation.ts';
import { Member } from '#core/membership/member/member.ts';
import { programOf } from '#test/support/compiled.ts';
import { TEST_SECRET } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { runFile } from '#test/support/umoja-process.ts';
import { installedOn } from '#test/support/installation.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = new pg.Client({ connectionString: testApp.settings.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await testApp.close();
});

const PERSON = {
  name: 'Nekesa Sealed',
  nationalId: 'S-4711 08',
  phone: '+254733918275',
  kyc: {
    id_type: 'national_id',
    id_number: 'S471108',
    date_of_birth: '1987-03-09',
    address: { city: 'Bungoma-Sealed', county: 'Bungoma-Sealed', country: 'KE' },
  },
};
const NOMINEE = {
  name: 'Wafula Sealed',
  relationship: 'brother',
  share_basis_points: 10_000,
  date_of_birth: '1990-11-27',
  id_number: 'S990017',
  phone: '+254733000111',
  guardian: null,
};
const PLAIN = [
  'S-4711 08',
  'S471108',
  '733918275',
  '1987-03-09',
  'Bungoma-Sealed',
  '1990-11-27',
  'S990017',
  '733000111',
];

const join = async (app = testApp, differing: Partial<typeof PERSON> = {}) => {
  const { id } = await app.done(app.app.membership.createMember, {
    ...PERSON,
    branchId: app.branchId,
    ...differing,
  });
  return id;
};
const shown = (id: number) => testApp.app.read(testApp.operator, ({ members }) => members.one(id));

/** Persons of these names come onto a list, and everyone is compared with it. */
async function screened(...names: readonly string[]): Promise<void> {
  const version = { name: 'sealed', kind: 'sanction' as const, dated: Temporal.PlainDate.from('2026-03-01') };
  onList.push(...names);
  await testApp.app.watchlists.importList(testApp.operator, {
    ...version,
    digest: onList.join(),
    people: onList.map((name) => ({ sourceId: name, names: [name], births: [], countries: [], idNumbers: [] })),
    removals: 'usual',
  });
  while (await testApp.app.watchlists.screenBatch(testApp.operator));
}
const onList: string[] = [];

/** The tables of which a row has the text, read whole by their owner. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await owner.query(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [text]);
    if (rowCount) found.push(name);
  }
  return found;
}

describe('Personal data of a member', () => {
  let id: number;
  beforeAll(async () => {
    id = await join();
    await testApp.done(testApp.app.membership.changeMember, { memberId: id, changes: { nominees: [NOMINEE] } });
    await screened(PERSON.name, NOMINEE.name);
  });

  it('stand in no table as they are; who is called what does, for the search (finding 7)', async () => {
    expect(await shown(id)).toMatchObject({ ...PERSON, nominees: [NOMINEE] });
    for (const text of PLAIN) expect([text, await tablesWith(text)]).toEqual([text, []]);
    expect(await tablesWith('Nekesa')).toContain('member');
    expect(await tablesWith('Wafula')).toContain('member');
  });

  it('stand in no alert about a name, which knows what it compared by a hash; no pair is raised twice', async () => {
    const alerts = async () =>
      (await owner.query(`select subject_key, compared_as from aml_alert where tenant_id = $1`, [testApp.tenantId]))
        .rows;
    const raised = await alerts();
    expect(raised.map(({ subject_key }) => subject_key).sort()).toEqual([
      `member:${id}`,
      expect.stringMatching(`^nominee:${id}:`),
    ]);
    for (const { compared_as } of raised) expect(compared_as).toMatch(/^[\w-]{43}$/);
    await screened('Somebody Else');
    expect(await alerts()).toEqual(raised);
    await testApp.done(testApp.app.membership.changeMember, {
      memberId: id,
      changes: { kyc: { ...PERSON.kyc, date_of_birth: '1987-03-10' } },
    });
    await screened('Somebody Other');
    expect((await alerts()).length).toBe(3);
    await testApp.done(testApp.app.membership.changeMember, { memberId: id, changes: { kyc: PERSON.kyc } });
  });

  it('are read and written by commands as they are', async () => {
    await testApp.done(testApp.app.membership.changeMember, { memberId: id, changes: { phone: '+254733918276' } });
    expect(await shown(id)).toMatchObject({ phone: '+254733918276', kyc: PERSON.kyc });
    await testApp.done(testApp.app.membership.changeMember, { memberId: id, changes: { phone: PERSON.phone } });
    await testApp.database.read(testApp.tenantId, async (tx) => {
      expect(await tx.of(Member).get(id)).toMatchObject({ ...PERSON, nominees: [NOMINEE] });
    });
  });

  it('are unique in any spelling, and found whole by filters and the search, and by no part', async () => {
    await expect(join(testApp, { nationalId: 's471108' })).rejects.toMatchObject({ code: 'duplicate_member' });
    const found = (field: string, operator: 'eq' | 'in', ...values: string[]) =>
      testApp.app.read(testApp.operator, async ({ members }) => {
        const query = { filters: [{ field, operator, values }], sort: [], limit: 50, boundary: null, withTotal: false };
        return (await members.list(query)).rows.map((member) => member.id);
      });
    expect(await found('national_id', 'eq', 's 471108')).toEqual([id]);
    expect(await found('national_id', 'in', 'X1', 'S471108')).toEqual([id]);
    expect(await found('phone', 'eq', PERSON.phone)).toEqual([id]);
    expect(await found('phone', 'eq', '+25473391827')).toEqual([]);
    for (const q of ['S4711-08', '+254 733 918275', 'nekesa'])
      expect([q, await found('q', 'eq', q)]).toEqual([q, [id]]);
    expect(await found('q', 'eq', 'S4711')).toEqual([]);
  });

  it('have another hash in another institution', async () => {
    const other = await createTenant(testApp.settings.adminUrl, { name: 'Another society', mode: 'sandbox' });
    const hashIn = (tenant: number) =>
      testApp.database.write(tenant, async ({ sealing }) => sealing.hashOf('document', PERSON.nationalId));
    const { rows } = await owner.query('select national_id_key as key from member where id = $1', [id]);
    expect(await hashIn(testApp.tenantId)).toBe(rows[0].key);
    expect(await hashIn(other)).not.toBe(rows[0].key);
  });

  it('open in their own column, row and institution alone', async () => {
    const stranger = await join(testApp, { nationalId: 'S-1', phone: '+254733918277' });
    const [sealed] = (await owner.query('select national_id, phone from member where id = $1', [id])).rows;
    for (const change of [
      ['national_id', sealed.phone, id],
      ['national_id', sealed.national_id, stranger],
    ] as const) {
      await owner.query('begin');
      const of = await owner.query(`select ${change[0]} as text from member where id = $1`, [change[2]]);
      await owner.query('commit');
      await owner.query(`update member set ${change[0]} = $1 where id = $2`, [change[1], change[2]]);
      await expect(shown(change[2])).rejects.toThrow(/authenticate/);
      await owner.query(`update member set ${change[0]} = $1 where id = $2`, [of.rows[0].text, change[2]]);
    }
    expect(await shown(stranger)).toMatchObject({ nationalId: 'S-1' });
  });

  it('can’t be read with another secret: nothing is shown, and what to do is said', async () => {
    const others = await openDatabase({
      ...testApp.settings,
      masterKeys: masterKeys('another secret of many characters'),
    });
    try {
      await expect(others.read(testApp.tenantId, async (tx) => tx.of(Member).get(id))).rejects.toThrow(
        /whose secret this process has not. Name it in UMOJA_DATA_SECRETS/,
      );
    } finally {
      await others.close();
    }
  });
});

describe('Every column', () => {
  /** What a column says of a person, by its name. */
  const PERSONAL =
    /^(national_id|passport_no|birth_certificate_no|id_number|phone|msisdn|email|email_key|date_of_birth|address|kyc|guardians|nominees|beneficiaries|kuccps_ref|kcse_index_no|helb_ref)$/;
  it('of an id number, phone, email, birth date or address is sealed in its mapping', () => {
    const found = metadata.flatMap(({ class: entity, tableName }) =>
      layoutOf(entity as { new (): object })
        .columns.filter(({ name }) => PERSONAL.test(name))
        .map(({ name, sealed }) => [`${tableName}.${name}`, sealed !== null] as const),
    );
    expect(found.length).toBeGreaterThan(13);
    expect(found.filter(([, sealed]) => !sealed).map(([name]) => name)).toEqual([]);
  });
});

const NEXT = 'the next secret of many characters';

describe('A rotation of keys', () => {
  const keysOf = async (table: string) =>
    (await owner.query(`select sealed from ${table} where tenant_id = $1`, [testApp.tenantId])).rows.map(
      ({ sealed }) => String(sealed).split('.')[1],
    );

  const newestKey = async () =>
    (await owner.query(`select max(id)::text as id from sealing_key where tenant_id = $1`, [testApp.tenantId])).rows[0]
      .id as string;

  it('goes on where it was cut off, while members join and are changed; a process that knew the old key reads on', async () => {
    const master = testApp.settings.masterKeys;
    const before = await Promise.all(Array.from({ length: 5 }, (_, n) => join(testApp, { nationalId: `R${n}` })));
    const write = <T>(work: Parameters<typeof testApp.database.write<T>>[1]) =>
      testApp.database.write(testApp.tenantId, work);
    expect(await write((tx) => beginRotation(tx, testApp.tenantId, master))).toBe('begun');
    // This process still knows the key of before: it reads the keys again for a person who joins now.
    const former = new Set(await keysOf('personal_key'));
    const late = await join(testApp, { nationalId: 'R-LATE' });
    expect((await keysOf('personal_key')).filter((key) => !former.has(key))).toHaveLength(1);
    expect(await write((tx) => sealPeopleAgain(tx, testApp.tenantId, { master, limit: 2 }))).toBe(2);
    // Here the command died.
    expect(await write((tx) => beginRotation(tx, testApp.tenantId, master))).toBe('goes_on');
    const other = await openDatabase(testApp.settings);
    try {
      const changed = other.write(testApp.tenantId, async (tx) => {
        const member = await tx.of(Member).lock(before[0]!);
        member!.phone = '+254733000999';
        await tx.flush();
      });
      while ((await write((tx) => sealPeopleAgain(tx, testApp.tenantId, { master, limit: 2 }))) > 0);
      await changed;
    } finally {
      await other.close();
    }
    expect(await write(leftOf)).toBe(0);
    expect(new Set(await keysOf('personal_key')).size).toBe(1);
    expect(await shown(before[0]!)).toMatchObject({ nationalId: 'R0', phone: '+254733000999' });
    for (const id of [...before, late]) expect(await shown(id)).toMatchObject({ kyc: PERSON.kyc });
    // A superseded key stays while a process may remember it.
    expect(await write(removeSuperseded)).toBe(0);
    await owner.query(`update sealing_key set created_at = created_at - interval '3 days'`);
    expect(await write(removeSuperseded)).toBe(1);
    expect(await shown(late)).toMatchObject({ nationalId: 'R-LATE' });
  });

  it('of the master secret: old ones open, the newest seals, and then the old one is needed no more', async () => {
    const id = await join(testApp, { nationalId: 'M-1' });
    const [first, next] = [TEST_SECRET, NEXT];
    const both = masterKeys(next, first);
    const done = await testApp.database.write(testApp.tenantId, (tx) =>
      sealTenantKeysAgain(tx, testApp.tenantId, both),
    );
    expect(done).toBeGreaterThan(1);
    const reads = async (...secrets: readonly string[]) => {
      const opened = await openDatabase({ ...testApp.settings, masterKeys: masterKeys(...secrets) });
      return opened
        .read(testApp.tenantId, async (tx) => (await tx.of(Member).get(id))?.nationalId)
        .finally(() => opened.close());
    };
    expect(await reads(next)).toBe('M-1');
    await expect(reads(first)).rejects.toThrow(/UMOJA_DATA_SECRETS/);
    await testApp.database.write(testApp.tenantId, (tx) =>
      sealTenantKeysAgain(tx, testApp.tenantId, masterKeys(first, next)),
    );
    expect(await reads(first)).toBe('M-1');
  });

  it('is refused while a process runs that does not know the newest secret; nothing is changed', async () => {
    const env = await installedOn(testApp.settings, {
      UMOJA_DATA_DIR: '/nowhere',
      UMOJA_DATA_SECRETS: NEXT,
    });
    const { databasePassword } = deriveKeys(TEST_SECRET);
    const { adminUrl } = testApp.settings;
    const appRole = `${new URL(adminUrl).pathname.slice(1)}_app`;
    const process = { adminUrl, appRole, appPassword: databasePassword, poolSize: 1 };
    const before = [await newestKey(), await keysOf('sealing_key')];
    const former = await openDatabase({ ...process, masterKeys: masterKeys(TEST_SECRET) });
    const informed = await openDatabase({ ...process, masterKeys: masterKeys(TEST_SECRET, NEXT) });
    try {
      await Promise.all([former.query('select 1'), informed.query('select 1')]);
      const { output, code } = await runFile('platform/cli/umoja.ts', ['secret', 'rotate'], env);
      expect([code, output]).toEqual([
        expect.any(Number),
        expect.stringMatching(
          /don’t know the newest secret, from (\S+|the database’s own machine) \(1 connections\)[^]*UMOJA_DATA_SECRETS of every process/,
        ),
      ]);
      expect(code).not.toBe(0);
      expect([await newestKey(), await keysOf('sealing_key')]).toEqual(before);
    } finally {
      await Promise.all([former.close(), informed.close()]);
    }
  });

  it('is one command, which says how far it has come, and may be repeated', async () => {
    const env = await installedOn(testApp.settings, {
      UMOJA_DATA_DIR: '/nowhere',
      UMOJA_DATA_SECRETS: NEXT,
    });
    // Another rotation was cut off: its rest is done, and then what the command is for.
    await testApp.database.write(testApp.tenantId, (tx) =>
      beginRotation(tx, testApp.tenantId, testApp.settings.masterKeys),
    );
    const begun = await newestKey();
    const before = new Set(await keysOf('personal_key'));
    for (let time = 0; time < 2; time++) {
      const { output, code } = await runFile('platform/cli/umoja.ts', ['secret', 'rotate'], env);
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/institution \d+: \d+ of \d+ people[^]*are sealed again/),
      ]);
      expect((await keysOf('personal_key')).filter((key) => before.has(key!) || key === begun)).toEqual([]);
    }
  });

  it('goes on where the command was killed: what it had sealed is sealed, the rest follows, everyone is read', async () => {
    const env = await installedOn(testApp.settings, { UMOJA_DATA_DIR: '/nowhere', UMOJA_DATA_SECRETS: NEXT });
    const readable = async () => {
      const opened = await openDatabase({ ...testApp.settings, masterKeys: masterKeys(NEXT, TEST_SECRET) });
      const members = await opened
        .read(testApp.tenantId, (tx) => tx.of(Member).find(`national_id <> '' order by id limit 1000`, []))
        .finally(() => opened.close());
      return members.map(({ nationalId, phone }) => `${nationalId} ${phone}`);
    };
    const people = await readable();
    expect(people.length).toBeGreaterThan(5);
    const before = await newestKey();
    // Its last person is held: the command has begun the new key, and waits in the middle of its transaction.
    await owner.query('begin');
    await owner.query('lock table personal_key in exclusive mode');
    const program = programOf('platform/cli/umoja.ts');
    const command = spawn(process.execPath, [program, 'secret', 'rotate'], { env, stdio: 'ignore' });
    const ended = once(command, 'exit');
    await eventually(async () => {
      const waiting = `select from pg_locks where relation = 'personal_key'::regclass and not granted`;
      return (await testApp.sql(waiting)).length > 0;
    });
    command.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    await owner.query('rollback');
    const begun = await newestKey();
    expect(Number(begun)).toBeGreaterThan(Number(before));
    expect(await keysOf('personal_key')).toContain(before);
    expect(await readable()).toEqual(people);

    const { output, code } = await runFile('platform/cli/umoja.ts', ['secret', 'rotate'], env);
    expect([code, output]).toEqual([0, expect.stringMatching(/are sealed again/)]);
    expect(new Set(await keysOf('personal_key'))).toEqual(new Set([await newestKey()]));
    expect(await readable()).toEqual(people);
  });
});
