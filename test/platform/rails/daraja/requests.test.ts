import { privateDecrypt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestBalance } from '#platform/rails/daraja/apis/balance.ts';
import { payBusiness } from '#platform/rails/daraja/apis/b2b.ts';
import { payCustomer } from '#platform/rails/daraja/apis/b2c.ts';
import { pretendPayment, registerPaybill } from '#platform/rails/daraja/apis/c2b.ts';
import { pullTransactions, registerPull } from '#platform/rails/daraja/apis/pull.ts';
import { reverseCollection } from '#platform/rails/daraja/apis/reversal.ts';
import { queryPrompt, promptPayer } from '#platform/rails/daraja/apis/stk.ts';
import { queryStatus } from '#platform/rails/daraja/apis/transaction-status.ts';
import type { Daraja } from '#platform/rails/daraja/connection/call.ts';
import { tokenStoreInMemory } from '#platform/rails/daraja/connection/token.ts';
import { clientAt, noDeadline } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake, type Received } from '#test/support/daraja-fake/daraja-fake.ts';

let fake: DarajaFake;
let daraja: Daraja;
const deadline = noDeadline();
const store = tokenStoreInMemory();

const addresses = { result: 'http://127.0.0.1:1/cb/r', timeout: 'http://127.0.0.1:1/cb/t' };
const ORIGINATOR = '6f0a9f0e-6a52-4f6e-9c2e-1b9b7d2f4a10';
const CREDENTIAL = expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/);

