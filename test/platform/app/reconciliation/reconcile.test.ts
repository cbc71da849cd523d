import { reconciliationBreakSteps } from '#core/reconciliation/use-cases/work-break.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { readPortalStatement } from '#platform/app/processes/reconciliation/portal-statement.ts';
import { openTestApp, type TestApp, type TestClient } from '#test/support/test-app.ts';
import { openTestSchool } from '#test/support/test-app-school.ts';
import { openTestSavings, type TestSavings } from '#test/support/test-app-savings.ts';
import { refusalOf } from '#test/support/refused.ts';
import { notifiedRail } from '#test/support/notified-rail.ts';
import { operate } from '#test/support/operator.ts';
import { sealedAlike } from '#test/support/sealed-alike.ts';

const NOON = Temporal.Instant.from('2026-03-03T09:00:00Z');

let testApp: TestApp;
let savings: TestSavings;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-statement-'));
  testApp = await openTestApp({
    float: 0n,
    clock: () => NOON,
    payoutRailOf: () =>
      notifiedRail({
        send: async () => ({ kind: 'accepted', providerRef: 'AG_1' }),
        query: async () => ({ kind: 'pending' }),
      }),
  });
  savings = await openTestSavings(testApp);
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const HEADER =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,' +
  'Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.,Originator Conversation ID';

type Line = {
  receipt: string;
  at?: string;
  in?: string;
  out?: string;
  reason?: string;
  party?: string;
  account?: string;
  status?: string;
  linked?: string;
  originator?: string;
};

/** What the provider's portal exports: newest first, with the balance after each line. Money in shillings. */
async function statement(account: string, opening: number, lines: readonly Line[]): Promise<string> {
  let balance = opening;
  const rows = lines.map((line) => {
    const { receipt, at = '2026-03-03 11:59:00', status = 'Completed', reason = 'Pay Bill Online' } = line;
    if (status === 'Completed') {
      balance += Number((line.in ?? '0').replaceAll(',', '')) - Number((line.out ?? '0').replaceAll(',', ''));
    }
    const withdrawn = line.out === undefined ? '' : `"-${line.out}"`;
    const money = [line.in === undefined ? '' : `"${line.in}"`, withdrawn, balance.toFixed(2)];
    const party = line.party ?? '254712345678 - JANE DOE';
    const rest = [line.linked ?? '', line.account ?? '', line.originator ?? ''];
    return [receipt, at, at, `"${reason}, by phone"`, status, ...money, 'true', reason, party, ...rest].join(',');
  });
  const head = ['Account Holder:,Umoja', 'Short Code:,600966', `Account:,${account}`, 'Operator:,someone', '', HEADER];
  const file = join(folder, `${account}-${opening}-${lines.length}.csv`);
  await writeFile(file, [...head, ...rows.toReversed(), ''].join('\r\n'));
  return file;
}

const umoja = (...words: string[]) => operate(testApp.settings, words, { UMOJA_DATA_DIR: folder });
/** The same without a process of its own. */
async function compared(
  file: string,
  account = 'mpesa_paybill',
  subAccount: string | null = null,
  caller = testApp.operator,
) {
  const text = await readFile(file, 'utf8');
  const digest = createHash('sha256').update(text).digest('hex');
  const { from, through, opening, closing, lines } = await readPortalStatement(cut(text));
  return testApp.app.reconciliation.reconcile(caller, {
    account,
    subAccount,
    statement: { source: 'statement', from, through, opening, closing, digest },
    lines,
  });
}
/** As it comes from a disk: cut anywhere. */
async function* cut(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += 7) yield text.slice(start, start + 7);
}
const receive = (receiptNo: string, amount: bigint, accountReference = 'WHO KNOWS', msisdn = '+254712345678') =>
  testApp.app.mobileMoney.recordPayment(testApp.operator, {
    receiptNo,
    amount,
    msisdn,
    accountReference,
    paidAt: NOON.subtract({ minutes: 2 }),
  });
