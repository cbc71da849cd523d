import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#platform/auth/keys.ts';
import { judge } from '#platform/judge/judge.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { moveClock } from '#test/support/moved-clock.ts';
import { openBridge, receiptOf, type Bridge } from '#test/support/bridge-client.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { REST_SECRET } from '#test/support/rest-test-app.ts';

let bridge: Bridge;
beforeAll(async () => {
  bridge = await openBridge();
});
afterAll(() => bridge.ports.close());

const nothing = { currency: 'KES', held: 0, in_transit: 0, pending: 0 };

describe('POST /v1/collections', () => {
  it('asks a payer: prompted, pending in the balance, then money of the app', async () => {
    const app = await bridge.anApp();
    const order = bridge.collection({ narration: 'Fees', metadata: { term: '1' } });
    const reply = await app.call('POST', '/v1/collections', { body: order });
    expect(reply.status).toBe(201);
    const { data } = reply.body;
    expect(data).toEqual({
      id: expect.stringMatching(/^col_[0-9a-f]{32}$/),
      object: 'collection',
      ...order,
      amount_received: null,
      amount_refunded: 0,
      currency: 'KES',
      state: 'sent',
      conclusive: false,
      failure: null,
      provider: 'mpesa',
      checkout_ref: expect.stringMatching(/^ws_CO_/),
      receipt_no: null,
      payer_name_masked: null,
      fee: 0,
      attempts: [{ number: 1, sent_at: expect.stringMatching(/Z$/), outcome: 'accepted', code: null }],
      sandbox: true,
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      sent_at: expect.stringMatching(/Z$/),
      settled_at: null,
      reversed_at: null,
      version: 2,
    });
    expect(reply.headers.get('location')).toBe(`/v1/collections/${data.id}`);
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000, pending: 50_000 });

    await app.prompted(order.reference, 0);
    const settled = (await app.call('GET', `/v1/collections/${data.id}`)).body.data;
    expect(settled).toMatchObject({ state: 'succeeded', conclusive: true, amount_received: 50_000 });
    expect(settled.receipt_no).toBe(receiptOf(order.reference));
    expect(await app.balance()).toEqual({ ...nothing, available: 10_050_000 });
    expect((await app.call('GET', '/v1/transactions')).body.data[0]).toMatchObject({
      type: 'collection',
      amount: 50_000,
      balance_after: 10_050_000,
      source: { type: 'collection', id: data.id },
    });
  });

  it.each([
    [1032, 'cancelled_by_payer', 'cancelled_by_payer'],
    [1019, 'expired', 'expired'],
    [2001, 'failed', 'wrong_pin'],
  ])('that ends with the code %i is %s', async (code, state, reason) => {
    const app = await bridge.anApp();
    const { body } = await app.collect();
    await app.prompted(body.data.reference, code);
    const { data } = (await app.call('GET', `/v1/collections/${body.data.id}`)).body;
    expect(data).toMatchObject({ state, conclusive: true, failure: { code: reason, provider_code: String(code) } });
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000 });
  });

  it('is unknown without a response, and waits where nobody could be asked', async () => {
    const app = await bridge.anApp();
    bridge.ports.prompts.responses.push(
      async () => {
        throw new Error('reset');
      },
      async () => ({ kind: 'unreachable', message: 'The provider is down.', retryAfterSeconds: 60 }),
    );
    const lost = await app.collect();
    expect([lost.status, lost.body.data.state]).toEqual([202, 'unknown']);
    const waiting = await app.collect();
    expect([waiting.status, waiting.body.data.state]).toEqual([201, 'pending']);
    const cancelled = await app.call('POST', `/v1/collections/${waiting.body.data.id}/cancel`);
    expect([cancelled.status, cancelled.body.data.state]).toEqual([200, 'cancelled']);
    const refused = await app.call('POST', `/v1/collections/${lost.body.data.id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('that has a time of its own is not sent before it: until then it can be cancelled, and nobody is prompted', async () => {
    const app = await bridge.anApp();
    const before = bridge.ports.prompts.orders.length;
    const inTime = (ahead: Temporal.DurationLike) => Temporal.Now.instant().add(ahead).toString();
    const waiting = await app.collect({ send_after: inTime({ hours: 2 }) });
    expect([waiting.status, waiting.body.data]).toMatchObject([201, { state: 'pending', attempts: [], sent_at: null }]);
    expect(await app.balance()).toMatchObject({ pending: 50_000 });
    const path = `/v1/collections/${waiting.body.data.id}`;
    const cancelled = await app.call('POST', `${path}/cancel`);
    expect([cancelled.status, cancelled.body.data.state]).toEqual([200, 'cancelled']);
    expect(await app.balance()).toMatchObject({ pending: 0 });

    const [row] = await bridge.ports.admin<{ originator_id: string }>(
      `select originator_id from collection where reference = $1`,
      [waiting.body.data.reference],
    );
    await bridge.ports.app.bridge.collection.check(bridge.operator, row?.originator_id ?? '');
    expect(bridge.ports.prompts.orders.length).toBe(before);
    expect((await app.call('GET', path)).body.data.state).toBe('cancelled');
    const far = await app.collect({ send_after: inTime({ hours: 25 }) });
    expect([far.status, far.body.errors]).toMatchObject([422, [{ pointer: '#/send_after', code: 'range' }]]);
  });

  it('that was called off is the app’s money once it is paid all the same, in the books and for the judge', async () => {
    const app = await bridge.anApp();
    const sendAfter = Temporal.Now.instant().add({ hours: 2 }).toString();
    const { data } = (await app.collect({ send_after: sendAfter })).body;
    expect((await app.call('POST', `/v1/collections/${data.id}/cancel`)).body.data.state).toBe('cancelled');
    const before = await app.balance();
    await app.prompted(data.reference, 0);
    await app.prompted(data.reference, 0);
    const { body } = await app.call('GET', `/v1/collections/${data.id}`);
    expect(body.data).toMatchObject({ state: 'succeeded', amount_received: 50_000, failure: null });
    expect((await app.balance()).available).toBe(before.available + 50_000);
    const refund = await app.call('POST', '/v1/refunds', { body: { collection_id: data.id } });
    expect([refund.status, refund.body.data.amount]).toEqual([201, 50_000]);
    const { violations } = await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql));
    expect(violations.filter(({ check }) => /app|trial|journals|chart/.test(check))).toEqual([]);
    const { findings } = await judge((text, params) => bridge.ports.admin(text, params));
    expect(findings.filter(({ sentence }) => /ollection/.test(sentence))).toEqual([]);
  });

  it('that has a time of its own is sent by a worker when it has come, once, and can’t be cancelled then', async () => {
    // Its own sandbox: the clock of all is moved.
    const own = await bridge.ports.openInstitution();
    const app = await bridge.anApp(own);
    const before = bridge.ports.prompts.orders.length;
    const sendAfter = Temporal.Now.instant().add({ hours: 2 }).toString();
    const { body } = await app.collect({ send_after: sendAfter });
    const [row] = await bridge.ports.admin<{ originator_id: string }>(
      `select originator_id from collection where reference = $1`,
      [body.data.reference],
    );
    const check = () =>
      bridge.ports.app.bridge.collection.check(systemCaller(own, 'tests', 'tests'), row?.originator_id ?? '');
    await check();
    expect(bridge.ports.prompts.orders.length).toBe(before);
    await app.call('POST', '/v1/test/clock', { body: { advance_seconds: 7_200 } });
    await moveClock(bridge.ports.app, own.id);
    await Promise.all([check(), check()]);
    expect(bridge.ports.prompts.orders.length).toBe(before + 1);
    const path = `/v1/collections/${body.data.id}`;
    expect((await app.call('GET', path)).body.data).toMatchObject({
      state: 'sent',
      attempts: [{ outcome: 'accepted' }],
    });
    const refused = await app.call('POST', `${path}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state_transition']);
  });

  it('is one collection for one key and one reference', async () => {
    const app = await bridge.anApp();
    const body = bridge.collection();
    const before = bridge.ports.prompts.orders.length;
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.call('POST', '/v1/collections', { body, key: 'ten' })),
    );
    expect(new Set(replies.map(({ status }) => status)).difference(new Set([201, 409]))).toEqual(new Set());
    expect(bridge.ports.prompts.orders.length - before).toBe(1);
    const again = await app.call('POST', '/v1/collections', { body: { ...body, amount: 60_000 } });
    expect([again.status, again.body.code]).toEqual([409, 'duplicate_reference']);
    expect(again.body.existing_id).toMatch(/^col_/);
  });

  it('of another app is not there', async () => {
    const { body } = await (await bridge.anApp()).collect();
    const other = await bridge.anApp();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      const refused = await other.call(method, `/v1/collections/${body.data.id}${path}`);
      expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
    }
    expect((await other.call('GET', '/v1/collections')).body.data).toEqual([]);
  });
});

