import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { requestReturnOf } from '#platform/app/processes/collection/request-return.ts';
import { pretendPayment } from '#platform/rails/daraja/apis/c2b.ts';
import { registerPull } from '#platform/rails/daraja/apis/pull.ts';
import { spacedTime } from '#platform/rails/daraja/wire/times.ts';
import { pullInItsTime, reconcilePulled } from '#platform/app/processes/reconciliation/reconcile-pulled.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { noDeadline, payByFake } from '#test/support/daraja-client.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { operate } from '#test/support/operator.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

let fake: DarajaFake;
let testApp: TestApp;
let endpoint: Awaited<ReturnType<typeof openCallbackEndpoint>>;

beforeAll(async () => {
  fake = await startDarajaFake();
  testApp = await openTestApp({ clock: () => fake.now(), elapsed: () => fake.now().epochMilliseconds, float: 0n });
  endpoint = await openCallbackEndpoint(testApp, testApp.log);
  testApp.callbacksTo(endpoint.url);
});
afterAll(async () => {
  await testApp.close();
  await endpoint.close();
  await fake.close();
});

describe('What the provider holds', () => {
  const request = async () => {
    expect(await testApp.app.lending.requestFloat(testApp.operator)).toBe(true);
    await fake.advance(2_000);
    const [row] = await testApp.sql('select balance::int as there, balance_in_books::int as here from rail');
    const incidents = await testApp.sql(`select amount::int from incident where state = 'open'`);
    return { ...row, incidents: incidents.map(({ amount }) => amount) };
  };
  const utility = () => Number(fake.books.balanceOf('Utility Account'));
  const working = () => Number(fake.books.balanceOf('Working Account'));
  const app = () => ({ id: testApp.client.id, sandbox: true });

  it('is the float of agents and of apps together, for they pay from one account', async () => {
    await payByFake(testApp, fake, '174379');
    const agents = fake.books.balanceOf('Utility Account') - 3_000_000n;
    const { agentNo } = testApp.agent;
    await testApp.app.operators.topUpFloat(testApp.operator, { agentNo, amount: agents, reference: 'FT-1' });
    expect(await request()).toMatchObject({ there: utility(), here: utility() - 3_000_000, incidents: [3_000_000] });

    const topup = { app: app(), amount: 3_000_000n, currency: 'KES', reference: 'T-1', metadata: {} };
    await testApp.done(testApp.app.bridge.requestTopup, topup);
    expect(await request()).toEqual({ there: utility(), here: utility(), incidents: [] });

    const payout = { app: app(), currency: 'KES', channel: 'mpesa_b2c', narration: null, metadata: {} } as const;
    for (const [reference, msisdn] of Object.entries({ arrives: '+254700000000', waits: '+254700000008' })) {
      await testApp.done(testApp.app.bridge.payout, { ...payout, reference, msisdn, amount: 100_000n });
    }
    await fake.advance(5_000);
    // One is paid, and one is on its way: that explains what the provider still has.
    expect(await request()).toEqual({ there: utility(), here: utility() - 100_000, incidents: [] });
  });

  it('lies in two accounts where the same shortcode collects, and people move it between them', async () => {
    await payByFake(testApp, fake, fake.options.shortcode);
    await fake.advance(5_000);
    const here = utility() + working() - 100_000;
    const paid = { msisdn: '+254712345678', accountReference: 'WHO KNOWS', paidAt: testApp.clock() };
    await testApp.app.mobileMoney.recordPayment(testApp.operator, {
      ...paid,
      receiptNo: 'SKL4H2XQ1Z',
      amount: BigInt(working()),
    });
    expect(await request()).toEqual({ there: utility() + working(), here, incidents: [] });
  });
});