const journals = async () => Number((await testApp.sql<{ n: string }>('select count(*) as n from journal'))[0]?.n);
const proofs = async () =>
  (await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql))).violations.map(({ what }) => what);
const workOn = (breakId: number, action: keyof typeof reconciliationBreakSteps, said: object = {}) =>
  testApp.done(testApp.app.reconciliation[reconciliationBreakSteps[action].name], { breakId, ...said });

const enter = (receiptNo: string, amount: bigint) =>
  testApp.done(testApp.app.mobileMoney.receivePayment, {
    receiptNo,
    amount,
    msisdn: '+254712345678',
    accountReference: 'WHO KNOWS',
    paidAt: NOON,
  });
const fourEyes = async (wanted: boolean) => {
  await asOwner(testApp.settings.adminUrl, (client) => client.query('update tenant set four_eyes = $1', [wanted]));
  testApp.internals.tenants.forget(testApp.tenantId);
};
const correct = (mobileMoneyId: number) =>
  testApp.done(testApp.app.mobileMoney.correctMobileMoney, { mobileMoneyId, reason: 'A digit too many.' });

describe('The statement of a paybill, with everything wrong that can be', () => {
  let file: string;
  let report: Record<string, any>;
  let breaks: readonly Record<string, any>[];
  const of = (receipt: string) => breaks.filter(({ receipt_no }) => receipt_no === receipt);

  beforeAll(async () => {
    const accountId = await savings.account();
    const [account] = await testApp.sql<{ account_no: string }>(
      'select account_no from savings_account where id = $1',
      [accountId],
    );
    await receive('AGREED0001', 50_000n, account?.account_no);
    await receive('AGREED0002', 20_000n);
    await receive('AMOUNT0001', 30_000n);
    await receive('ONLYHERE01', 40_000n);
    await receive('MISTYPED01', 77_700n, 'WHO KNOWS', '+254722000111');
    await receive('LATELY0001', 12_300n);
    await receive('TWICE00001', 15_000n);
    // A cashier can't put in by hand what the provider's confirmation has brought.
    await receive('TWICEHERE1', 25_000n);
    const byHand = { savingsAccountId: accountId, amount: 25_000n, channel: 'mpesa_paybill', reference: 'TWICEHERE1' };
    const again = testApp.done(testApp.app.savings.depositSavings, { ...byHand, msisdn: null } as never);
    expect((await refusalOf(again)).code).toBe('duplicate_payment_reference');
    // What a cashier took for money of the bank is in the books: it is not missing.
    const asBank = { savingsAccountId: accountId, amount: 6_600n, channel: 'bank', reference: 'ASBANK0001' };
    await testApp.done(testApp.app.savings.depositSavings, { ...asBank, msisdn: null } as never);
    file = await statement('Working Account', 1_000, [
      { receipt: 'LATELY0001', at: '2026-03-02 23:58:00', in: '123.00' },
      { receipt: 'AGREED0001', in: '500.00' },
      { receipt: 'AGREED0002', at: '2026-03-03 12:00:00', in: '200.00', party: '2547****5678 - JANE DOE' },
      { receipt: 'AMOUNT0001', in: '900.00' },
      { receipt: 'FAILED0001', in: '999.00', status: 'Failed' },
      { receipt: 'ONLYTHERE1', in: '1,234.00', account: 'WHO KNOWS' },
      { receipt: 'TYPEDWELL1', at: '2026-03-03 12:03:00', in: '777.00', party: '2547****0111 - JOHN DOE' },
      { receipt: 'TWICE00001', in: '150.00' },
      { receipt: 'TWICE00001', in: '150.00' },
      { receipt: 'TWICEHERE1', in: '250.00' },
      { receipt: 'ASBANK0001', in: '66.00' },
      { receipt: 'AGREED0001', out: '5.50', reason: 'Pay Bill Charge', party: '' },
    ]);
  });

  it('is compared, every break is found and proposed, and nothing is booked', async () => {
    const before = await journals();
    const { code, output } = await umoja('reconcile', file, '--json');
    expect(code).toBe(1);
    report = JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? output);
    breaks = report['breaks'];
    expect(breaks.map(({ type, receipt_no, proposal }) => [type, receipt_no, proposal]).sort()).toEqual([
      ['amount_differs', 'AMOUNT0001', 'correct_amount'],
      ['duplicate', 'TWICE00001', 'undo_duplicate'],
      ['late', 'LATELY0001', 'accept_timing'],
      ['missing_here', 'ASBANK0001', 'same_as_record'],
      ['missing_here', 'ONLYTHERE1', 'book_payment'],
      ['missing_here', 'TYPEDWELL1', 'same_as_record'],
      ['missing_there', 'MISTYPED01', 'same_as_record'],
      ['missing_there', 'ONLYHERE01', 'ask_provider'],
    ]);
    expect(of('AMOUNT0001')).toMatchObject([{ amount_there: 90_000, amount_here: 30_000 }]);
    expect(of('TYPEDWELL1')).toMatchObject([{ proposed_record: { type: 'mobile_money_transaction' } }]);
    expect(of('MISTYPED01')).toMatchObject([{ proposed_receipt_no: 'TYPEDWELL1' }]);
    expect(await journals()).toBe(before);
    expect(await proofs()).toEqual([]);
  });

  it('foots on both sides, and the difference is explained to the cent', () => {
    expect(report).toMatchObject({
      covers_from: '2026-03-02',
      covers_through: '2026-03-03',
      lines: 11,
      skipped: 1,
      matched: 6,
      there: { opening: 100_000, in: 435_000, out: 0, fees: 550, closing: 534_450 },
      here: { opening: 0, in: 270_000, out: 0, fees: 0, closing: 270_000 },
      footing_gap: 0,
      unexplained: 0,
      foots: true,
    });
  });

  it('says the same again when it is compared again, to people in sentences', async () => {
    const { code, output } = await umoja('reconcile', file);
    expect(code).toBe(1);
    expect(output).toMatch(/= closing\s+534450\s+270000/);
    expect(output).toMatch(/missing_here\s+ONLYTHERE1\s+there 123400, here -\s+-> book_payment/);
    expect(output).toContain('8 breaks are open, 0 of them new');
    expect(await testApp.sql('select count(*)::int as n from statement_line')).toEqual([{ n: 11 }]);
  });

  it('has its breaks worked by people: owned, booked, explained, opened again', async () => {
    const [missing] = of('ONLYTHERE1');
    const id = Number(missing?.['id']);
    expect(await workOn(id, 'assign', { owner: 'Asha' })).toMatchObject({ state: 'under_review', owner: 'Asha' });
    const booked = await workOn(id, 'book');
    expect(booked).toMatchObject({ state: 'resolved', bookedType: 'mobile_money_transaction' });
    expect(booked.notes.map(({ action, by }) => [action, by])).toEqual([
      ['assign', testApp.client.clientKey],
      ['book', testApp.client.clientKey],
    ]);
    expect(
      await testApp.sql(
        `select state, amount::int, msisdn from mobile_money_transaction where receipt_no = 'ONLYTHERE1'`,
      ),
    ).toEqual([
      { state: 'unallocated', amount: 123_400, msisdn: await sealedAlike(testApp, testApp.tenantId, '+254712345678') },
    ]);

    const known = of('ASBANK0001')[0];
    expect(known).toMatchObject({ proposed_record: { type: 'savings_transaction' } });
    expect((await refusalOf(workOn(Number(known?.['id']), 'book'))).code).toBe('duplicate_payment_reference');

    const late = Number(of('LATELY0001')[0]?.['id']);
    expect((await refusalOf(workOn(late, 'resolve'))).code).toBe('validation_failed');
    expect((await refusalOf(workOn(late, 'book'))).code).toBe('break_not_bookable');
    await workOn(late, 'resolve', { reason: 'The confirmation came after midnight.' });
    expect((await refusalOf(workOn(late, 'resolve', { reason: 'Again.' }))).code).toBe('invalid_state_transition');
    await workOn(late, 'reopen', { reason: 'Which confirmation?' });
    await workOn(late, 'resolve', { reason: 'The one of 00:01.' });
    expect(await proofs()).toEqual([]);
  });

  it('clears automatically what agrees by now, and lets what was explained rest', async () => {
    const { open } = await compared(file);
    const left = open.map(({ receiptNo }) => receiptNo).sort();
    expect(left).toEqual(['AMOUNT0001', 'ASBANK0001', 'MISTYPED01', 'ONLYHERE01', 'TWICE00001', 'TYPEDWELL1']);
    const later = await statement('Working Account', 1_000, [
      { receipt: 'ONLYHERE01', in: '400.00' },
      { receipt: 'AMOUNT0001', in: '300.00' },
    ]);
    expect((await compared(later)).cleared).toBe(2);
    expect(await testApp.sql(`select state from reconciliation_break where receipt_no = 'ONLYHERE01'`)).toEqual([
      { state: 'cleared' },
    ]);
  });

  it('opens again what both sides agreed on, and what was explained, where another amount disagrees', async () => {
    const changed = await statement('Working Account', 1_000, [
      { receipt: 'LATELY0001', at: '2026-03-02 23:58:00', in: '500.00' },
      { receipt: 'AMOUNT0001', in: '900.00' },
      { receipt: 'ONLYTHERE1', in: '1,234.00', account: 'WHO KNOWS' },
    ]);
    const { open, fresh } = await compared(changed);
    expect(open.flatMap(({ receiptNo, type, state }) => [[receiptNo, type, state]])).toEqual(
      expect.arrayContaining([
        ['LATELY0001', 'amount_differs', 'under_review'],
        ['AMOUNT0001', 'amount_differs', 'under_review'],
      ]),
    );
    expect(open.filter(({ receiptNo }) => receiptNo === 'ONLYTHERE1')).toEqual([]);
    expect(fresh).toBe(0);
  });
});

