import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestBalance } from '#platform/rails/daraja/apis/balance.ts';
import { payCustomer } from '#platform/rails/daraja/apis/b2c.ts';
import { registerPull } from '#platform/rails/daraja/apis/pull.ts';
import { reverseCollection } from '#platform/rails/daraja/apis/reversal.ts';
import { queryPrompt } from '#platform/rails/daraja/apis/stk.ts';
import { queryStatus } from '#platform/rails/daraja/apis/transaction-status.ts';
import { openDaraja, type Daraja } from '#platform/rails/daraja/connection/call.ts';
import { tokenStoreInMemory, type TokenStore } from '#platform/rails/daraja/connection/token.ts';
import { accountAt, clientAt, noDeadline } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';

let fake: DarajaFake;
let daraja: Daraja;
const deadline = noDeadline();
const addresses = { result: 'http://127.0.0.1:1/cb/r', timeout: 'http://127.0.0.1:1/cb/t' };

beforeEach(async () => {
  fake = await startDarajaFake();
  // Fifty requests at the same time have time: none of these tests is about time-outs.
  daraja = clientAt(fake, { timeouts: { connectMs: 10_000, totalMs: 15_000 } });
});
afterEach(() => fake.close());

const tokenRequests = () => fake.requests().filter(({ path }) => path.startsWith('/oauth/')).length;
const request = (client = daraja, until = deadline) => requestBalance(client, addresses, until);
const fifty = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 50 }, work));
const kinds = (replies: readonly { kind: string }[]) => [...new Set(replies.map(({ kind }) => kind))];

describe('The token of an app', () => {
  it('is fetched once for fifty requests at the same time', async () => {
    expect(kinds(await fifty(() => request()))).toEqual(['accepted']);
    expect(tokenRequests()).toBe(1);
  });

  it('is renewed once for fifty requests that find it invalid', async () => {
    await request();
    fake.endTokens();
    expect(kinds(await fifty(() => request()))).toEqual(['accepted']);
    expect(tokenRequests()).toBe(2);
  });

  it('is renewed shortly before it ends, not earlier', async () => {
    await request();
    await fake.advance(3_400_000);
    await request();
    expect(tokenRequests()).toBe(1);
    await fake.advance(100_000);
    await request();
    expect(tokenRequests()).toBe(2);
  });

  it.each([
    [
      'B2C',
      () =>
        payCustomer(
          daraja,
          {
            originatorId: crypto.randomUUID(),
            amount: 1_000n,
            msisdn: '+254705912645',
            remarks: 'Loan',
            occasion: null,
            addresses,
          },
          deadline,
        ),
    ],
    ['balance', () => request()],
    [
      'status',
      () =>
        queryStatus(
          daraja,
          { about: { receiptNo: 'NEF61H8J60' }, remarks: 'recon', occasion: null, addresses },
          deadline,
        ),
    ],
    [
      'STK',
      async () => ({ kind: (await queryPrompt(daraja, 'ws_CO_1', deadline)).kind === 'rejected' ? 'accepted' : 'no' }),
    ],
    [
      'reversal',
      () =>
        reverseCollection(
          daraja,
          { receiptNo: 'PDU91HIVIT', amount: 100n, shortcode: '174379', remarks: 'back', addresses },
          deadline,
        ),
    ],
    [
      'pull',
      () =>
        registerPull(
          daraja,
          { shortcode: '600984', nominatedMsisdn: '+254708374149', callbackAddress: addresses.result },
          deadline,
        ),
    ],
  ])('is renewed on the face that an invalid one has at %s', async (_api, work) => {
    await request();
    fake.endTokens();
    expect(await work()).toMatchObject({ kind: 'accepted' });
    expect(tokenRequests()).toBe(2);
  });

  it('is renewed once and no more: then a person has to look', async () => {
    const reply = { status: 401, body: { errorCode: '401.002.01', errorMessage: 'Invalid Access Token' } };
    fake.script({
      match: { api: 'b2c' },
      steps: [
        { books: 'nothing', reply },
        { books: 'nothing', reply },
      ],
    });
    const order = {
      originatorId: crypto.randomUUID(),
      amount: 1_000n,
      msisdn: '+254705912645',
      remarks: 'Loan',
      occasion: null,
      addresses,
    };
    expect(await payCustomer(daraja, order, deadline)).toMatchObject({ kind: 'rejected', code: 'provider_config' });
    expect(tokenRequests()).toBe(2);
  });

  it('is shared by processes that share a store: they don’t invalidate each other’s', async () => {
    const store = tokenStoreInMemory();
    const [one, other] = [clientAt(fake, {}, store), clientAt(fake, {}, store)];
    await Promise.all([request(one), request(other)]);
    expect(tokenRequests()).toBe(1);
    fake.endTokens();
    expect(kinds(await Promise.all([request(one), request(other), request(one), request(other)]))).toEqual([
      'accepted',
    ]);
    expect(tokenRequests()).toBe(2);
  });

  it('is read from the store once for all who wait, and not again while it is good', async () => {
    const store = tokenStoreInMemory();
    let looks = 0;
    const counted: TokenStore = {
      exclusively: (work) => {
        looks += 1;
        return store.exclusively(work);
      },
    };
    const { tokens } = clientAt(fake, {}, counted);
    const replies = await fifty(() => tokens.current(deadline));
    expect(looks).toBe(1);
    const [first] = replies.map((reply) => (reply.kind === 'token' ? reply.token : null));
    if (!first) throw new Error('There is no token.');
    await fifty(() => tokens.renewed(first, deadline));
    expect(looks).toBe(2);
    // Late to find it invalid: it has been renewed since.
    await tokens.renewed(first, deadline);
    await tokens.current(deadline);
    expect(looks).toBe(2);
  });

  it('is waited for no longer than a request has time, and still arrives for the others', async () => {
    const patient = request();
    const late = request(daraja, AbortSignal.abort());
    expect(await late).toEqual({ kind: 'not_sent', why: 'deadline' });
    expect(await patient).toMatchObject({ kind: 'accepted' });
  });

  it('is not given for a wrong secret: nothing was sent, and a person has to repair it', async () => {
    const wrong = clientAt(fake, { consumerSecret: 'another' });
    expect(await request(wrong)).toMatchObject({
      kind: 'rejected',
      code: 'provider_config',
      providerCode: '400.008.01',
    });
    expect(fake.requests()).toHaveLength(1);
  });

  it('that can’t be fetched leaves the request unsent', async () => {
    const settings = accountAt(fake);
    await fake.close();
    const alone = openDaraja(settings, { now: fake.now, store: tokenStoreInMemory() });
    expect(await request(alone)).toEqual({ kind: 'not_sent', why: 'refused' });
    fake = await startDarajaFake();
  });
});
