import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStatement } from '#platform/app/processes/bank/import-statement.ts';
import { asOwner } from '#platform/cli/owner.ts';
import { changeTenant } from '#platform/cli/tenants.ts';
import type { BankFile } from '#platform/rails/bank-file/books.ts';
import { bankFileSetup } from '#platform/rails/bank-file/settings.ts';
import { UnusableStatement } from '#platform/rails/bank-file/statement/statement.ts';
import { railSecrets, storeRail } from '#platform/rails/rail-settings.ts';
import { fakeBank, printed, type FakeStatement, type Format } from '#test/support/bank-fake.ts';
import { refusalOf } from '#test/support/refused.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const ACCOUNT = '0110000000042';
const ZONE = 'Africa/Nairobi';
const PRINCIPAL = 5_000_000n;

let testApp: TestApp;
let bank: BankFile;
let ahead = Temporal.Duration.from({ seconds: 0 });
const clock = () => Temporal.Now.instant().add(ahead);
const today = () => clock().toZonedDateTimeISO(ZONE).toPlainDate();
const theirs = fakeBank(ACCOUNT, today);

beforeAll(async () => {
  testApp = await openTestApp({ clock, elapsed: () => performance.now() + ahead.total('milliseconds') });
});
afterAll(() => testApp.close());

const sql = (text: string, values: readonly unknown[] = []) => testApp.sql(text, values);
const done: TestApp['done'] = (useCase, command) => testApp.done(useCase, command);

/** A disbursement by bank of a new loan. */
async function disburse(suffix = '000') {
  const loanId = await testApp.readyLoan(PRINCIPAL);
  const { id, originatorId, state, providerRef } = await done(testApp.app.lending.disburse, {
    loanId,
    amount: PRINCIPAL,
    channel: 'bank',
    bankAccount: `0119000000${suffix}`,
  });
  return { loanId, id, originatorId, state, reference: providerRef ?? '' };
}

/** An operator takes what waits to the bank. */
async function exportFile() {
  const made = await bank.payments.nextFile(bank.settings, 'operator');
  if (made === null) return null;
  theirs.take(made.content);
  await bank.payments.written(made.number);
  return made;
}

const take = (statement: FakeStatement, format: Format = 'csv') =>
  importStatement(testApp, testApp.operator, bank, printed(statement, format));

/** The day ends, and the bank's statement of it is imported the next day. */
async function nextDay(format: Format = 'csv') {
  const statement = theirs.statementOf(today());
  ahead = ahead.add({ hours: 24 });
  await take(statement, format);
  return statement;
}

const stateOf = async (id: number) => {
  const [row] = await sql('select state, receipt_no from disbursement where id = $1', [id]);
  return row;
};
const counted = async () =>
  (
    await sql(`select (select count(*) from journal) as journals, (select count(*) from event) as events,
                      (select count(*) from incident) as incidents, (select count(*) from bank_line) as lines`)
  )[0];

/** A credit whose reference is split with another amount: it remains for people with every import. */
const OF_ANOTHER_AMOUNT = 'PAYROLL0127';
const besidesKnown = <Left extends { readonly line: { readonly receiptNo: string } }>(remaining: readonly Left[]) =>
  remaining.filter(({ line }) => line.receiptNo !== OF_ANOTHER_AMOUNT);

