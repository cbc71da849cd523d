import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
});
afterAll(() => ports.close());

describe('GET /v1/app', () => {
  it('shows the app of the token, wrapped in data, and its secret nowhere', async () => {
    const client = await ports.openClient(institution);
    const { status, headers, body, text } = await ports.call('GET', '/v1/app', { token: client.token });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        id: client.id,
        name: 'Partner',
        sandbox: true,
        client_id: client.clientKey,
        currencies: ['KES'],
        channels: ['mpesa_stk', 'airtel', 'mpesa_b2c', 'airtel_b2c'],
        limits: {
          requests_per_minute: { read: expect.any(Number), write: expect.any(Number) },
          collections: ['mpesa_stk', 'airtel'].map((channel) => ({ channel, min_amount: 100, max_amount: 25_000_000 })),
          payouts: ['mpesa_b2c', 'airtel_b2c'].map((channel) => ({
            channel,
            min_amount: 1_000,
            max_amount: 25_000_000,
          })),
        },
        webhooks: { health: 'none', active: 0, failing: 0, disabled: 0 },
        created_at: expect.stringMatching(/Z$/),
      },
    });
    expect(text).not.toContain(client.secret);
    expect(text).not.toContain('sk_');
    expect(headers.get('ratelimit-policy')).toContain('"A.read"');
    expect(headers.get('x-request-id')).not.toBeNull();
  });

  it('knows a live app from a sandbox’s', async () => {
    const { token } = await ports.openClient(await ports.openInstitution('live'));
    const { body } = await ports.call('GET', '/v1/app', { token });
    expect(body.data).toMatchObject({ sandbox: false, client_id: expect.stringMatching(/^pk_live_/) });
  });

  it('says whether the app receives events', async () => {
    const client = await ports.openClient(institution);
    const health = async () => (await ports.call('GET', '/v1/app', { token: client.token })).body.data.webhooks;
    const hook = { url: 'https://example.com/hook', events: ['*'] };
    const { body } = await ports.call('POST', '/api/v1/webhooks', { token: client.token, body: hook });
    expect(await health()).toEqual({ health: 'ok', active: 1, failing: 0, disabled: 0 });
    await ports.admin('update webhook set failing_since = now() where id = $1', [body.id]);
    expect(await health()).toEqual({ health: 'failing', active: 1, failing: 1, disabled: 0 });
    await ports.admin(`update webhook set state = 'disabled' where id = $1`, [body.id]);
    expect(await health()).toEqual({ health: 'disabled', active: 0, failing: 0, disabled: 1 });
    const other = await ports.openClient(institution);
    expect((await ports.call('GET', '/v1/app', { token: other.token })).body.data.webhooks.health).toBe('none');
  });

  it('shows ids as the app wants them', async () => {
    const { token } = await ports.openClient(institution, undefined, 'uuid');
    expect((await ports.call('GET', '/v1/app', { token })).body.data.id).toMatch(/^[0-9a-f]{8}-/);
    expect((await ports.call('GET', '/v1/app?id_format=integer', { token })).body.data.id).toEqual(expect.any(Number));
  });
});

describe('GET /v1/balances', () => {
  it('shows what an app begins with: play money in a sandbox, nothing in live', async () => {
    const figures = async (of: Institution) => {
      const { token } = await ports.openClient(of);
      const { status, body } = await ports.call('GET', '/v1/balances', { token });
      expect(status).toBe(200);
      const [{ as_of: asOf, ...rest }] = body.data;
      expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(5_000);
      return [body.data.length, rest];
    };
    const nothing = { currency: 'KES', held: 0, in_transit: 0, pending: 0 };
    expect(await figures(institution)).toEqual([1, { ...nothing, available: 10_000_000 }]);
    expect(await figures(await ports.openInstitution('live'))).toEqual([1, { ...nothing, available: 0 }]);
  });

  it('shows what is promised while the provider has not answered', async () => {
    const { token } = await ports.openClient(institution);
    const requested = Promise.withResolvers<void>();
    const responded = Promise.withResolvers<void>();
    ports.rail.responses.push(async () => {
      requested.resolve();
      await responded.promise;
      return { kind: 'accepted', providerRef: 'AG_late' };
    });
    const order = { amount: 5_000_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: 'r' };
    const reply = ports.call('POST', '/v1/payouts', { token, body: order });
    await requested.promise;
    const { body } = await ports.call('GET', '/v1/balances', { token });
    expect(body.data[0]).toMatchObject({ available: 5_000_000, held: 5_000_000, in_transit: 0 });
    responded.resolve();
    expect((await reply).status).toBe(201);
  });
});

describe.each(['/v1/app', '/v1/balances'])('%s', (path) => {
  const refusals: [string, (scopes: { token: string; weak: string }) => Promise<[string, string | null]>, number][] = [
    ['unauthenticated', async () => [path, null], 401],
    ['invalid_token', async () => [path, 'at_nonsense'], 401],
    ['insufficient_scope', async ({ weak }) => [path, weak], 403],
    ['invalid_parameter', async ({ token }) => [`${path}?colour=red`, token], 400],
    ['not_found', async ({ token }) => [`${path}/1`, token], 404],
  ];
  it.each(refusals)('refuses as problems do: %s', async (code, request, status) => {
    const { token } = await ports.openClient(institution);
    const { token: weak } = await ports.openClient(institution, ['loans:read', 'payments:write']);
    const [address, input] = await request({ token, weak });
    const reply = await ports.call('GET', address, { token: input });
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.body).toMatchObject({ code, status, type: expect.stringMatching(new RegExp(`/${code}$`)) });
    expect(reply.headers.has('www-authenticate')).toBe([401, 403].includes(status));
  });

  it('takes nothing but GET', async () => {
    const { token } = await ports.openClient(institution);
    expect((await ports.call('POST', path, { token, body: {} })).status).toBe(405);
  });
});
