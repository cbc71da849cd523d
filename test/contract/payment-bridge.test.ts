import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#platform/auth/keys.ts';
import { routes } from '#rest/routes.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { rotateSecret } from '#platform/cli/clients.ts';
import {
  openRestTestApp,
  REST_SECRET,
  type Institution,
  type RestTestApp,
  type TestClient,
} from '#test/support/rest-test-app.ts';

/** Surface A, and the tokens of surface C, as the contract has them, row by row. */
let ports: RestTestApp;
let institution: Institution;
let app: TestClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  app = await ports.openClient(institution);
});
afterAll(() => ports.close());

const token = (body: unknown) => ports.call('POST', '/v1/oauth/token', { body });
const credentials = ({ clientKey, secret }: TestClient) => ({ client_id: clientKey, client_secret: secret });

describe('1. What the service does', () => {
  it('A: payment bridge | every other call on this surface requires that token | {base_url} (the path carries a version segment v1)', async () => {
    const { body } = await token(credentials(app));
    const reads = routes.filter(
      ({ surface, method, params }) => surface === 'payment-bridge' && method === 'GET' && !params,
    );
    expect(reads.length).toBeGreaterThan(8);
    for (const { path, query } of reads) {
      if (query) continue;
      expect((await ports.call('GET', path)).status).toBe(401);
      expect((await ports.call('GET', path, { token: body.data.access_token })).status).toBe(200);
    }
  });
});

describe('2. Surface A: token response, wrapped in an object with key data', () => {
  it.each([
    [
      'access_token | string | Bearer token; format starts with the prefix at_',
      'access_token',
      expect.stringMatching(/^at_/),
    ],
    ['token_type | string | Always Bearer', 'token_type', 'Bearer'],
    ['expires_in | integer | Seconds until expiry; 3600', 'expires_in', 3600],
    ['sandbox | boolean | Whether the app is in sandbox', 'sandbox', true],
  ])('%s', async (_, member, value) => {
    const { status, body } = await token(credentials(app));
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    expect(Object.keys(body.data)).toEqual(['access_token', 'token_type', 'expires_in', 'sandbox']);
    expect(body.data[member]).toEqual(value);
  });

  it('client_id (string, required; prefix pk_test_ or pk_live_), client_secret (string, required; prefix sk_test_ or sk_live_)', async () => {
    expect(app.clientKey).toMatch(/^pk_test_/);
    expect(app.secret).toMatch(/^sk_test_/);
    const live = await ports.openClient(await ports.openInstitution('live'));
    expect(live.clientKey).toMatch(/^pk_live_/);
    expect(live.secret).toMatch(/^sk_live_/);
    for (const body of [{}, { client_id: app.clientKey }, { client_secret: app.secret }]) {
      expect((await token(body)).status).toBe(400);
    }
  });
});

