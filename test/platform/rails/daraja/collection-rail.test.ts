import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { darajaCollectionRail } from '#platform/rails/daraja/collection-rail.ts';
import { chooseDaraja, type DarajaFile } from '#platform/rails/daraja/account.ts';
import { railSecrets } from '#platform/rails/rail-settings.ts';
import type { OpenDaraja } from '#platform/rails/daraja/rail.ts';
import { noDeadline } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { testRails } from '#test/support/test-app-rails.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

const AMOUNT = 150_000n;
/** Beyond the day after which people have to look. */
const MOST_CHECKS = 60;

let fake: DarajaFake;
let testApp: TestApp;
let endpoint: Awaited<ReturnType<typeof openCallbackEndpoint>>;

beforeAll(async () => {
  fake = await startDarajaFake();
  testApp = await openTestApp({ clock: () => fake.now() });
  endpoint = await openCallbackEndpoint(testApp, testApp.log);
  testApp.callbacksTo(endpoint.url);
  await choose(fake.options.stk);
});
afterAll(async () => {
  await testApp.close();
  await endpoint.close();
  await fake.close();
});

async function choose(stk: { shortcode: string; passkey: string } | null): Promise<void> {
  const { consumerKey, consumerSecret, initiator, shortcode } = fake.options;
  const file: DarajaFile = {
    environment: 'sandbox',
    baseUrl: fake.baseUrl,
    consumerKey,
    consumerSecret,
    initiator,
    shortcode,
    certificate: fake.certificate,
    stk: stk && { ...stk, transactionType: 'CustomerPayBillOnline', payee: stk.shortcode },
    timeouts: { connectMs: 1_000, totalMs: 1_500 },
  };
  await chooseDaraja(testApp.database, railSecrets(testApp.keys), testApp.tenantId, file);
}

type Standing = {
  originator_id: string;
  state: string;
  due: string | null;
  code: string | null;
  received: string | null;
  receipt_no: string | null;
};

/** A collection by an app from a number that ends so, up to where nothing more is awaited. */
async function collect(suffix: string) {
  const requestsTo = (path: string) => fake.requests().filter((request) => request.path.includes(path)).length;
  const before = { pushes: requestsTo('/stkpush/'), queries: requestsTo('/stkpushquery/') };
  const { caller } = testApp.client;
  const command = {
    app: { id: caller.clientId, sandbox: true },
    amount: AMOUNT,
    currency: 'KES',
    msisdn: `+254700000${suffix}`,
    reference: `collection-${suffix}`,
    narration: 'Fees',
    metadata: {},
    channel: 'mpesa_stk' as const,
    accountReference: 'ADM2024001',
  };
  const { id, state: replied } = await testApp.done(testApp.app.bridge.collect, command, caller);
  const standing = async () => {
    const [row] = await testApp.sql<Standing>(
      `select originator_id, state, next_check_at::text as due, failure ->> 'code' as code,
              amount_received::text as received, receipt_no from collection where id = $1`,
      [id],
    );
    if (!row) throw new Error('The collection is gone.');
    return row;
  };
  await fake.advance(2_000);
  for (let check = 0; check < MOST_CHECKS; check++) {
    const { due, originator_id: originatorId } = await standing();
    if (due === null) break;
    const wait = fake
      .now()
      .until(Temporal.Instant.from(due.replace(' ', 'T')))
      .total('milliseconds');
    await fake.advance(Math.max(0, wait));
    await testApp.app.bridge.collection.check(testApp.operator, originatorId);
  }
  // Late notifications.
  await fake.advance(120_000);
  const events = await testApp.sql<{ type: string }>(
    `select replace(type, 'collection.', '') as type from event
      where subject_type = 'collection' and subject_id = $1 and type <> 'collection.created' order by id`,
    [id],
  );
  const { state, code, received, receipt_no: receiptNo } = await standing();
  return {
    replied,
    ends: state,
    code,
    events: events.map(({ type }) => type).join(' '),
    received: received === null ? null : BigInt(received),
    receiptIsTheirs: receiptNo !== null && fake.transactions.some(({ receipt }) => receipt === receiptNo),
    pushes: requestsTo('/stkpush/') - before.pushes,
    queries: Math.min(requestsTo('/stkpushquery/') - before.queries, 21),
  };
}

