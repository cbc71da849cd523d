import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import { breakerOf, type Breaker } from '#platform/rails/breaker.ts';
import { circuitInMemory } from '#platform/rails/circuit-store.ts';
import { darajaPayoutRail } from '#platform/rails/daraja/payout-rail.ts';
import type { AwaitedPayout, PayoutCallback, PayoutNotification, PayoutRail } from '#core/payments/rail.ts';
import { clientAt, listener, noDeadline, type Listener } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { awaitedPayout } from '#test/support/orders.ts';

let fake: DarajaFake;
let ours: Listener;
let rail: PayoutRail;
let breaker: Breaker;
let pauses: number[];

/** The path of each callback endpoint. */
const PATHS: { readonly [D in PayoutCallback]: string } = {
  payout: 'payout',
  payout_timeout: 'payout-timeout',
  payout_status: 'status',
  payout_status_timeout: 'status-timeout',
};

beforeEach(async () => {
  const initiator = { name: 'paybillapi', password: 'Another999!*#' };
  fake = await startDarajaFake({ paybill: { initiator, balance: 70_000_000n } });
  ours = await listener();
  pauses = [];
  breaker = breakerOf(circuitInMemory(), fake.now);
  rail = darajaPayoutRail({
    daraja: clientAt(fake, { timeouts: { connectMs: 400, totalMs: 400 } }),
    addressesOf: () => ({
      payment: { result: ours.addressOf(PATHS.payout), timeout: ours.addressOf(PATHS.payout_timeout) },
      status: { result: ours.addressOf(PATHS.payout_status), timeout: ours.addressOf(PATHS.payout_status_timeout) },
    }),
    pause: async (milliseconds) => void pauses.push(milliseconds),
    random: () => 0.5,
    breaker,
  });
});
afterEach(async () => {
  await fake.close();
  await ours.close();
});

function orderTo(suffix: string, amount = 200_000n): AwaitedPayout {
  return awaitedPayout({ amount, msisdn: `+254700000${suffix}` });
}
const send = (order: AwaitedPayout, deadline = noDeadline()): Promise<ProviderReply> =>
  rail.send({ ...order, remarks: 'Loan 812 disbursement' }, deadline);

/** What came in at a callback endpoint since the last time, as the rail reads it. */
function received(callback: PayoutCallback, awaited: AwaitedPayout): Promise<PayoutNotification[]> {
  return Promise.all(ours.receivedAt(PATHS[callback]).map((text) => rail.receive(callback, text, awaited)));
}

async function request(order: AwaitedPayout): Promise<PayoutNotification | undefined> {
  expect(await rail.query(order, noDeadline())).toEqual({ kind: 'pending' });
  await fake.advance(2_000);
  return (await received('payout_status', order)).at(-1);
}

