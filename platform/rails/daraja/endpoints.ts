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
  const payment = (path: string, acceptance: Acceptance): Endpoint => {
    return { method: 'POST', path, movesMoney: true, acceptance };
  };
  const request = (path: string, acceptance: Acceptance): Endpoint => {
    return { method: 'POST', path, movesMoney: false, acceptance };
  };
  return {
    token: {
      method: 'GET',
      path: '/oauth/v1/generate?grant_type=client_credentials',
      movesMoney: false,
      acceptance: { code: 'access_token', good: [], carrying: ['access_token'] },
    },
    b2c: payment('/mpesa/b2c/v3/paymentrequest', ACKNOWLEDGED),
    b2b: payment('/mpesa/b2b/v1/paymentrequest', ACKNOWLEDGED),
    status: request('/mpesa/transactionstatus/v1/query', ACKNOWLEDGED),
    reversal: payment('/mpesa/reversal/v1/request', ACKNOWLEDGED),
    balance: request('/mpesa/accountbalance/v1/query', ACKNOWLEDGED),
    stkPush: payment('/mpesa/stkpush/v1/processrequest', {
      code: 'ResponseCode',
      good: ['0'],
      carrying: ['CheckoutRequestID', 'MerchantRequestID'],
    }),
    stkQuery: request('/mpesa/stkpushquery/v1/query', {
      code: 'ResponseCode',
      good: ['0'],
      carrying: ['ResultCode'],
    }),
    c2bRegister: request(`/mpesa/c2b/${names.c2bVersion}/registerurl`, {
      code: 'ResponseCode',
      good: ['0'],
      carrying: [],
    }),
    c2bSimulate: request(`/mpesa/c2b/${names.c2bVersion}/simulate`, {
      code: 'ResponseCode',
      good: ['0'],
      carrying: [],
    }),
    pullRegister: request('/pulltransactions/v1/register', {
      code: 'ResponseStatus',
      good: ['1000', '1001'],
      carrying: [],
    }),
    pullQuery: {
      ...request('/pulltransactions/v1/query', { code: 'ResponseCode', good: ['1000', '1001'], carrying: [] }),
      method: names.pullQueryMethod,
    },
  };
}