beforeAll(async () => {
  fake = await startDarajaFake();
  daraja = clientAt(fake, {}, store);
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

/** The one request that a call comes down to, beside that for a token. */
function sent(): Received {
  const requests = fake.requests().filter(({ path }) => !path.startsWith('/oauth/'));
  expect(requests).toHaveLength(1);
  return requests[0] as Received;
}

const payment = {
  originatorId: ORIGINATOR,
  amount: 1_000n,
  msisdn: '+254705912645',
  remarks: 'Loan 812 disbursement',
  occasion: 'LN812',
  addresses,
};

describe('What goes out to Daraja', () => {
  it('requests a token with key and secret, once', async () => {
    await requestBalance(daraja, addresses, deadline);
    await requestBalance(daraja, addresses, deadline);
    const tokens = fake.requests().filter(({ path }) => path.startsWith('/oauth/'));
    expect(tokens).toHaveLength(1);
    expect(tokens[0]).toMatchObject({ method: 'GET', path: '/oauth/v1/generate?grant_type=client_credentials' });
    const basic = Buffer.from('fake-consumer-key:fake-consumer-secret').toString('base64');
    expect(tokens[0]?.headers.authorization).toBe(`Basic ${basic}`);
  });

  it('carries a bearer token and plain JSON', async () => {
    await requestBalance(daraja, addresses, deadline);
    const { headers } = sent();
    expect(headers.authorization).toMatch(/^Bearer [\w-]{28}$/);
    expect(headers['content-type']).toBe('application/json');
  });

  it('is a B2C payment', async () => {
    await payCustomer(daraja, payment, deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/b2c/v3/paymentrequest', status: 200 });
    expect(sent().body).toEqual({
      OriginatorConversationID: ORIGINATOR,
      InitiatorName: 'testapi',
      SecurityCredential: CREDENTIAL,
      CommandID: 'BusinessPayment',
      Amount: '10',
      PartyA: '600992',
      PartyB: '254705912645',
      Remarks: 'Loan 812 disbursement',
      QueueTimeOutURL: addresses.timeout,
      ResultURL: addresses.result,
      Occassion: 'LN812',
    });
  });

  it.each([
    ['a receipt', { receiptNo: 'NEF61H8J60' }, { TransactionID: 'NEF61H8J60' }],
    ['our own id', { originatorId: ORIGINATOR }, { OriginalConversationID: ORIGINATOR }],
  ])('is a status query about %s', async (_what, about, named) => {
    await queryStatus(daraja, { about, remarks: 'recon', occasion: 'po_123', addresses }, deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/transactionstatus/v1/query', status: 200 });
    expect(sent().body).toEqual({
      Initiator: 'testapi',
      SecurityCredential: CREDENTIAL,
      CommandID: 'TransactionStatusQuery',
      ...named,
      PartyA: '600992',
      IdentifierType: '4',
      ResultURL: addresses.result,
      QueueTimeOutURL: addresses.timeout,
      Remarks: 'recon',
      Occasion: 'po_123',
    });
  });

  it('spells the original id as it is set to: documents disagree', async () => {
    const wireNames = { ...daraja.settings.wireNames, originalId: 'OriginatorConversationID' as const };
    const older = clientAt(fake, { wireNames }, store);
    await queryStatus(
      older,
      { about: { originatorId: ORIGINATOR }, remarks: 'recon', occasion: null, addresses },
      deadline,
    );
    expect(sent().body).toHaveProperty('OriginatorConversationID', ORIGINATOR);
    expect(sent().body).not.toHaveProperty('OriginalConversationID');
  });

  it('is a prompt to pay', async () => {
    const prompt = {
      amount: 100n,
      msisdn: '+254708374149',
      accountReference: 'ADM2024001',
      description: 'Fees',
      callbackAddress: 'http://127.0.0.1:1/cb/stk',
    };
    await promptPayer(daraja, prompt, deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/stkpush/v1/processrequest', status: 200 });
    const { Password, Timestamp } = sent().body as { Password: string; Timestamp: string };
    expect(Timestamp).toBe('20260302100000');
    expect(Buffer.from(Password, 'base64').toString()).toBe(`174379${fake.options.stk.passkey}${Timestamp}`);
    expect(sent().body).toEqual({
      BusinessShortCode: '174379',
      Password,
      Timestamp,
      TransactionType: 'CustomerPayBillOnline',
      Amount: '1',
      PartyA: '254708374149',
      PartyB: '174379',
      PhoneNumber: '254708374149',
      CallBackURL: 'http://127.0.0.1:1/cb/stk',
      AccountReference: 'ADM2024001',
      TransactionDesc: 'Fees',
    });
  });

  it('is a query about a prompt', async () => {
    await queryPrompt(daraja, 'ws_CO_1007202409152617172396192', deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/stkpushquery/v1/query' });
    expect(Object.keys(sent().body as object).toSorted()).toEqual([
      'BusinessShortCode',
      'CheckoutRequestID',
      'Password',
      'Timestamp',
    ]);
  });

  it('registers a paybill', async () => {
    const paybill = {
      shortcode: '600984',
      confirmation: 'https://pay.example.org/cb/9hX/c2b/confirm',
      validation: 'https://pay.example.org/cb/9hX/c2b/validate',
      unlessValidated: 'Completed' as const,
    };
    expect(await registerPaybill(daraja, paybill, deadline)).toMatchObject({ kind: 'accepted' });
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/c2b/v2/registerurl', status: 200 });
    expect(sent().body).toEqual({
      ShortCode: '600984',
      ResponseType: 'Completed',
      ConfirmationURL: paybill.confirmation,
      ValidationURL: paybill.validation,
    });
    expect(await registerPaybill(daraja, paybill, deadline)).toMatchObject({
      kind: 'rejected',
      code: 'already_registered',
    });
  });

  it('pretends a payment', async () => {
    const pretended = { shortcode: '600984', amount: 500n, msisdn: '+254708374149', billReference: 'D61/1234/2019' };
    expect(await pretendPayment(daraja, pretended, deadline)).toMatchObject({ kind: 'accepted' });
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/c2b/v2/simulate' });
    expect(sent().body).toEqual({
      ShortCode: '600984',
      CommandID: 'CustomerPayBillOnline',
      Amount: '5',
      Msisdn: '254708374149',
      BillRefNumber: 'D61/1234/2019',
    });
  });

  it('is a reversal', async () => {
    const reversal = {
      receiptNo: 'PDU91HIVIT',
      amount: 20_000n,
      shortcode: '174379',
      remarks: 'Payment reversal',
      addresses,
    };
    await reverseCollection(daraja, reversal, deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/reversal/v1/request', status: 200 });
    expect(sent().body).toEqual({
      Initiator: 'testapi',
      SecurityCredential: CREDENTIAL,
      CommandID: 'TransactionReversal',
      TransactionID: 'PDU91HIVIT',
      Amount: '200',
      ReceiverParty: '174379',
      RecieverIdentifierType: '11',
      ResultURL: addresses.result,
      QueueTimeOutURL: addresses.timeout,
      Remarks: 'Payment reversal',
    });
  });

  it('requests the balance', async () => {
    await requestBalance(daraja, addresses, deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/accountbalance/v1/query', status: 200 });
    expect(sent().body).toEqual({
      Initiator: 'testapi',
      SecurityCredential: CREDENTIAL,
      CommandID: 'AccountBalance',
      PartyA: '600992',
      IdentifierType: '4',
      Remarks: 'Float check',
      QueueTimeOutURL: addresses.timeout,
      ResultURL: addresses.result,
    });
  });

  it('pays another shortcode', async () => {
    const transfer = {
      command: 'BusinessPayBill' as const,
      amount: 1_500_000n,
      toShortcode: '600984',
      accountReference: 'ADM2024001',
      requester: '+254708374149',
      remarks: 'School fees',
      addresses,
    };
    await payBusiness(daraja, { ...transfer, from: daraja.settings }, deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/mpesa/b2b/v1/paymentrequest', status: 200 });
    expect(sent().body).toEqual({
      Initiator: 'testapi',
      SecurityCredential: CREDENTIAL,
      CommandID: 'BusinessPayBill',
      SenderIdentifierType: '4',
      RecieverIdentifierType: '4',
      Amount: '15000',
      PartyA: '600992',
      PartyB: '600984',
      AccountReference: 'ADM2024001',
      Requester: '254708374149',
      Remarks: 'School fees',
      QueueTimeOutURL: addresses.timeout,
      ResultURL: addresses.result,
    });
  });

  it('registers for pulling, and pulls', async () => {
    const input = { shortcode: '600984', nominatedMsisdn: '+254708374149', callbackAddress: 'http://127.0.0.1:1/cb/p' };
    await registerPull(daraja, input, deadline);
    expect(sent()).toMatchObject({ method: 'POST', path: '/pulltransactions/v1/register', status: 200 });
    expect(sent().body).toEqual({
      ShortCode: '600984',
      RequestType: 'Pull',
      NominatedNumber: '254708374149',
      CallBackURL: 'http://127.0.0.1:1/cb/p',
    });
    fake.reset();
    const until = fake.now();
    await pullTransactions(
      daraja,
      { shortcode: '600984', from: until.subtract({ hours: 2 }), until, offset: 0 },
      deadline,
    );
    expect(sent()).toMatchObject({ method: 'POST', path: '/pulltransactions/v1/query', status: 200 });
    expect(sent().body).toEqual({
      ShortCode: '600984',
      StartDate: '2026-03-02 08:00:00',
      EndDate: '2026-03-02 10:00:00',
      OffSetValue: '0',
    });
  });
});

describe('What Daraja would refuse is declined before anything is sent', () => {
  const stk = {
    amount: 100n,
    msisdn: '+254708374149',
    accountReference: 'ADM2024001',
    description: null,
    callbackAddress: 'http://127.0.0.1:1/cb/stk',
  };
  const paybill = { shortcode: '600984', confirmation: 'https://a.example/cb', validation: 'https://a.example/cb' };

  it.each([
    ['cents', 'Amount', () => payCustomer(daraja, { ...payment, amount: 1_050n }, deadline)],
    ['nothing', 'Amount', () => payCustomer(daraja, { ...payment, amount: 0n }, deadline)],
    ['less than ten shillings', 'Amount', () => payCustomer(daraja, { ...payment, amount: 900n }, deadline)],
    ['more than the most', 'Amount', () => payCustomer(daraja, { ...payment, amount: 25_000_100n }, deadline)],
    ['a foreign number', 'PartyB', () => payCustomer(daraja, { ...payment, msisdn: '+255705912645' }, deadline)],
    ['a remark of one letter', 'Remarks', () => payCustomer(daraja, { ...payment, remarks: 'x' }, deadline)],
    ['a remark of 101', 'Remarks', () => payCustomer(daraja, { ...payment, remarks: 'x'.repeat(101) }, deadline)],
    ['an empty occasion', 'Occassion', () => payCustomer(daraja, { ...payment, occasion: '' }, deadline)],
    ['a short id', 'OriginatorConversationID', () => payCustomer(daraja, { ...payment, originatorId: '1' }, deadline)],
    ['a prompt for cents', 'Amount', () => promptPayer(daraja, { ...stk, amount: 150n }, deadline)],
    [
      'a long account',
      'AccountReference',
      () => promptPayer(daraja, { ...stk, accountReference: 'ADM-2024-00001' }, deadline),
    ],
    [
      'a long description',
      'TransactionDesc',
      () => promptPayer(daraja, { ...stk, description: 'x'.repeat(14) }, deadline),
    ],
    [
      'an address with a refused word',
      'ConfirmationURL',
      () =>
        registerPaybill(
          daraja,
          { ...paybill, unlessValidated: 'Completed', confirmation: 'https://a.example/mpesa/confirm' },
          deadline,
        ),
    ],
    [
      'what is older than two days',
      'StartDate',
      () =>
        pullTransactions(
          daraja,
          { shortcode: '600984', from: fake.now().subtract({ hours: 49 }), until: fake.now(), offset: 0 },
          deadline,
        ),
    ],
  ] as const)('%s', async (_what, field, request) => {
    const reply = await request();
    expect(reply).toMatchObject({ kind: 'rejected', code: 'request_invalid', providerCode: null });
    expect('means' in reply ? reply.means : '').toMatch(new RegExp(`^${field} `));
    expect(fake.requests()).toEqual([]);
  });
});

describe('The fake', () => {
  const token = async (): Promise<string> => {
    const basic = Buffer.from('fake-consumer-key:fake-consumer-secret').toString('base64');
    const response = await fetch(`${fake.baseUrl}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${basic}` },
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const good = () => ({
    OriginatorConversationID: ORIGINATOR,
    InitiatorName: 'testapi',
    SecurityCredential: 'x'.repeat(44),
    CommandID: 'BusinessPayment',
    Amount: '10',
    PartyA: '600992',
    PartyB: '254705912645',
    Remarks: 'Loan 812 disbursement',
    QueueTimeOutURL: addresses.timeout,
    ResultURL: addresses.result,
    Occassion: 'LN812',
  });
  const post = async (body: unknown, headers: Record<string, string> = {}, method = 'POST') => {
    const response = await fetch(`${fake.baseUrl}/mpesa/b2c/v3/paymentrequest`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    const { errorCode, errorMessage } = (await response.json()) as Record<string, string>;
    return [response.status, errorCode, errorMessage];
  };

  it('takes a request that is as it should be', async () => {
    expect(await post(good())).toEqual([200, undefined, undefined]);
  });

  it.each([
    ['another spelling of Occassion', { Occassion: undefined, Occasion: 'LN812' }, 'Occasion'],
    ['an amount with cents', { Amount: '10.50' }, 'Amount'],
    ['a number with a plus', { PartyB: '+254705912645' }, 'PartyB'],
    ['a remark of one letter', { Remarks: 'x' }, 'Remarks'],
    ['the name of the initiator under another key', { InitiatorName: undefined, Initiator: 'testapi' }, 'Initiator'],
    ['no result address', { ResultURL: undefined }, 'ResultURL'],
    ['another shortcode', { PartyA: '600000' }, 'PartyA'],
    ['another command', { CommandID: 'Payment' }, 'CommandID'],
  ])('refuses %s', async (_what, changed, field) => {
    expect(await post({ ...good(), ...changed })).toEqual([400, '400.002.02', `Bad Request - Invalid ${field}`]);
  });

  it('refuses another content type, no token, a wrong one, junk, another method and a duplicate', async () => {
    expect((await post(good(), { 'content-type': 'text/plain' }))[1]).toBe('400.002.02');
    expect((await post(good(), { authorization: '' }))[1]).toBe('404.001.04');
    expect((await post(good(), { authorization: 'Bearer nonsense' }))[1]).toBe('401.002.01');
    expect((await post('{'))[1]).toBe('400.002.05');
    expect((await post(good(), {}, 'GET'))[1]).toBe('405.001');
    await post(good());
    expect(await post(good())).toEqual([500, '500.002.1001', 'Duplicate OriginatorConversationID.']);
  });

  it('ends a token when it gives another', async () => {
    const first = await token();
    await token();
    expect((await post(good(), { authorization: `Bearer ${first}` }))[1]).toBe('401.002.01');
  });

  it('can be led over HTTP, from another process', async () => {
    const control = async (verb: string, body: object = {}) =>
      (await fetch(`${fake.baseUrl}/_fake/${verb}`, { method: 'POST', body: JSON.stringify(body) })).json();
    const before = fake.now();
    await control('script', {
      match: { api: 'b2c', PartyB: '254705912645' },
      steps: [{ reply: { status: 400, body: { errorCode: '400.002.02' } }, books: 'nothing', notifications: [] }],
    });
    expect((await post(good()))[0]).toBe(400);
    expect((await post(good()))[0]).toBe(200);
    await control('advance', { ms: 2_000 });
    expect(before.until(fake.now()).total('seconds')).toBe(2);
    expect(await control('requests')).toHaveLength(4);
    expect(await control('redeliver', { conversationId: ORIGINATOR, times: 2 })).toEqual({ delivered: 2 });
    await control('reset');
    expect(await control('requests')).toEqual([]);
  });

  it('finds a credential made for another key', async () => {
    expect(() => privateDecrypt(fake.certificate, Buffer.alloc(256))).toThrow();
    const wrong = clientAt(fake, { initiator: { name: 'testapi', password: 'another' } });
    await payCustomer(wrong, payment, deadline);
    await fake.advance(2_000);
    expect(JSON.parse(fake.deliveries()[0]?.body ?? '{}')).toMatchObject({ Result: { ResultCode: 2001 } });
  });
});