describe('A payment of fees that a person has recorded and the paybill never notified', () => {
  it('is booked as what was recorded, once its statement shows it (finding: it was refused as a duplicate)', async () => {
    const school = await openTestSchool(testApp);
    const { studentId } = await school.enrolled();
    const byHand = { studentId, amount: 45_000n, method: 'mpesa_paybill', reference: 'FEESHAND01' } as const;
    const payment = await testApp.done(testApp.app.education.recordPayment, { ...byHand, paidAt: NOON });
    const file = await statement('Working Account', 2_000, [{ receipt: 'FEESHAND01', in: '450.00' }]);
    const { open } = await compared(file);
    const missing = open.find(({ receiptNo }) => receiptNo === 'FEESHAND01');
    expect(missing?.type).toBe('missing_here');
    const booked = await workOn(Number(missing?.id), 'book');
    expect(booked).toMatchObject({ state: 'resolved', bookedType: 'mobile_money_transaction' });
    expect(
      await testApp.sql(
        `select state, destination_type, booked_uuid from mobile_money_transaction where receipt_no = 'FEESHAND01'`,
      ),
    ).toEqual([{ state: 'allocated', destination_type: 'student', booked_uuid: payment.uuid }]);
    expect(await proofs()).toEqual([]);
  });
});

describe('A payment that a person has entered wrongly', () => {
  it('is corrected, and what its statement shows under the receipt is booked as missing (finding: it could not be)', async () => {
    const { payment } = await enter('WRONGLY001', 500_000n);
    const file = await statement('Working Account', 3_000, [{ receipt: 'WRONGLY001', in: '50.00' }]);
    const found = async () => (await compared(file)).open.filter(({ receiptNo }) => receiptNo === 'WRONGLY001');
    expect((await found()).map(({ type }) => type)).toEqual(['amount_differs']);
    await correct(payment.id);
    const [missing, ...others] = await found();
    expect([missing?.type, missing?.proposal, others]).toEqual(['missing_here', 'book_payment', []]);
    expect(await workOn(Number(missing?.id), 'book')).toMatchObject({ state: 'resolved' });
    expect(await found()).toEqual([]);
    expect(
      await testApp.sql(
        `select amount, state from mobile_money_transaction where receipt_no = 'WRONGLY001' order by id`,
      ),
    ).toEqual([
      { amount: '500000', state: 'corrected' },
      { amount: '5000', state: 'unallocated' },
    ]);
    expect(await proofs()).toEqual([]);
  });
});

