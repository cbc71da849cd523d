import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { receiptPorts } from '#platform/postgres/payments/repository.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { statementsSent } from '../support/statements/sent.ts';

type Shown = Readonly<Record<string, any>>;
let ports: RestTestApp;
let institution: Institution;
let partner: ReturnType<typeof lendingClient>;
let savings: Awaited<ReturnType<typeof savingsClient>>;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution, SCOPES));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

let receipts = 0;
const aReceipt = () => `PST${String(++receipts).padStart(7, '0')}`;
const post = (body: object, sent: { key?: string; token?: string } = {}): Promise<Reply> =>
  partner.call('POST', '/api/v1/postings/bulk', { body, ...sent });
const got = async (path: string) => (await partner.call('GET', `/api/v1${path}`)).body;
const balance = async (account: Shown) => (await got(`/savings_accounts/${account['id']}`)).balance as number;
const owed = async (loan: Shown) => (await got(`/loans/${loan['id']}`)).outstanding.total as number;
const deposit = (account: Shown, amount: number, more: object = {}) => ({
  savings_account_id: account['id'],
  amount,
  channel: 'cash',
  ...more,
});
const repayment = (loan: Shown, amount: number, more: object = {}) => ({
  loan_id: loan['id'],
  amount,
  channel: 'bank',
  ...more,
});
const errorsOf = ({ body }: Reply) => body.errors.map(({ pointer, code }: Shown) => [pointer, code]);
/** What the books and the register hold. */
const traces = async () => {
  const [row] = await ports.admin(
    `select (select count(*) from journal) as journals, (select count(*) from event) as events,
            (select count(*) from savings_transaction) as movements, (select count(*) from repayment) as repayments,
            (select count(*) from payment_receipt) as receipts, (select count(*) from audit) as audit`,
  );
  return row;
};

/** What one of two lists has more of, where an expectation about their lengths fails. */
const beyond = (few: readonly string[], many: readonly string[]): string =>
  many.filter((text) => !few.includes(text)).join('\n');
/** With the settings of the institution read within it: after some seconds they are read again, whatever is sent. */
const statementsOf = (work: () => Promise<unknown>) => {
  ports.forgetTenant(institution.id);
  return statementsSent(ports.database, work);
};