describe('A paybill', () => {
  const chosen = async () => {
    const open = await testApp.rails.darajaOf(testApp.tenantId);
    if (!open) throw new Error('No app is chosen.');
    return open;
  };
  const PAYBILL = '174379';
  /** What an operator types, over the same database. */
  async function umoja(...words: string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'umoja-paybill-'));
    const env = { UMOJA_DATA_DIR: folder, PUBLIC_URL: endpoint.url };
    return operate(testApp.settings, words, env).finally(() => rm(folder, { recursive: true }));
  }

  it('is registered by an operator, once, with the addresses that are its own', async () => {
    const registered = await umoja('paybill', 'register', PAYBILL, '--unless-validated', 'refuse');
    expect(registered).toMatchObject({ code: 0, output: expect.stringContaining('notifies us of payments') });
    const request = fake.requests().at(-1);
    expect(request).toMatchObject({ path: '/mpesa/c2b/v2/registerurl', status: 200 });
    expect(request?.body).toMatchObject({ ShortCode: PAYBILL, ResponseType: 'Cancelled' });
    const { output } = await umoja('paybill', 'addresses', PAYBILL);
    for (const endpoint of ['ConfirmationURL', 'ValidationURL']) {
      expect(output).toContain(String(Object(request?.body)[endpoint]));
    }
    const again = await umoja('paybill', 'register', PAYBILL);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is registered already') });
  });

  it('is pulled from the provider, and what never was confirmed is found', async () => {
    const { daraja } = await chosen();
    const ours = { shortcode: PAYBILL, nominatedMsisdn: '+254708374149', callbackAddress: `${endpoint.url}/cb/pull` };
    await registerPull(daraja, ours, noDeadline());
    const pay = async (billReference: string) => {
      const payment = { shortcode: PAYBILL, amount: 50_000n, msisdn: '+254708374149', billReference };
      expect((await pretendPayment(daraja, payment, noDeadline())).kind).toBe('accepted');
      await fake.advance(1_000);
      return fake.transactions.at(-1)?.receipt ?? '';
    };
    const lost = await pay('NOBODY 1');
    const received = await pay('NOBODY 2');
    const paid = { amount: 50_000n, msisdn: '+254708374149', accountReference: 'NOBODY 2', paidAt: fake.now() };
    await testApp.app.mobileMoney.recordPayment(testApp.operator, { ...paid, receiptNo: received });
    const invented = { ...paid, receiptNo: 'SKL0000001', amount: 70_000n, accountReference: 'NOBODY 3' };
    await testApp.app.mobileMoney.recordPayment(testApp.operator, invented);
    await fake.advance(20 * 60_000);
    const recent = await pay('NOBODY 4');
    const pulled = () => reconcilePulled(testApp, testApp.operator, PAYBILL);
    const breaks = (found: Awaited<ReturnType<typeof pulled>>) =>
      found.kind === 'compared' ? found.done.open.map((each) => [each.type, each.receiptNo, each.proposal]) : [];

    const found = await pulled();
    expect(breaks(found)).toEqual(
      expect.arrayContaining([
        ['missing_here', lost, 'book_payment'],
        ['missing_there', 'SKL0000001', 'ask_provider'],
      ]),
    );
    // What is younger than a quarter of an hour may not have reached everybody yet.
    expect(JSON.stringify(breaks(found))).not.toContain(recent);
    expect(found).toMatchObject({ done: { reconciliation: { source: 'pull', openingThere: null } }, unreadable: 0 });

    const [asBooked] = found.kind === 'compared' ? found.done.open.filter(({ receiptNo }) => receiptNo === lost) : [];
    const book = { breakId: asBooked?.id ?? 0 };
    await testApp.done(testApp.app.reconciliation.bookReconciliationBreak, book);
    expect(breaks(await pulled()).map(([, receipt]) => receipt)).not.toContain(lost);
  });

  it('is pulled once a day automatically, and again in an hour where the provider could not be reached', async () => {
    const due = async () => {
      const at = testApp.clock().toString();
      return (await testApp.database.find('select tenant_id from paybills_to_pull($1, 10)', [at])).length === 1;
    };
    expect(await due()).toBe(false);
    await testApp.sql('update rail set pull_shortcode = $1, pull_due_at = $2', [PAYBILL, testApp.clock().toString()]);
    expect(await due()).toBe(true);
    const open = await chosen();
    const unplugged = { ...open.daraja, send: async () => ({ kind: 'not_sent', why: 'refused' }) as const };
    const rails = { darajaOf: async () => ({ ...open, daraja: unplugged }) };
    expect(await pullInItsTime({ ...testApp, rails }, testApp.operator)).toMatchObject({ kind: 'refused' });
    await fake.advance(59 * 60_000);
    expect(await due()).toBe(false);
    await fake.advance(60_000);
    expect(await due()).toBe(true);
    expect(await pullInItsTime(testApp, testApp.operator)).toMatchObject({ kind: 'compared' });
    await fake.advance(24 * 3_600_000 - 1_000);
    expect(await due()).toBe(false);
    await fake.advance(1_000);
    expect(await due()).toBe(true);
  });

  it('is pulled from where the last list ended, as far back as the provider keeps it (finding: from yesterday on)', async () => {
    const { daraja } = await chosen();
    const pulledUntil = async () => {
      const [row] = await testApp.sql<{ at: string }>('select pulled_until as at from rail');
      return Temporal.Instant.from(row?.at ?? '');
    };
    const pulled = () => pullInItsTime(testApp, testApp.operator);
    const range = () => Object(fake.requests().at(-1)?.body);
    await pulled();
    const before = await pulledUntil();
    expect(before.until(testApp.clock()).total('minutes')).toBe(15);

    // An outage of 46 hours, which begins in the evening: what was paid in its first hour lies before yesterday's beginning.
    const evening = testApp.clock().toZonedDateTimeISO('Africa/Nairobi').with({ hour: 21, minute: 0 }).toInstant();
    const toEvening = testApp.clock().until(evening).total('milliseconds');
    await fake.advance(toEvening > 0 ? toEvening : toEvening + 24 * 3_600_000);
    await pulled();
    const ended = await pulledUntil();
    await fake.advance(3_600_000);
    await pretendPayment(
      daraja,
      { shortcode: PAYBILL, amount: 20_000n, msisdn: '+254708374149', billReference: 'OUTAGE' },
      noDeadline(),
    );
    await fake.advance(1_000);
    const lost = fake.transactions.at(-1)?.receipt ?? '';
    await fake.advance(45 * 3_600_000);
    const found = await pulled();
    expect(found?.kind === 'compared' ? found.done.open.map(({ receiptNo }) => receiptNo) : []).toContain(lost);
    expect(range().StartDate).toBe(spacedTime(ended.subtract({ hours: 1 })));

    // What the provider keeps no longer is for people, once.
    const last = await pulledUntil();
    await fake.advance(72 * 3_600_000);
    await pulled();
    expect(range().StartDate).toBe(spacedTime(testApp.clock().subtract({ hours: 47, minutes: 30 })));
    await pulled();
    const gaps = await testApp.sql(`select receipt_key from incident where kind = 'list_gap' and state = 'open'`);
    expect(gaps).toEqual([{ receipt_key: last.toString({ smallestUnit: 'millisecond' }) }]);
  });

  it('does not advance where its comparison is lost', async () => {
    const [before] = await testApp.sql('select pulled_until from rail');
    await fake.advance(3_600_000);
    const lost = {
      ...testApp.app.reconciliation,
      reconcile: async () => Promise.reject(new Error('The process dies.')),
    };
    const app = { ...testApp.app, reconciliation: lost };
    await expect(pullInItsTime({ ...testApp, app }, testApp.operator)).rejects.toThrow('dies');
    expect((await testApp.sql('select pulled_until from rail'))[0]).toEqual(before);
  });

  it('places a high payment once the provider has said that it came (finding: its notification alone was believed)', async () => {
    const { shortcode } = fake.options;
    await payByFake(testApp, fake, shortcode);
    await fake.advance(10_000);
    const { daraja } = await chosen();
    const HIGH = 10_000_000n;
    const came = async (billReference = 'HIGH') => {
      const payment = { shortcode, amount: HIGH, msisdn: '+254708374149', billReference };
      await pretendPayment(daraja, payment, noDeadline());
      await fake.advance(1_000);
      return fake.transactions.at(-1)?.receipt ?? '';
    };
    const notified = async (receiptNo: string, amount: bigint, accountReference = 'HIGH') => {
      const paid = { receiptNo, amount, msisdn: '2547 ***** 149', accountReference, paidAt: fake.now() };
      await testApp.app.mobileMoney.recordPayment(testApp.operator, paid, shortcode);
    };
    const reason = async (receiptNo: string) =>
      (await testApp.sql('select state_reason from mobile_money_transaction where receipt_no = $1', [receiptNo]))[0]?.[
        'state_reason'
      ];
    const incidents = async (receiptNo: string) =>
      (await testApp.sql('select kind from incident where receipt_key = $1', [receiptNo])).map(({ kind }) => kind);
    const [real, other, invented] = [await came(), await came(), 'SKINVENTED'];
    await notified(real, HIGH);
    await notified(other, HIGH + 100n);
    await notified(invented, HIGH);
    const all = [real, other, invented];
    expect(await Promise.all(all.map(reason))).toEqual(Array(3).fill('confirmation_awaited'));
    await fake.advance(5_000);
    expect(await Promise.all(all.map(reason))).toEqual(['unknown_reference', 'not_confirmed', 'confirmation_awaited']);
    expect([await incidents(real), await incidents(other)]).toEqual([[], ['payment_unconfirmed']]);
    // An app is credited then, and not before.
    await testApp.sql(`update api_client set account_prefix = 'SHOP' where id = $1`, [testApp.client.id]);
    const credited = () => testApp.sql(`select state from collection where account_reference = 'SHOP 1'`);
    const ofApp = await came('SHOP 1');
    await notified(ofApp, HIGH, 'SHOP 1');
    expect([await reason(ofApp), await credited()]).toEqual(['confirmation_awaited', []]);
    await fake.advance(5_000);
    expect([await reason(ofApp), await credited()]).toEqual(['paid_to_app', [{ state: 'succeeded' }]]);
    // Where the query is lost it is sent again; after a day of silence people look, once.
    await fake.advance(25 * 3_600_000);
    for (let time = 0; time < 2; time++) await testApp.app.mobileMoney.askAgain(testApp.operator);
    expect(await incidents(invented)).toEqual(['no_answer']);
    // What is not high is placed immediately.
    await notified('SKLOW00001', 20_000n);
    expect(await reason('SKLOW00001')).toBe('unknown_reference');
  });

  it('gives a payment back to its payer when two people say so', async () => {
    await payByFake(testApp, fake, PAYBILL);
    await fake.advance(10_000);
    const { daraja } = await chosen();
    const callbacks = callbacksAt(endpoint.url, testApp.keys.callback);
    const inSuspense = async () => {
      const payment = { shortcode: PAYBILL, amount: 30_000n, msisdn: '+254708374149', billReference: 'WRONG' };
      await pretendPayment(daraja, payment, noDeadline());
      await fake.advance(1_000);
      const receiptNo = fake.transactions.at(-1)?.receipt ?? '';
      const paid = { amount: 30_000n, msisdn: '+254708374149', accountReference: 'WRONG', paidAt: fake.now() };
      await testApp.app.mobileMoney.recordPayment(testApp.operator, { ...paid, receiptNo });
      return receiptNo;
    };
    const say = (receiptNo: string, by: string) =>
      testApp.app.mobileMoney.requestReturn(testApp.operator, {
        receiptNo,
        by,
        reason: 'Paid by mistake',
        evidence: 'Letter',
      });
    /** Another person approves over the API. */
    const approve = async (receiptNo: string) => {
      const [row] = await testApp.sql<{ id: string }>('select id from mobile_money_transaction where receipt_no = $1', [
        receiptNo,
      ]);
      await testApp.done(testApp.app.mobileMoney.approveMobileMoneyReturn, { mobileMoneyId: Number(row?.id) });
    };
    const request = async (receiptNo: string) => {
      const requested = await requestReturnOf(
        { ...testApp, callbacks },
        testApp.operator,
        await say(receiptNo, 'Asha'),
        PAYBILL,
      );
      await fake.advance(2_000);
      return requested;
    };
    const state = async (receiptNo: string) =>
      testApp.sql('select state, state_reason from mobile_money_transaction where receipt_no = $1', [receiptNo]);
    const first = await inSuspense();
    const held = fake.books.balanceOf('Working Account');
    await say(first, 'Achieng');
    await approve(first);
    expect(await request(first)).toEqual({ kind: 'requested' });
    expect(await state(first)).toEqual([
      { state: 'reversed', state_reason: expect.stringMatching(/^Reversed by the provider under [A-Z0-9]{10}/) },
    ]);
    expect(fake.books.balanceOf('Working Account')).toBe(held - 30_000n);

    // Its answer got lost: asked once more, the provider says that it has done so already.
    const second = await inSuspense();
    const there = fake.transactions.at(-1);
    if (there) there.reversed = true;
    await say(second, 'Achieng');
    await approve(second);
    expect(await request(second)).toEqual({ kind: 'requested' });
    expect(await state(second)).toMatchObject([{ state: 'reversed' }]);

    // The provider knows of no such payment: it stays where it is.
    const third = await inSuspense();
    fake.transactions.pop();
    await say(third, 'Achieng');
    await approve(third);
    expect(await request(third)).toEqual({ kind: 'requested' });
    expect(await state(third)).toEqual([
      { state: 'unallocated', state_reason: 'The provider did not return it (R000002).' },
    ]);
    expect(fake.requests().at(-1)).toMatchObject({ path: '/mpesa/reversal/v1/request', status: 200 });
  });
  it('leaves a payment on its way where a repeated request is declined, and a person finds out after a day', async () => {
    const open = await chosen();
    const callbacks = callbacksAt(endpoint.url, testApp.keys.callback);
    const receiptNo = 'SKR0000001';
    const paid = { amount: 30_000n, msisdn: '+254708374149', accountReference: 'WRONG', paidAt: fake.now() };
    await testApp.app.mobileMoney.recordPayment(testApp.operator, { ...paid, receiptNo });
    const say = () =>
      testApp.app.mobileMoney.requestReturn(testApp.operator, {
        receiptNo,
        by: 'Achieng',
        reason: 'Paid by mistake',
        evidence: 'Letter',
      });
    const { id: mobileMoneyId, uuid } = await say();
    const agree = () => testApp.done(testApp.app.mobileMoney.approveMobileMoneyReturn, { mobileMoneyId });
    await agree();
    type Sent = Awaited<ReturnType<typeof open.daraja.send>>;
    const request = async (reply: Sent) => {
      const daraja = { ...open.daraja, send: async () => reply };
      const rails = { darajaOf: async () => ({ ...open, daraja }) };
      return requestReturnOf({ ...testApp, rails, callbacks }, testApp.operator, await say(), PAYBILL);
    };
    const body = { requestId: '1', errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid Remarks' };
    const declined = { kind: 'answered', status: 400, retryAfterSeconds: null, body } as const;
    const state = async () =>
      (await testApp.sql('select state from mobile_money_transaction where uuid = $1', [uuid]))[0]?.['state'];
    const reported = () => testApp.sql(`select kind, state from incident where subject_uuid = $1 order by id`, [uuid]);
    const hourly = () => testApp.app.rounds.checkFloats();

    const stranger = requestReturnOf({ ...testApp, callbacks }, testApp.operator, await say(), '600000');
    expect(await stranger).toEqual({ kind: 'not_ours' });
    // Nothing was sent before: what is declined did nothing, nor did what never left.
    expect(await request({ kind: 'not_sent', why: 'refused' })).toEqual({ kind: 'unreachable' });
    expect(await request(declined)).toMatchObject({ kind: 'declined', isOver: true });
    expect(await state()).toBe('unallocated');
    await say();
    await agree();

    expect(await request({ kind: 'no_answer', why: 'deadline' })).toEqual({ kind: 'requested' });
    expect(await request(declined)).toMatchObject({ kind: 'declined', isOver: false });
    expect(await request({ kind: 'not_sent', why: 'refused' })).toEqual({ kind: 'unreachable' });
    expect(await state()).toBe('returning');
    await hourly();
    expect(await reported()).toEqual([]);
    await fake.advance(25 * 3_600_000);
    await hourly();
    await fake.advance(2 * 3_600_000);
    await hourly();
    expect(await reported()).toEqual([{ kind: 'no_answer', state: 'open' }]);
    // A person resolves it, and the provider says nothing still: they find out again, a day later.
    const [incident] = await testApp.sql<{ id: string }>('select id from incident where subject_uuid = $1', [uuid]);
    await testApp.done(testApp.app.lending.resolveIncident, {
      incidentId: Number(incident?.id),
      reason: 'Requested again.',
    });
    await fake.advance(23 * 3_600_000);
    await hourly();
    expect(await reported()).toEqual([{ kind: 'no_answer', state: 'resolved' }]);
    await fake.advance(2 * 3_600_000);
    await hourly();
    await hourly();
    expect(await reported()).toEqual([
      { kind: 'no_answer', state: 'resolved' },
      { kind: 'no_answer', state: 'open' },
    ]);
    const status = { kind: 'not_returned', reason: 'No.' } as const;
    await testApp.app.mobileMoney.recordReturn(testApp.operator, { receiptNo, uuid, status });
    expect(await state()).toBe('unallocated');
  });
});