describe('A payment that a person has entered rightly', () => {
  it('is not corrected once its statement shows it: it came (finding: it was taken out of the books)', async () => {
    const { payment } = await enter('RIGHTLY001', 6_000n);
    await compared(await statement('Working Account', 4_000, [{ receipt: 'RIGHTLY001', in: '60.00' }]));
    expect((await refusalOf(correct(payment.id))).code).toBe('reported_by_provider');
    // What another account shows under the same receipt is another payment.
    const { payment: other } = await enter('ELSEWHERE1', 7_000n);
    const file = await statement('Utility Account', 5_000, [{ receipt: 'ELSEWHERE1', in: '70.00' }]);
    await compared(file, 'mpesa_float', 'AG-000001');
    expect(await correct(other.id)).toMatchObject({ state: 'corrected' });
  });
});

describe('A payment for an app whose confirmation was lost', () => {
  const lost = async (receipt: string, account: string, caller = testApp.operator) => {
    const file = await statement('Working Account', 6_000, [{ receipt, in: '450.00', account }]);
    const { open } = await compared(file, 'mpesa_paybill', null, caller);
    return Number(open.find(({ receiptNo }) => receiptNo === receipt)?.id);
  };
  const available = async ({ id }: TestClient) =>
    (await testApp.sql('select balance::int from app_account where app_id = $1', [id]))[0]?.['balance'];

  it('is the app’s once it is booked from the statement (finding: it waited in suspense, from which no app gets it)', async () => {
    const app = await testApp.newClient();
    await testApp.done(testApp.app.partners.changeAppAccountPrefix, { clientId: app.id, accountPrefix: 'LOST' });
    const booked = await workOn(await lost('APPLOST001', 'lost 17'), 'book');
    const [collection] = await testApp.sql(`select uuid, state from collection where receipt_no = 'APPLOST001'`);
    expect(collection?.['state']).toBe('succeeded');
    expect(booked).toMatchObject({ state: 'resolved', bookedType: 'collection', bookedUuid: collection?.['uuid'] });
    expect(booked.resolution).toBe(`Booked as collection ${String(collection?.['uuid'])}.`);
    expect(await available(app)).toBe(10_045_000);
    expect(await lost('APPLOST001', 'lost 17')).toBe(Number.NaN);
    // The confirmation that comes after all changes nothing.
    await receive('APPLOST001', 45_000n, 'lost 17');
    expect(await available(app)).toBe(10_045_000);
    expect(await proofs()).toEqual([]);
  });

  it('is booked by another person than has brought the statement, where two are wanted', async () => {
    const [app, one, other] = [await testApp.newClient(), await testApp.newClient(), await testApp.newClient()];
    await testApp.done(testApp.app.partners.changeAppAccountPrefix, { clientId: app.id, accountPrefix: 'PAIR' });
    const breakId = await lost('APPLOST002', 'PAIR1', one.caller);
    await fourEyes(true);
    const book = (by: TestClient) =>
      testApp.done(testApp.app.reconciliation.bookReconciliationBreak, { breakId }, by.caller);
    expect((await refusalOf(book(one))).code).toBe('four_eyes_required');
    expect(await available(app)).toBeUndefined();
    await book(other);
    await fourEyes(false);
    expect(await available(app)).toBe(10_045_000);
  });

  it('waits in suspense where the app is disabled, and people find out whose it is', async () => {
    const app = await testApp.newClient();
    await testApp.done(testApp.app.partners.changeAppAccountPrefix, { clientId: app.id, accountPrefix: 'AWAY' });
    await testApp.sql(`update api_client set state = 'disabled' where id = $1`, [app.id]);
    await workOn(await lost('APPLOST003', 'AWAY1'), 'book');
    expect(
      await testApp.sql(
        `select m.state, i.kind from mobile_money_transaction m join incident i on i.subject_uuid = m.uuid
          where m.receipt_no = 'APPLOST003'`,
      ),
    ).toEqual([{ state: 'unallocated', kind: 'app_not_credited' }]);
  });
});

