import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionRail } from '#core/payments/rail.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openTestApp, type TestApp, type TestClient } from '#test/support/test-app.ts';

const NOON = Temporal.Instant.from('2026-03-03T09:00:00Z');
const AMOUNT = 50_000n;
const MASKED = '2547 ***** 678';
let testApp: TestApp;
let client: TestClient;
let requests = 0;

/** A provider that accepts every prompt, and says when it is queried that it is paid: it names no receipt then. */
const rail: CollectionRail = {
  prompt: async ({ originatorId }) => ({ kind: 'accepted', providerRef: `ws_CO_${originatorId}` }),
  query: async ({ providerRef }) => ({ kind: 'paid', providerRef, receiptNo: null, at: NOON, amount: null }),
  receive: async (receiptNo, { providerRef }) =>
    receiptNo === ''
      ? { kind: 'not_paid', code: 'cancelled_by_payer', message: 'The payer declined.' }
      : { kind: 'paid', providerRef, receiptNo, at: NOON, amount: AMOUNT },
};

beforeAll(async () => {
  testApp = await openTestApp({ clock: () => NOON, collectionRailOf: () => rail });
  client = await testApp.newClient();
});
afterAll(() => testApp.close());

type Standing = { state: string; receipt_no: string | null; code: string | null };

async function prompted(accountReference: string) {
  const { id } = await testApp.done(
    testApp.app.bridge.collect,
    {
      app: { id: client.id, sandbox: true },
      amount: AMOUNT,
      currency: 'KES',
      msisdn: '+254712345678',
      reference: `order-${++requests}`,
      narration: null,
      metadata: {},
      channel: 'mpesa_stk',
      accountReference,
    },
    client.caller,
  );
  const [row] = await testApp.sql<{ originator_id: string }>('select originator_id from collection where id = $1', [
    id,
  ]);
  const standing = async () =>
    (
      await testApp.sql<Standing>(
        `select state, receipt_no, failure ->> 'code' as code from collection where id = $1`,
        [id],
      )
    )[0];
  const originatorId = row?.originator_id ?? '';
  const says = (text: string) => testApp.app.bridge.collection.receive(testApp.operator, { originatorId, text });
  return {
    standing,
    query: () => testApp.app.bridge.collection.check(testApp.operator, originatorId),
    /** Its own notification, which names the receipt. */
    named: says,
    unpaid: () => says(''),
    /** A query that was on its way while it ended. */
    queriedLate: () =>
      testApp
        .sql(`update collection set next_check_at = now() where originator_id = $1`, [originatorId])
        .then(() => testApp.app.bridge.collection.check(testApp.operator, originatorId)),
  };
}
const confirmed = (receiptNo: string, accountReference: string, paidAt = NOON) =>
  testApp.app.mobileMoney.recordPayment(testApp.operator, {
    receiptNo,
    amount: AMOUNT,
    msisdn: MASKED,
    accountReference,
    paidAt,
  });
const suspended = async (receiptNo: string) =>
  (
    await testApp.sql<{ state: string }>('select state from mobile_money_transaction where receipt_no = $1', [
      receiptNo,
    ])
  ).map(({ state }) => state);
const incidents = async (accountReference: string) =>
  (
    await testApp.sql<{ kind: string }>(
      `select i.kind from incident i join collection c on c.uuid = i.subject_uuid
        where c.account_reference = $1 order by i.id`,
      [accountReference],
    )
  ).map(({ kind }) => kind);
