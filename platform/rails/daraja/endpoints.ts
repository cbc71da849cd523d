import type { WireNames } from './settings.ts';

/** What a 2xx reply has to say and to carry before it counts as an acceptance. */
type Acceptance = {
  readonly code: string;
  readonly good: readonly string[];
  readonly carrying: readonly string[];
};

export type Endpoint = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Money, or a prompt for money, may be on its way once this was sent: a missing reply means unknown. */
  readonly movesMoney: boolean;
  readonly acceptance: Acceptance;
};

export type ApiName =
  | 'token'
  | 'b2c'
  | 'b2b'
  | 'status'
  | 'reversal'
  | 'balance'
  | 'stkPush'
  | 'stkQuery'
  | 'c2bRegister'
  | 'c2bSimulate'
  | 'pullRegister'
  | 'pullQuery';

/** The acknowledgement that all asynchronous APIs share: the outcome comes to the ResultURL. */
const ACKNOWLEDGED: Acceptance = { code: 'ResponseCode', good: ['0'], carrying: ['ConversationID'] };

/** Every path of Daraja that is used, as the portal lists them. Sandbox and live have the same. */
export function endpointsOf(names: WireNames): { readonly [Api in ApiName]: Endpoint } {
  const post = (path: string, movesMoney: boolean, acceptance: Acceptance): Endpoint => ({
    method: 'POST',
    path,
    movesMoney,
    acceptance,
  });
  return {
    token: {
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
      movesMoney: false,
      acceptance: { code: 'access_token', good: [], carrying: ['access_token'] },
    },
    b2c: post('/mpesa/b2c/v3/paymentrequest', true, ACKNOWLEDGED),
    b2b: post('/mpesa/b2b/v1/paymentrequest', true, ACKNOWLEDGED),
    status: post('/mpesa/transactionstatus/v1/query', false, ACKNOWLEDGED),
    reversal: post('/mpesa/reversal/v1/request', true, ACKNOWLEDGED),
    balance: post('/mpesa/accountbalance/v1/query', false, ACKNOWLEDGED),
    stkPush: post('/mpesa/stkpush/v1/processrequest', true, {
      code: 'ResponseCode',
      good: ['0'],
      carrying: ['CheckoutRequestID', 'MerchantRequestID'],
    }),
    stkQuery: post('/mpesa/stkpushquery/v1/query', false, {
      code: 'ResponseCode',
      good: ['0'],
      carrying: ['ResultCode'],
    }),
    c2bRegister: post(`/mpesa/c2b/${names.c2bVersion}/registerurl`, false, {
      code: 'ResponseCode',
      good: ['0'],
      carrying: [],
    }),
    c2bSimulate: post(`/mpesa/c2b/${names.c2bVersion}/simulate`, false, {
      code: 'ResponseCode',
      good: ['0'],
      carrying: [],
    }),
    pullRegister: post('/pulltransactions/v1/register', false, {
      code: 'ResponseStatus',
      good: ['1000', '1001'],
      carrying: [],
    }),
    pullQuery: {
      ...post('/pulltransactions/v1/query', false, { code: 'ResponseCode', good: ['1000', '1001'], carrying: [] }),
      method: names.pullQueryMethod,
    },
  };
}
