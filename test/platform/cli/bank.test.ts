import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeBank, printed } from '../../support/bank-fake.ts';
import { openTestApp, TEST_SECRET, type TestApp } from '../../support/test-app.ts';
import { bareEnvironment, runFile } from '../../support/umoja-process.ts';

const ACCOUNT = '0110000000042';
const today = () => Temporal.Now.instant().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-bank-'));
  testApp = await openTestApp();
}, 60_000);
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const umoja = (...words: string[]) =>
  runFile(
    'platform/cli/umoja.ts',
    words,
    bareEnvironment({ DATABASE_URL: testApp.settings.adminUrl, UMOJA_DATA_DIR: folder, UMOJA_SECRET: TEST_SECRET }),
  );

describe('An operator at the bank', () => {
  it('exports payments into a file, and imports the statement that shows them', async () => {
    expect((await umoja('bank', 'export', folder)).output).toContain('pays by no file');
    const settings = join(folder, 'bank.json');
    await writeFile(settings, JSON.stringify({ rail: 'bank_file', environment: 'sandbox', account: ACCOUNT }));
    expect((await umoja('rails', 'set', settings)).output).toContain('pays through bank_file');

    const loanId = await testApp.readyLoan(5_000_000n);
    const bankAccount = '0119000000000';
    const order = { loanId, amount: 5_000_000n, channel: 'bank', bankAccount } as const;
    const { id } = await testApp.done(testApp.app.lending.disburse, order);
    expect((await umoja('bank', 'export', folder)).output).toContain('UB-000001.csv: 1 payments, 5000000 in all');
    const file = join(folder, 'UB-000001.csv');
    const content = await readFile(file, 'utf8');
    expect((await umoja('bank', 'export', folder)).output).toContain('No payment waits');
    await unlink(file);
    await umoja('bank', 'export', folder, '--again', '1');
    expect(await readFile(file, 'utf8')).toBe(content);
    await writeFile(file, 'something else');
    expect((await umoja('bank', 'export', folder, '--again', '1')).output).toContain('is another file');

    const theirs = fakeBank(ACCOUNT, today);
    theirs.take(content);
    const statement = join(folder, 'statement.sta');
    const text = printed(theirs.statementOf(today()), 'mt940');
    await writeFile(statement, text.slice(0, 80));
    expect((await umoja('bank', 'import-statement', statement)).output).toContain('was not imported');
    await writeFile(statement, text);
    expect((await umoja('bank', 'import-statement', statement)).output).toContain('Settled: 1 payment.');
    expect(await testApp.sql('select state from disbursement where id = $1', [id])).toEqual([{ state: 'confirmed' }]);
    expect((await umoja('bank', 'import-statement', statement)).output).toContain('this file was imported before');
  }, 120_000);
});