describe('The statement of a float', () => {
  it('agrees by our own name where the receipt isn’t known yet, and leaves what is under way in transit', async () => {
    await testApp.done(testApp.app.lending.topUpFloat, {
      agentNo: 'AG-000001',
      amount: 5_000_000n,
      reference: 'BANK1',
    });
    const disburse = async () => {
      const loanId = await testApp.readyLoan(1_000_000n);
      const order = { loanId, amount: 1_000_000n, channel: 'mpesa_b2c', msisdn: '+254700000000' } as const;
      return (await testApp.done(testApp.app.lending.disburse, order)).originatorId;
    };
    const gone = await disburse();
    await disburse();
    const failed = await disburse();
    await testApp.app.lending.recordPayoutStatus(testApp.operator, {
      originatorId: failed,
      status: { kind: 'not_paid', code: 'recipient_limit', message: 'Too much.' },
    });
    const file = await statement('Utility Account', 0, [
      { receipt: 'BANK1', in: '50,000.00', reason: 'Organization Settlement', party: '' },
      { receipt: 'B2C0000001', out: '10,000.00', reason: 'Business Payment to Customer', originator: gone },
    ]);
    const refused = await umoja('reconcile', file);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('choose another --account')]);
    const { reconciliation, open } = await compared(file, 'mpesa_float', 'AG-000001');
    expect(open).toEqual([]);
    expect(reconciliation).toMatchObject({
      matched: 2,
      openingThere: 0n,
      inThere: 5_000_000n,
      outThere: 1_000_000n,
      closingThere: 4_000_000n,
      openingHere: 0n,
      inHere: 6_000_000n,
      outHere: 3_000_000n,
      closingHere: 3_000_000n,
      inTransit: -1_000_000n,
      unexplained: 0n,
    });
    expect(await proofs()).toEqual([]);
  });
});

