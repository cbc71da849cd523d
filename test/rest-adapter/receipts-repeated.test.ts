import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openBridge, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import type { Reply } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';

let bridge: Bridge;
let app: BridgeApp;
let school: SchoolClient;
let partner: ReturnType<typeof lendingClient>;
let savings: Awaited<ReturnType<typeof savingsClient>>;
let student: Shown;

beforeAll(async () => {
  bridge = await openBridge();
  const { ports, institution } = bridge;
  app = await bridge.anApp();
  school = await openSchool(ports, { institution });
  partner = lendingClient(ports, institution, await ports.openClient(institution, SCOPES));
  savings = await savingsClient(ports, institution, partner);
  student = (await school.anEnrolment()).student;
});
afterAll(() => bridge.ports.close());

let receipts = 0;
const aReceipt = () => `SRR${String(++receipts).padStart(7, '0')}`;
const got = async (path: string) => (await partner.call('GET', `/api/v1${path}`)).body;
const verdict = ({ status, body }: Reply) => [status, body.code, body.existing?.type];
const TAKEN = (type: string) => [409, 'duplicate_payment_reference', type];
const proofs = async () =>
  (await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql))).violations.map(
    ({ check, what }) => `${check}: ${what}`,
  );

describe('A receipt that a caller sends again', () => {
  it('with another account number or payer’s number is refused, with the payment that has it', async () => {
    const receipt_no = aReceipt();
    const first = await savings.pay('NOBODY', { receipt_no });
    expect([first.status, first.body.state]).toEqual([201, 'unallocated']);
    expect((await savings.pay(' no-body ', { receipt_no })).body.uuid).toBe(first.body.uuid);
    const loan = await partner.anActiveLoan();
    const other = await savings.pay(loan.loan_no, { receipt_no });
    expect(verdict(other)).toEqual(TAKEN('mobile_money_transaction'));
    expect(other.body.existing.id).toBe(first.body.id);
    const another = await savings.pay('NOBODY', { receipt_no, msisdn: '+254712000999' });
    expect(verdict(another)).toEqual(TAKEN('mobile_money_transaction'));
  });

  it('for another invoice of the same student is refused, with the payment that has it', async () => {
    const [one, other] = [await school.anInvoice(student), await school.anInvoice(student)];
    const reference = aReceipt();
    const pay = (invoice: Shown) =>
      partner.call('POST', `/api/v1/invoices/${invoice.id}/payments`, {
        body: { amount: 1_000, method: 'bank', reference, paid_at: bridge.ports.app.clock().toString() },
      });
    const first = await pay(one);
    expect(first.status).toBe(201);
    expect((await pay(one)).status).toBe(200);
    expect(verdict(await pay(other))).toEqual(TAKEN('payment'));
  });

  it('is that of before however old it is: no bound of time is in its way, at any endpoint', async () => {
    const [loan, account] = [await partner.anActiveLoan(), await savings.anAccount()];
    const invoice = await school.anInvoice(student);
    const long = bridge.ports.app
      .clock()
      .subtract({ hours: 24 * 500 })
      .toString();
    const now = bridge.ports.app.clock().toString();
    const ways = [
      (reference: string, paid_at: string) =>
        partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
          body: { amount: 1_000, channel: 'bank', reference, paid_at },
        }),
      (reference: string, paid_at: string) =>
        savings.move(account.id, { type: 'deposit', amount: 1_000, channel: 'bank', reference, paid_at }),
      (reference: string, paid_at: string) =>
        partner.call('POST', `/api/v1/invoices/${invoice.id}/payments`, {
          body: { amount: 1_000, method: 'bank', reference, paid_at },
        }),
      (receipt_no: string, paid_at: string) => savings.pay('NOBODY', { receipt_no, paid_at }),
      (reference: string, paid_at: string) =>
        partner.call('POST', '/api/v1/receipts', {
          body: {
            channel: 'bank',
            reference,
            amount: 500,
            paid_at,
            parts: [{ savings_account_id: account.id, amount: 500 }],
          },
        }),
    ];
    for (const book of ways) {
      const receipt = aReceipt();
      expect((await book(aReceipt(), long)).status).toBe(422);
      const first = await book(receipt, now);
      const again = await book(receipt, long);
      expect([first.status, again.status, again.body.uuid]).toEqual([201, 200, first.body.uuid]);
    }
  });

  it('is that of before where its account is closed or its member has left since', async () => {
    const account = await savings.anAccount();
    const reference = aReceipt();
    const book = () => savings.move(account.id, { type: 'deposit', amount: 1_000, channel: 'bank', reference });
    const first = await book();
    await savings.move(account.id, { type: 'withdrawal', amount: 1_000, channel: 'cash' });
    const closed = await partner.call('PATCH', `/api/v1/savings_accounts/${account.id}`, {
      body: { action: 'close', reason: 'The member leaves.' },
    });
    const left = await partner.call('PATCH', `/api/v1/members/${account.member_id}`, {
      body: { action: 'exit', reason: 'Moves away.' },
    });
    expect([closed.status, left.status, left.text]).toEqual([200, 200, left.text]);
    const again = await book();
    expect([again.status, again.body.uuid]).toEqual([200, first.body.uuid]);
  });

  it('of what was paid too much and went back is that of before: the loan is closed, and nothing goes twice', async () => {
    const loan = await partner.anActiveLoan();
    const [paid, back] = [aReceipt(), aReceipt()];
    await partner.call('POST', `/api/v1/loans/${loan.id}/repayments`, {
      body: { amount: loan.outstanding.total + 1_000, channel: 'bank', reference: paid },
    });
    const refund = (reference: string) =>
      partner.call('PATCH', `/api/v1/loans/${loan.id}`, {
        body: { action: 'refund_overpayment', channel: 'bank', reference },
      });
    const first = await refund(back);
    expect([first.status, first.body.state, first.text]).toEqual([200, 'closed', first.text]);
    const again = await refund(` ${back.toLowerCase()}`);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await refund(aReceipt())).status).toBe(409);
    expect(await proofs()).toEqual([]);
  });
});

