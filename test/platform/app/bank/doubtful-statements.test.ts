import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldPayments } from '#platform/app/processes/bank/held-payments.ts';
import { importStatement } from '#platform/app/processes/bank/import-statement.ts';
import type { BankFile } from '#platform/rails/bank-file/books.ts';
import { bankFileSetup } from '#platform/rails/bank-file/settings.ts';
import { UnusableStatement } from '#platform/rails/bank-file/statement/statement.ts';
import { railSecrets, storeRail } from '#platform/rails/rail-settings.ts';
import { fakeBank, FORMATS, printed, type FakeLine, type Format } from '#test/support/bank-fake.ts';
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
  const { tenantId, keys, database, rails } = testApp;
  const file = { environment: 'sandbox', account: ACCOUNT, returnWords: ['RETURNED'], returnDays: 10 };
  const { settings } = bankFileSetup(file);
  await storeRail(database, railSecrets(keys), tenantId, { kind: 'bank_file', settings, secrets: {} });
  ahead = ahead.add({ seconds: 10 });
  const found = await rails.bankFileOf(tenantId);
  if (found === null) throw new Error('The rail was not set up.');
  bank = found;
});
afterAll(() => testApp.close());

const sql = (text: string, values: readonly unknown[] = []) => testApp.sql(text, values);

/** A disbursement by bank of a new loan. */
async function disburse(memberId?: number) {
  const loanId = await testApp.readyLoan(PRINCIPAL, memberId);
  const { id, originatorId, providerRef } = await testApp.done(testApp.app.lending.disburse, {
    loanId,
    amount: PRINCIPAL,
    channel: 'bank',
    bankAccount: '0119000000000',
  });
  return { loanId, id, originatorId, reference: providerRef ?? '' };
}

const uuidOf = async (id: number) => (await sql('select uuid from disbursement where id = $1', [id]))[0]?.['uuid'];
const nextFile = () => bank.payments.nextFile(bank.settings, 'operator');

async function exportFile() {
  const made = await nextFile();
  if (made === null) throw new Error('No payment waits.');
  theirs.take(made.content);
  await bank.payments.written(made.number);
  return made;
}

/** The day ends, and the bank's statement of it is imported the next day. */
async function nextDay(format: Format = 'csv') {
  const statement = theirs.statementOf(today());
  ahead = ahead.add({ hours: 24 });
  return importStatement(testApp, testApp.operator, bank, printed(statement, format));
}

/** A payment that the bank has made. */
async function paid() {
  const made = await disburse();
  await exportFile();
  await nextDay();
  expect(await stateOf(made.id)).toEqual({ state: 'confirmed', returned: '0' });
  return made;
}

const move = (line: Pick<FakeLine, 'amount' | 'text'> & Partial<FakeLine>) =>
  theirs.move({ day: today(), ownReference: '', ...line });
const later = (days: number) => {
  ahead = ahead.add({ hours: 24 * days });
};
const stateOf = async (id: number) => (await sql('select state, returned from disbursement where id = $1', [id]))[0];
const inSuspense = (receiptNo: string) =>
  sql('select amount::int, state from mobile_money_transaction where receipt_no = $1', [receiptNo]);
const incidentsOf = (receiptNo: string) => sql('select kind from incident where receipt_key = $1', [receiptNo]);

describe('A credit that repeats our reference of a payment', () => {
  it.each(FORMATS)(
    'is no return unless the bank marks it as one: the payee knows the reference (%s)',
    async (format) => {
      const lent = await paid();
      later(20);
      const all = move({ amount: PRINCIPAL, text: `REPAYMENT ${lent.reference}` });
      const part = move({ amount: 1_000_000n, text: `REPAYMENT ${lent.reference}`, ownReference: lent.reference });
      await nextDay(format);
      expect(await stateOf(lent.id)).toEqual({ state: 'confirmed', returned: '0' });
      expect(await inSuspense(all.bankReference)).toEqual([{ amount: 5_000_000, state: 'unallocated' }]);
      expect(await inSuspense(part.bankReference)).toEqual([{ amount: 1_000_000, state: 'unallocated' }]);
      expect(await incidentsOf(all.bankReference)).toEqual([{ kind: 'credit_names_payment' }]);
    },
  );

  it('is a repayment where it names the loan', async () => {
    const lent = await paid();
    const [loan] = await sql('select loan_no from loan where id = $1', [lent.loanId]);
    const { bankReference } = move({ amount: 200_000n, text: `${String(loan?.['loan_no'])} FOR ${lent.reference}` });
    await nextDay();
    expect(await stateOf(lent.id)).toEqual({ state: 'confirmed', returned: '0' });
    expect(await inSuspense(bankReference)).toEqual([{ amount: 200_000, state: 'allocated' }]);
  });

  it.each(FORMATS)('is a return where the bank marks it within the days that returns take (%s)', async (format) => {
    const lent = await paid();
    later(5);
    move({ amount: PRINCIPAL, text: 'RETURNED', ownReference: lent.reference, isReturn: true });
    await nextDay(format);
    expect(await stateOf(lent.id)).toMatchObject({ state: 'reversed' });
  });

  it('is for people where the bank marks it as a return when no payment comes back any more', async () => {
    const lent = await paid();
    later(11);
    const late = move({ amount: PRINCIPAL, text: 'RETURNED', ownReference: lent.reference, isReturn: true });
    await nextDay('camt');
    expect(await stateOf(lent.id)).toMatchObject({ state: 'confirmed' });
    expect(await inSuspense(late.bankReference)).toEqual([{ amount: 5_000_000, state: 'unallocated' }]);
    expect(await incidentsOf(late.bankReference)).toEqual([{ kind: 'credit_names_payment' }]);
  });
});

