import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStatement } from '#platform/app/processes/bank/import-statement.ts';
import type { BankFile } from '#platform/rails/bank-file/books.ts';
import { bankFileSetup } from '#platform/rails/bank-file/settings.ts';
import { railSecrets, storeRail } from '#platform/rails/rail-settings.ts';
import { fakeBank, FORMATS, printed, type FakeLine, type Format } from '#test/support/bank-fake.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const ACCOUNT = '0110000000042';

let testApp: TestApp;
let bank: BankFile;
let ahead = Temporal.Duration.from({ seconds: 0 });
const clock = () => Temporal.Now.instant().add(ahead);
const today = () => clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
const theirs = fakeBank(ACCOUNT, today);

beforeAll(async () => {
  testApp = await openTestApp({ clock, elapsed: () => performance.now() + ahead.total('milliseconds') });
  const { tenantId, keys, database, rails } = testApp;
  const { settings } = bankFileSetup({ environment: 'sandbox', account: ACCOUNT });
  await storeRail(database, railSecrets(keys), tenantId, { kind: 'bank_file', settings, secrets: {} });
  ahead = ahead.add({ seconds: 10 });
  const found = await rails.bankFileOf(tenantId);
  if (found === null) throw new Error('The rail was not set up.');
  bank = found;
});
afterAll(() => testApp.close());

const move = (line: Pick<FakeLine, 'amount' | 'bankReference'> & Partial<FakeLine>) =>
  theirs.move({ day: today(), ownReference: '', text: 'STANDING ORDER', ...line });

async function nextDay(format: Format = 'csv') {
  const statement = printed(theirs.statementOf(today()), format);
  ahead = ahead.add({ hours: 24 });
  return importStatement(testApp, testApp.operator, bank, statement);
}

const arrived = (reference: string) =>
  testApp.sql(
    `select m.amount::int, m.state from mobile_money_transaction m where upper(m.receipt_no) like $1 || '%' order by m.id`,
    [reference],
  );
const ONE = { amount: 50_000, state: 'unallocated' };

describe('Credits that the bank lists under one reference (finding: the second one was in no book, and across two days no break showed it)', () => {
  it.each(FORMATS)('are each received where they are of one day (%s)', async (format) => {
    const bankReference = `SAME${format.toUpperCase()}`;
    const statement = () => theirs.statementOf(today());
    move({ amount: 50_000n, bankReference });
    await importStatement(testApp, testApp.operator, bank, printed(statement(), format));
    move({ amount: 50_000n, bankReference });
    const { compared } = await nextDay(format);
    expect(await arrived(bankReference)).toEqual([ONE, ONE]);
    expect(compared.open.filter(({ type, line }) => line !== null && type !== 'late')).toEqual([]);
    expect(compared.reconciliation).toMatchObject({ unexplained: 0n });
  });

  it('are each received where they are of several days, however the bank writes it, and once where a statement overlaps', async () => {
    const from = today();
    move({ amount: 50_000n, bankReference: 'SALARY 11' });
    await nextDay();
    move({ amount: 50_000n, bankReference: 'salary 11' });
    await nextDay();
    expect(await arrived('SALARY 11')).toEqual([ONE, ONE]);
    const both = theirs.lines.filter(({ day }) => Temporal.PlainDate.compare(day, from) >= 0);
    const overlapping = { ...theirs.statementOf(from), through: today().subtract({ days: 1 }), lines: both };
    const { recorded } = await importStatement(testApp, testApp.operator, bank, printed(overlapping, 'csv'));
    expect([recorded.isNew, recorded.fresh, await arrived('SALARY 11')]).toEqual([true, 0, [ONE, ONE]]);
  });

  it('are each received where their amounts differ (finding: the second one was in no book, and its line was closed)', async () => {
    const bankReference = 'SALARY 12';
    move({ amount: 50_000n, bankReference });
    await nextDay();
    move({ amount: 70_000n, bankReference });
    const { compared, remaining } = await nextDay();
    expect(await arrived(bankReference)).toEqual([ONE, { ...ONE, amount: 70_000 }]);
    expect([remaining, compared.open.filter(({ line, type }) => line !== null && type !== 'late')]).toEqual([[], []]);
  });

  it('remain for people where another account’s payment has the receipt with another amount', async () => {
    const receiptNo = 'FT BY HAND';
    const byHand = { channel: 'bank', receiptNo, amount: 40_000n, msisdn: '', accountReference: 'BY HAND' } as const;
    await testApp.done(testApp.app.mobileMoney.receivePayment, { ...byHand, paidAt: clock() });
    const remaining = async (amount: bigint) => {
      move({ amount, bankReference: receiptNo });
      const ended = await nextDay();
      return ended.remaining.map(({ line, why }) => [line.amount, why]);
    };
    const why = expect.stringContaining('another amount');
    expect(await remaining(45_000n)).toEqual([[45_000n, why]]);
    expect(await arrived(receiptNo)).toEqual([{ ...ONE, amount: 40_000 }]);
  });
});
