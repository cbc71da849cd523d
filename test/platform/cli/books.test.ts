import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dailyProof } from '#platform/app/processes/proofs.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { openLender, type Lender } from '../../support/lender.ts';
import { operate } from '../../support/operator.ts';

let lender: Lender;
let folder: string;
const today = Temporal.Now.zonedDateTimeISO('Africa/Nairobi').toPlainDate();
const lentOn = today.subtract({ days: 45 });
const yesterday = today.subtract({ days: 1 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-books-'));
  lender = await openLender(String(lentOn));
  await lender.lend(12_000_000n);
});
afterAll(async () => {
  await lender.testApp.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an operator types, over the same database. */
const umoja = (...words: string[]) => operate(lender.testApp.settings, words, { UMOJA_DATA_DIR: folder });
const jsonOf = ({ output }: { output: string }) =>
  JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? '{}') as Record<string, any>;

describe('An operator', () => {
  it('sees what could not be done, and has it tried again', async () => {
    const { testApp } = lender;
    const stuck = async () => jsonOf(await umoja('reactions', '--json'));
    expect(await stuck()).toEqual({ stuck: [], retried: 0 });
    const memberId = await testApp.newMember();
    await testApp.sql(
      `insert into reaction (event_id, handler, attempts, problem)
       select id, 'screen-member', 8, 'Error: No line.' from event where type = 'member.created' and subject_id = $1`,
      [memberId],
    );
    await testApp.sql('update reaction set due_at = null');
    expect(await stuck()).toMatchObject({
      stuck: [{ handler: 'screen-member', type: 'member.created', subject: `member ${memberId}`, attempts: 8 }],
    });
    const emitted = await umoja('reactions', '--retry');
    expect(emitted.output).toContain('Error: No line.');
    expect(emitted.output).toContain('1 are tried again.');
    expect(await stuck()).toEqual({ stuck: [], retried: 0 });
    const [due] = await testApp.sql('select attempts, due_at is not null as due from reaction');
    expect(due).toEqual({ attempts: 0, due: true });
    await testApp.sql('delete from reaction');
  });

  it('reads and sets what schools decide for themselves', async () => {
    expect(jsonOf(await umoja('school-policies', '--json'))).toEqual({
      admission_pattern: '{programme}/{seq:4}/{year}',
      results_need_two: false,
      late_registration: 'refused',
    });
    const set = await umoja(
      'school-policies',
      '--json',
      '--admission-pattern',
      'S{yy}-{seq:5}',
      '--results-need-two',
      'yes',
    );
    expect(jsonOf(set)).toEqual({
      admission_pattern: 'S{yy}-{seq:5}',
      results_need_two: true,
      late_registration: 'refused',
    });
    const wrong = await umoja('school-policies', '--admission-pattern', '{programme}');
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('{seq}')]);
  });

  it('puts a way of saving on offer, with the interest that it pays', async () => {
    const offer = ['savings-product', 'offer', '--json', '--code', 'GOAL', '--name', 'Goal savings', '--rate', '6.5'];
    const made = await umoja(...offer, '--posting', 'quarter', '--tax', '15', '--minimum-balance', '100000');
    expect([made.code, jsonOf(made)]).toMatchObject([0, { code: 'GOAL' }]);
    expect(jsonOf(await umoja('savings-product', 'list', '--json'))['savings_products']).toMatchObject([
      {
        code: 'GOAL',
        annual_rate: '6.5',
        posting_period: 'quarter',
        minimum_balance: '100000',
        withholding_tax_rate: '15',
      },
    ]);
    expect((await umoja(...offer)).output).toContain('is taken');
  });

  it('closes the days that were missed, and learns that they are closed already', async () => {
    const closed = await umoja('close-of-business', '--json');
    expect([closed.code, jsonOf(closed)]).toMatchObject([
      0,
      { through: String(yesterday), days: 45, interrupted: false },
    ]);
    const again = await umoja('close-of-business', '--date', String(yesterday));
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('closed already')]);
  });

  it('reads the portfolio at risk, and sets the classes of lateness', async () => {
    const par = jsonOf(await umoja('par', '--json'));
    expect(par).toMatchObject({ on: String(yesterday), gross: 12_000_000 });
    expect(par['par']).toHaveLength(4);
    const set = jsonOf(await umoja('arrears-bands', '--json', '--set', 'fine:0:0,late:1:50'));
    expect(set['bands']).toEqual([
      { name: 'fine', fromDays: 0, provisionRate: '0' },
      { name: 'late', fromDays: 1, provisionRate: '50' },
    ]);
  });

  it('reads the portfolio of many loans, which takes longer than a request may', async () => {
    const owner = new pg.Client({ connectionString: lender.testApp.settings.adminUrl });
    await owner.connect();
    await owner.query('begin; lock table loan_classification in access exclusive mode');
    const reading = umoja('par', '--json');
    await owner.query('select pg_sleep(8)');
    await owner.end();
    expect(jsonOf(await reading)).toMatchObject({ gross: 12_000_000 });
  });

  it('reads balances and statements, and takes the ledger along', async () => {
    const trial = jsonOf(await umoja('ledger', 'trial-balance', '--json'));
    expect(trial).toMatchObject({ balances: true });
    const statement = await umoja('ledger', 'statement', 'loan_portfolio', '--from', String(lentOn));
    expect(statement.output).toMatch(/disbursement\.confirmed\s+debit\s+12000000\s+12000000/);
    const file = join(folder, 'ledger.csv');
    expect((await umoja('ledger', 'export', '--from', String(lentOn), '--file', file)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toMatch(/^journal_id,.*currency\r\n\d+,/);
    // Who else works at this machine does not read it.
    expect(((await stat(file)).mode & 0o077).toString(8)).toBe('0');
  });

  it('proves the books, learns what is wrong where, and leaves each proof for people to read', async () => {
    const fine = await umoja('ledger', 'verify');
    expect([fine.code, fine.output]).toEqual([0, expect.stringMatching(/All \d+ checks hold\./)]);
    const owner = new pg.Client({ connectionString: lender.testApp.settings.adminUrl });
    await owner.connect();
    await owner.query('update loan set principal_outstanding = principal_outstanding + 1');
    const wrong = await umoja('ledger', 'verify');
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(
      /loans: loan_portfolio: loan \d+: its journals come to 12000000, the loan to 12000001/,
    );
    await owner.query('update loan set principal_outstanding = principal_outstanding - 1');
    await owner.end();
    const proofs = await lender.testApp.sql<{ proven_by: string; held: boolean; broken: string[] }>(
      `select proven_by, jsonb_array_length(checks) > 30 as held,
              array(select c ->> 'name' from jsonb_array_elements(checks) c where (c ->> 'violations')::int > 0) as broken
         from ledger_proof order by id`,
    );
    expect(proofs).toEqual([
      { proven_by: 'operator', held: true, broken: [] },
      { proven_by: 'operator', held: true, broken: expect.arrayContaining(['loans: loan_portfolio']) },
    ]);
  });

  it('finds them proven by the workers once a day, and kept for as long as someone may ask for them', async () => {
    const { app, internals, sql, tenantId } = lender.testApp;
    const proofs = async () =>
      (await sql<{ by: string }>('select proven_by as by from ledger_proof order by created_at, id')).map(
        ({ by }) => by,
      );
    const before = await proofs();
    await app.rounds.proveBooks(() => true);
    expect(await proofs()).toEqual(before);
    const byOwner = async (text: string) => {
      const owner = new pg.Client({ connectionString: lender.testApp.settings.adminUrl });
      await owner.connect();
      await owner.query(`select set_config('app.tenant', $1, false)`, [String(tenantId)]);
      await owner.query(text).finally(() => owner.end());
    };
    await byOwner(`update ledger_proof set created_at = created_at - interval '25 hours'`);
    await byOwner(`update loan set next_due_date = next_due_date + 1 where next_due_date is not null`);
    const { log, lines } = recordingLog();
    await dailyProof({ ...internals, log })(lender.testApp.operator);
    // One check that does not hold is enough.
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, tenant_id: tenantId, checks: ['loans: next due date'] }),
    );
    await byOwner(`update loan set next_due_date = next_due_date - 1 where next_due_date is not null`);
    await byOwner(`delete from ledger_proof where created_at > now() - interval '1 hour'`);
    // Of two workers one does it.
    await Promise.all([app.rounds.proveBooks(() => true), app.rounds.proveBooks(() => true)]);
    expect(await proofs()).toEqual([...before, 'job:prove-books']);
    const age = (days: number) => byOwner(`update ledger_proof set created_at = created_at - interval '${days} days'`);
    await age(390);
    expect(await internals.due.discardProofs(100)).toBe(0);
    await age(20);
    expect(await internals.due.discardProofs(100)).toBe(1);
    expect(await proofs()).toEqual(before);
    await age(365 * 7);
    expect(await internals.due.discardProofs(100)).toBe(before.length);
  });

  it('closes the books of a period', async () => {
    const through = String(lentOn.add({ days: 3 }));
    expect((await umoja('ledger', 'close-period', '--through', through)).output).toContain(`closed through ${through}`);
  });

  it('refuses with a sentence, and to a script with the code of the catalogue as well', async () => {
    const message = expect.stringContaining('The books are closed through');
    const again = ['ledger', 'close-period', '--through', String(lentOn)];
    expect(await umoja(...again)).toEqual({ code: 1, output: message });
    const { code, output } = await umoja('--json', ...again);
    expect(code).toBe(1);
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({ code: 'period_not_closable', message });
  });
});