describe('The way of paying by M-Pesa', () => {
  it('sends, and learns at the result endpoint that it was paid', async () => {
    const order = orderTo('000');
    const reply = await send(order);
    expect(reply).toEqual({ kind: 'accepted', providerRef: expect.stringMatching(/^AG_20260302_[0-9a-f]{20}$/) });
    await fake.advance(1_000);
    const [payment] = fake.transactions;
    expect(await received('payout', order)).toEqual([
      {
        status: {
          kind: 'paid',
          recipientName: '254700000000 - JOHN DOE',
          providerRef: reply.kind === 'accepted' ? reply.providerRef : '',
          receiptNo: payment?.receipt,
          at: Temporal.Instant.from('2026-03-02T07:00:01Z'),
          amount: 200_000n,
          charge: 900n,
        },
        concerns: [],
        resultCode: '0',
      },
    ]);
  });

  it('books a high payment by the response to its own question alone, while it is awaited', async () => {
    const order = orderTo('000', 10_000_000n);
    await send(order);
    await fake.advance(1_000);
    expect(await received('payout', order)).toMatchObject([{ status: { kind: 'unclear' }, resultCode: '0' }]);
    expect(await request(order)).toMatchObject({ status: { kind: 'paid', amount: 10_000_000n } });
    // A notification of a settled payment is an incident in any case, for people to investigate.
    expect(await received('payout', { ...order, isAwaited: false })).toMatchObject([{ status: { kind: 'paid' } }]);
  });

  it('queries, and gets the outcome at the status endpoint', async () => {
    const order = orderTo('007');
    await send(order);
    await fake.advance(1_000);
    expect(await request(order)).toMatchObject({ status: { kind: 'paid', amount: 200_000n }, concerns: [] });
  });

  it.each([
    ['001', 'provider_float_insufficient', ['float_insufficient']],
    ['002', 'recipient_invalid', []],
    ['003', 'recipient_unregistered', []],
    ['004', 'recipient_limit', []],
    ['017', 'provider_config', ['provider_config']],
  ])('learns of %s that it was not paid: %s', async (suffix, code, concerns) => {
    const order = orderTo(suffix);
    await send(order);
    await fake.advance(1_000);
    expect(await received('payout', order)).toMatchObject([{ status: { kind: 'not_paid', code }, concerns }]);
  });

  it('takes a queue time-out for nothing but a reason to ask', async () => {
    const order = orderTo('005');
    await send(order);
    await fake.advance(1_000);
    expect(await received('payout_timeout', order)).toEqual([
      { status: { kind: 'unclear' }, concerns: [], resultCode: null },
    ]);
    expect(await request(order)).toMatchObject({ status: { kind: 'paid' } });
  });

  it('takes an internal failure for nothing but a reason to ask', async () => {
    const order = orderTo('014');
    await send(order);
    await fake.advance(1_000);
    expect(await received('payout', order)).toMatchObject([{ status: { kind: 'unclear' }, resultCode: '17' }]);
    await fake.advance(60_000);
    expect((await received('payout', order)).at(-1)).toMatchObject({ status: { kind: 'paid' } });
  });

  it('learns that a payment was declined, though the enquiry worked', async () => {
    const order = orderTo('018');
    await send(order);
    await fake.advance(1_000);
    expect(await request(order)).toMatchObject({ status: { kind: 'not_paid', code: 'provider_declined' } });
  });

  it.each([
    ['008', 'is open for ever'],
    ['012', 'is unknown there'],
  ])('learns nothing of %s, which %s', async (suffix) => {
    const order = orderTo(suffix);
    await send(order);
    await fake.advance(1_000);
    expect(await request(order)).toMatchObject({ status: null, concerns: [] });
  });

  it('reports another amount as it was notified', async () => {
    const order = orderTo('015');
    await send(order);
    await fake.advance(1_000);
    expect(await received('payout', order)).toMatchObject([
      { status: { kind: 'paid', amount: 199_900n }, concerns: ['other_amount'] },
    ]);
  });

  it.each([
    ['011', 'hangs'],
    ['012', 'meets a 503'],
  ])('does not know of %s, which %s', async (suffix) => {
    expect(await send(orderTo(suffix))).toEqual({ kind: 'unknown' });
    expect(pauses).toEqual([]);
  });

  it('does not know of one that the provider has seen before: it may be paid', async () => {
    const order = orderTo('000');
    await send(order);
    expect(await send(order)).toEqual({ kind: 'unknown' });
  });

  it('is rejected with a reason, never one of the provider’s own texts', async () => {
    expect(await send(orderTo('019'))).toEqual({
      kind: 'rejected',
      code: 'provider_rejected',
      message: 'The provider declined the request.',
      providerCode: '1',
    });
    expect(await send(orderTo('000', 200_050n))).toMatchObject({ kind: 'rejected', code: 'amount_invalid' });
    expect(await send({ ...orderTo('000'), msisdn: '+255700000000' })).toMatchObject({ code: 'request_invalid' });
  });

  it('comes back under the same id while it is throttled, ever later', async () => {
    const order = orderTo('013');
    expect(await send(order)).toMatchObject({ kind: 'accepted' });
    expect(pauses).toEqual([250, 500]);
    const ids = fake
      .requests()
      .filter(({ path }) => path.includes('b2c'))
      .map(({ body }) => (body as { OriginatorConversationID: string }).OriginatorConversationID);
    expect(ids).toEqual([order.originatorId, order.originatorId, order.originatorId]);
  });

  it('gives up after five tries: surely nothing was sent', async () => {
    const busy = { status: 429, body: 'busy' };
    fake.script({
      match: { api: 'b2c' },
      steps: Array.from({ length: 9 }, () => ({ reply: busy, books: 'nothing' as const })),
    });
    expect(await send(orderTo('000'))).toEqual({
      kind: 'unreachable',
      message: 'M-Pesa is too busy; nothing was sent.',
      retryAfterSeconds: 60,
    });
    expect(fake.requests().filter(({ path }) => path.includes('b2c'))).toHaveLength(5);
  });

  it('is unreachable where nobody listens: surely nothing was sent', async () => {
    await fake.close();
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable' });
    expect(pauses).toHaveLength(4);
  });

  it('is unreachable when its deadline comes before anything was sent', async () => {
    expect(await send(orderTo('000'), AbortSignal.abort())).toMatchObject({ kind: 'unreachable' });
    expect(pauses).toEqual([]);
  });

  it('sends nothing for a while after its credential was locked, until a person has replaced it', async () => {
    const order = orderTo('017');
    await send(order);
    await fake.advance(1_000);
    await received('payout', order);
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable', retryAfterSeconds: 3_600 });
    await breaker.observe({ kind: 'resumed' });
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'accepted' });
  });

  it('sends no payments while its float is empty, and queries what became of the others all the same', async () => {
    const [open, poor] = [orderTo('007'), orderTo('001')];
    await send(open);
    await send(poor);
    await fake.advance(1_000);
    await received('payout', poor);
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable', retryAfterSeconds: 600 });
    expect(await request(open)).toMatchObject({ status: { kind: 'paid' } });
    // The `0` of the query's envelope, and a payment of before: neither says that the account was filled.
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable' });
  });

  it('uses up no trial by a status query, and sends again once the trial was paid', async () => {
    const [open, poor, trial] = [orderTo('007'), orderTo('001'), orderTo('000')];
    await send(open);
    await send(poor);
    await fake.advance(1_000);
    await received('payout', poor);
    await fake.advance(600_000);
    await request(open);
    expect(await send(trial)).toMatchObject({ kind: 'accepted' });
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable' });
    await fake.advance(1_000);
    await received('payout', trial);
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'accepted' });
  });

  it('is not stopped by a failure that is notified once more after it was settled', async () => {
    const poor = orderTo('001');
    await send(poor);
    await fake.advance(1_000);
    await received('payout', { ...poor, isAwaited: false });
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'accepted' });
  });

  it('sends nothing for a while after five time-outs in a row', async () => {
    for (let time = 0; time < 5; time++) expect(await send(orderTo('011'))).toEqual({ kind: 'unknown' });
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable', retryAfterSeconds: 30 });
  });

  it('sends nothing for a while after five server errors in a row', async () => {
    for (let time = 0; time < 5; time++) expect(await send(orderTo('012'))).toEqual({ kind: 'unknown' });
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable', retryAfterSeconds: 30 });
    await fake.advance(30_000);
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'accepted' });
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'accepted' });
  });

  it('finds a wrong initiator password by its first result', async () => {
    const daraja = clientAt(fake, { initiator: { name: 'testapi', password: 'expired' } });
    const address = { result: ours.addressOf(PATHS.payout), timeout: ours.addressOf(PATHS.payout_timeout) };
    rail = darajaPayoutRail({
      daraja,
      addressesOf: () => ({ payment: address, status: address }),
      pause: async () => {},
      random: () => 0,
      breaker: breakerOf(circuitInMemory(), fake.now),
    });
    const order = orderTo('000');
    await send(order);
    await fake.advance(1_000);
    expect(await received('payout', order)).toMatchObject([{ status: { kind: 'not_paid', code: 'provider_config' } }]);
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'unreachable' });
  });
});