describe('A disbursement by bank', () => {
  it('waits for people where no rail of the bank is set up', async () => {
    const { state, id } = await disburse();
    expect(state).toBe('pending');
    await sql(`update disbursement set state = 'cancelled', settled_at = now() where id = $1`, [id]);
  });

  it('is written into a file where the rail is set up, and paid when the statement shows it', async () => {
    const { tenantId, keys, database, rails } = testApp;
    const { settings } = bankFileSetup({
      environment: 'sandbox',
      account: ACCOUNT,
      returnWords: ['RETURNED', 'PART RETURNED'],
    });
    await storeRail(database, railSecrets(keys), tenantId, { kind: 'bank_file', settings, secrets: {} });
    ahead = ahead.add({ seconds: 10 });
    const found = await rails.bankFileOf(tenantId);
    if (found === null) throw new Error('The rail was not set up.');
    bank = found;

    const paid = await disburse();
    expect(paid.state).toBe('sent');
    expect(paid.reference).toMatch(/^UB[0-9A-Z]{12}$/);
    const made = await exportFile();
    expect(made).toMatchObject({ number: 1, name: 'UB-000001.csv', payments: 1, total: PRINCIPAL });
    expect(await stateOf(paid.id)).toMatchObject({ state: 'sent' });
    await nextDay();
    const receipt = theirs.lines.at(-1)?.bankReference;
    expect(await stateOf(paid.id)).toEqual({ state: 'confirmed', receipt_no: receipt });
    expect(await sql('select state from loan where id = $1', [paid.loanId])).toEqual([{ state: 'active' }]);
  });

  it('is in one file only, which is the same byte for byte, also where a process died before it was on disk', async () => {
    await disburse();
    const first = await bank.payments.nextFile(bank.settings, 'operator');
    await disburse();
    // The process died here: what it had made is made again, without the payment that came since.
    const again = await bank.payments.nextFile(bank.settings, 'another');
    expect(again).toEqual(first);
    expect(again?.payments).toBe(1);
    theirs.take(first?.content ?? '');
    await bank.payments.written(first?.number ?? 0);
    const [one, other] = await Promise.all([
      bank.payments.nextFile(bank.settings, 'operator'),
      bank.payments.nextFile(bank.settings, 'operator'),
    ]);
    expect(one).toEqual(other);
    expect(one?.number).toBe((first?.number ?? 0) + 1);
    theirs.take(one?.content ?? '');
    await bank.payments.written(one?.number ?? 0);
    expect(await bank.payments.nextFile(bank.settings, 'operator')).toBeNull();
    expect((await bank.payments.file(first?.number ?? 0))?.content).toBe(first?.content);
    await nextDay('mt940');
  });

  it('is taken back before it is in a file, and not after', async () => {
    const kept = await disburse();
    expect(await bank.payments.withdraw(kept.reference)).toBe(kept.originatorId);
    await testApp.app.lending.checkDisbursement(testApp.operator, kept.originatorId);
    expect(await stateOf(kept.id)).toMatchObject({ state: 'failed' });
    const gone = await disburse();
    await exportFile();
    expect(await bank.payments.withdraw(gone.reference)).toBeNull();
    await nextDay('camt');
    expect(await stateOf(gone.id)).toMatchObject({ state: 'confirmed' });
  });

  it('that was settled otherwise before it was in a file is in none', async () => {
    const settled = await disburse();
    const { loanId, id } = settled;
    await done(testApp.app.lending.confirmDisbursementByBank, {
      loanId,
      disbursementId: id,
      providerRef: 'BY-HAND-0001',
    });
    expect(await bank.payments.nextFile(bank.settings, 'operator')).toBeNull();
    expect(await stateOf(id)).toMatchObject({ state: 'confirmed' });
  });

  it('fails where the bank gives the money back immediately, and is reversed where it does so later', async () => {
    const refused = await disburse('001');
    const returned = await disburse();
    await exportFile();
    await nextDay();
    expect(await stateOf(refused.id)).toMatchObject({ state: 'failed' });
    expect(await stateOf(returned.id)).toMatchObject({ state: 'confirmed' });
    theirs.move({
      day: today(),
      amount: PRINCIPAL,
      ownReference: returned.reference,
      text: 'RETURNED',
      isReturn: true,
    });
    await nextDay('mt940');
    expect(await stateOf(returned.id)).toMatchObject({ state: 'reversed' });
    expect(await sql('select state from loan where id = $1', [returned.loanId])).toEqual([
      { state: 'ready_to_disburse' },
    ]);
  });

  it('that the bank pays in another amount, or under the reference of another payment, is for people', async () => {
    const short = await disburse('015');
    await exportFile();
    await nextDay();
    expect(await stateOf(short.id)).toMatchObject({ state: 'review' });
    const [first] = theirs.lines;
    const second = await disburse('008');
    await exportFile();
    theirs.move({
      day: today(),
      amount: -PRINCIPAL,
      ownReference: second.reference,
      text: 'TRANSFER',
      bankReference: first?.bankReference ?? '',
    });
    await nextDay();
    expect(await stateOf(second.id)).toMatchObject({ state: 'review' });
    expect(await sql(`select kind from incident where disbursement_id = $1`, [second.id])).toEqual([
      { kind: 'receipt_used_twice' },
    ]);
  });

  it('that the bank debits twice is paid once, and an incident', async () => {
    const paid = await disburse();
    await exportFile();
    theirs.move({ day: today(), amount: -PRINCIPAL, ownReference: paid.reference, text: 'TRANSFER' });
    await nextDay('camt');
    expect(await stateOf(paid.id)).toMatchObject({ state: 'confirmed' });
    const differs = await sql(
      `select i.kind from incident i join disbursement d on d.uuid = i.subject_uuid where d.id = $1`,
      [paid.id],
    );
    expect(differs).toEqual([{ kind: 'receipt_differs' }]);
  });

  it('of which a part comes back was lent less by that part', async () => {
    const paid = await disburse();
    await exportFile();
    await nextDay();
    theirs.move({
      day: today(),
      amount: 1_000_000n,
      ownReference: paid.reference,
      text: 'PART RETURNED',
      isReturn: true,
    });
    const back = await nextDay();
    await take(back, 'mt940');
    expect(await sql('select state, returned::int from disbursement where id = $1', [paid.id])).toEqual([
      { state: 'confirmed', returned: 1_000_000 },
    ]);
  });

  it('agrees with the statement in the books of the bank’s account', async () => {
    const paid = await disburse();
    await exportFile();
    const statement = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    const { compared } = await take(statement);
    expect(compared.reconciliation.matched).toBe(1);
    const receipts = compared.open.map(({ receiptNo }) => receiptNo);
    expect(receipts).not.toContain((await stateOf(paid.id))?.['receipt_no']);
  });

  it('that a partner of the bank confirmed stays confirmed; another reference on the statement is an incident', async () => {
    const same = await disburse();
    const other = await disburse();
    await exportFile();
    const [ofSame, ofOther] = theirs.lines.slice(-2);
    const { confirmDisbursementByBank } = testApp.app.lending;
    const confirm = (each: { loanId: number; id: number }, providerRef: string) =>
      done(confirmDisbursementByBank, { loanId: each.loanId, disbursementId: each.id, providerRef });
    await confirm(same, ofSame?.bankReference ?? '');
    await confirm(other, 'WRITTEN-BY-HAND');
    const before = await counted();
    await nextDay();
    expect(await stateOf(same.id)).toMatchObject({ state: 'confirmed' });
    expect(await stateOf(other.id)).toMatchObject({ state: 'confirmed' });
    expect(
      await sql(`select i.kind from incident i join disbursement d on d.uuid = i.subject_uuid where d.id = $1`, [
        other.id,
      ]),
    ).toEqual([{ kind: 'receipt_differs' }]);
    expect(Number((await counted())?.['journals'])).toBe(Number(before?.['journals']));
    expect(ofOther?.bankReference).not.toBe('WRITTEN-BY-HAND');
  });
});

