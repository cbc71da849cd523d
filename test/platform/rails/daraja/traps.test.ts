import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payCustomer, type CustomerPayment } from '#platform/rails/daraja/apis/b2c.ts';
import { reverseCollection } from '#platform/rails/daraja/apis/reversal.ts';
import { queryStatus } from '#platform/rails/daraja/apis/transaction-status.ts';
import { readB2cResult } from '#platform/rails/daraja/callbacks/b2c-result.ts';
import { readReversalResult } from '#platform/rails/daraja/callbacks/reversal-result.ts';
import { readStatusResult } from '#platform/rails/daraja/callbacks/status-result.ts';
import type { Daraja } from '#platform/rails/daraja/connection/call.ts';
import { clientAt, listener, noDeadline, type Listener } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';

let fake: DarajaFake;
let ours: Listener;
let daraja: Daraja;
const deadline = noDeadline();

beforeAll(async () => {
  fake = await startDarajaFake();
  ours = await listener();
  daraja = clientAt(fake);
});
beforeEach(() => {
  fake.reset();
  ours.received.length = 0;
});
afterAll(async () => {
  await fake.close();
  await ours.close();
});

const addresses = (path: string) => ({ result: ours.addressOf(path), timeout: ours.addressOf(`${path}-timeout`) });
const paymentTo = (suffix: string): CustomerPayment => ({
  originatorId: randomUUID(),
  amount: 100_000n,
  msisdn: `+254700000${suffix}`,
  remarks: 'Loan 812',
  occasion: 'LN812',
  addresses: addresses('b2c'),
});
const results = () => ours.receivedAt('b2c').map((text) => readB2cResult(text));
const errors = (code: string, message: string, status = 500) => ({
  books: 'nothing' as const,
  reply: { status, body: { requestId: '1-1-1', errorCode: code, errorMessage: message } },
});