const balance = async () => {
  const [row] = await testApp.app.read(client.caller, (views) =>
    views.bridge.apps.balances(client.id, 'sandbox', 'KES'),
  );
  return row?.available ?? 0n;
};
/** The provider's list has a payment whose confirmation never came, and a person books it. */
async function pulledAndBooked(receiptNo: string, accountReference: string) {
  const { open } = await testApp.app.reconciliation.reconcile(testApp.operator, {
    account: 'mpesa_paybill',
    subAccount: null,
    statement: {
      source: 'pull',
      from: Temporal.PlainDate.from('2026-03-02'),
      through: Temporal.PlainDate.from('2026-03-03'),
      opening: null,
      closing: null,
      digest: receiptNo,
      collectedUntil: NOON,
    },
    lines: [
      {
        lineNo: 1,
        receiptNo,
        kind: 'movement',
        at: NOON,
        amount: AMOUNT,
        msisdn: '254712345678',
        accountReference,
        originatorId: null,
        linkedReceiptNo: null,
      },
    ],
  });
  const missing = open.find((each) => each.receiptNo === receiptNo);
  expect(missing).toMatchObject({ type: 'missing_here', proposal: 'book_payment' });
  await testApp.done(testApp.app.reconciliation.bookReconciliationBreak, { breakId: missing?.id ?? 0 });
}