describe('The rest of a payment', () => {
  it('names the payment of which it is, and its amount is no repetition of that', async () => {
    const loan = await partner.anActiveLoan();
    const receipt_no = aReceipt();
    const amount = loan.outstanding.total + 100_000_000;
    const paid = await savings.pay(loan.loan_no, { receipt_no, amount });
    expect([paid.body.state, paid.body.rest_of_id]).toEqual(['allocated', null]);
    const { data } = await got(`/mobile_money/transactions?filter[receipt_no]=${receipt_no}&filter[state]=unallocated`);
    const [rest] = data;
    expect(rest).toMatchObject({ rest_of_id: paid.body.id, state_reason: 'rest_of_payment' });
    const again = await savings.pay(loan.loan_no, { receipt_no, amount });
    expect([again.status, again.body.uuid]).toEqual([200, paid.body.uuid]);
    expect((await savings.pay(loan.loan_no, { receipt_no, amount: rest.amount })).status).toBe(409);
    expect((await savings.pay(loan.loan_no, { receipt_no, amount: paid.body.amount })).status).toBe(409);
  });
});

describe('Money in suspense', () => {
  it('is an app’s where account and payer are those of its prompt; otherwise people look, and an incident says so', async () => {
    const prompt = async () => {
      const order = bridge.collection({ amount: 50_000 });
      return { order, made: await app.call('POST', '/v1/collections', { body: order }) };
    };
    const [own, strange] = [await prompt(), await prompt()];
    const receipt = aReceipt();
    await savings.pay('NOBODY', { receipt_no: receipt, amount: 50_000 });
    await app.prompted(strange.order.reference, 0, receipt);
    const shown = async (id: string) => (await app.call('GET', `/v1/collections/${id}`)).body.data;
    expect((await shown(strange.made.body.data.id)).state).toBe('review');
    const waiting = await got(`/mobile_money/transactions?filter[receipt_no]=${receipt}`);
    expect(waiting.data).toMatchObject([{ state: 'unallocated' }]);
    const { data: incidents } = await got('/incidents?filter[kind]=receipt_used_twice');
    expect(incidents).toHaveLength(1);
    const mine = aReceipt();
    const { account_reference, msisdn } = own.made.body.data;
    await savings.pay(account_reference, { receipt_no: mine, amount: 50_000, msisdn });
    await app.prompted(own.order.reference, 0, mine);
    expect((await shown(own.made.body.data.id)).state).toBe('succeeded');
    expect(await proofs()).toEqual([]);
  });
});

describe('A prompt whose callback gives a receipt of blanks', () => {
  it.each(['', ' ', '\u200B'])('is not settled by it (%j), and is booked once it has one', async (blank) => {
    const order = bridge.collection({ amount: 50_000 });
    const made = await app.call('POST', '/v1/collections', { body: order });
    const shown = async () => (await app.call('GET', `/v1/collections/${made.body.data.id}`)).body.data;
    await app.prompted(order.reference, 0, blank);
    expect(await shown()).toMatchObject({ state: 'unknown', receipt_no: null });
    const receipt = aReceipt();
    await app.prompted(order.reference, 0, receipt);
    expect(await shown()).toMatchObject({ state: 'succeeded', receipt_no: receipt });
    expect(await proofs()).toEqual([]);
  });
});
