import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainError } from '#core/kernel/domain-error.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { receivePaybill } from '#platform/app/processes/callbacks/receive-paybill.ts';
import { openTestSchool, type TestSchool } from '../../../support/test-app-school.ts';
import { openTestApp, type TestApp, type TestClient } from '../../../support/test-app.ts';

const PAYBILL = '600984';
let testApp: TestApp;
let school: TestSchool;
let receipts = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  school = await openTestSchool(testApp);
});
afterAll(() => testApp.close());

/** Another client of the institution gives the app a prefix. */
const give = (client: TestClient, accountPrefix: string | null) =>
  testApp.done(testApp.app.partners.changeAppAccountPrefix, { clientId: client.id, accountPrefix });
const refusedCode = (step: Promise<unknown>) =>
  step.then(
    () => 'done',
    (error: unknown) => (error as DomainError).code,
  );
const newReceipt = () => `SKP${String(++receipts).padStart(7, '0')}`;

/** M-Pesa confirms a payment at the paybill. */
function confirm(account: string, receiptNo = newReceipt(), shillings = 300): Promise<unknown> {
  const text = JSON.stringify({
    TransactionType: 'Pay Bill',
    TransID: receiptNo,
    TransTime: Temporal.Now.zonedDateTimeISO('Africa/Nairobi').toString().slice(0, 19).replaceAll(/\D/g, ''),
    TransAmount: `${shillings}.00`,
    BusinessShortCode: PAYBILL,
    BillRefNumber: account,
    MSISDN: '2547 ***** 126',
    FirstName: 'NICHOLAS',
  });
  const arrival = { headers: {}, source: null, isExpected: true };
  const paybill = { tenantId: testApp.tenantId, shortcode: PAYBILL };
  const notified = { paybill, text, arrival, requestId: randomUUID() };
  return receivePaybill({ app: testApp.app, log: testApp.log }, 'paybill_confirmation', notified);
}

const collectionsOf = ({ id }: TestClient) =>
  testApp.sql<{
    state: string;
    channel: string;
    amount_received: string;
    receipt_no: string;
    account_reference: string;
  }>(
    `select state, channel, amount_received::text, receipt_no, account_reference from collection where app_id = $1 order by id`,
    [id],
  );
const availableOf = async (client: TestClient) => {
  const [row] = await testApp.app
    .read(client.caller, (views) => views.bridge.apps.balances(client.id, 'sandbox', 'KES'))
    .catch(() => []);
  return row?.available ?? null;
};
const suspended = async (receiptNo: string) =>
  (
    await testApp.sql<{ state: string; kind: string | null }>(
      `select m.state, i.kind from mobile_money_transaction m
         left join incident i on i.subject_uuid = m.uuid and i.state = 'open' where m.receipt_no = $1`,
      [receiptNo],
    )
  )[0];

