import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lstat, mkdtemp, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeBank, printed } from '../../support/bank-fake.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { operate } from '../../support/operator.ts';

const ACCOUNT = '0110000000042';
const today = () => Temporal.Now.instant().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-bank-'));
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const umoja = async (...words: string[]) => operate(testApp.settings, words, { UMOJA_DATA_DIR: folder });

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
    // Another of this machine has laid a trap where it was begun (finding: it was written into, as a file of theirs).
    const theirFile = join(folder, 'of-another');
    await writeFile(theirFile, '', { mode: 0o666 });
    await symlink(theirFile, `${file}.part`);
    await umoja('bank', 'export', folder, '--again', '1');
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(await readFile(theirFile, 'utf8')).toBe('');
    const { mode } = await lstat(file);
    // A plain file, which its owner alone reads and changes.
    expect(mode.toString(8)).toBe('100600');
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
  });

  it('decides on a file that may be at the bank, with a payment that was settled since', async () => {
    const { app, done } = testApp;
    const disburse = async () => {
      const loanId = await testApp.readyLoan(5_000_000n);
      const order = { loanId, amount: 5_000_000n, channel: 'bank', bankAccount: '0119000000000' } as const;
      const { id, providerRef } = await done(app.lending.disburse, order);
      return { loanId, id, reference: providerRef ?? '' };
    };
    const [settled, awaited] = [await disburse(), await disburse()];
    const bank = await testApp.rails.bankFileOf(testApp.tenantId);
    // A process that died before the file was on disk.
    const made = await bank?.payments.nextFile(bank.settings, 'operator');
    const confirm = { loanId: settled.loanId, disbursementId: settled.id, providerRef: 'BY-HAND-0004' };
    await done(app.lending.confirmDisbursementByBank, confirm);
    const refused = (await umoja('bank', 'export', folder)).output;
    expect(refused).toContain(`${settled.reference} (settled)`);
    expect(refused).toContain(`bank discard ${made?.number}`);
    expect((await umoja('bank', 'discard', String(made?.number))).output).toContain('is discarded');
    expect((await umoja('bank', 'delivered', String(made?.number))).output).toContain('it was discarded');
    expect((await umoja('bank', 'export', folder)).output).toContain('1 payments, 5000000 in all');
    const next = (made?.number ?? 0) + 1;
    expect(await readFile(join(folder, `UB-${String(next).padStart(6, '0')}.csv`), 'utf8')).toContain(
      awaited.reference,
    );
    expect((await umoja('bank', 'discard', String(next))).output).toContain('may be at the bank');
    expect((await umoja('bank', 'delivered', String(next))).output).toContain('is at the bank');
  });
});