describe('A payment to a business by M-Pesa', () => {
  const paybill = { type: 'paybill', number: '600984', account: 'P7K2M' } as const;
  const order = () => awaitedPayout({ channel: 'mpesa_b2b', msisdn: null, business: paybill });

  it.each([
    [paybill, { CommandID: 'BusinessPayBill', PartyB: '600984', AccountReference: 'P7K2M' }],
    [{ type: 'till', number: '512345', account: null } as const, { CommandID: 'BusinessBuyGoods', PartyB: '512345' }],
  ])('is sent to %j, and its result is read', async (business, body) => {
    const reply = await send({ ...order(), business });
    expect(reply).toMatchObject({ kind: 'accepted' });
    expect(fake.requests().at(-1)).toMatchObject({ path: '/mpesa/b2b/v1/paymentrequest', status: 200, body });
    await fake.advance(1_000);
    const providerRef = reply.kind === 'accepted' ? reply.providerRef : null;
    expect(await received('payout', { ...order(), business, providerRef })).toMatchObject([
      { status: { kind: 'paid', amount: 200_000n, receiptNo: expect.stringMatching(/^[A-Z0-9]{10}$/) }, concerns: [] },
    ]);
  });

  it('is queried by the provider’s own name, and not at all without a reply', async () => {
    const reply = await send(order());
    const providerRef = reply.kind === 'accepted' ? reply.providerRef : null;
    await fake.advance(1_000);
    expect(await request({ ...order(), providerRef })).toMatchObject({ status: { kind: 'paid', amount: 200_000n } });
    const before = fake.requests().length;
    const lost = order();
    expect(await rail.query({ ...lost, providerRef: lost.originatorId }, noDeadline())).toEqual({ kind: 'pending' });
    expect(fake.requests()).toHaveLength(before);
  });

  it('whose reply was lost is known by its address alone', async () => {
    const lost = order();
    await send(lost);
    await fake.advance(1_000);
    expect(await received('payout', { ...lost, providerRef: lost.originatorId })).toMatchObject([
      { status: { kind: 'paid' } },
    ]);
  });

  it('that the working account can’t cover stops no payment to a person', async () => {
    const reply = await send({ ...order(), amount: 24_900_000n });
    const more = await Promise.all([1, 2].map(() => send({ ...order(), amount: 24_900_000n })));
    expect([reply, ...more]).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }, { kind: 'accepted' }]);
    await fake.advance(1_000);
    const notified = await received('payout', { ...order(), amount: 24_900_000n });
    expect(notified.map(({ status }) => status?.kind)).toContain('not_paid');
    expect(await send(orderTo('000'))).toMatchObject({ kind: 'accepted' });
  });
});