describe('Money at the paybill under the prefix of an app', () => {
  it('is a collection of the app, with its receipt, line, balance and events, however the account is written', async () => {
    const client = await testApp.newClient();
    await give(client, 'shop');
    await confirm('SHOP-17');
    const before = await availableOf(client);
    const receiptNo = newReceipt();
    await confirm(' sh op/18 ', receiptNo, 450);
    expect((await collectionsOf(client)).at(-1)).toEqual({
      state: 'succeeded',
      channel: 'mpesa_paybill',
      amount_received: '45000',
      receipt_no: receiptNo,
      account_reference: 'sh op/18',
    });
    expect(((await availableOf(client)) ?? 0n) - (before ?? 0n)).toBe(45_000n);
    const events = await testApp.sql<{ type: string }>(
      `select e.type from event e join collection c on c.id = e.subject_id and e.subject_type = 'collection'
        where c.receipt_no = $1 order by e.id`,
      [receiptNo],
    );
    expect(events.map(({ type }) => type)).toEqual(['collection.created', 'collection.succeeded']);
    const lines = await testApp.sql(
      `select t.type, t.amount::text from app_transaction t join collection c on c.uuid = t.source_uuid where c.receipt_no = $1`,
      [receiptNo],
    );
    expect(lines).toEqual([{ type: 'collection', amount: '45000' }]);
    const uses = await testApp.sql(`select record_type, state from payment_receipt_use where receipt_key = $1`, [
      receiptNo,
    ]);
    expect(uses).toEqual([{ record_type: 'collection', state: 'live' }]);
  });

  it('is booked once, however often and at whichever moment it is confirmed', async () => {
    const client = await testApp.newClient();
    await give(client, 'ONCE');
    const receiptNo = newReceipt();
    await Promise.all([confirm('ONCE1', receiptNo), confirm('ONCE1', receiptNo), confirm('once1', receiptNo)]);
    await confirm('ONCE 1', receiptNo);
    expect(await collectionsOf(client)).toHaveLength(1);
  });

  it('waits in suspense with an incident where the app is disabled', async () => {
    const client = await testApp.newClient();
    await give(client, 'GONE');
    await testApp.sql(`update api_client set state = 'disabled' where id = $1`, [client.id]);
    const receiptNo = newReceipt();
    await confirm('GONE5', receiptNo);
    expect(await collectionsOf(client)).toEqual([]);
    expect(await suspended(receiptNo)).toEqual({ state: 'unallocated', kind: 'app_not_credited' });
  });

  it('is the institution’s own where no app has the prefix, or nothing follows it', async () => {
    const client = await testApp.newClient();
    await give(client, 'BARE');
    const receiptNo = newReceipt();
    await confirm('BARE', receiptNo);
    expect(await collectionsOf(client)).toEqual([]);
    expect(await suspended(receiptNo)).toEqual({ state: 'unallocated', kind: null });
    await give(client, null);
    await confirm('BARE7');
    expect(await collectionsOf(client)).toEqual([]);
  });

  it('is not guessed where a student of that number was registered since', async () => {
    const client = await testApp.newClient();
    await give(client, 'BEDU');
    await school.newStudent({ admissionNo: 'BEDU/17/2026' });
    const receiptNo = newReceipt();
    await confirm('BEDU172026', receiptNo);
    expect(await collectionsOf(client)).toEqual([]);
    expect(await suspended(receiptNo)).toEqual({ state: 'unallocated', kind: 'app_not_credited' });
    // And no app is given a prefix that numbers of students begin with.
    await give(client, null);
    expect(await refusedCode(give(client, 'bedu'))).toBe('account_prefix_taken');
  });

  it('is a student’s where a person has recorded it of one before, and is in the books from then on', async () => {
    const client = await testApp.newClient();
    await give(client, 'LATE');
    await testApp.sql(`update api_client set state = 'disabled' where id = $1`, [client.id]);
    const { studentId } = await school.enrolled();
    await school.issued(studentId, 80_000n);
    const receiptNo = newReceipt();
    const byHand = { studentId, amount: 30_000n, method: 'mpesa_paybill', reference: receiptNo } as const;
    await testApp.done(testApp.app.education.recordPayment, { ...byHand, paidAt: testApp.clock() });
    await confirm('LATE9', receiptNo);
    const arrived = await testApp.sql(
      'select state, destination_type, destination_id::int from mobile_money_transaction where receipt_no = $1',
      [receiptNo],
    );
    expect(arrived).toEqual([{ state: 'allocated', destination_type: 'student', destination_id: studentId }]);
  });

  it('leaves the books whole', async () => {
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });
});

describe('The prefix of an app', () => {
  it('has four letters, and belongs to one app however it is written', async () => {
    const [one, other] = [await testApp.newClient(), await testApp.newClient()];
    for (const wrong of ['ABC', 'ABCDE', 'AB12', 'ÄBCD', '']) {
      expect(await refusedCode(give(one, wrong))).toBe('validation_failed');
    }
    await give(one, 'mine');
    expect(await refusedCode(give(one, 'M-I-N-E'))).toBe('done');
    expect(await refusedCode(give(other, 'MINE'))).toBe('account_prefix_taken');
    const both = await Promise.all([refusedCode(give(other, 'race')), refusedCode(give(one, 'RACE'))]);
    expect(both.toSorted()).toEqual(['account_prefix_taken', 'done']);
  });

  it('is not decided by the app itself', async () => {
    const client = await testApp.newClient();
    const own = testApp.done(
      testApp.app.partners.changeAppAccountPrefix,
      { clientId: client.id, accountPrefix: 'SELF' },
      client.caller,
    );
    expect(await refusedCode(own)).toBe('four_eyes_required');
  });

  it('nor by another client of the person who answers for it (finding: keys were compared)', async () => {
    const [client, sister, another] = [
      await testApp.newClient(),
      await testApp.newClient(),
      await testApp.newClient(),
    ] as const;
    for (const [{ id }, responsible] of [
      [client, 'Achieng'],
      [sister, 'ACHIENG'],
      [another, 'Baraka'],
    ] as const)
      await testApp.app.partners.operators.changeClientResponsible(testApp.operator, { clientId: id, responsible });
    const by = ({ caller }: TestClient) =>
      testApp.done(testApp.app.partners.changeAppAccountPrefix, { clientId: client.id, accountPrefix: 'SIST' }, caller);
    expect(await refusedCode(by(sister))).toBe('four_eyes_required');
    expect(await refusedCode(by(another))).toBe('done');
  });
});
