import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Member } from '#core/membership/member/member.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { chainFrom, hexOf, isWithoutMeaning } from '#platform/postgres/archive/chain.ts';
import { writeArchive } from '#platform/postgres/archive/archive.ts';
import { sealAll } from '#platform/postgres/archive/seal.ts';
import { backlogOf } from '#platform/postgres/partners/backlog.ts';
import { programOf } from '#test/support/compiled.ts';
import { connectSuperuser } from '#test/support/database.ts';
import { installedOn } from '#test/support/installation.ts';
import { operate } from '#test/support/operator.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let base: string;
let folder: string;
let made = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  base = await mkdtemp(path.join(tmpdir(), 'umoja-archive-'));
  await owned(`update tenant set mode = 'live', retention_years = 0, four_eyes = false`);
  testApp.internals.tenants.forget(testApp.tenantId);
});
afterAll(async () => {
  await testApp.close();
  await rm(base, { recursive: true, force: true });
});
beforeEach(() => {
  folder = path.join(base, String(++made));
});

const owned = async <R extends object>(text: string, params: unknown[] = []): Promise<R[]> =>
  asOwner(testApp.settings.adminUrl, async (owner) => (await owner.query(text, params)).rows as R[]);
/** Past every trigger, as someone with the power of the server. */
const forced = async (text: string): Promise<void> => {
  const superuser = await connectSuperuser(testApp.settings);
  try {
    await superuser.query(`set session_replication_role = replica; ${text}`);
  } finally {
    await superuser.end();
  }
};
/** As if a segment of the audit trail had not been sealed, with the names in it. */
const unseal = ({ number }: { readonly number: number }) =>
  forced(`delete from archive_text t using archive_segment s
           where s.stream = 'audit' and s.number = ${number} and t.tenant_id = s.tenant_id and t.audit_id between s.first_id and s.last_id;
          delete from archive_segment where stream = 'audit' and number = ${number}`);
const umoja = (...words: string[]) => operate(testApp.settings, words);
/** What a command prints beside what it says of the database. */
const documentsIn = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, any>);
const verify = async (...words: string[]) => {
  const { code, output } = await umoja('--json', 'archive', 'verify', ...words);
  return {
    code,
    ...(documentsIn(output)[0] as unknown as { files: number; rows: number; notWritten: number; problems: string[] }),
  };
};
const seal = () => sealAll(testApp.database.write, testApp.tenantId);
const write = () => writeArchive(testApp.database, { tenantId: testApp.tenantId, folder });
const ofTenant = (name = '') => path.join(folder, `tenant-${testApp.tenantId}`, name);
const rowsIn = async (file: string) =>
  gunzipSync(await readFile(ofTenant(file)))
    .toString()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as Record<string, any>);
const read = async (stream: string) => documentsIn((await umoja('archive', 'read', folder, '--stream', stream)).output);
/** A limit of a float: one audit row, under the name that a client gives its request. */
const happens = async (requestId: string = randomUUID()): Promise<string> => {
  const lowFloat = BigInt(++limits);
  const caller = { ...testApp.client.caller, requestId };
  await testApp.done(testApp.app.lending.limitFloat, { agentNo: testApp.agent.agentNo, lowFloat }, caller);
  const [row] = await testApp.sql<{ id: string }>('select max(id)::text as id from audit');
  return row?.id ?? '';
};
let limits = 0;
const topUp = (reference: string) =>
  testApp.app.operators.topUpFloat(
    testApp.operator,
    { agentNo: testApp.agent.agentNo, amount: 100n, reference },
    { by: 'A' },
  );
const segments = () =>
  owned<{ stream: string; number: number; rows: number; previous: string; hash: string; last_id: string }>(
    'select stream, number, rows, previous, hash, last_id::text from archive_segment order by stream, number',
  );