const paid = {
  replied: 'sent',
  ends: 'succeeded',
  code: null,
  events: 'sent succeeded',
  received: AMOUNT,
  receiptIsTheirs: true,
  pushes: 1,
  queries: 0,
};
const unpaid = (code: string, ends = 'failed') => ({
  ...paid,
  ends,
  code,
  events: `sent ${ends}`,
  received: null,
  receiptIsTheirs: false,
});
const silent = { ...unpaid('no_answer', 'review'), events: 'sent unknown review' };
const MANY = 21;

describe('A collection by M-Pesa, by the suffix of the payer’s number', () => {
  it.each([
    ['000', 'is paid', paid],
    ['001', 'fails for want of money', unpaid('insufficient_funds')],
    ['002', 'fails at a wrong PIN', unpaid('wrong_pin')],
    [
      '003',
      'is asked about once more before the phone is said not to answer',
      { ...unpaid('payer_unreachable', 'expired'), events: 'sent unknown expired', queries: 1 },
    ],
    ['004', 'is cancelled by the payer', unpaid('cancelled_by_payer', 'cancelled_by_payer')],
    ['005', 'expires', unpaid('expired', 'expired')],
    ['006', 'is booked when it is paid after all', { ...paid, events: 'sent expired succeeded', queries: 1 }],
    ['007', 'is found paid; no receipt is reported', { ...paid, receiptIsTheirs: false, queries: 1 }],
    ['008', 'never fails while it is processed: people look', { ...silent, queries: MANY }],
    ['009', 'is booked once where it is notified three times', paid],
    ['010', 'is booked before it is answered', { ...paid, replied: 'succeeded' }],
    ['011', 'hangs, and is paid', { ...paid, replied: 'unknown', events: 'unknown succeeded' }],
    [
      '012',
      'is never requested again after a 503: people look',
      { ...silent, replied: 'unknown', events: 'unknown review' },
    ],
    ['013', 'is requested again while it is turned away', { ...paid, pushes: 3 }],
    ['014', 'is paid: there is no such play for prompts', paid],
    [
      '015',
      'of another amount is not booked: people look',
      { ...silent, code: 'amount_mismatch', received: AMOUNT - 100n, receiptIsTheirs: true },
    ],
    ['016', 'renews its token', { ...paid, pushes: 2 }],
    ['017', 'fails at a locked PIN', unpaid('pin_locked')],
    ['018', 'is paid: there is no such play for prompts', paid],
    ['019', 'is rejected immediately', { ...unpaid('provider_rejected'), replied: 'failed', events: 'failed' }],
  ])('%s %s', async (suffix, _means, expected) => {
    expect(await collect(suffix)).toEqual(expected);
  });

  it('is requested in the words of Daraja, and nothing else', async () => {
    const requests = fake.requests().filter(({ path }) => path.startsWith('/mpesa/'));
    const [{ originator_id: id } = { originator_id: '' }] = await testApp.sql<{ originator_id: string }>(
      `select originator_id from collection where reference = 'collection-000'`,
    );
    const password = expect.stringMatching(/^[A-Za-z0-9+/]+=*$/);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/mpesa/stkpush/v1/processrequest', status: 200 });
    expect(requests[0]?.body).toEqual({
      BusinessShortCode: '174379',
      Password: password,
      Timestamp: '20260302100000',
      TransactionType: 'CustomerPayBillOnline',
      Amount: '1500',
      PartyA: '254700000000',
      PartyB: '174379',
      PhoneNumber: '254700000000',
      CallBackURL: callbacksAt(endpoint.url, testApp.keys.callback).addressOf({
        tenantId: testApp.tenantId,
        kind: 'collection',
        originatorId: id,
      }),
      AccountReference: 'ADM2024001',
      TransactionDesc: 'Fees',
    });
    const query = requests.find(({ path }) => path === '/mpesa/stkpushquery/v1/query');
    expect(query?.body).toEqual({
      BusinessShortCode: '174379',
      Password: password,
      Timestamp: expect.stringMatching(/^\d{14}$/),
      CheckoutRequestID: expect.stringMatching(/^ws_CO_/),
    });
    // The fake checks every field: but for the token that it ended itself, it found fault with none of ours.
    expect(requests.filter(({ status }) => status === 400 || status === 404 || status === 405)).toHaveLength(1);
  });
});

