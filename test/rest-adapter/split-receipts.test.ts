import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';
import { statementsSent } from '../support/statements/sent.ts';

let ports: RestTestApp;
let school: SchoolClient;
let partner: ReturnType<typeof lendingClient>;
let savings: Awaited<ReturnType<typeof savingsClient>>;

beforeAll(async () => {
  ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  school = await openSchool(ports, { institution });
  partner = lendingClient(ports, institution, await ports.openClient(institution, SCOPES));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

let receipts = 0;
const aReceipt = () => `SPL${String(++receipts).padStart(7, '0')}`;
const split = (body: object): Promise<Reply> => partner.call('POST', '/api/v1/receipts', { body });
const got = async (path: string) => (await partner.call('GET', `/api/v1${path}`)).body;
const owed = async (loan: Shown) => (await got(`/loans/${loan.id}`)).outstanding.total as number;
const balance = async (account: Shown) => (await got(`/savings_accounts/${account.id}`)).balance as number;
const paid = async (invoice: Shown) => (await got(`/invoices/${invoice.id}`)).paid as number;
const live = (receipt: string) =>
  ports.admin<{ type: string; amount: number }>(
    `select record_type as type, amount::int from payment_receipt_use where receipt_key = $1 and state = 'live'
      order by record_type, amount`,
    [receipt],
  );
const proofs = async () =>
  (await ports.database.read(school.institution.id, ({ sql }) => verifyLedger(sql))).violations.map(
    ({ check, what }) => `${check}: ${what}`,
  );
/** As many accounts as a large payroll pays into, all of one member; their uuids. */
const manyAccounts = async (number: number) => {
  const { id } = await savings.anAccount();
  const rows = await ports.admin<{ uuid: string }>(
    `insert into savings_account (uuid, tenant_id, account_no, member_id, product_id, kind, state, balance, held, opened_by, opened_on)
     select gen_random_uuid(), tenant_id, 'MANY-' || n, member_id, product_id, kind, state, 0, 0, opened_by, opened_on
       from savings_account, generate_series(1, $2::int) as n where id = $1 returning uuid`,
    [id, number],
  );
  return rows.map(({ uuid }) => uuid);
};
const statementsOf = (work: () => Promise<unknown>) => statementsSent(ports.database, work);
const students = async (number: number) => {
  const invoices: Shown[] = [];
  for (let one = 0; one < number; one++) invoices.push(await school.anInvoice((await school.anEnrolment()).student));
  return invoices;
};
/** A payroll: a repayment, two deposits. */
const aPayroll = async () => {
  const [loan, one, two] = [await partner.anActiveLoan(), await savings.anAccount(), await savings.anAccount()];
  const parts = [
    { savings_account_id: one.id, amount: 30_000 },
    { loan_id: loan.id, amount: 20_000 },
    { savings_account_id: two.id, amount: 50_000 },
  ];
  return { loan, one, two, parts, body: { channel: 'bank', reference: aReceipt(), amount: 100_000, parts } };
};

describe('One payment that is booked in several records', () => {
  it('is a bursary: one cheque for many students, on the invoice that each part names', async () => {
    const invoices = await students(3);
    const reference = aReceipt();
    const parts = invoices.map(({ id }, index) => ({ invoice_id: id, amount: 1_000 * (index + 1) }));
    const made = await split({ channel: 'cheque', reference, amount: 6_000, parts });
    expect([made.status, made.text]).toEqual([201, made.text]);
    expect(made.body).toMatchObject({ channel: 'cheque', reference, amount: 6_000, rest_amount: 0 });
    expect(made.body.parts.map((part: Shown) => [part['destination'].id, part['amount'], part['state']])).toEqual(
      parts.map(({ invoice_id, amount }) => [invoice_id, amount, 'live']),
    );
    expect(await Promise.all(invoices.map(paid))).toEqual([1_000, 2_000, 3_000]);
    expect(await live(reference)).toHaveLength(3);
    expect((await got(`/receipts/${made.body.id}`)).parts).toEqual(made.body.parts);
  });

  it('is a payroll: one bank reference for loans and savings of many members', async () => {
    const { loan, one, two, body } = await aPayroll();
    const before = await owed(loan);
    const made = await split(body);
    expect([made.status, made.text]).toEqual([201, made.text]);
    expect([before - (await owed(loan)), await balance(one), await balance(two)]).toEqual([20_000, 30_000, 50_000]);
    expect(await proofs()).toEqual([]);
  });

  it('is the one of before where the same parts come again, in any order and spelling; other parts are refused with it', async () => {
    const { body, parts } = await aPayroll();
    const made = await split(body);
    const again = await split({ ...body, reference: ` ${body.reference.toLowerCase()}`, parts: parts.toReversed() });
    expect([again.status, again.body.uuid]).toEqual([200, made.body.uuid]);
    for (const other of [
      { ...body, amount: 100_001, rest: 'suspense', channel: 'bank' },
      { ...body, parts: [{ ...parts[0], amount: 30_001 }, { ...parts[1], amount: 19_999 }, parts[2]] },
      { ...body, amount: 50_000, parts: parts.slice(0, 2) },
    ]) {
      const refused = await split(other);
      expect([refused.status, refused.body.code, refused.body.existing]).toMatchObject([
        409,
        'duplicate_payment_reference',
        { type: 'receipt_split', id: made.body.id },
      ]);
    }
    expect(await live(body.reference)).toHaveLength(3);
  });

  it('is booked once where it is sent twice at the same moment', async () => {
    const { body, one } = await aPayroll();
    const replies = await Promise.all([split(body), split(body), split(body)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(replies.map((reply) => reply.body.uuid)).size).toBe(1);
    expect(await balance(one)).toBe(30_000);
  });

  it('is booked whole or not at all: one refusal names every part that is in the way', async () => {
    const { one, parts, body } = await aPayroll();
    const draft = (await partner.anApprovedLoan()) as Shown;
    const refused = await split({
      ...body,
      amount: 160_000,
      parts: [...parts, { loan_id: draft.id, amount: 10_000 }, { loan_id: 987_654, amount: 50_000 }],
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'split_refused']);
    expect(refused.body.errors).toMatchObject([
      { pointer: '#/parts/3/loan_id', code: 'loan_not_repayable' },
      { pointer: '#/parts/4/loan_id', code: 'unknown_reference' },
    ]);
    expect([await balance(one), await live(body.reference)]).toEqual([0, []]);
    const wrong = await split({ ...body, parts: [...parts.slice(0, 2), { loan_id: 987_654, amount: 50_000 }] });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed']);
  });

  it('takes parts that differ and come to its amount at most; what is left needs a word', async () => {
    const { one, parts, body } = await aPayroll();
    const codes = async (differing: object) => {
      const { status, body: problem } = await split({ ...body, ...differing });
      return [status, ...problem.errors.map((error: Shown) => `${String(error['pointer'])} ${String(error['code'])}`)];
    };
    expect(await codes({ amount: 99_999 })).toEqual([422, '#/parts sum']);
    expect(await codes({ amount: 100_001 })).toEqual([422, '#/rest required']);
    expect(await codes({ amount: 100_001, rest: 'suspense', channel: 'cash' })).toEqual([422, '#/rest choice']);
    expect(
      await codes({ amount: 130_000, parts: [...parts, { savings_account_id: one.uuid, amount: 30_000 }] }),
    ).toEqual([422, '#/parts/3 repeated']);
    expect(await codes({ parts: [{ amount: 100_000 }] })).toEqual([422, '#/parts/0 required']);
    expect(await codes({ parts: [] })).toEqual([422, '#/parts length']);
    expect(await codes({ parts: Array.from({ length: 501 }, () => parts[0]) })).toEqual([422, '#/parts length']);
    expect(await codes({ channel: 'cheque' })).toEqual([
      422,
      ...[0, 1, 2].map((at) => `#/parts/${at}/${at === 1 ? 'loan' : 'savings_account'}_id choice`),
    ]);
  });

  it('of 500 parts, each named by uuid, finds them in one statement, and names each that is not there', async () => {
    const uuids = await manyAccounts(500);
    const parts = uuids.map((uuid) => ({ savings_account_id: uuid.toUpperCase(), amount: 1_000 }));
    const body = { channel: 'bank', reference: aReceipt(), amount: 500_000, parts };
    const wrong = { ...body, amount: 1 };
    const looked = await statementsOf(async () => {
      expect((await split(wrong)).body.errors).toMatchObject([{ pointer: '#/parts', code: 'sum' }]);
    });
    expect(looked.filter((text) => text.includes('savings_account'))).toHaveLength(1);
    const strangers = parts.map((part, index) =>
      index % 250 === 0 ? { ...part, savings_account_id: randomUUID() } : part,
    );
    expect((await split({ ...body, parts: strangers })).body.errors).toMatchObject([
      { pointer: '#/parts/0/savings_account_id', code: 'unknown_reference' },
      { pointer: '#/parts/250/savings_account_id', code: 'unknown_reference' },
    ]);
    // What each part costs beside: its account, the receipt so far, compliance, and a number for the paper.
    const booked = await statementsOf(async () => {
      const made = await split(body);
      expect([made.status, made.body.parts?.length]).toEqual([201, 500]);
    });
    expect(booked.length).toBeLessThan(4 * 500 + 50);
  });

  it('is bounded in time as each of its parts is', async () => {
    const { body } = await aPayroll();
    const paid_at = ports.app
      .clock()
      .subtract({ hours: 24 * 400 })
      .toString();
    const refused = await split({ ...body, paid_at });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/paid_at']);
  });

  it('needs the scope of each of its parts', async () => {
    const { body } = await aPayroll();
    const scopes = ['receipts:write', 'repayments:write'] as const;
    const clerk = lendingClient(ports, school.institution, await ports.openClient(school.institution, scopes));
    const refused = await clerk.call('POST', '/api/v1/receipts', { body });
    expect([refused.status, refused.body.code, refused.body.required_scopes]).toEqual([
      403,
      'insufficient_scope',
      ['savings_accounts:write', 'repayments:write'],
    ]);
  });
});

describe('A part of a payment', () => {
  it('that was wrong is taken back alone, and its money is booked once more elsewhere, up to the part', async () => {
    const { one, loan, body } = await aPayroll();
    const other = await partner.anActiveLoan();
    const made = await split(body);
    const [repayment] = (await got(`/loans/${loan.id}/repayments`)).data;
    const undone = await partner.call('PATCH', `/api/v1/loans/${loan.id}/repayments/${repayment.id}`, {
      body: { action: 'reverse', reason: 'Another member’s.' },
    });
    expect(undone.status).toBe(200);
    const shown = await partner.call('GET', `/api/v1/receipts/${made.body.id}`);
    expect(shown.body.parts.map((part: Shown) => part['state'])).toEqual(['live', 'corrected', 'live']);
    expect(shown.headers.get('etag')).not.toBe(made.headers.get('etag'));
    const repay = (amount: number) =>
      partner.call('POST', `/api/v1/loans/${other.id}/repayments`, {
        body: { amount, channel: 'bank', reference: body.reference },
      });
    expect((await repay(20_001)).status).toBe(409);
    expect((await repay(20_000)).status).toBe(201);
    expect((await repay(20_000)).status).toBe(200);
    const beyond = { type: 'deposit', amount: 1_000, channel: 'bank', reference: body.reference };
    expect((await savings.move(one.id, beyond)).status).toBe(409);
    expect(await proofs()).toEqual([]);
  });

  it('is taken back with all others by one command, which frees the receipt or not, as it says', async () => {
    const { loan, one, two, body } = await aPayroll();
    const before = await owed(loan);
    const made = await split(body);
    const reverse = (id: number, cause: string) =>
      partner.call('PATCH', `/api/v1/receipts/${id}`, { body: { action: 'reverse', reason: 'Not ours.', cause } });
    const undone = await reverse(made.body.id, 'corrected');
    expect([undone.status, undone.text]).toEqual([200, undone.text]);
    expect([await owed(loan), await balance(one), await balance(two)]).toEqual([before, 0, 0]);
    expect(await live(body.reference)).toEqual([]);
    const second = await split(body);
    expect([second.status, second.body.uuid === made.body.uuid]).toEqual([201, false]);
    expect((await reverse(second.body.id, 'taken_back')).status).toBe(200);
    const last = await split({ ...body, parts: [{ loan_id: loan.id, amount: 100_000 }] });
    expect([last.status, last.body.code]).toEqual([409, 'duplicate_payment_reference']);
    expect(await proofs()).toEqual([]);
  });

  it('whose money is spent holds back the reversal of all', async () => {
    const { one, two, body } = await aPayroll();
    const made = await split(body);
    await savings.move(two.id, { type: 'withdrawal', amount: 50_000, channel: 'cash' });
    const refused = await partner.call('PATCH', `/api/v1/receipts/${made.body.id}`, {
      body: { action: 'reverse', reason: 'Not ours.' },
    });
    expect([refused.status, refused.body.code, refused.body.errors]).toMatchObject([
      409,
      'split_refused',
      [{ pointer: '#/parts/2/savings_account_id' }],
    ]);
    expect(await balance(one)).toBe(30_000);
  });
});

describe('A payment of a group to the paybill', () => {
  it('that waits in suspense is split from there; the rest waits on where rest says so', async () => {
    const { loan, one, parts } = await aPayroll();
    const [invoice] = await students(1);
    const receipt = aReceipt();
    const held = await savings.pay('NOBODY', { receipt_no: receipt, amount: 100_000 });
    expect(held.body.state).toBe('unallocated');
    const before = await owed(loan);
    const body = {
      channel: 'mpesa_paybill',
      reference: receipt,
      amount: 100_000,
      rest: 'suspense',
      parts: [...parts.slice(0, 2), { invoice_id: invoice?.id, amount: 1_500 }],
    };
    const made = await split(body);
    expect([made.status, made.body.rest_amount, made.text]).toEqual([201, 48_500, made.text]);
    expect([before - (await owed(loan)), await balance(one), await paid(invoice!)]).toEqual([20_000, 30_000, 1_500]);
    const inSuspense = (await got(`/mobile_money/transactions?filter[receipt_no]=${receipt}&filter[state]=unallocated`))
      .data;
    expect(inSuspense).toMatchObject([{ amount: 48_500, state_reason: 'rest_of_payment' }]);
    expect((await split(body)).status).toBe(200);
    expect(await proofs()).toEqual([]);
    const reverse = { action: 'reverse', reason: 'Another group’s.' };
    const undone = await partner.call('PATCH', `/api/v1/receipts/${made.body.id}`, { body: reverse });
    expect([undone.status, undone.text]).toEqual([200, undone.text]);
    const stands = await live(receipt);
    expect(stands.map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => 'mobile_money_transaction'));
    expect(stands.reduce((sum, { amount }) => sum + amount, 0)).toBe(100_000);
    expect(await proofs()).toEqual([]);
  });

  it('that is new comes in with its parts; one that is booked already is refused with its record', async () => {
    const { loan, parts } = await aPayroll();
    const body = { channel: 'mpesa_paybill', amount: 100_000, parts };
    const receipt = aReceipt();
    expect((await split({ ...body, reference: receipt })).body.errors).toMatchObject([{ pointer: '#/msisdn' }]);
    expect((await split({ ...body, reference: receipt, msisdn: '+254712345678' })).status).toBe(201);
    const other = aReceipt();
    expect((await savings.pay(loan.loan_no, { receipt_no: other, amount: 100_000 })).body.state).toBe('allocated');
    const refused = await split({ ...body, reference: other, msisdn: '+254712345678' });
    expect([refused.status, refused.body.existing?.type]).toEqual([409, 'repayment']);
    expect(await proofs()).toEqual([]);
  });
});