describe('A file that is no statement', () => {
  it.each([
    ['nothing', 'none of these', /No line has the columns/],
    ['no movement', `${HEADER}\n`, /neither a movement nor a time period/],
    [
      'an amount that can’t be read',
      `${HEADER}\nA1B2C3D4E5,2026-03-03 10:00:00,,,Completed,lots,,,,,,,,\n`,
      /Line 2: Paid In/,
    ],
    ['a time that can’t be read', `${HEADER}\nA1B2C3D4E5,soon,,,Completed,5.00,,,,,,,,\n`, /Line 2: Completion Time/],
    [
      'a movement of nothing',
      `${HEADER}\nA1B2C3D4E5,2026-03-03 10:00:00,,,Completed,,,,,,,,,\n`,
      /Line 2: what was paid/,
    ],
    ['a quote without end', `${HEADER}\n"A1B2C3D4E5,soon`, /Line 2: a quoted field/],
    ['a line without end', 'x'.repeat(20_000), /Line 1: no row/],
  ])('with %s is refused whole, by its line', async (_, text, why) => {
    await expect(readPortalStatement(cut(text))).rejects.toThrow(why);
  });

  it('is explained to a person in a sentence', async () => {
    const { code, output } = await umoja('reconcile', join(folder, 'not-there.csv'));
    expect([code, output]).toEqual([1, expect.stringContaining('There is no file')]);
    expect(output).not.toContain('    at ');
  });
});
