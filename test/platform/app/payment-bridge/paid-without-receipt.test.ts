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
  receive: async () => null,
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
  return { standing, query: () => testApp.app.bridge.collection.check(testApp.operator, row?.originator_id ?? '') };
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