describe('A return of money whose loan was given up', () => {
  const givenUp = async () => {
    const lent = await paid();
    await testApp.done(testApp.app.lending.writeOffLoan, { loanId: lent.loanId, reason: 'The member left.' });
    return lent;
  };

  it.each([PRINCIPAL, 1_000_000n])(
    'waits in suspense for people: %d (finding: every import refused it, and no book had it)',
    async (amount) => {
      const lent = await givenUp();
      const back = move({ amount, text: 'RETURNED', ownReference: lent.reference, isReturn: true });
      expect((await nextDay()).remaining).toEqual([]);
      expect(await inSuspense(back.bankReference)).toEqual([{ amount: Number(amount), state: 'unallocated' }]);
      expect(await stateOf(lent.id)).toEqual({ state: 'confirmed', returned: '0' });
    },
  );

  it('is done where people have booked the recovery under its reference', async () => {
    const lent = await givenUp();
    const back = move({ amount: 1_000_000n, text: 'RETURNED', ownReference: lent.reference, isReturn: true });
    const recovery = {
      loanId: lent.loanId,
      amount: 1_000_000n,
      channel: 'bank',
      reference: back.bankReference,
    } as const;
    await testApp.done(testApp.app.lending.recordRepayment, recovery);
    expect((await nextDay()).remaining).toEqual([]);
    const booked = await sql('select recovered::int from loan where id = $1', [lent.loanId]);
    expect([booked, await inSuspense(back.bankReference)]).toEqual([[{ recovered: 1_000_000 }], []]);
  });
});

describe('The words of a line', () => {
  it.each(['csv', 'camt'] as const)('are cut between signs, and never within one (%s)', async (format) => {
    const { bankReference } = move({ amount: 3_300n, text: `${'A'.repeat(63)}😀 THANKS` });
    await nextDay(format);
    const [stored] = await sql('select account_reference from bank_line where receipt_no = $1', [bankReference]);
    expect(stored).toEqual({ account_reference: `${'A'.repeat(63)}😀` });
    expect(await inSuspense(bankReference)).toEqual([{ amount: 3_300, state: 'unallocated' }]);
  });

  it('lose the signs that no text holds', async () => {
    const { bankReference } = move({ amount: 3_400n, text: 'CASH\u0000 DEPOSIT\u0007\uD83D HERE' });
    await nextDay();
    const [stored] = await sql('select account_reference from bank_line where receipt_no = $1', [bankReference]);
    expect(stored).toEqual({ account_reference: 'CASH DEPOSIT� HERE' });
  });
});

