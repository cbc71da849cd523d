import type { ApiName } from '#platform/rails/daraja/endpoints.ts';

export type FakeApi = Exclude<ApiName, 'token'>;

/** Where each API is and which face an invalid token has there. Written out, so that no path of ours is taken on trust. */
export const ROUTES: {
  readonly [Api in FakeApi]: {
    readonly methods: readonly string[];
    readonly path: string;
    readonly invalidToken: readonly [status: number, code: string];
  };
} = {
  b2c: { methods: ['POST'], path: '/mpesa/b2c/v3/paymentrequest', invalidToken: [401, '401.002.01'] },
  b2b: { methods: ['POST'], path: '/mpesa/b2b/v1/paymentrequest', invalidToken: [401, '401.002.01'] },
  status: { methods: ['POST'], path: '/mpesa/transactionstatus/v1/query', invalidToken: [400, '400.003.01'] },
  reversal: { methods: ['POST'], path: '/mpesa/reversal/v1/request', invalidToken: [404, '404.001.03'] },
  balance: { methods: ['POST'], path: '/mpesa/accountbalance/v1/query', invalidToken: [401, '401.002.01'] },
  stkPush: { methods: ['POST'], path: '/mpesa/stkpush/v1/processrequest', invalidToken: [404, '404.001.03'] },
  stkQuery: { methods: ['POST'], path: '/mpesa/stkpushquery/v1/query', invalidToken: [404, '404.001.03'] },
  c2bRegister: { methods: ['POST'], path: '/mpesa/c2b/v2/registerurl', invalidToken: [400, '400.003.01'] },
  c2bSimulate: { methods: ['POST'], path: '/mpesa/c2b/v2/simulate', invalidToken: [400, '400.003.01'] },
  pullRegister: { methods: ['POST'], path: '/pulltransactions/v1/register', invalidToken: [401, '401.001'] },
  // The documents say GET with a body, clients in the field post.
  pullQuery: { methods: ['POST', 'GET'], path: '/pulltransactions/v1/query', invalidToken: [401, '401.001'] },
};

export const TOKEN_PATH = '/oauth/v1/generate?grant_type=client_credentials';