/** Another live one, with a row of the audit trail. */
async function anotherInstitution(): Promise<number> {
  const id = await createTenant(testApp.settings.adminUrl, { name: 'Other', mode: 'live' });
  await umoja('--tenant', String(id), 'client', 'create', '--name', 'Partner', '--scopes', 'loans:read');
  return id;
}
async function forgetInstitution(id: number): Promise<void> {
  await forced(`delete from archive_segment where tenant_id = ${id}`);
  await forced(`update tenant set mode = 'sandbox' where id = ${id}`);
}
/** Two segments of the audit trail and one of journals, in the folder. */
async function anArchive() {
  await happens();
  await topUp(`FT-${made}`);
  await seal();
  await happens();
  await seal();
  expect(await write()).toBeGreaterThan(1);
}

describe('What is to be kept', () => {
  it('is sealed in segments, each of which names the hash of the one before, and no row twice or never', async () => {
    const [first] = await seal();
    expect(first).toMatchObject({ stream: 'audit', number: 1, previous: '0'.repeat(64) });
    for (let n = 0; n < 3; n++) await happens();
    await seal();
    expect(await seal()).toEqual([]);
    const audit = (await segments()).filter(({ stream }) => stream === 'audit');
    expect(audit.slice(1).map(({ previous }) => previous)).toEqual(audit.slice(0, -1).map(({ hash }) => hash));
    const [kept] = await owned<{ audit: number; journals: number }>(
      'select (select count(*)::int from audit) as audit, (select count(*)::int from journal) as journals',
    );
    const sum = (stream: string, all: readonly { stream: string; rows: number }[]) =>
      all.filter((each) => each.stream === stream).reduce((rows, each) => rows + each.rows, 0);
    const all = await segments();
    expect({ audit: sum('audit', all), journals: sum('journal', all) }).toEqual(kept);
    expect(await verify()).toMatchObject({ code: 0, problems: [] });
  });

  it('holds up no write, and leaves out no row that is committed behind one with a later id', async () => {
    const open = Promise.withResolvers<void>();
    const drawn = Promise.withResolvers<string>();
    const slow = testApp.database.write(testApp.tenantId, async (tx) => {
      const [row] = await tx.sql<{ id: string }>(
        `insert into audit (event_uuid, command, actor, request_id, event_type, subject_type, subject_id, subject_uuid, subject_version, at)
         values ($1::uuid, 'slow', 'test', $1::text, 'slow', 'agent', 1, $1::uuid, 1, now()) returning id::text`,
        [randomUUID()],
      );
      drawn.resolve(row?.id ?? '');
      await open.promise;
    });
    const early = await drawn.promise;
    const seen = await happens();
    const sealing = seal();
    let waits = true;
    void sealing.then(() => (waits = false));
    // Written while the sealing waits.
    const late = await happens();
    expect([BigInt(early) < BigInt(seen), BigInt(seen) < BigInt(late), waits]).toEqual([true, true, true]);
    expect((await sealing).filter(({ stream }) => stream === 'audit')).toEqual([]);
    open.resolve();
    await slow;
    const [sealed] = await seal();
    expect(BigInt(sealed!.firstId) <= BigInt(early) && BigInt(sealed!.lastId) >= BigInt(late)).toBe(true);
    await forced(`delete from audit where command = 'slow'`);
    await unseal(sealed!);
    await seal();
    expect(await verify()).toMatchObject({ code: 0, problems: [] });
  });

  it('is sealed once by two workers at the same time, and written once', async () => {
    await happens();
    await Promise.all([seal(), seal(), seal()]);
    const numbers = (await segments()).filter(({ stream }) => stream === 'audit').map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, n) => n + 1));
    const written = await Promise.all([write(), write()]);
    expect(written.filter((each) => each !== null && each > 0)).toHaveLength(1);
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [], notWritten: 0 });
  });

  it('is sealed by the workers once it is a day old, and written where a folder is named', async () => {
    await happens();
    const before = await segments();
    await testApp.app.rounds.sealArchives(() => true, null);
    expect(await segments()).toEqual(before);
    await forced(`update audit set at = at - interval '25 hours' where id = (select max(id) from audit)`);
    await writeFile(folder, 'no folder');
    await testApp.app.rounds.sealArchives(() => true, folder);
    expect(testApp.app.rounds.unwrittenArchives()).toBe(1);
    await rm(folder);
    await testApp.app.rounds.sealArchives(() => true, folder);
    expect(testApp.app.rounds.unwrittenArchives()).toBe(0);
    expect(await segments()).toHaveLength(before.length + 1);
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [], notWritten: 0 });
  });

  it('is sealed first where it has waited longest, and is overdue after 36 hours', async () => {
    const other = await anotherInstitution();
    await happens();
    const { archivesToSeal } = testApp.internals.due;
    const overdue = async () => (await backlogOf(testApp.database)(Temporal.Now.instant(), 10)).overdueArchives;
    const aged = (hours: number, tenant: number) =>
      forced(`update audit set at = now() - interval '${hours} hours'
               where id > coalesce((select max(last_id) from archive_segment s where s.tenant_id = audit.tenant_id and s.stream = 'audit'), 0)
                 and tenant_id = ${tenant}`);
    await aged(26, testApp.tenantId);
    await aged(30, other);
    expect([await archivesToSeal(10, 10_000), await overdue()]).toEqual([[other, testApp.tenantId], 0]);
    expect(await archivesToSeal(1, 10_000)).toEqual([other]);
    await aged(37, testApp.tenantId);
    expect([await archivesToSeal(10, 10_000), await overdue()]).toEqual([[testApp.tenantId, other], 1]);
    await testApp.app.rounds.sealArchives(() => true, null);
    expect([await archivesToSeal(10, 10_000), await overdue()]).toEqual([[], 0]);
    await forgetInstitution(other);
  });

  it('is written of every institution, also where one is in trouble', async () => {
    await anArchive();
    // The folder is ahead of the database: of another history.
    await unseal((await segments()).filter(({ stream }) => stream === 'audit').at(-1)!);
    const other = await anotherInstitution();
    onTestFinished(() => forgetInstitution(other));
    await umoja('--tenant', String(other), 'archive', 'seal');
    const { code, output } = await umoja('--json', 'archive', 'write', folder);
    expect([code, documentsIn(output)]).toEqual([
      1,
      [
        {
          ok: false,
          folder,
          segments: 1,
          problems: [expect.stringMatching(`^Institution ${testApp.tenantId}: .*begin a new one`)],
        },
      ],
    ]);
    // One in eight names of our own requests looks like a number: it is a text then, in a file beside.
    const rows = (await readdir(path.join(folder, `tenant-${other}`))).filter((name) => !name.includes('.texts.'));
    expect(rows).toEqual(['SHA256SUMS', 'audit-00000001.jsonl.gz']);
  });

  it('is not that of a sandbox, nor of another institution', async () => {
    const { adminUrl } = testApp.settings;
    const sandbox = await createTenant(adminUrl, { name: 'Sandbox', mode: 'sandbox' });
    const other = await anotherInstitution();
    await happens();
    expect((await umoja('archive', 'seal')).code).toBe(0);
    expect((await umoja('archive', 'write', folder)).code).toBe(0);
    expect((await readdir(folder)).sort()).toEqual([`tenant-${testApp.tenantId}`, `tenant-${other}`].sort());
    const seen = (await umoja('--tenant', String(other), 'archive', 'read', folder, '--stream', 'audit')).output;
    expect(documentsIn(seen).map(({ event_type }) => event_type)).toEqual(['client.created']);
    expect((await umoja('archive', 'read', folder)).output).toContain('Choose an institution with --tenant');
    expect((await umoja('--tenant', String(sandbox), 'archive', 'seal')).output).toContain('a sandbox keeps nothing');
    await forced(`delete from tenant where id = ${sandbox}`);
    await forgetInstitution(other);
  });
});