describe('A file of payments', () => {
  it('waits for what is being settled at the same moment, and has no payment that was', async () => {
    const { id } = await disburse();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const settling = testApp.database.write(testApp.tenantId, async (tx) => {
      await tx.sql(`update disbursement set state = 'cancelled', settled_at = now() where id = $1`, [id]);
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    const file = nextFile();
    let ended = false;
    void file.finally(() => {
      ended = true;
    });
    const isBlocked = async () => (await sql('select pid from pg_locks where not granted')).length > 0;
    while (!ended && !(await isBlocked()));
    gate.resolve();
    await settling;
    expect(await file).toBeNull();
    await sql(`update disbursement set state = 'sent', settled_at = null where id = $1`, [id]);
    await exportFile();
    await nextDay();
    expect(await stateOf(id)).toMatchObject({ state: 'confirmed' });
  });

  it('that is not known to be on disk is not handed out with a payment that was settled since', async () => {
    const settled = await disburse();
    const awaited = await disburse();
    const made = await nextFile();
    const { loanId, id } = settled;
    const confirm = { loanId, disbursementId: id, providerRef: 'BY-HAND-0002' };
    await testApp.done(testApp.app.lending.confirmDisbursementByBank, confirm);
    await expect(nextFile()).rejects.toThrow(settled.reference);
    expect(await bank.payments.discard(made?.number ?? 0, 'operator')).toBe(true);
    const again = await nextFile();
    expect(again?.number).toBe((made?.number ?? 0) + 1);
    expect(again?.content).toContain(awaited.reference);
    expect(again?.content).not.toContain(settled.reference);
    // What was discarded is never handed out, and nothing else is discarded once it may be at the bank.
    expect(await bank.payments.file(made?.number ?? 0)).toBeNull();
    expect(await bank.payments.written(made?.number ?? 0)).toBe(false);
    await bank.payments.written(again?.number ?? 0);
    expect(await bank.payments.discard(again?.number ?? 0, 'operator')).toBe(false);
    theirs.take(again?.content ?? '');
    await nextDay();
    expect(await stateOf(awaited.id)).toMatchObject({ state: 'confirmed' });
  });

  it('that went to the bank before the process could say so is marked by an operator', async () => {
    const settled = await disburse();
    const made = await nextFile();
    const confirm = { loanId: settled.loanId, disbursementId: settled.id, providerRef: 'BY-HAND-0003' };
    await testApp.done(testApp.app.lending.confirmDisbursementByBank, confirm);
    await expect(nextFile()).rejects.toThrow(settled.reference);
    expect(await bank.payments.written(made?.number ?? 0)).toBe(true);
    expect(await nextFile()).toBeNull();
  });

  it('has a bound; the next file has the rest', async () => {
    const first = await disburse();
    const second = await disburse();
    const one = await bank.payments.nextFile(bank.settings, 'operator', 1);
    expect(one).toMatchObject({ payments: 1 });
    expect(one?.content).toContain(first.reference);
    await bank.payments.written(one?.number ?? 0);
    const other = await bank.payments.nextFile(bank.settings, 'operator', 1);
    expect(other?.content).toContain(second.reference);
    await bank.payments.written(other?.number ?? 0);
    for (const made of [one, other]) theirs.take(made?.content ?? '');
    await nextDay();
  });

  it('leaves out members who died, are blacklisted or held by compliance, and says so', async () => {
    const died = await testApp.newMember();
    const held = await testApp.newMember();
    const ofDead = await disburse(died);
    const ofHeld = await disburse(held);
    await sql(`update member set state = 'blacklisted' where id = $1`, [died]);
    await sql(
      `insert into aml_alert (rule_id, rule_version, severity, subject_key, member_id, window_start, window_end, amount,
                              threshold, evidence, holds, state, due_at, uuid)
       values ('R', 1, 'high', 'm', $1, '2026-01-01', '2026-01-02', 1, 1, '{}', true, 'open', now(), gen_random_uuid())`,
      [held],
    );
    expect(await nextFile()).toBeNull();
    expect(await bank.payments.heldBack()).toMatchObject([
      { reference: ofDead.reference, why: 'member_blacklisted' },
      { reference: ofHeld.reference, why: 'aml_alert' },
    ]);
    // Each is on the work list, once, however often files are made.
    for (const time of [1, 2])
      expect(await heldPayments(testApp, testApp.operator, bank), String(time)).toHaveLength(2);
    const incidents = await sql(
      `select subject_uuid, amount::int, summary from incident where kind = 'payment_held_back' order by id`,
    );
    expect(incidents).toEqual([
      {
        subject_uuid: await uuidOf(ofDead.id),
        amount: Number(PRINCIPAL),
        summary: expect.stringContaining(`${ofDead.reference}: the member is blacklisted.`),
      },
      {
        subject_uuid: await uuidOf(ofHeld.id),
        amount: Number(PRINCIPAL),
        summary: expect.stringContaining(`${ofHeld.reference}: an alert`),
      },
    ]);
    await sql(`update member set state = 'active' where id = $1`, [died]);
    await sql(`update aml_alert set state = 'closed' where member_id = $1`, [held]);
    expect(await exportFile()).toMatchObject({ payments: 2 });
    await nextDay();
  });
});

describe('A charge that repeats our reference of a payment', () => {
  it.each(FORMATS)('is a charge, and not the payment (%s)', async (format) => {
    const lent = await disburse();
    move({ amount: -5_000n, text: 'TRANSFER CHARGE', ownReference: lent.reference, isCharge: true });
    await exportFile();
    await nextDay(format);
    expect(await stateOf(lent.id)).toMatchObject({ state: 'confirmed' });
    expect(
      await sql('select amount::int, kind, settled_as from bank_line where originator_id = $1 order by amount', [
        lent.originatorId,
      ]),
    ).toEqual([
      { amount: -5_000_000, kind: 'movement', settled_as: 'payment' },
      { amount: -5_000, kind: 'fee', settled_as: 'charge' },
    ]);
  });

  it('is the payment where its amount is the one that was ordered: people write of fees', async () => {
    const lent = await disburse();
    const made = await nextFile();
    await bank.payments.written(made?.number ?? 0);
    move({ amount: -PRINCIPAL, text: 'TRANSFER SCHOOL FEES', ownReference: lent.reference });
    await nextDay();
    expect(await stateOf(lent.id)).toMatchObject({ state: 'confirmed' });
  });
});

describe('A statement that says the same in other words', () => {
  it('is refused where its lines are known under other names, and nothing is booked twice', async () => {
    const day = today();
    const line = { day, amount: 66_600n, bankReference: '', ownReference: '', text: 'DEPOSIT' };
    const first = { ...theirs.statementOf(day), lines: [line] };
    const longer = { ...first, lines: [{ ...line, text: 'DEPOSIT BY AMINA AT KISUMU BRANCH' }] };
    ahead = ahead.add({ hours: 24 });
    await importStatement(testApp, testApp.operator, bank, printed(first, 'csv'));
    const again = importStatement(testApp, testApp.operator, bank, printed(longer, 'camt'));
    await expect(again).rejects.toThrow(UnusableStatement);
    expect(await sql(`select state from mobile_money_transaction where amount = 66600`)).toHaveLength(1);
    theirs.move({ ...line, bankReference: 'KNOWN-BEFORE' });
  });
});

describe('A statement', () => {
  it('of earlier days is refused where the next one opens otherwise', async () => {
    const day = today();
    const first = theirs.lines[0]?.day ?? day;
    const before = { ...theirs.statementOf(first), day: first.subtract({ days: 1 }), lines: [] };
    const other = printed({ ...before, opening: before.opening + 100n }, 'csv');
    await expect(importStatement(testApp, testApp.operator, bank, other)).rejects.toThrow(UnusableStatement);
    await importStatement(testApp, testApp.operator, bank, printed(before, 'csv'));
  });

  it('is settled to its end where one line breaks, and fails then; the next import tries that line again', async () => {
    const broken = move({ amount: 1_100n, text: 'BREAKS' });
    const sound = move({ amount: 1_200n, text: 'SOUND' });
    const { app } = testApp;
    const statement = printed(theirs.statementOf(today()), 'csv');
    ahead = ahead.add({ hours: 24 });
    const mobileMoney = {
      ...app.mobileMoney,
      receiveStatementCredit: async (
        ...[caller, payment]: Parameters<typeof app.mobileMoney.receiveStatementCredit>
      ) => {
        if (payment.receiptNo === broken.bankReference) throw new Error('The connection broke.');
        return app.mobileMoney.receiveStatementCredit(caller, payment);
      },
    };
    const ports = { ...testApp, app: { ...app, mobileMoney } };
    await expect(importStatement(ports, testApp.operator, bank, statement)).rejects.toThrow(/1 line/);
    expect(await inSuspense(sound.bankReference)).toHaveLength(1);
    await importStatement(testApp, testApp.operator, bank, statement);
    expect(await inSuspense(broken.bankReference)).toHaveLength(1);
  });

  it('keeps a line open that the books refuse, and the next import settles it', async () => {
    const { id, originatorId } = await disburse();
    await exportFile();
    const statement = printed(theirs.statementOf(today()), 'csv');
    later(2);
    // The books are closed through the day on which the payment would be booked, by a close that sums no days yet.
    const endsOn = today().subtract({ days: 1 });
    await sql(
      `insert into close_of_business (uuid, business_date, state, loans_total) values (gen_random_uuid(), $1::date, 'done', 0)`,
      [endsOn.toString()],
    );
    await testApp.app.ledger.closePeriod(testApp.operator, { endsOn });
    later(-1);
    const take = () => importStatement(testApp, testApp.operator, bank, statement);
    const { remaining } = await take();
    expect(remaining).toMatchObject([{ line: { originatorId }, why: expect.stringMatching(/period_closed/) }]);
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    later(1);
    expect((await take()).remaining).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ state: 'confirmed' });
  });
});