describe('A batch of deposits and repayments', () => {
  it('is booked whole: each row by the rules of its own command', async () => {
    const [loan, one, two] = [await partner.anActiveLoan(), await savings.anAccount(), await savings.anAccount(5_000)];
    const before = await owed(loan);
    const reference = aReceipt();
    const made = await post({
      rows: [
        deposit(one, 30_000, { reference }),
        repayment(loan, 20_000, { reference: aReceipt() }),
        deposit(two, 50_000),
      ],
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    expect(made.body).toMatchObject({ dry_run: false, posted: 3, replayed: 0, refused: 0, errors: [] });
    expect(made.body.data.map(({ index, type }: Shown) => [index, type])).toEqual([
      [0, 'savings_transaction'],
      [1, 'repayment'],
      [2, 'savings_transaction'],
    ]);
    expect([await balance(one), await balance(two), before - (await owed(loan))]).toEqual([30_000, 55_000, 20_000]);
    const [first, second] = made.body.data;
    expect(await got(`/savings_accounts/${one['id']}/transactions/${first.id}`)).toMatchObject({
      uuid: first.uuid,
      receipt_no: first.receipt_no,
      reference,
      amount: 30_000,
      state: 'posted',
    });
    expect(await got(`/loans/${loan['id']}/repayments/${second.id}`)).toMatchObject({
      receipt_no: second.receipt_no,
      amount: 20_000,
      state: 'booked',
    });
  });

  it('is refused whole where a row is in the way, with every one of them, and leaves no trace', async () => {
    const [loan, one, frozen] = [await partner.anActiveLoan(), await savings.anAccount(), await savings.anAccount()];
    await partner.call('PATCH', `/api/v1/savings_accounts/${frozen['id']}`, {
      body: { action: 'freeze', reason: 'Under inquiry.' },
    });
    const taken = aReceipt();
    expect((await post({ rows: [deposit(one, 1_000, { reference: taken })] })).status).toBe(201);
    const { id: draft } = await partner.aDraft();
    const rows = [
      deposit(one, 30_000, { reference: aReceipt() }),
      deposit(frozen, 10_000),
      repayment(loan, 90_000_000),
      repayment({ id: draft }, 10_000),
      deposit({ id: 999_999 }, 10_000),
      deposit(one, 10_000, { paid_at: '2020-01-01T00:00:00Z' }),
      deposit(one, 2_000, { reference: ` ${taken.toLowerCase()}` }),
      deposit(one, 10_000, { branch_id: 999_999 }),
      { amount: 1, channel: 'cash' },
      { ...deposit(one, 1), loan_id: loan['id'] },
      deposit({ id: '0198c0de-0000-7000-8000-000000000001' }, 10_000),
      repayment(loan, 10_000, { branch_id: institution.branch.id }),
    ];
    const before = await traces();
    const refused = await post({ rows });
    expect([refused.status, refused.body.code, refused.body.refused_rows]).toEqual([409, 'postings_refused', 11]);
    expect(refused.body.detail).toBe('Nothing was booked: 11 of 12 rows are in the way.');
    const inTheWay = [
      ['#/rows/1/savings_account_id', 'account_frozen'],
      ['#/rows/2/amount', 'repayment_exceeds_outstanding'],
      ['#/rows/3/loan_id', 'loan_not_repayable'],
      ['#/rows/4/savings_account_id', 'unknown_reference'],
      ['#/rows/5/paid_at', 'payment_time_out_of_range'],
      ['#/rows/6/reference', 'duplicate_payment_reference'],
      ['#/rows/7/branch_id', 'unknown_reference'],
      ['#/rows/8', 'required'],
      ['#/rows/9', 'choice'],
      ['#/rows/10/savings_account_id', 'unknown_reference'],
      ['#/rows/11/branch_id', 'unknown_field'],
    ];
    expect(errorsOf(refused)).toEqual(inTheWay);
    expect(await traces()).toEqual(before);
    const tried = await post({ rows, dry_run: true });
    expect([tried.status, tried.body.posted, tried.body.refused, tried.body.data]).toEqual([200, 1, 11, []]);
    expect(errorsOf(tried)).toEqual(inTheWay);
    expect(await traces()).toEqual(before);
  });

  it('is invalid where its rows could not be booked in any state', async () => {
    const account = await savings.anAccount();
    const refused = await post({ rows: [deposit(account, 1), deposit({ id: 999_999 }, 1)] });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    expect(errorsOf(refused)).toEqual([['#/rows/1/savings_account_id', 'unknown_reference']]);
    const shapeless = await post({ rows: [deposit(account, 0), { ...deposit(account, 1), colour: 'red' }] });
    expect([shapeless.status, errorsOf(shapeless)]).toEqual([
      422,
      [
        ['#/rows/0/amount', 'range'],
        ['#/rows/1/colour', 'unknown_field'],
      ],
    ]);
  });

  it('is tried without a trace, and what a dry run lets through is booked', async () => {
    const [loan, account] = [await partner.anActiveLoan(), await savings.anAccount()];
    const rows = [deposit(account, 30_000, { reference: aReceipt() }), repayment(loan, 20_000)];
    const before = await traces();
    const key = aReceipt();
    const tried = await post({ rows, dry_run: true }, { key });
    expect(tried.body).toMatchObject({ dry_run: true, posted: 2, replayed: 0, refused: 0, data: [], errors: [] });
    expect(await traces()).toEqual(before);
    expect((await post({ rows }, { key })).body.code).toBe('idempotency_key_reused');
    expect((await post({ rows })).status).toBe(201);
    expect(await balance(account)).toBe(30_000);
  });

  it('is carried out once for a key', async () => {
    const account = await savings.anAccount();
    const key = aReceipt();
    const rows = [deposit(account, 30_000), deposit(account, 1_000)];
    const made = await post({ rows }, { key });
    const again = await post({ rows }, { key });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, made.text, 'true']);
    expect(await balance(account)).toBe(31_000);
    expect((await post({ rows: rows.toReversed() }, { key })).body.code).toBe('idempotency_key_reused');
  });

  it('is that of before, row by row, where its receipts are booked there already', async () => {
    const [loan, account] = [await partner.anActiveLoan(), await savings.anAccount()];
    const rows = [
      deposit(account, 30_000, { reference: aReceipt() }),
      repayment(loan, 20_000, { reference: aReceipt() }),
    ];
    const made = await post({ rows });
    const before = await traces();
    const again = await post({ rows });
    expect([again.status, again.body.posted, again.body.replayed]).toEqual([200, 0, 2]);
    expect(again.body.data).toEqual(made.body.data.map((row: Shown) => ({ ...row, replayed: true })));
    expect(await traces()).toEqual(before);
    const more = await post({ rows: [...rows, deposit(account, 5_000, { reference: aReceipt() })] });
    expect([more.status, more.body.posted, more.body.replayed]).toEqual([201, 1, 2]);
    expect(await balance(account)).toBe(35_000);
  });

  it('books a receipt in one row', async () => {
    const [one, two] = [await savings.anAccount(), await savings.anAccount()];
    const reference = aReceipt();
    for (const other of [deposit(two, 20_000, { reference }), deposit(one, 30_000, { reference: ` ${reference} ` })]) {
      const refused = await post({ rows: [deposit(one, 30_000, { reference }), other] });
      expect([refused.status, errorsOf(refused)]).toEqual([
        409,
        [['#/rows/1/reference', 'duplicate_payment_reference']],
      ]);
    }
    // Of two accounts of the institution it is noticed, as it is for single ones.
    const elsewhere = [deposit(one, 30_000, { reference }), deposit(two, 20_000, { reference, channel: 'bank' })];
    expect((await post({ rows: elsewhere })).status).toBe(201);
    expect((await got('/incidents?filter[kind]=receipt_elsewhere')).data).toHaveLength(1);
  });

  it('takes the same account and the same loan in several rows, also for earlier days', async () => {
    const [loan, account] = [await partner.anActiveLoan(), await savings.anAccount()];
    const before = await owed(loan);
    const now = Temporal.Now.instant();
    const made = await post({
      rows: [
        deposit(account, 1_000),
        repayment(loan, 20_000),
        deposit(account, 2_000, { paid_at: now.toString() }),
        repayment(loan, 30_000, { paid_at: now.toString() }),
        deposit(account, 3_000),
      ],
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const { data } = await got(`/savings_accounts/${account['id']}/transactions`);
    expect(data.map((each: Shown) => [each['amount'], each['balance_after']])).toEqual([
      [3_000, 6_000],
      [2_000, 3_000],
      [1_000, 1_000],
    ]);
    expect(before - (await owed(loan))).toBe(50_000);
  });

  it('ends a loan that several rows repay', async () => {
    const loan = await partner.anActiveLoan();
    const all = await owed(loan);
    const made = await post({ rows: [repayment(loan, all - 10_000), repayment(loan, 10_000)] });
    expect([made.status, made.text]).toEqual([201, made.text]);
    expect((await got(`/loans/${loan['id']}`)).state).toBe('closed');
  });

  it('waits for another one over the same records, whatever the order of their rows', async () => {
    const accounts = [await savings.anAccount(), await savings.anAccount(), await savings.anAccount()];
    const loans = [await partner.anActiveLoan(), await partner.anActiveLoan()];
    const before = await Promise.all(loans.map(owed));
    const rows = [
      ...accounts.map((account) => deposit(account, 1_000)),
      ...loans.map((loan) => repayment(loan, 1_000)),
    ];
    const each = Array.from({ length: 8 }, (_, n) =>
      (n % 2 === 0 ? rows : rows.toReversed()).map((row) => ({ ...row, reference: aReceipt() })),
    );
    const replies = await Promise.all(each.map((of) => post({ rows: of })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(await Promise.all(accounts.map(balance))).toEqual([8_000, 8_000, 8_000]);
    expect(await Promise.all(loans.map(owed))).toEqual(before.map((total) => total - 8_000));
  });

  it('books the same receipts once, of two batches at the same time', async () => {
    const accounts = [await savings.anAccount(), await savings.anAccount()];
    const rows = Array.from({ length: 40 }, (_, n) => deposit(accounts[n % 2]!, 1_000, { reference: aReceipt() }));
    const [one, other] = await Promise.all([post({ rows }), post({ rows: rows.toReversed() })]);
    expect([one.status, other.status].toSorted()).toEqual([200, 201]);
    expect(await Promise.all(accounts.map(balance))).toEqual([20_000, 20_000]);
  });

  it.each([3, 40])('waits for no command that books another receipt: %i rows', async (count) => {
    const account = await savings.anAccount();
    const rows = Array.from({ length: count }, () => deposit(account, 1_000, { reference: aReceipt() }));
    // As a payment to the paybill, which has its receipt before it locks its account.
    const made = await ports.database.write(institution.id, async (tx) => {
      await receiptPorts(tx).receipts.lock(aReceipt());
      return post({ rows });
    });
    expect([made.status, made.body.posted]).toEqual([201, count]);
  });

  it('gives a record a version for each row that changes it, as its events say', async () => {
    const [loan, account] = [await partner.anActiveLoan(), await savings.anAccount()];
    const { id, version: before } = await got(`/loans/${loan.id}`);
    const all = await owed(loan);
    const rows = [repayment(loan, 100), deposit(account, 500), repayment(loan, all - 100), repayment(loan, 300)];
    const made = await post({ rows });
    expect([made.status, made.body.posted]).toEqual([201, 4]);
    const events = await ports.admin(
      `select type, data->>'state' as state, subject_version - $2 as later from event
        where subject_type = 'loan' and subject_id = $1 and subject_version > $2 order by id`,
      [id, before],
    );
    // Who gets them in another order keeps the latest.
    expect(events).toEqual([
      { type: 'loan.repaid', state: 'active', later: 1 },
      { type: 'loan.closed', state: 'closed', later: 2 },
      { type: 'loan.overpaid', state: 'overpaid', later: 3 },
    ]);
    expect((await got(`/loans/${id}`)).version).toBe(before + 3);
  });

  it('has 1 to 1,000 rows', async () => {
    const account = await savings.anAccount();
    const rows = (count: number) => Array.from({ length: count }, () => deposit(account, 100));
    expect(errorsOf(await post({ rows: [] }))).toEqual([['#/rows', 'length']]);
    for (const count of [1_001, 15_000]) {
      const { status, body } = await post({ rows: rows(count) });
      expect([status, body.code, body.errors]).toEqual([
        422,
        'validation_failed',
        [{ pointer: '#/rows', code: 'length', detail: 'rows has to have at most 1000 items. Send fewer.' }],
      ]);
    }
    // What can be no rows is not looked at one by one; nor is what has more bytes than any batch.
    const nothing = Array.from({ length: 340_000 }, () => ({}));
    for (const sent of [nothing, rows(40_000)])
      expect((await post({ rows: sent })).body.code).toBe('payload_too_large');
    expect((await post({ rows: rows(1_000), dry_run: true })).body.posted).toBe(1_000);
    const widest = deposit({ id: account['uuid'] }, 100, {
      paid_at: Temporal.Now.instant().toString(),
      msisdn: '+254712345678',
      branch_id: institution.branch.uuid,
    });
    // More than any other body may have.
    const wide = Array.from({ length: 1_000 }, () => ({ ...widest, reference: `${aReceipt()}${'x'.repeat(118)}` }));
    expect(JSON.stringify({ rows: wide }).length).toBeGreaterThan(256 * 1_024);
    expect((await post({ rows: wide, dry_run: true })).body.posted).toBe(1_000);
  });

  it('sends as many statements for a thousand deposits as for ten', async () => {
    const { id } = await savings.anAccount();
    const planted = await ports.admin<{ id: string }>(
      `insert into savings_account (uuid, tenant_id, account_no, member_id, product_id, kind, state, balance, held, opened_by, opened_on)
       select gen_random_uuid(), tenant_id, 'POST-' || n, member_id, product_id, kind, state, 0, 0, opened_by, opened_on
         from savings_account, generate_series(1, 1000) as n where id = $1 returning id`,
      [id],
    );
    const rowsOf = (count: number) =>
      planted
        .slice(0, count)
        .map((each) =>
          deposit({ id: Number(each.id) }, 100, { reference: aReceipt(), branch_id: institution.branch.id }),
        );
    const few = await statementsOf(() => post({ rows: rowsOf(40) }));
    const rows = rowsOf(1_000);
    const many = await statementsOf(() => post({ rows }));
    expect(many.length, beyond(few, many)).toBeLessThanOrEqual(few.length);
    const again = await statementsOf(() => post({ rows }));
    expect(again.length).toBeLessThan(many.length);
    const taken = rows.map((row) => ({ ...row, amount: 99 }));
    const refused = await statementsOf(() => post({ rows: taken }));
    expect(refused.length).toBeLessThan(many.length);
    expect(await balance({ id: planted[999]?.id })).toBe(100);
  });

  it('sends as many statements for forty repayments as for five, of today and of before', async () => {
    const loans: Shown[] = [];
    while (loans.length < 45) loans.push(await partner.anActiveLoan());
    const paid = { paid_at: Temporal.Now.instant().toString() };
    const rowsOf = (from: number, count: number) =>
      loans.slice(from, from + count).map((loan, n) => repayment(loan, 1_000, n % 2 === 0 ? paid : {}));
    const few = await statementsOf(() => post({ rows: rowsOf(0, 5) }));
    const many = await statementsOf(() => post({ rows: rowsOf(5, 40) }));
    expect(many.length).toBeLessThanOrEqual(few.length);
  }, 60_000);

  it('needs the scopes of deposits and of repayments, and finds nothing of another institution', async () => {
    const account = await savings.anAccount();
    const rows = [deposit(account, 1_000)];
    for (const missing of ['savings_accounts:write', 'repayments:write']) {
      const { token } = await ports.openClient(
        institution,
        SCOPES.filter((scope) => scope !== missing),
      );
      const refused = await post({ rows }, { token });
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    }
    const elsewhere = await ports.openInstitution();
    const { token } = await ports.openClient(elsewhere, SCOPES);
    for (const id of [account['id'], account['uuid']]) {
      const refused = await post({ rows: [deposit({ id }, 1_000)] }, { token });
      expect([refused.status, errorsOf(refused)]).toEqual([
        422,
        [['#/rows/0/savings_account_id', 'unknown_reference']],
      ]);
    }
  });

  it('stops at the money that compliance holds', async () => {
    const alert = await savings.anAlert();
    await ports.admin('update aml_alert set holds = true where id = $1', [alert.id]);
    const { data } = await got(`/savings_accounts?filter[member_id]=${alert.member_id}`);
    const refused = await post({ rows: [deposit(await savings.anAccount(), 1_000), deposit(data[0], 1_000)] });
    expect([refused.status, errorsOf(refused)]).toEqual([409, [['#/rows/1/savings_account_id', 'aml_hold']]]);
  });

  it.each([
    ['by several channels', 'aggregate', {}, [60_000, 40_000], ['cash', 'bank']],
    [
      'cut up below what is reported',
      'structuring',
      { least: 2, from_percent: 50, to_percent: 90 },
      [60_000, 60_000],
      ['cash', 'cash'],
    ],
  ] as const)('is looked at whole by the rules that hold money: %s', async (_, kind, cut, amounts, channels) => {
    const strict = await ports.openInstitution();
    const client = lendingClient(ports, strict, await ports.openClient(strict, SCOPES));
    const account = await (await savingsClient(ports, strict, client)).anAccount();
    await ports.admin(
      `insert into aml_rule (tenant_id, rule_id, rule_version, kind, severity, threshold_amount, threshold_currency,
                             window_days, channels, directions, holds, parameters)
       values ($1, 'held', 1, $2, 'high', 100000, 'KES', 1, null, '{in}', true, $3)`,
      [strict.id, kind, JSON.stringify(cut)],
    );
    const rows = amounts.map((amount, n) => deposit(account, amount, { channel: channels[n] }));
    const refused = await client.call('POST', '/api/v1/postings/bulk', { body: { rows } });
    expect([refused.status, errorsOf(refused)]).toEqual([
      409,
      rows.map((_row, n) => [`#/rows/${n}/savings_account_id`, 'aml_hold']),
    ]);
    const alerts = await ports.admin<{ amount: string }>(
      `select amount::text, cardinality(evidence) as movements from aml_alert where tenant_id = $1`,
      [strict.id],
    );
    expect(alerts).toEqual([{ amount: String(amounts[0] + amounts[1]), movements: 2 }]);
  });

  it('is not looked at again where a file is sent again, nor is a deposit: nothing moves', async () => {
    const strict = await ports.openInstitution();
    const client = lendingClient(ports, strict, await ports.openClient(strict, SCOPES));
    const account = await (await savingsClient(ports, strict, client)).anAccount();
    const rows = [deposit(account, 60_000, { reference: 'SLIP 600' })];
    await ports.admin(
      `insert into aml_rule (tenant_id, rule_id, rule_version, kind, severity, threshold_amount, threshold_currency,
                             window_days, channels, directions, holds, parameters)
       values ($1, 'held', 1, 'aggregate', 'high', 100000, 'KES', 1, null, '{in}', true, '{}')`,
      [strict.id],
    );
    expect((await client.call('POST', '/api/v1/postings/bulk', { body: { rows } })).status).toBe(201);
    const again = await client.call('POST', '/api/v1/postings/bulk', {
      body: { rows: [deposit(account, 60_000, { reference: 'slip600' })] },
    });
    const alone = await client.call('POST', `/api/v1/savings_accounts/${account['id']}/transactions`, {
      body: { type: 'deposit', amount: 60_000, channel: 'cash', reference: 'SLIP 600' },
    });
    expect([again.status, alone.status]).toEqual([200, 200]);
    const alerts = () => ports.admin('select from aml_alert where tenant_id = $1', [strict.id]);
    expect(await alerts()).toHaveLength(0);
    // Under the same receipt, but not the same payment: it is refused, and looked at as any other.
    const other = await client.call('POST', '/api/v1/postings/bulk', {
      body: { rows: [deposit(account, 60_001, { reference: 'slip600' })] },
    });
    expect(other.status).toBe(409);
    expect(await alerts()).toHaveLength(1);
  });

  it('shows uuids to who wants them', async () => {
    const account = await savings.anAccount();
    const { body } = await partner.call('POST', '/api/v1/postings/bulk?id_format=uuid', {
      body: { rows: [deposit(account, 1_000)] },
    });
    expect(body.data[0].id).toBe(body.data[0].uuid);
  });
});