describe('A prompt that is paid at a paybill which reports its payments, too', () => {
  const paybills = paybillsAt('', deriveKeys(REST_SECRET).callback);
  const confirm = async (receipt: string, account: string, payer: string) => {
    const at = paybills.addressOf({ tenantId: bridge.institution.id, shortcode: '600966' }, 'paybill_confirmation');
    const body = {
      TransactionType: 'Pay Bill',
      TransID: receipt,
      TransTime: Temporal.Now.zonedDateTimeISO('Africa/Nairobi')
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' })
        .replace(/\D/g, ''),
      TransAmount: '500.00',
      BusinessShortCode: '600966',
      BillRefNumber: account,
      MSISDN: payer,
    };
    expect((await bridge.ports.call('POST', at, { body })).status).toBe(200);
  };
  const elsewhere = async (receipt: string) =>
    bridge.ports.admin('select id from mobile_money_transaction where receipt_no = $1', [receipt]);

  it.each([
    ['its own notification first', ['prompt', 'paybill']],
    ['the paybill’s first', ['paybill', 'prompt']],
    ['each of them twice', ['paybill', 'paybill', 'prompt', 'prompt', 'paybill']],
  ])('is money of the app, once: %s', async (name, callbacks) => {
    const app = await bridge.anApp();
    const receipt = `BOTH${callbacks.length}${callbacks[0] === 'prompt' ? 'P' : 'B'}ZDR4`;
    const account = `INV-${receipt}`;
    const order = bridge.collection({ account_reference: account.slice(0, 12) });
    const { data } = (await app.call('POST', '/v1/collections', { body: order })).body;
    for (const callback of callbacks) {
      if (callback === 'prompt') await app.prompted(order.reference, 0, receipt);
      else await confirm(receipt, order.account_reference, callbacks.length > 2 ? '2547 ***** 678' : '254712345678');
    }
    expect((await app.call('GET', `/v1/collections/${data.id}`)).body.data).toMatchObject({
      state: 'succeeded',
      receipt_no: receipt,
      amount_received: 50_000,
    });
    expect({ name, ...(await app.balance()) }).toEqual({ name, ...nothing, available: 10_050_000 });
    expect(await elsewhere(receipt)).toEqual([]);
  });

  it('is money of the app, once, when both endpoints are notified at the same time', async () => {
    const app = await bridge.anApp();
    const rounds = Array.from({ length: 12 }, (_, n) => n);
    await Promise.all(
      rounds.map(async (n) => {
        const receipt = `ATONCE${String(n).padStart(4, '0')}`;
        const order = bridge.collection({ account_reference: `ATONCE-${n}` });
        expect((await app.call('POST', '/v1/collections', { body: order })).status).toBe(201);
        const emitted = [
          app.prompted(order.reference, 0, receipt),
          confirm(receipt, order.account_reference, '254712345678'),
        ];
        await Promise.all(n % 2 === 0 ? emitted : emitted.toReversed());
        expect(await elsewhere(receipt)).toEqual([]);
      }),
    );
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000 + rounds.length * 50_000 });
  });

  it('waits in suspense where two prompts fit equally, and is the app’s when one of them reports its receipt', async () => {
    const app = await bridge.anApp();
    const orders = [0, 1].map(() => bridge.collection({ account_reference: 'INV-TWICE' }));
    for (const body of orders) expect((await app.call('POST', '/v1/collections', { body })).status).toBe(201);
    const state = async (receipt: string) =>
      bridge.ports.admin('select state, state_reason from mobile_money_transaction where receipt_no = $1', [receipt]);
    await confirm('EQUAL00001', 'INV-TWICE', '2547 ***** 678');
    expect(await state('EQUAL00001')).toEqual([{ state: 'unallocated', state_reason: 'unknown_reference' }]);
    await app.prompted(orders[1]?.reference ?? '', 0, 'EQUAL00001');
    expect(await state('EQUAL00001')).toEqual([{ state: 'merged', state_reason: 'paid_to_app' }]);
    // The other one's arrives at the paybill's endpoint alone, and by now there is no doubt whose it is.
    await confirm('EQUAL00002', 'INV-TWICE', '2547 ***** 678');
    expect(await elsewhere('EQUAL00002')).toEqual([]);
    await confirm('EQUAL00001', 'INV-TWICE', '2547 ***** 678');
    expect(await app.balance()).toEqual({ ...nothing, available: 10_100_000 });
  });

  it('that a person has booked elsewhere meanwhile is not booked twice: a person has to look', async () => {
    const app = await bridge.anApp();
    const orders = [0, 1].map(() => bridge.collection({ account_reference: 'INV-GONE' }));
    for (const body of orders) await app.call('POST', '/v1/collections', { body });
    await confirm('EQUAL00003', 'INV-GONE', '2547 ***** 678');
    await bridge.ports.admin(`update mobile_money_transaction set state = 'reversed' where receipt_no = 'EQUAL00003'`);
    await app.prompted(orders[0]?.reference ?? '', 0, 'EQUAL00003');
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000, pending: 100_000 });
  });

  it('is not taken for a payment of a person who was requested nothing', async () => {
    const app = await bridge.anApp();
    const order = bridge.collection({ account_reference: 'INV-MINE' });
    await app.call('POST', '/v1/collections', { body: order });
    await confirm('STRANGER01', 'INV-OTHER', '254712345678');
    await confirm('STRANGER02', 'INV-MINE', '254799999999');
    // Of a number that is hidden in part, what is shown is not the number that was prompted.
    await confirm('STRANGER03', 'INV-MINE', '2547 ***** 999');
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000, pending: 50_000 });
    const strangers = [await elsewhere('STRANGER01'), await elsewhere('STRANGER02'), await elsewhere('STRANGER03')];
    expect(strangers.map((rows) => rows.length)).toEqual([1, 1, 1]);
  });

  it('under a number of the institution’s own is no one’s before the prompt reports it (finding: it was the app’s)', async () => {
    const { ports, institution } = bridge;
    const society = lendingClient(ports, institution, await ports.openClient(institution));
    const { id, loan_no } = await society.anActiveLoan();
    const app = await bridge.anApp();
    const order = bridge.collection({ account_reference: loan_no });
    expect((await app.call('POST', '/v1/collections', { body: order })).status).toBe(201);
    const state = async (receipt: string) =>
      ports.admin('select state, state_reason from mobile_money_transaction where receipt_no = $1', [receipt]);
    // A payer of a loan may pay as much at the paybill as an app has asked another person for under the loan's number.
    await confirm('OWNLOAN001', loan_no.toLowerCase(), '2547 ***** 678');
    expect(await state('OWNLOAN001')).toEqual([{ state: 'unallocated', state_reason: 'ambiguous_reference' }]);
    expect(await app.balance()).toEqual({ ...nothing, available: 10_000_000, pending: 50_000 });
    await confirm('OWNLOAN001', loan_no, '2547 ***** 678');
    expect(await state('OWNLOAN001')).toHaveLength(1);
    await app.prompted(order.reference, 0, 'OWNLOAN001');
    expect(await state('OWNLOAN001')).toEqual([{ state: 'merged', state_reason: 'paid_to_app' }]);
    expect(await app.balance()).toEqual({ ...nothing, available: 10_050_000 });
    const { body } = await society.call('GET', `/api/v1/loans/${id}/repayments`);
    expect(body.data).toEqual([]);
  });
});
