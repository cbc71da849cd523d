import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStatement } from '#platform/app/processes/bank/import-statement.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { bankFileSetup } from '#platform/rails/bank-file/settings.ts';
import { railSecrets, storeRail } from '#platform/rails/rail-settings.ts';
import { fakeBank, printed } from '#test/support/bank-fake.ts';
import { operate } from '#test/support/operator.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const ACCOUNT = '0110000000047';
const clock = () => Temporal.Now.instant();
const day = clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
const theirs = fakeBank(ACCOUNT, () => day);

let testApp: TestApp;

beforeAll(async () => {
  testApp = await openTestApp();
  const { tenantId, keys, database, rails } = testApp;
  const { settings } = bankFileSetup({ environment: 'sandbox', account: ACCOUNT });
  await storeRail(database, railSecrets(keys), tenantId, { kind: 'bank_file', settings, secrets: {} });
  const found = await rails.bankFileOf(tenantId);
  if (found === null) throw new Error('The rail was not set up.');
  const credit = { day, ownReference: '', text: 'STANDING ORDER' };
  theirs.move({ ...credit, amount: 50_000n, bankReference: 'STO0001' });
  theirs.move({ ...credit, amount: 70_000n, bankReference: 'STO0002' });
  theirs.move({ ...credit, amount: 90_000n, bankReference: 'STO0003' });
  await importStatement(testApp, testApp.operator, found, printed(theirs.statementOf(day), 'csv'));
});
afterAll(() => testApp.close());

const umoja = (...words: string[]) => operate(testApp.settings, ['bank', 'lost-credits', ...words]);

/** A second credit of the reference and amount of one that is received, as a version before 0159 has left it. */
async function aLostCredit(bankReference: string, more = 0): Promise<string> {
  const [row] = await testApp.sql<{ id: string }>(
    `insert into bank_line (tenant_id, statement_id, line_no, line_key, booked_on, happened_at, amount, kind, is_return, receipt_no,
                            account_reference, settled_at, settled_as)
     select tenant_id, statement_id, line_no, line_key || ' 2', booked_on, happened_at, amount + $2, kind, is_return,
            lower(receipt_no), account_reference, settled_at, settled_as from bank_line where receipt_no = $1 returning id`,
    [bankReference, more],
  );
  if (!row) throw new Error('There is no line.');
  return row.id;
}

const received = (reference: string) =>
  testApp.sql(
    `select m.amount::int from mobile_money_transaction m where upper(m.receipt_no) like $1 || '%' order by m.id`,
    [reference],
  );
const wrong = async () => {
  const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
  return violations.map(({ check, table, id }) => `${check} | ${table} ${id}`);
};

describe('A credit of the bank that was taken for an earlier one (finding: no proof showed what was lost before)', () => {
  it('is found by the proof of the books, and received under a receipt of its own, once', async () => {
    const line = await aLostCredit('STO0001');
    expect(await wrong()).toEqual([`credits of the bank | bank_line ${line}`]);
    const listed = await umoja();
    expect([listed.code, listed.output]).toEqual([1, expect.stringContaining(`${line}  ${day}  50000  sto0001`)]);
    expect((await umoja('--receive', line)).output).toContain(`Line ${line} is received: receipt.`);
    expect(await received('STO0001')).toEqual([{ amount: 50_000 }, { amount: 50_000 }]);
    const again = await umoja('--receive', line);
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('no credit that was lost')]);
    expect(await received('STO0001')).toHaveLength(2);
    expect(await wrong()).toEqual([]);
    expect(await umoja()).toMatchObject({
      code: 0,
      output: expect.stringContaining('Every credit of the bank is received.'),
    });
  });

  it('is found with another amount than the earlier one as well', async () => {
    const line = await aLostCredit('STO0003', 5_000);
    expect(await wrong()).toEqual([`credits of the bank | bank_line ${line}`]);
    expect((await umoja('--receive', line)).output).toContain(`Line ${line} is received: receipt.`);
    expect(await received('STO0003')).toEqual([{ amount: 90_000 }, { amount: 95_000 }]);
    expect(await wrong()).toEqual([]);
  });

  it('is lost no more where people have booked it in another way, and say where', async () => {
    const line = await aLostCredit('STO0002');
    expect((await umoja('--booked', line)).output).toContain('Say with --evidence');
    const said = await umoja('--booked', line, '--evidence', 'Deposit 17 of 3 March, voucher 12');
    expect(said.output).toContain(`Line ${line} counts as booked by people`);
    expect(await wrong()).toEqual([]);
    expect(await received('STO0002')).toEqual([{ amount: 70_000 }]);
    const audited = await testApp.sql<{ line: string }>(
      `select x.data->>'line' as line from audit a join event x on x.uuid = a.event_uuid
        where x.type = 'institution.bank_credit_explained'`,
    );
    expect(audited).toEqual([{ line }]);
  });
});