describe('4. Surface A: POST {base_url}/oauth/token', () => {
  it('POST | {base_url}/oauth/token | JSON: client_id, client_secret | 200, JSON {data:{access_token, token_type, expires_in, sandbox}}', async () => {
    const { status, headers, body } = await token(credentials(app));
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    expect(Object.keys(body.data)).toEqual(['access_token', 'token_type', 'expires_in', 'sandbox']);
  });

  it('It is never rate-limited out of the client’s way', async () => {
    const replies = await Promise.all(Array.from({ length: 80 }, () => token(credentials(app))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('5. Authentication, surface A', () => {
  it('1. The client exchanges client_id and client_secret at POST /oauth/token for a Bearer token', async () => {
    const { body } = await token(credentials(app));
    expect(body.data).toMatchObject({ token_type: 'Bearer', access_token: expect.stringMatching(/^at_/) });
  });

  it('2. The token is sent on every request as Authorization: Bearer <ACCESS_TOKEN>', async () => {
    const { body } = await token(credentials(app));
    expect((await ports.call('GET', '/api/v1/loans', { token: body.data.access_token })).status).toBe(200);
  });

  it('3. Token lifetime 3600 seconds', async () => {
    await token(credentials(app));
    const [row] = await ports.admin<{ lives: number }>(
      'select extract(epoch from expires_at - created_at)::int as lives from access_token order by created_at desc limit 1',
    );
    expect(row?.lives).toBe(3600);
  });

  it('4. When a call returns 401, the client fetches a fresh token once and retries the original call', async () => {
    await ports.admin(`update access_token set expires_at = now() - interval '1 second'`);
    expect((await ports.call('GET', '/api/v1/loans', { token: app.token })).status).toBe(401);
    const { body } = await token(credentials(app));
    expect((await ports.call('GET', '/api/v1/loans', { token: body.data.access_token })).status).toBe(200);
  });

  it('5. A token is bound to one app and sees only that app’s data', async () => {
    const [mine, other] = [await ports.openClient(institution), await ports.openClient(institution)];
    for (const each of [mine, other]) {
      const { body } = await ports.call('GET', '/v1/app', { token: each.token });
      expect(body.data).toMatchObject({ id: each.id, client_id: each.clientKey });
    }
    const order = { amount: 200_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: 'bound' };
    const paid = await ports.call('POST', '/v1/payouts', { token: mine.token, body: order });
    const path = `/v1/payouts/${paid.body.data.id}`;
    expect((await ports.call('GET', path, { token: mine.token })).status).toBe(200);
    expect((await ports.call('GET', path, { token: other.token })).status).toBe(404);
    expect((await ports.call('GET', '/v1/payouts', { token: other.token })).body.data).toEqual([]);
  });

  it('6. Secret rotation takes effect immediately and revokes every existing token', async () => {
    const client = await ports.openClient(institution);
    const operator = systemCaller({ id: institution.id, mode: 'sandbox' }, 'tests', 'tests');
    const { secret } = await rotateSecret(ports.app, deriveKeys(REST_SECRET).pepper, operator, { id: client.id });
    expect((await ports.call('GET', '/api/v1/loans', { token: client.token })).status).toBe(401);
    expect((await token(credentials(client))).status).toBe(401);
    expect((await token({ client_id: client.clientKey, client_secret: secret })).status).toBe(200);
  });

  it('7. client_secret is used server-side only: no reply shows it again', async () => {
    const fresh = await ports.openClient(institution);
    for (const path of ['/v1/app', '/v1/balances', '/api/v1/webhooks']) {
      const { status, text } = await ports.call('GET', path, { token: fresh.token });
      expect([path, status, text.includes(fresh.secret)]).toEqual([path, 200, false]);
    }
    expect((await token(credentials(fresh))).text).not.toContain(fresh.secret);
  });

  it('8. Sandbox apps use the test key prefixes, live apps the live prefixes; the token response has a sandbox boolean', async () => {
    const live = await ports.openClient(await ports.openInstitution('live'));
    expect((await token(credentials(live))).body.data.sandbox).toBe(false);
    const mixed = await token({ client_id: app.clientKey, client_secret: app.secret.replace('sk_test_', 'sk_live_') });
    expect(mixed.status).toBe(401);
  });
});

describe('4 and 5. Surface C: tokens', () => {
  it('POST | /oauth/token | JSON: grant_type, client_id, client_secret, scope | token containing access_token', async () => {
    const { status, body } = await ports.call('POST', '/api/v1/oauth/token', {
      body: {
        grant_type: 'client_credentials',
        ...credentials(app),
        scope: 'students:read invoices:write results:read',
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      access_token: expect.any(String),
      scope: 'students:read invoices:write results:read',
    });
  });
});

describe('7. Errors, other statuses', () => {
  it('Surface A: 401 means the token is expired or invalid', async () => {
    const { status, headers } = await ports.call('GET', '/api/v1/loans', { token: 'at_nonsense' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('invalid_token');
  });
});