describe('A folder of an archive', () => {
  it('has a compressed file for each segment, and is read back as the rows were', async () => {
    await anArchive();
    const names = await readdir(ofTenant());
    expect(names).toContain('SHA256SUMS');
    expect((await stat(ofTenant('SHA256SUMS'))).mode & 0o777).toBe(0o600);
    // What others have to check it with.
    await promisify(execFile)('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: ofTenant() });
    const kept = await testApp.sql<Record<string, any>>(
      'select a.id::text, event_uuid, command, actor, request_id, event_type, subject_version from audit a order by a.id',
    );
    const rows = await read('audit');
    const members = Object.keys(kept[0] ?? {});
    expect(rows.map((row) => Object.fromEntries(members.map((name) => [name, row[name]])))).toEqual(kept);
    const journals = await testApp.sql<Record<string, any>>(
      `select j.id::text, j.booked_on::text, j.currency, l.account, l.side, l.amount::text
         from journal j join journal_line l on l.journal_id = j.id order by j.id, l.id`,
    );
    expect(
      (await read('journal')).flatMap(({ id, booked_on, currency, lines }) =>
        lines.map(({ account, side, amount }: any) => ({ id, booked_on, currency, account, side, amount })),
      ),
    ).toEqual(journals);
    expect((await umoja('archive', 'verify', folder)).output).toContain('are as they were sealed.');
  });

  it('goes on where it was ended, and takes no file for whole that is none', async () => {
    await anArchive();
    const whole = await readdir(ofTenant());
    // Ended in the middle of a file; and with a file that was moved to its place, and no sum yet.
    await writeFile(ofTenant('.partial-1-abcdef'), 'half');
    const sums = await readFile(ofTenant('SHA256SUMS'), 'utf8');
    await writeFile(ofTenant('SHA256SUMS'), sums.replace(/.* audit-00000002\.jsonl\.gz\n/, ''));
    await writeFile(ofTenant('audit-00000002.jsonl.gz'), 'half');
    expect(await write()).toBe(1);
    expect((await readdir(ofTenant())).sort()).toEqual(whole.sort());
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [] });
    expect(await write()).toBe(0);
  });

  it('is left whole by a disk that takes no more', async () => {
    await happens();
    await seal();
    const program = ['exec', process.execPath, programOf('platform/cli/umoja.ts'), 'archive', 'write', folder].map(
      (word) => `'${word}'`,
    );
    const env = await installedOn(testApp.settings, { UMOJA_DATA_DIR: '/nowhere' });
    // No file may have more than 512 bytes.
    const run = promisify(execFile)('bash', ['-c', `ulimit -f 1; ${program.join(' ').replace("'exec'", 'exec')}`], {
      env,
    });
    await expect(run).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('run it again') });
    expect((await readdir(ofTenant())).filter((name) => name.startsWith('.partial'))).toEqual([]);
    await write();
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [], notWritten: 0 });
  });

  it('says which file is missing, also in the middle', async () => {
    await anArchive();
    await rm(ofTenant('audit-00000001.jsonl.gz'));
    expect(await verify(folder)).toMatchObject({
      code: 1,
      problems: [`tenant-${testApp.tenantId}/audit-00000001.jsonl.gz: it is missing.`],
    });
    const sums = await readFile(ofTenant('SHA256SUMS'), 'utf8');
    await writeFile(ofTenant('SHA256SUMS'), sums.replace(/.* audit-00000001\.jsonl\.gz\n/, ''));
    expect((await verify(folder)).problems).toEqual([
      expect.stringContaining('audit-00000001.jsonl.gz: it is missing.'),
    ]);
  });

  it('is found out by any byte of a file that is another one', async () => {
    await happens();
    await seal();
    await write();
    for (const file of (await readdir(ofTenant())).filter((name) => name.endsWith('.gz')).slice(-2)) {
      const content = await readFile(ofTenant(file));
      // The first, that of the time, some in the middle, and those of the checksum and the length.
      for (const at of [0, 4, 9, 40, content.length >> 1, content.length - 9, content.length - 5, content.length - 1]) {
        const changed = Buffer.from(content);
        changed[at] = (changed[at] ?? 0) ^ 1;
        await writeFile(ofTenant(file), changed);
        expect([file, at, (await verify(folder)).problems]).toEqual([file, at, [expect.stringContaining(file)]]);
      }
      await writeFile(ofTenant(file), content);
    }
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [] });
  });

  it('names the row that was changed, and is not deceived by who calculates the hashes again', async () => {
    await anArchive();
    const file = 'audit-00000002.jsonl.gz';
    const [first = '', ...lines] = gunzipSync(await readFile(ofTenant(file)))
      .toString()
      .split('\n')
      .slice(0, -1);
    const changed = [first, ...lines.slice(0, -1), lines.at(-1)!.replace('"actor":"', '"actor":"x')];
    await writeFile(ofTenant(file), gzipSync(`${changed.join('\n')}\n`));
    expect((await verify(folder)).problems).toEqual([
      `tenant-${testApp.tenantId}/${file}, row ${lines.length}: it is not what was sealed.`,
    ]);
    expect((await umoja('archive', 'read', folder)).output).toContain(`${file}, row ${lines.length}: it is not`);
    const about = JSON.parse(first);
    const chain = chainFrom(about);
    const hashed = changed.slice(1).map((line) => {
      const row = `${line.replace(/,"chain":"[^"]*"\}$/, '')}}`;
      return `${row.slice(0, -1)},"chain":"${chain.add(row)}"}`;
    });
    const forged = gzipSync(`${[JSON.stringify({ ...about, hash: chain.end() }), ...hashed].join('\n')}\n`);
    await writeFile(ofTenant(file), forged);
    const sums = await readFile(ofTenant('SHA256SUMS'), 'utf8');
    await writeFile(
      ofTenant('SHA256SUMS'),
      sums.replace(/\w+  audit-00000002\.jsonl\.gz/, `${hexOf(forged)}  ${file}`),
    );
    const { id } = JSON.parse(lines.at(-1)!);
    expect((await verify(folder)).problems).toEqual([
      `tenant-${testApp.tenantId}/${file}, audit ${id}: the database has another row.`,
    ]);
  });

  it('takes no segment of another history, as that of a database that was restored from a backup of before', async () => {
    await anArchive();
    const last = (await segments()).filter(({ stream }) => stream === 'audit').at(-1)!;
    // What was sealed behind the backup is sealed again, and is something else.
    await unseal(last);
    const ahead = await umoja('archive', 'write', folder);
    expect(ahead).toMatchObject({ code: 1, output: expect.stringContaining('begin a new one') });
    await happens();
    await seal();
    await happens();
    await seal();
    const names = await readdir(ofTenant());
    expect((await umoja('archive', 'write', folder)).output).toContain('begin a new one');
    expect(await readdir(ofTenant())).toEqual(names);
    folder = `${folder}-new`;
    await write();
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [], notWritten: 0 });
  });

  it('with a file of a number that no archive reaches is found out at once', async () => {
    await anArchive();
    await writeFile(ofTenant('audit-99999999.jsonl.gz'), '');
    expect((await verify(folder)).problems).toHaveLength(100);
  });

  it('shows a row of the database that was changed behind its back', async () => {
    await anArchive();
    const [journal] = await testApp.sql<{ id: string }>('select min(id)::text as id from journal');
    const amount = (by: number) =>
      forced(`update journal_line set amount = amount + ${by} where journal_id = ${journal!.id}`);
    await amount(1);
    expect(await verify(folder)).toMatchObject({
      code: 1,
      problems: [
        `tenant-${testApp.tenantId}/journal-00000001.jsonl.gz, journal ${journal!.id}: the database has another row.`,
      ],
    });
    expect((await verify()).problems).toEqual([expect.stringContaining('not what was sealed as segment 1')]);
    const elsewhere = `${folder}-2`;
    expect((await umoja('archive', 'write', elsewhere)).output).toContain('not what was sealed as segment 1');
    await amount(-1);
    await forced(`update audit set actor = actor || 'x' where id = (select min(id) from audit)`);
    expect((await verify(folder)).problems).toHaveLength(1);
    await forced(`update audit set actor = left(actor, -1) where id = (select min(id) from audit)`);
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [] });
  });

  it('keeps names that clients gave their requests apart, until the person whom they name is erased', async () => {
    const memberId = await testApp.newMember();
    await testApp.sql(`update member set name = 'Jepkosgei Cheruiyot' where id = $1`, [memberId]);
    const [named, other] = [await happens('for Jepkosgei Cheruiyot'), await happens('batch of March')];
    await seal();
    await write();
    const nameOf = async (id: string) => (await read('audit')).find((row) => row['id'] === id)?.['request_id'];
    expect([await nameOf(named), await nameOf(other)]).toEqual(['for Jepkosgei Cheruiyot', 'batch of March']);
    for (const file of (await readdir(ofTenant())).filter((name) => name.endsWith('.jsonl.gz')))
      expect(gunzipSync(await readFile(ofTenant(file))).toString()).not.toMatch(/Jepkosgei|March/);
    const before = `${folder}-before`;
    await cp(folder, before, { recursive: true });

    const [{ uuid } = { uuid: '' }] = await testApp.sql<{ uuid: string }>('select uuid from member where id = $1', [
      memberId,
    ]);
    expect(await testApp.app.membership.eraseMemberAgain(testApp.operator, { uuid })).toBe('erased');
    expect(await testApp.sql('select request_id from audit where id = $1', [named])).not.toEqual([
      { request_id: 'for Jepkosgei Cheruiyot' },
    ]);
    expect([await nameOf(named), await nameOf(other)]).toEqual([null, 'batch of March']);
    // The chain is that of before: in the database, in the folder, and in one that is written from now on.
    for (const where of [[], [folder], [before]])
      expect(await verify(...where)).toMatchObject({ code: 0, problems: [] });
    folder = `${folder}-after`;
    await write();
    expect(await verify(folder)).toMatchObject({ code: 0, problems: [], notWritten: 0 });
    expect([await nameOf(named), await nameOf(other)]).toEqual([null, 'batch of March']);
    const last =
      (await readdir(ofTenant()))
        .filter((name) => /^audit-\d+\.jsonl/.test(name))
        .sort()
        .at(-1) ?? '';
    expect((await rowsIn(last)).find(({ id }) => id === named)?.['request_id']).toEqual({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('keeps apart a name of the shape of ours that holds the number of a person, who can be erased like any other', async () => {
    const memberId = await testApp.newMember();
    const phone = await testApp.database.read(
      testApp.tenantId,
      async (tx) => (await tx.of(Member).get(memberId))!.phone!,
    );
    const digits = phone.slice(1);
    // As a partner makes one for each payer.
    const named = await happens(`00000000-0000-4000-8000-${digits}`);
    await seal();
    await write();
    for (const file of (await readdir(ofTenant())).filter((name) => name.endsWith('.jsonl.gz')))
      expect(gunzipSync(await readFile(ofTenant(file))).toString()).not.toContain(digits);
    const [{ uuid } = { uuid: '' }] = await testApp.sql<{ uuid: string }>('select uuid from member where id = $1', [
      memberId,
    ]);
    expect(await testApp.app.membership.eraseMemberAgain(testApp.operator, { uuid })).toBe('erased');
    expect(JSON.stringify(await testApp.sql('select request_id from audit where id = $1', [named]))).not.toContain(
      digits,
    );
    for (const where of [[], [folder]]) expect(await verify(...where)).toMatchObject({ code: 0, problems: [] });
  });

  it('takes the same names for such without meaning in the database, where an erasure leaves them', async () => {
    const names = [
      ...Array.from({ length: 300 }, () => randomUUID()),
      'job_3f0c9222-d068-4b9f-901d-b6533afb8002',
      '00000000-0000-4000-8000-254712345671',
      'a1234567-d068-4b9f-901d-b6533afb8002',
      '0F7C9222-D068-4B9F-901D-B6533AFB8002',
      'batch of March',
    ];
    const [found] = await owned<{ same: boolean[] }>(
      'select array_agg(is_without_meaning(n) order by i) as same from unnest($1::text[]) with ordinality t(n, i)',
      [names],
    );
    expect(found?.same).toEqual(names.map(isWithoutMeaning));
    expect(names.slice(300).map(isWithoutMeaning)).toEqual([true, false, false, false, false]);
  });
});