describe('A statement of the bank', () => {
  it('changes nothing when it comes again, in another file that overlaps it, or twice at the same time', async () => {
    const paid = await disburse();
    await exportFile();
    const day = today();
    const first = theirs.statementOf(day);
    ahead = ahead.add({ hours: 24 });
    await Promise.all([take(first), take(first)]);
    expect(await stateOf(paid.id)).toMatchObject({ state: 'confirmed' });
    const before = await counted();
    await take(first);
    theirs.move({ day: today(), amount: -20_000n, ownReference: '', text: 'LEDGER FEE' });
    const both = { ...first, lines: [...first.lines, ...theirs.statementOf(today()).lines], through: today() };
    await take(both);
    const after = await counted();
    const more = (name: string) => String(Number(before?.[name]) + 1);
    expect(after).toEqual({ ...before, lines: more('lines'), journals: more('journals'), events: more('events') });
    ahead = ahead.add({ hours: 24 });
  });

  it('is settled by the next import where the process died when it had stored it', async () => {
    const paid = await disburse();
    await exportFile();
    const text = printed(theirs.statementOf(today()), 'camt');
    ahead = ahead.add({ hours: 24 });
    await bank.importStatement(text, 'a process that dies');
    expect(await stateOf(paid.id)).toMatchObject({ state: 'sent' });
    const { recorded } = await importStatement(testApp, testApp.operator, bank, text);
    expect(recorded.isNew).toBe(false);
    expect(await stateOf(paid.id)).toMatchObject({ state: 'confirmed' });
    // So is a payment by the check of its worker, without any import.
    const checked = await disburse();
    await exportFile();
    const next = printed(theirs.statementOf(today()), 'mt940');
    ahead = ahead.add({ hours: 24 });
    await bank.importStatement(next, 'a process that dies');
    await testApp.app.lending.checkDisbursement(testApp.operator, checked.originatorId);
    expect(await stateOf(checked.id)).toMatchObject({ state: 'confirmed' });
  });

  it('books credits by the number that they name, once, and leaves others in suspense', async () => {
    const paid = await disburse();
    await exportFile();
    await nextDay();
    const [loan] = await sql('select loan_no from loan where id = $1', [paid.loanId]);
    const day = today();
    theirs.move({ day, amount: 100_000n, ownReference: '', text: `PESALINK ${String(loan?.['loan_no'])} AMINA` });
    theirs.move({ day, amount: 77_000n, ownReference: '', text: 'CASH DEPOSIT UNKNOWN' });
    const statement = await nextDay('camt');
    await take(statement, 'camt');
    await take(statement, 'mt940');
    expect(await sql(`select amount::int, channel from repayment where loan_id = $1`, [paid.loanId])).toEqual([
      { amount: 100_000, channel: 'bank' },
    ]);
    expect(
      await sql(`select amount::int, state, channel from mobile_money_transaction where channel = 'bank' order by id`),
    ).toEqual([
      { amount: 100_000, state: 'allocated', channel: 'bank' },
      { amount: 77_000, state: 'unallocated', channel: 'bank' },
    ]);
    const [register] = await sql(
      `select count(*) as times from payment_receipt where account = 'bank' and direction = 'in' and amount = 77000`,
    );
    expect(register).toEqual({ times: '1' });
  });

  it('leaves in suspense what names a number shorter than it is printed (finding: the rent of a flat paid a loan)', async () => {
    const paid = await disburse();
    await exportFile();
    await nextDay();
    const [loan] = await sql('select loan_no from loan where id = $1', [paid.loanId]);
    const printedNo = String(loan?.['loan_no']);
    const short = `L${Number(printedNo.replace('L-', ''))}`;
    const texts = [
      `RENT FLAT ${short}`,
      short,
      `L ${printedNo.slice(2)}`,
      printedNo.replace('-', ''),
      `FOR ${printedNo}`,
    ];
    texts.forEach((text, index) => {
      theirs.move({ day: today(), amount: 1_000n + BigInt(index), ownReference: '', text });
    });
    await nextDay();
    const placed = await sql(
      `select amount::int, state from mobile_money_transaction where amount between 1000 and 1004 order by amount`,
    );
    const states = placed.map(({ state }) => state);
    expect(states).toEqual(['unallocated', 'unallocated', 'unallocated', 'allocated', 'allocated']);
  });

  it('brings credits that may be split over several loans, out of suspense', async () => {
    const [one, other] = [await disburse(), await disburse()];
    await exportFile();
    await nextDay();
    theirs.move({ day: today(), amount: 30_000n, ownReference: '', text: 'PAYROLL', bankReference: 'PAYROLL1126' });
    await nextDay();
    await done(testApp.app.receipts.splitReceipt, {
      channel: 'bank',
      receiptNo: 'PAYROLL1126',
      amount: 30_000n,
      rest: 'none',
      parts: [
        { type: 'loan', id: one.loanId, amount: 10_000n },
        { type: 'loan', id: other.loanId, amount: 20_000n },
      ],
    });
    expect(
      await sql(`select amount::int, channel from repayment where reference = 'PAYROLL1126' order by amount`),
    ).toEqual([
      { amount: 10_000, channel: 'bank' },
      { amount: 20_000, channel: 'bank' },
    ]);
  });

  it('confirms a payment that was split before it came, what its parts left waits in suspense, and a repetition is known', async () => {
    const [one, other] = [await disburse(), await disburse()];
    await exportFile();
    await nextDay();
    const split = {
      channel: 'bank',
      receiptNo: 'payroll 1226',
      amount: 50_000n,
      rest: 'suspense',
      parts: [
        { type: 'loan', id: one.loanId, amount: 10_000n },
        { type: 'loan', id: other.loanId, amount: 20_000n },
      ],
    } as const;
    const made = await done(testApp.app.receipts.splitReceipt, split);
    expect((await done(testApp.app.receipts.splitReceipt, split)).uuid).toBe(made.uuid);
    const suspense = async () =>
      sql(
        `select amount::int, state, channel, rest_of_id is not null as is_rest from mobile_money_transaction
          where receipt_no = 'payroll 1226' order by id`,
      );
    const waiting = [
      { amount: 10_000, state: 'allocated', channel: 'bank', is_rest: false },
      { amount: 20_000, state: 'allocated', channel: 'bank', is_rest: true },
      { amount: 20_000, state: 'unallocated', channel: 'bank', is_rest: true },
    ];
    expect(await suspense()).toEqual(waiting);
    const before = await counted();
    theirs.move({ day: today(), amount: 50_000n, ownReference: '', text: 'SALARIES', bankReference: 'PAYROLL1226' });
    const statement = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    const { remaining, compared } = await take(statement);
    await take(statement);
    expect([remaining, await suspense()]).toEqual([[], waiting]);
    expect(compared.reconciliation.unexplained).toBe(0n);
    expect(await counted()).toMatchObject({ journals: before?.['journals'], incidents: before?.['incidents'] });
    // A person has brought the statement: it is no word of the bank itself.
    expect(await sql(`select reported_by from payment_receipt where receipt_key = 'PAYROLL1226'`)).toEqual([
      { reported_by: 'caller' },
    ]);
    // The statement shows another amount than was split: a person looks, and nothing is booked.
    const short = await done(testApp.app.receipts.splitReceipt, { ...split, receiptNo: OF_ANOTHER_AMOUNT });
    const line = { ownReference: '', text: 'SALARIES', bankReference: OF_ANOTHER_AMOUNT };
    theirs.move({ day: today(), amount: 49_000n, ...line });
    const last = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    const shown = await take(last, 'mt940');
    expect(short.amount).toBe(50_000n);
    expect(shown.remaining.map(({ line, why }) => [line.receiptNo, why])).toEqual([
      [OF_ANOTHER_AMOUNT, 'refused: its reference is in the books with another amount'],
    ]);
    expect(await sql(`select kind from incident where receipt_key = $1`, [OF_ANOTHER_AMOUNT])).toEqual([
      { kind: 'receipt_used_twice' },
    ]);
  });

  it('brings credits that no person corrects: they came, however their receipt is written (finding: they were taken out of the books)', async () => {
    const correct = async (receiptNo: string) => {
      const [row] = await sql(
        `select id from mobile_money_transaction where receipt_no = $1 and state = 'unallocated'`,
        [receiptNo],
      );
      return done(testApp.app.mobileMoney.correctMobileMoney, {
        mobileMoneyId: Number(row?.['id']),
        reason: 'Not ours.',
      });
    };
    const credit = (bankReference: string, amount: bigint) =>
      theirs.move({ day: today(), amount, ownReference: '', text: 'CASH DEPOSIT', bankReference });
    credit('CAME000001', 9_000n);
    await nextDay();
    const refused = await refusalOf(correct('CAME000001'));
    expect([refused.code, refused.message]).toEqual([
      'reported_by_provider',
      'A statement of the account shows KES 90.00 under the receipt CAME000001: its money came.',
    ]);

    // A person typed one before its statement came; of another one the statement shows another amount.
    const loan = await disburse();
    await exportFile();
    await nextDay();
    const type = (receiptNo: string) =>
      done(testApp.app.receipts.splitReceipt, {
        channel: 'bank',
        receiptNo,
        amount: 8_000n,
        rest: 'suspense',
        parts: [{ type: 'loan', id: loan.loanId, amount: 3_000n }],
      });
    await type('came 000002');
    await type('came 000003');
    credit('CAME000002', 8_000n);
    credit('CAME000003', 800n);
    await nextDay();
    expect((await refusalOf(correct('came 000002'))).code).toBe('reported_by_provider');
    expect(await correct('came 000003')).toMatchObject({ state: 'corrected', amount: 5_000n });
  });

  it('never takes a receipt of the paybill for one of the bank, nor the other way round', async () => {
    const day = today();
    theirs.move({ day, amount: 4_000n, ownReference: '', text: 'DEPOSIT', bankReference: 'SHARED0001' });
    await nextDay();
    const paybill = {
      receiptNo: 'SHARED0001',
      amount: 4_000n,
      msisdn: '+254712345678',
      accountReference: 'NOBODY',
      paidAt: clock(),
    };
    await testApp.app.mobileMoney.recordPayment(testApp.operator, paybill);
    expect(
      await sql(`select channel from mobile_money_transaction where receipt_no = 'SHARED0001' order by id`),
    ).toEqual([{ channel: 'bank' }, { channel: 'mpesa_paybill' }]);
    // The same name on two accounts may be a mistake: a person looks.
    expect(await sql(`select kind from incident where receipt_key = 'SHARED0001'`)).toEqual([
      { kind: 'receipt_elsewhere' },
    ]);
  });

  const charged = async () => {
    const [row] = await sql(
      `select coalesce(sum(case l.account when 'bank_charges' then case l.side when 'debit' then l.amount else -l.amount end end), 0)::int as charges,
              coalesce(sum(case l.account when 'bank' then case l.side when 'debit' then l.amount else -l.amount end end), 0)::int as bank,
              count(distinct j.id)::int as journals
         from journal j join journal_line l on l.journal_id = j.id where j.subject_type = 'bank_charge'`,
    );
    return row as { charges: number; bank: number; journals: number };
  };

  it('books the bank’s charges, with our reference or without, once, and what it gives back of them', async () => {
    const paid = await disburse();
    await exportFile();
    const before = await charged();
    const day = today();
    const bankReference = theirs.lines.at(-1)?.bankReference ?? '';
    theirs.move({ day, amount: -12_000n, ownReference: paid.reference, text: 'TRANSFER CHARGE', bankReference });
    theirs.move({ day, amount: -2_400n, ownReference: '', text: 'EXCISE DUTY', bankReference });
    theirs.move({ day, amount: -2_400n, ownReference: '', text: 'EXCISE DUTY', bankReference });
    const statement = theirs.statementOf(day);
    ahead = ahead.add({ hours: 24 });
    const { compared } = await take(statement, 'mt940');
    expect(await charged()).toEqual({
      charges: before.charges + 16_800,
      bank: before.bank - 16_800,
      journals: before.journals + 3,
    });
    expect(compared.reconciliation).toMatchObject({ matched: 4, unexplained: 0n, footingGap: 0n, feesThere: 16_800n });
    expect(compared.open.filter(({ amountThere }) => [-12_000n, -2_400n].includes(amountThere ?? 0n))).toEqual([]);
    expect(await sql('select state from loan where id = $1', [paid.loanId])).toEqual([{ state: 'active' }]);

    // The bank undoes one charge of the payment: the loan is lent as before, and the charge stands no longer.
    theirs.move({
      day: today(),
      amount: 12_000n,
      ownReference: paid.reference,
      text: 'RETURNED CHARGE',
      isReturn: true,
    });
    const next = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    const again = await take(next);
    await take(next, 'mt940').catch((error: unknown) => expect(error).toBeInstanceOf(UnusableStatement));
    await take(next);
    await take(statement, 'mt940');
    expect(await charged()).toEqual({
      charges: before.charges + 4_800,
      bank: before.bank - 4_800,
      journals: before.journals + 4,
    });
    expect(again.compared.reconciliation).toMatchObject({ matched: 1, unexplained: 0n, footingGap: 0n });
    expect(await sql('select returned::int from disbursement where id = $1', [paid.id])).toEqual([{ returned: 0 }]);
  });

  it('books a charge once where two import it at the same time, or a process dies before the line is settled', async () => {
    const before = await charged();
    theirs.move({ day: today(), amount: -7_700n, ownReference: '', text: 'LEDGER FEE' });
    const statement = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    await Promise.all([take(statement), take(statement)]);
    await sql(`update bank_line set settled_at = null where amount = -7700`);
    await take(statement);
    expect(await charged()).toEqual({
      charges: before.charges + 7_700,
      bank: before.bank - 7_700,
      journals: before.journals + 1,
    });
  });

  it('ends a charge by its return of the same day, where the bank lists the newest first', async () => {
    const before = await charged();
    theirs.move({ day: today(), amount: 7_711n, ownReference: '', text: 'RETURNED CHARGE', isReturn: true });
    theirs.move({ day: today(), amount: -7_711n, ownReference: '', text: 'LEDGER FEE' });
    const statement = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    await take(statement);
    expect(await charged()).toEqual({ ...before, journals: before.journals + 2 });
  });

  it('proposes a charge beyond the limit of the institution: words alone do not make it one', async () => {
    const limit = async (most: bigint | null) => {
      const { app, operator, internals } = testApp;
      await changeTenant({ app, tenants: internals.tenants }, operator, { bank_charge_limit: most });
    };
    await limit(100_000n);
    const before = await charged();
    theirs.move({ day: today(), amount: -100_001n, ownReference: '', text: 'COMMISSION OF THE DIRECTOR' });
    const statement = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    const { remaining, compared } = await take(statement);
    const waits = 'charge_proposed: another person has to approve it';
    expect(besidesKnown(remaining).map(({ why }) => why)).toEqual([waits]);
    expect(compared.open.map(({ type, amountThere }) => [type, amountThere])).toContainEqual([
      'missing_here',
      -100_001n,
    ]);
    expect(await charged()).toEqual(before);
    // It waits once, however often the statement comes.
    const again = await take(statement);
    expect(besidesKnown(again.remaining)).toHaveLength(1);
    const waiting = await sql(
      `select id, version from proposal where command = 'book_bank_charge' and state = 'proposed'`,
    );
    expect(waiting).toHaveLength(1);
    await done(testApp.app.approvals.approveProposal, { proposalId: Number(waiting[0]?.['id']) });
    expect(await charged()).toMatchObject({ charges: before.charges + 100_001, journals: before.journals + 1 });
    const after = await take(statement);
    expect([besidesKnown(after.remaining), after.compared.reconciliation.unexplained]).toEqual([[], 0n]);
    expect(await charged()).toMatchObject({ journals: before.journals + 1 });
    await limit(null);
  });

  it('gives a charge back once: what the bank returns a second time waits in suspense, and lowers no loan', async () => {
    const paid = await disburse();
    await exportFile();
    theirs.move({ day: today(), amount: -3_300n, ownReference: paid.reference, text: 'TRANSFER CHARGE' });
    await nextDay();
    const before = await charged();
    const back = { amount: 3_300n, ownReference: paid.reference, text: 'RETURNED CHARGE', isReturn: true };
    theirs.move({ day: today(), ...back });
    theirs.move({ day: today(), ...back });
    await nextDay();
    expect(await charged()).toMatchObject({ charges: before.charges - 3_300, journals: before.journals + 1 });
    expect(await sql('select returned::int from disbursement where id = $1', [paid.id])).toEqual([{ returned: 0 }]);
    expect(await sql(`select state from mobile_money_transaction where amount = 3300`)).toEqual([
      { state: 'unallocated' },
    ]);
  });

  it('finds a repayment that a person recorded before, however its reference was written, also at the same moment', async () => {
    const [before, together] = [await disburse(), await disburse()];
    await exportFile();
    await nextDay();
    const repay = (loanId: number, reference: string) =>
      done(testApp.app.lending.recordRepayment, { loanId, amount: 40_000n, channel: 'bank', reference });
    await repay(before.loanId, ' ｆｔ\u200b９９０００１');
    const credit = (bankReference: string) =>
      theirs.move({ day: today(), amount: 40_000n, ownReference: '', text: 'PESALINK', bankReference });
    credit('FT990001');
    credit('FT990002');
    const statement = theirs.statementOf(today());
    ahead = ahead.add({ hours: 24 });
    const [imported] = await Promise.allSettled([take(statement), repay(together.loanId, 'ft 990002')]);
    expect(imported.status).toBe('fulfilled');
    await take(statement);
    const standing = await sql(
      `select receipt_key, count(*)::int as times, sum(amount)::int as amount from payment_receipt_use
        where receipt_key in ('FT990001', 'FT990002') and state = 'live' group by 1 order by 1`,
    );
    expect(standing).toEqual([
      { receipt_key: 'FT990001', times: 1, amount: 40_000 },
      { receipt_key: 'FT990002', times: 1, amount: 40_000 },
    ]);
    const [booked] = await sql(
      `select sum(case l.side when 'debit' then l.amount else -l.amount end)::int as came
         from journal j join journal_line l on l.journal_id = j.id and l.account = 'bank'
        where l.amount = 40000`,
    );
    expect(booked).toEqual({ came: 80_000 });
  });

  it('leaves in suspense what names itself a returned charge and matches none', async () => {
    const before = await charged();
    theirs.move({ day: today(), amount: 66_600n, ownReference: '', text: 'RETURNED CHARGE', isReturn: true });
    await nextDay('camt');
    expect(await charged()).toEqual(before);
    expect(await sql(`select state from mobile_money_transaction where amount = 66600`)).toEqual([
      { state: 'unallocated' },
    ]);
  });

  const broken: readonly (readonly [string, (text: string) => string, RegExp])[] = [
    ['that is cut', (text) => text.slice(0, text.lastIndexOf('\r\nClosing')), /does not say its closing balance/],
    [
      'whose balance does not foot',
      (text) => text.replace(/Closing Balance,.*/, 'Closing Balance,1.00'),
      /cut or changed/,
    ],
    ['of another account', (text) => text.replace(ACCOUNT, '9990000000001'), /is of the account 9990000000001/],
    ['in another currency', (text) => text.replace('Currency,KES', 'Currency,USD'), /in USD; the account is in KES/],
    ['that can’t be read', (text) => text.replace(/^\d{4}-/m, 'some day '), /date can’t be read/],
    [
      'before which days are missing',
      (text) => text.replace(/(Opening|Closing) Balance,"?(\d)/g, '$1 Balance,"9$2'),
      /Import the days in between/,
    ],
  ];

  it.each(broken)('%s is refused, and nothing is stored', async (_, change, why) => {
    const before = await counted();
    const day = today();
    const statement = {
      ...theirs.statementOf(day),
      lines: [{ day, amount: -5_000n, bankReference: 'FEE1', ownReference: '', text: 'LEDGER FEE' }],
    };
    const refused = importStatement(testApp, testApp.operator, bank, change(printed(statement, 'csv')));
    await expect(refused).rejects.toThrow(UnusableStatement);
    await expect(refused).rejects.toThrow(why);
    expect(await counted()).toEqual(before);
  });

  it('of an account in another currency than the books is refused, and nothing is paid from that account', async () => {
    const before = await counted();
    const keepBooksIn = (currency: string) =>
      asOwner(testApp.settings.adminUrl, (owner) => owner.query('update tenant set currency = $1', [currency]));
    await keepBooksIn('USD');
    try {
      const statement = printed(theirs.statementOf(today().subtract({ days: 1 })), 'csv');
      await expect(importStatement(testApp, testApp.operator, bank, statement)).rejects.toThrow(/books are in USD/);
      await expect(bank.payments.nextFile(bank.settings, 'operator')).rejects.toThrow(/is in KES/);
    } finally {
      await keepBooksIn('KES');
    }
    expect(await counted()).toEqual(before);
  });

  it('in MT940 or camt.053 that is cut is refused as well', async () => {
    const before = await counted();
    const statement = theirs.statementOf(today().subtract({ days: 1 }));
    for (const format of ['mt940', 'camt'] as const) {
      const text = printed(statement, format);
      const cut = text.slice(0, text.length - 60);
      await expect(importStatement(testApp, testApp.operator, bank, cut)).rejects.toThrow(UnusableStatement);
    }
    const attack = `<!DOCTYPE x [<!ENTITY a "b">]>${printed(statement, 'camt')}`;
    await expect(importStatement(testApp, testApp.operator, bank, attack)).rejects.toThrow(/document type/);
    expect(await counted()).toEqual(before);
  });

  it('says what the account holds', async () => {
    const [account] = await testApp.rails.providerAccountsOf(testApp.tenantId);
    const balance = await account?.rail.requestBalance(AbortSignal.timeout(1_000));
    expect(balance?.held).toBe(theirs.lines.reduce((sum, { amount }) => sum + amount, 1_000_000_000n));
  });
});