describe('The way of asking payers', () => {
  const order = {
    originatorId: '6f0a9f0e-6a52-4f6e-9c2e-1b9b7d2f4a10',
    amount: AMOUNT,
    channel: 'mpesa_stk',
    msisdn: '+254700000000',
    accountReference: 'ADM2024001',
    description: null,
  } as const;
  const rail = () => testApp.rails.collectionRailOf(testApp.tenantId, 'live');

  it('is Daraja’s for a live institution that has chosen it', async () => {
    expect(await rail().prompt(order, noDeadline())).toMatchObject({
      kind: 'accepted',
      providerRef: expect.stringMatching(/^ws_CO_/),
    });
  });

  it.each([
    ['has cents', { amount: 150_050n }],
    ['carries too long an account', { accountReference: 'ADM/2024/00001' }],
    ['goes abroad', { msisdn: '+255700000000' }],
  ])('sends nothing that %s', async (_what, changed) => {
    const before = fake.requests().length;
    expect(await rail().prompt({ ...order, ...changed }, noDeadline())).toMatchObject({
      kind: 'rejected',
      code: 'request_invalid',
    });
    expect(fake.requests()).toHaveLength(before);
  });

  it('asks nobody while the provider is too busy, and says so', async () => {
    const busy = { status: 429, body: 'busy' };
    const steps = Array.from({ length: 5 }, () => ({ reply: busy, books: 'nothing' as const }));
    fake.script({ match: { api: 'stkPush' }, steps });
    const { daraja } = (await testApp.rails.darajaOf(testApp.tenantId)) as OpenDaraja;
    const hurried = darajaCollectionRail({
      daraja,
      callbackAddressOf: () => endpoint.url,
      pause: async () => {},
      random: () => 0,
    });
    expect(await hurried.prompt(order, noDeadline())).toEqual({
      kind: 'unreachable',
      message: 'M-Pesa is too busy; the payer was not prompted.',
      retryAfterSeconds: 60,
    });
  });

  it('learns nothing from a rejected query, or from a notification of another prompt', async () => {
    expect(await rail().query({ ...order, providerRef: 'ws_CO_nobody' }, noDeadline())).toEqual({
      kind: 'pending',
    });
    const other = '{"Body":{"stkCallback":{"CheckoutRequestID":"ws_CO_2","ResultCode":1032}}}';
    expect(await rail().receive(other, { ...order, providerRef: 'ws_CO_1' })).toBeNull();
  });

  it('is the sandbox’s own, and none for a live institution, where the app of Daraja only pays out', async () => {
    await choose(null);
    const { collectionRailOf } = testRails(testApp);
    const before = fake.requests().length;
    expect(await collectionRailOf(testApp.tenantId, 'sandbox').prompt(order, noDeadline())).toMatchObject({
      kind: 'accepted',
    });
    const nobody = collectionRailOf(testApp.tenantId, 'live');
    expect(await nobody.prompt(order, noDeadline())).toMatchObject({ kind: 'unreachable' });
    // Notifications of earlier prompts are received all the same.
    const notification = '{"Body":{"stkCallback":{"CheckoutRequestID":"ws_CO_1","ResultCode":1032}}}';
    expect(await nobody.receive(notification, { ...order, providerRef: 'ws_CO_1' })).toMatchObject({
      kind: 'not_paid',
    });
    expect(fake.requests()).toHaveLength(before);
  });
});