describe('A story that does not fit', () => {
  const awaited = awaitedPayout({ amount: 1_000n, msisdn: '+254705912645', providerRef: 'AG_1' });
  const body = (changed: object, parameters: object[] = []) =>
    JSON.stringify({
      Result: {
        ResultCode: 0,
        OriginatorConversationID: awaited.originatorId,
        ConversationID: 'AG_1',
        TransactionID: 'SG632NMUAB',
        ResultParameters: { ResultParameter: parameters },
        ...changed,
      },
    });
  const amount = { Key: 'TransactionAmount', Value: 10 };
  const party = (number: string) => ({ Key: 'ReceiverPartyPublicName', Value: `${number} - JOHN DOE` });

  it.each([
    [
      'another payment’s ids',
      body({ OriginatorConversationID: 'x', ConversationID: 'AG_2' }, [amount]),
      ['other_payment'],
    ],
    ['no amount', body({}), ['no_amount']],
    ['an amount that can’t be read', body({}, [{ Key: 'TransactionAmount', Value: 'ten' }]), ['no_amount']],
    ['a placeholder for a receipt', body({ TransactionID: 'NLJ0000000' }, [amount]), ['no_receipt']],
    ['a code that nobody has seen', body({ ResultCode: 'Z999' }), ['unknown_code']],
    ['junk', 'nonsense', ['unreadable']],
  ])('with %s books nothing', async (_what, text, concerns) => {
    expect(await rail.receive('payout', text, awaited)).toMatchObject({ status: { kind: 'unclear' }, concerns });
  });

  it.each([
    ['without any ids', body({ OriginatorConversationID: undefined, ConversationID: undefined }, [amount])],
    ['under the provider’s id alone', body({ OriginatorConversationID: 'theirs' }, [amount])],
    ['with our number half hidden', body({}, [amount, party('2547 ***** 645')])],
  ])('fits %s', async (_what, text) => {
    expect(await rail.receive('payout', text, awaited)).toMatchObject({ status: { kind: 'paid' }, concerns: [] });
  });

  it('about another payment changes nothing at the status endpoint', async () => {
    const parameters = [
      { Key: 'TransactionStatus', Value: 'Completed' },
      { Key: 'OriginatorConversationID', Value: 'x' },
      { Key: 'ConversationID', Value: 'AG_2' },
      { Key: 'Amount', Value: '10' },
      { Key: 'ReceiptNo', Value: 'MBN31H462N' },
    ];
    expect(await rail.receive('payout_status', body({}, parameters), awaited)).toMatchObject({
      status: null,
      concerns: ['other_payment'],
    });
    expect(await rail.receive('payout_status', 'nonsense', awaited)).toMatchObject({
      status: null,
      concerns: ['unreadable'],
    });
    expect(await rail.receive('payout_status_timeout', '', awaited)).toEqual({
      status: null,
      concerns: [],
      resultCode: null,
    });
  });

  it('is never read at another endpoint: a result at the time-out endpoint books nothing', async () => {
    expect(await rail.receive('payout_timeout', body({}, [amount]), awaited)).toMatchObject({
      status: { kind: 'unclear' },
    });
    expect(await rail.receive('payout_status', body({}, [amount]), awaited)).toMatchObject({ status: null });
  });

  it('that lies ahead is dated when it came', async () => {
    const ahead = body({}, [amount, { Key: 'TransactionCompletedDateTime', Value: '06.07.2036 22:48:52' }]);
    expect(await rail.receive('payout', ahead, awaited)).toMatchObject({ status: { kind: 'paid', at: fake.now() } });
  });

  it('that paid another person is not in doubt: people have to look', async () => {
    expect(await rail.receive('payout', body({}, [amount, party('254708374149')]), awaited)).toMatchObject({
      status: { kind: 'mismatch', code: 'recipient_mismatch' },
      concerns: ['other_recipient'],
    });
  });

  it('repeats nothing of a person', async () => {
    const texts = [
      body({ ResultCode: 8, ResultDesc: 'JOHN DOE 254705912645' }),
      body({}, [amount, party('254708374149')]),
    ];
    for (const text of texts) {
      const { status, concerns } = await rail.receive('payout', text, awaited);
      expect(JSON.stringify([{ ...status, amount: null }, concerns])).not.toMatch(/JOHN|2547/);
    }
  });
});