describe('A prompt that a query says is paid', () => {
  it('gets the receipt of the payment that a list shows, and the money is in the books once', async () => {
    const { standing, query } = await prompted('LISTED 1');
    await query();
    expect(await standing()).toEqual({ state: 'succeeded', receipt_no: null, code: null });
    const before = await balance();
    await pulledAndBooked('SKQ0000001', 'LISTED 1');
    expect(await standing()).toEqual({ state: 'succeeded', receipt_no: 'SKQ0000001', code: null });
    expect([await suspended('SKQ0000001'), await balance()]).toEqual([[], before]);
  });

  it('shares what is listed with another of its app under the same terms', async () => {
    const both = [await prompted('LISTED 2'), await prompted('LISTED 2')];
    for (const { query } of both) await query();
    const before = await balance();
    await pulledAndBooked('SKQ0000002', 'LISTED 2');
    await pulledAndBooked('SKQ0000003', 'LISTED 2');
    const receipts = await Promise.all(both.map(async ({ standing }) => (await standing())?.receipt_no));
    expect([receipts, await balance()]).toEqual([['SKQ0000002', 'SKQ0000003'], before]);
  });

  it('does not have what was paid at another time', async () => {
    const { standing, query } = await prompted('LISTED 3');
    await query();
    await testApp.sql(`update collection set sent_at = sent_at - interval '1 day',
      settled_at = settled_at - interval '1 day' where account_reference = 'LISTED 3'`);
    await confirmed('SKQ0000004', 'LISTED 3');
    expect([await standing(), await suspended('SKQ0000004')]).toMatchObject([{ receipt_no: null }, ['unallocated']]);
  });

  it('takes the payment that waits in suspense under its terms, whose payer is hidden', async () => {
    const both = [await prompted('HIDDEN 1'), await prompted('HIDDEN 1')] as const;
    await confirmed('SKQ0000005', 'HIDDEN 1');
    expect(await suspended('SKQ0000005')).toEqual(['unallocated']);
    const before = await balance();
    await both[0].query();
    expect(await both[0].standing()).toEqual({ state: 'succeeded', receipt_no: 'SKQ0000005', code: null });
    expect([await suspended('SKQ0000005'), await balance()]).toEqual([['merged'], before + AMOUNT]);
  });

  it('is for people where two payments in suspense may be it', async () => {
    const both = [await prompted('HIDDEN 2'), await prompted('HIDDEN 2')] as const;
    await confirmed('SKQ0000006', 'HIDDEN 2');
    await confirmed('SKQ0000007', 'HIDDEN 2');
    await both[0].query();
    expect(await both[0].standing()).toEqual({ state: 'review', receipt_no: null, code: 'receipt_uncertain' });
  });

  it('leaves both where two may be it and it had ended: the money waits, and people find it, once (finding: it took the first)', async () => {
    const both = [await prompted('HIDDEN 5'), await prompted('HIDDEN 5')] as const;
    await confirmed('SKQ0000012', 'HIDDEN 5');
    await confirmed('SKQ0000013', 'HIDDEN 5');
    await both[0].unpaid();
    const before = await balance();
    await both[0].queriedLate();
    await both[0].queriedLate();
    expect(await both[0].standing()).toMatchObject({ state: 'cancelled_by_payer', receipt_no: null });
    expect([await suspended('SKQ0000012'), await suspended('SKQ0000013'), await balance()]).toEqual([
      ['unallocated'],
      ['unallocated'],
      before,
    ]);
    expect(await incidents('HIDDEN 5')).toEqual(['receipt_uncertain']);
    await both[0].named('SKQ0000013');
    expect(await both[0].standing()).toMatchObject({ state: 'succeeded', receipt_no: 'SKQ0000013' });
    expect([await suspended('SKQ0000012'), await balance()]).toEqual([['unallocated'], before + AMOUNT]);
  });

  it('exchanges its receipt with the other one of its app, where their own notifications name them (finding: a false incident)', async () => {
    const both = [await prompted('ALIKE 1'), await prompted('ALIKE 1')] as const;
    for (const { query } of both) await query();
    const before = await balance();
    await confirmed('SKQ0000014', 'ALIKE 1');
    await confirmed('SKQ0000015', 'ALIKE 1');
    const receipts = () => Promise.all(both.map(async ({ standing }) => (await standing())?.receipt_no));
    expect(await receipts()).toEqual(['SKQ0000014', 'SKQ0000015']);
    await both[0].named('SKQ0000015');
    expect(await receipts()).toEqual(['SKQ0000015', 'SKQ0000014']);
    await both[1].named('SKQ0000014');
    await both[0].named('SKQ0000015');
    await confirmed('SKQ0000014', 'ALIKE 1');
    expect([await receipts(), await incidents('ALIKE 1'), await balance()]).toEqual([
      ['SKQ0000015', 'SKQ0000014'],
      [],
      before,
    ]);
    // What its provider has named stays: another receipt is for people.
    await both[1].named('SKQ0000016');
    expect([await receipts(), await incidents('ALIKE 1')]).toEqual([['SKQ0000015', 'SKQ0000014'], ['receipt_differs']]);
  });

  it('passes its receipt on where its own one is new, and takes it back from one that has ended by then', async () => {
    const both = [await prompted('ALIKE 2'), await prompted('ALIKE 2')] as const;
    for (const { query } of both) await query();
    await confirmed('SKQ0000017', 'ALIKE 2');
    await both[0].named('SKQ0000018');
    const receipts = () => Promise.all(both.map(async ({ standing }) => (await standing())?.receipt_no));
    expect([await receipts(), await incidents('ALIKE 2')]).toEqual([['SKQ0000018', 'SKQ0000017'], []]);

    const late = [await prompted('ALIKE 3'), await prompted('ALIKE 3')] as const;
    await confirmed('SKQ0000019', 'ALIKE 3');
    await late[0].query();
    expect(await late[0].standing()).toMatchObject({ state: 'succeeded', receipt_no: 'SKQ0000019' });
    const before = await balance();
    await late[1].named('SKQ0000019');
    expect(await late[1].standing()).toMatchObject({ state: 'succeeded', receipt_no: 'SKQ0000019' });
    expect(await late[0].standing()).toMatchObject({ state: 'succeeded', receipt_no: null });
    await confirmed('SKQ0000020', 'ALIKE 3');
    expect(await late[0].standing()).toMatchObject({ state: 'succeeded', receipt_no: 'SKQ0000020' });
    expect([await incidents('ALIKE 3'), await balance()]).toEqual([[], before + AMOUNT]);
  });

  it('leaves what came before it, or belongs to another payer, where it is', async () => {
    const both = [await prompted('HIDDEN 3'), await prompted('HIDDEN 3')] as const;
    await confirmed('SKQ0000008', 'HIDDEN 3', NOON.subtract({ hours: 1 }));
    await testApp.app.mobileMoney.recordPayment(testApp.operator, {
      receiptNo: 'SKQ0000009',
      amount: AMOUNT,
      msisdn: '2547 ***** 999',
      accountReference: 'HIDDEN 3',
      paidAt: NOON,
    });
    await both[0].query();
    expect(await both[0].standing()).toEqual({ state: 'succeeded', receipt_no: null, code: null });
    expect([await suspended('SKQ0000008'), await suspended('SKQ0000009')]).toEqual([['unallocated'], ['unallocated']]);
  });

  it('leaves the books whole', async () => {
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });
});