describe('The ten traps of Daraja', () => {
  it('1: an acceptance moves no money; only a result of 0 says that it did', async () => {
    expect(await payCustomer(daraja, paymentTo('001'), deadline)).toMatchObject({ kind: 'accepted' });
    await fake.advance(1_000);
    expect(results()).toMatchObject([{ code: { outcome: 'provider_float_insufficient' } }]);
    expect(fake.books.entries()).toEqual([]);
  });

  it('2: a question that worked says nothing of the payment, and its ids are its own', async () => {
    const payment = paymentTo('018');
    await payCustomer(daraja, payment, deadline);
    await fake.advance(1_000);
    const question = { about: { originatorId: payment.originatorId }, remarks: 'recon', occasion: null };
    const requested = await queryStatus(daraja, { ...question, addresses: addresses('status') }, deadline);
    await fake.advance(1_000);
    const reply = readStatusResult(ours.receivedAt('status')[0] ?? '');
    expect(reply).toMatchObject({ queryCode: '0', status: 'Declined', meaning: 'not_paid' });
    expect(reply).toMatchObject({ payment: { originatorConversationId: payment.originatorId } });
    expect(
      JSON.stringify(reply, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(requested.kind === 'accepted' ? requested.conversationId : 'nothing');
  });

  it('3: failed payments share a placeholder, which is no receipt', async () => {
    await payCustomer(daraja, paymentTo('002'), deadline);
    await payCustomer(daraja, paymentTo('003'), deadline);
    await fake.advance(1_000);
    expect(ours.receivedAt('b2c').every((text) => text.includes('"TransactionID":"NLJ0000000"'))).toBe(true);
    expect(results()).toMatchObject([{ receiptNo: null }, { receiptNo: null }]);
  });

  it('4: misspellings are part of the wire: right spellings are refused', async () => {
    await payCustomer(daraja, paymentTo('000'), deadline);
    const reversal = { receiptNo: 'PDU91HIVIT', amount: 100n, shortcode: '600992', remarks: 'back' };
    await reverseCollection(daraja, { ...reversal, addresses: addresses('rv') }, deadline);
    const bodies = fake.requests().map(({ body }) => Object.keys(Object(body)));
    expect(bodies.flat()).toEqual(expect.arrayContaining(['Occassion', 'RecieverIdentifierType']));
    expect(bodies.flat()).not.toEqual(expect.arrayContaining(['ReceiverIdentifierType']));
    expect(fake.requests().filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('5: codes are numbers or texts, lists or single things, values or nothing', () => {
    const single = (code: string) =>
      readB2cResult(
        `{"Result":{"ResultCode":${code},"ResultParameters":{"ResultParameter":{"Key":"TransactionReceipt"}}}}`,
      );
    expect(single('1')).toEqual(single('"1"'));
    expect(single('"SFC_IC0003"')).toMatchObject({ code: { outcome: 'recipient_invalid' }, receiptNo: null });
  });

  it('6: amounts go out as whole shillings or not at all, and come back to the cent', async () => {
    expect(await payCustomer(daraja, { ...paymentTo('000'), amount: 100_001n }, deadline)).toMatchObject({
      kind: 'rejected',
      code: 'request_invalid',
    });
    expect(fake.requests().filter(({ path }) => path.includes('b2c'))).toEqual([]);
    await payCustomer(daraja, paymentTo('000'), deadline);
    await fake.advance(1_000);
    expect(results()).toMatchObject([{ amount: 100_000n, funds: { utility: 99_900_000n, chargesPaid: -500n } }]);
  });

  it.each([
    ['401.002.01', 401],
    ['404.001.03', 404],
    ['400.003.01', 400],
    ['401.001', 401],
    ['999.999.99', 400],
  ])('7: an invalid token has many faces, such as %s, and is renewed once', async (code, status) => {
    fake.script({ match: { api: 'b2c' }, steps: [errors(code, 'Invalid Access Token', status)] });
    expect(await payCustomer(daraja, paymentTo('000'), deadline)).toMatchObject({ kind: 'accepted' });
    expect(fake.requests().filter(({ path }) => path.startsWith('/oauth/')).length).toBeGreaterThan(0);
  });

  it('8: one code says “sent before” and “nobody knows”; neither is a failure', async () => {
    const code = '500.002.1001';
    fake.script({
      match: { api: 'b2c' },
      steps: [errors(code, 'Duplicate OriginatorConversationID.'), errors(code, 'System internal error.')],
    });
    expect(await payCustomer(daraja, paymentTo('000'), deadline)).toEqual({ kind: 'already_submitted' });
    expect(await payCustomer(daraja, paymentTo('000'), deadline)).toMatchObject({ kind: 'unknown' });
  });

  it('9: a payment to a customer can’t be reversed', async () => {
    await payCustomer(daraja, paymentTo('000'), deadline);
    await fake.advance(1_000);
    const [paid] = fake.transactions;
    const reversal = { receiptNo: paid?.receipt ?? '', amount: 100_000n, shortcode: '600992', remarks: 'back' };
    await reverseCollection(daraja, { ...reversal, addresses: addresses('rv') }, deadline);
    await fake.advance(1_000);
    expect(readReversalResult(ours.receivedAt('rv')[0] ?? '')).toMatchObject({
      providerCode: 'R000002',
      outcome: 'not_reversed',
    });
    expect(fake.books.balanceOf('Utility Account')).toBe(99_900_000n);
  });

  it('10: callbacks come never, once or often, and always the same', async () => {
    await payCustomer(daraja, paymentTo('007'), deadline);
    await payCustomer(daraja, paymentTo('009'), deadline);
    await fake.advance(1_000);
    const [first, ...others] = results();
    expect(others).toHaveLength(2);
    expect(await fake.redeliver(fake.transactions[1]?.conversationId ?? '', 2)).toBe(2);
    const all = results();
    expect(all).toHaveLength(5);
    expect(all.every((each) => 'receiptNo' in each && 'receiptNo' in (first ?? {}))).toBe(true);
    expect(new Set(all.map((each) => ('receiptNo' in each ? each.receiptNo : null))).size).toBe(1);
  });

  it('10: a callback that is not taken is tried again, as often as the provider likes', async () => {
    const stubborn = await startDarajaFake({ tries: 3 });
    try {
      const payment = {
        ...paymentTo('000'),
        addresses: { result: 'http://127.0.0.1:1/cb', timeout: 'http://127.0.0.1:1/cb' },
      };
      await payCustomer(clientAt(stubborn), payment, deadline);
      await stubborn.advance(120_000);
      expect(stubborn.deliveries().map(({ status }) => status)).toEqual([null, null, null]);
    } finally {
      await stubborn.close();
    }
  });
});
