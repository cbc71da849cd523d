import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { REFERENCE } from '../../support/citus-conditions.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { recordedBy, takeRecorded } from '../../support/statements/recorded.ts';
import { holdsForAll, strayStatements } from '../../support/statements/tenants.ts';
import { statementsBeyondTenants } from '../../support/statements/functions.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

/**
 * Every statement of the suites is judged where its database is dropped (`TestDatabase.drop`). Here: that the judge sees
 * what it is there for. See decision 72.
 */
let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.settings.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
const judged = (text: string, role = database.settings.appRole) => strayStatements(database.settings, [{ role, text }]);
const hasPlans = async () =>
  Number((await owner.query('show server_version_num')).rows[0].server_version_num) >= 160_000;

describe('A statement of the application', () => {
  it.each([
    'select id from loan where id = $1',
    'select l.id from loan l join repayment r on r.loan_id = l.id where r.id = any ($1::bigint[])',
    'update loan set version = version + 1 where id = $1 returning id',
    'insert into branch (uuid, code, name) values ($1, $2, $3)',
    'declare c no scroll cursor for select id from journal order by id',
    'with old as (delete from app_transaction_note where false returning 1) select 1',
    `select id from member where id = $2 or id = $1`,
    'begin',
  ])('inherits the tenant that its transaction has proven: %s', async (text) => {
    expect(await judged(text)).toEqual([]);
  });

  it.each([
    ['a table has no policy', 'alter table loan disable row level security'],
    ['a policy beside it lets all pass', 'create policy made on loan using (true)'],
    ['a policy compares something else', `alter policy tenant_only on loan using (tenant_id = 1 or id = 1)`],
  ])('is named where %s', async (_, mistake) => {
    if (!(await hasPlans())) return;
    await owner.query(mistake);
    try {
      const text = 'select m.id from member m join loan l on l.member_id = m.id where m.id = $1';
      expect(await judged(text)).toEqual([`As ${database.settings.appRole}, loan l without a tenant: ${text}`]);
      // One that names its tenant needs no policy.
      expect(await judged('select id from loan where tenant_id = $1 and id = $2')).toEqual([]);
    } finally {
      await owner.query(`drop policy if exists made on loan; alter table loan enable row level security;
        alter policy tenant_only on loan using (tenant_id = (select proven_tenant()))`);
    }
  });

  it.each([
    ['((tenant_id = (InitPlan 1).col1) AND (name = $1))', true],
    ['(((tenant_id = $0) AND (a = 1)) OR ((l.tenant_id = $0) AND (b = 2)))', true],
    ['(((tenant_id = $0) AND (a = 1)) OR (b = 2))', false],
    ["((name = ') AND (tenant_id = $0)') AND (a = 1))", false],
    ['(id = tenant_id)', false],
  ])('compares its tenant for every row in %s: %s', (condition, does) => {
    expect(holdsForAll(condition, (term) => /^(\w+\.)?tenant_id = /.test(term))).toBe(does);
  });
});

describe('What the suites record', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('has the statements of the application, each once', async () => {
    takeRecorded();
    await testApp.readyLoan(50_000n);
    const own = takeRecorded().filter(({ role }) => role === testApp.settings.appRole);
    expect(own.length).toBeLessThan(200);
    expect(recordedBy(testApp.settings.appRole)).toEqual(
      expect.arrayContaining([expect.stringContaining('insert into "loan"')]),
    );
    await testApp.readyLoan(60_000n);
    expect(takeRecorded().filter(({ text }) => text.includes('insert into "loan"'))).toEqual([]);
  });
});

describe('A function with the owner’s rights, which no policy limits', () => {
  it('names the tenant of each table that it reads for a request', async () => {
    const { judged: functions, beyond } = await statementsBeyondTenants(owner, database.settings);
    expect(functions).toEqual(expect.arrayContaining(['credential_of_token', 'float_moved', 'erase_sandbox']));
    expect(beyond).toEqual([]);
  });

  it('is named where it does not', async () => {
    await owner.query('begin');
    await owner.query(
      `create or replace function float_moved(branch bigint) returns bigint language sql security definer
         as 'select count(*) from loan where branch_id = $1; select 1::bigint from ${REFERENCE[0]}'`,
    );
    const { rows } = await owner.query<{ signature: string }>(
      `select oid::regprocedure::text as signature from pg_proc where proname = 'float_moved' and pronargs = 1`,
    );
    await owner.query(`grant execute on function ${rows[0]?.signature} to ${database.settings.appRole}`);
    const { beyond } = await statementsBeyondTenants(owner, database.settings);
    await owner.query('rollback');
    expect(beyond).toEqual(['float_moved: loan without tenant_id in: select count(*) from loan where branch_id = $1']);
  });
});
