import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { addKey, rotateSecret } from '#platform/cli/clients.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { eventually } from '#test/support/eventually.ts';
import { limitsOfThisRun } from '#test/support/redis.ts';
import {
  openRestTestApp,
  REST_SECRET,
  type Institution,
  type RestTestApp,
  type TestClient,
} from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;

const { close, ...counting } = limitsOfThisRun();
beforeAll(async () => {
  ports = await openRestTestApp(counting);
  institution = await ports.openInstitution();
  client = await ports.openClient(institution, ['loans:read', 'loans:write']);
});
afterAll(async () => {
  await ports.close();
  close();
});

const BRIDGE = '/v1/oauth/token';
const API = '/api/v1/oauth/token';
const FORM = 'application/x-www-form-urlencoded';

const form = (fields: Record<string, string>) => ({ raw: { type: FORM, text: String(new URLSearchParams(fields)) } });
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
const credentials = () => ({ client_id: client.clientKey, client_secret: client.secret });
const grant = { grant_type: 'client_credentials' };

describe('The token endpoint of the payment bridge', () => {
  it('answers JSON inside data, and forbids keeping it', async () => {
    const { status, body, headers } = await ports.call('POST', BRIDGE, { body: credentials() });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { access_token: expect.stringMatching(/^at_/), token_type: 'Bearer', expires_in: 3600, sandbox: true },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('answers a form with grant_type as RFC 6749 has it', async () => {
    const { status, body } = await ports.call('POST', BRIDGE, form({ ...credentials(), ...grant }));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^at_/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'loans:read loans:write',
      sandbox: true,
    });
  });

  it('takes no notice of a stale bearer token that a client sends along', async () => {
    const { status } = await ports.call('POST', BRIDGE, { body: credentials(), token: 'at_stale' });
    expect(status).toBe(200);
  });

  it('ignores members that it does not know', async () => {
    const { status } = await ports.call('POST', BRIDGE, {
      body: { ...credentials(), colour: 'blue', depth: { a: 1 } },
    });
    expect(status).toBe(200);
  });

  it('shows a live client that it is live', async () => {
    const live = await ports.openClient(await ports.openInstitution('live'));
    const { body } = await ports.call('POST', BRIDGE, {
      body: { client_id: live.clientKey, client_secret: live.secret },
    });
    expect(body.data.sandbox).toBe(false);
    expect(live.clientKey).toMatch(/^pk_live_/);
  });
});

describe('The token endpoint of lending and education', () => {
  it.each([
    ['JSON', () => ({ body: { ...grant, ...credentials() } })],
    ['a form', () => form({ ...grant, ...credentials() })],
    ['Basic and JSON', () => ({ body: grant, headers: basic(client.clientKey, client.secret) })],
    ['Basic and a form', () => ({ ...form(grant), headers: basic(client.clientKey, client.secret) })],
  ])('takes %s and answers at the top level', async (_, sent) => {
    const { status, body } = await ports.call('POST', API, sent());
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['access_token', 'token_type', 'expires_in', 'scope', 'sandbox']);
  });

  it('narrows the scope to what is requested', async () => {
    const { body } = await ports.call('POST', API, { body: { ...grant, ...credentials(), scope: 'loans:read' } });
    expect(body.scope).toBe('loans:read');
    const refused = await ports.call('POST', '/api/v1/loans', { token: body.access_token, body: {} });
    expect(refused.status).toBe(403);
  });

  it('names a scope that is not granted', async () => {
    const { status, body } = await ports.call('POST', API, {
      body: { ...grant, ...credentials(), scope: 'loans:read members:read' },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'invalid_scope', code: 'invalid_scope' });
    expect(body.error_description).toContain('members:read');
  });

  it('leaves earlier tokens alone when a new one is made', async () => {
    const one = await ports.call('POST', API, { body: { ...grant, ...credentials() } });
    const two = await ports.call('POST', API, { body: { ...grant, ...credentials() } });
    expect(one.body.access_token).not.toBe(two.body.access_token);
    for (const { body } of [one, two]) {
      expect((await ports.call('GET', '/api/v1/loans', { token: body.access_token })).status).toBe(200);
    }
  });
});

describe('A token request that is wrong', () => {
  it.each([
    ['without grant_type', () => ({ body: credentials() }), 'invalid_request', 'grant_type'],
    [
      'with another grant',
      () => ({ body: { ...credentials(), grant_type: 'password' } }),
      'unsupported_grant_type',
      '',
    ],
    ['without a secret', () => ({ body: { ...grant, client_id: 'pk_test_x' } }), 'invalid_request', 'client_secret'],
    ['without anything', () => ({ body: grant }), 'invalid_request', 'client_id'],
    [
      'with an empty secret',
      () => ({ body: { ...grant, ...credentials(), client_secret: '' } }),
      'invalid_request',
      'client_secret',
    ],
    [
      'with a number for a secret',
      () => ({ body: { ...grant, ...credentials(), client_secret: 7 } }),
      'invalid_request',
      'client_secret',
    ],
    ['with a list for a body', () => ({ body: [] }), 'invalid_request', ''],
    [
      'with credentials twice',
      () => ({ body: { ...grant, ...credentials() }, headers: basic('pk_test_a', 'sk_test_b') }),
      'invalid_request',
      'not both',
    ],
    [
      'with a parameter twice',
      () => ({ raw: { type: FORM, text: 'grant_type=client_credentials&client_id=a&client_id=b' } }),
      'invalid_request',
      'client_id',
    ],
    ['with broken JSON', () => ({ raw: { type: 'application/json', text: '{' } }), 'invalid_request', ''],
  ])('%s is a 400 that says why', async (_, sent, error, named) => {
    const { status, body, headers } = await ports.call('POST', API, sent());
    expect(status).toBe(400);
    expect(body.error).toBe(error);
    expect(body.error_description).toContain(named);
    expect(body).toMatchObject({
      status: 400,
      type: expect.stringMatching(/\/problems\//),
      request_id: expect.any(String),
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('names every field that is missing on the bridge', async () => {
    const { status, body } = await ports.call('POST', BRIDGE, { body: {} });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['#/client_id', '#/client_secret']);
  });

  it('takes no other media type', async () => {
    const { status, body } = await ports.call('POST', API, { raw: { type: 'text/plain', text: 'hello' } });
    expect(status).toBe(415);
    expect(body.supported).toEqual(['application/json', FORM]);
  });

  it('takes no other method', async () => {
    const { status, headers } = await ports.call('GET', API);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
  });
});

describe('Credentials that are wrong', () => {
  const responseTo = async (body: object) => {
    const { status, text, headers } = await ports.call('POST', API, {
      body: { ...grant, ...body },
      headers: { 'x-request-id': 'same' },
    });
    return { status, text, challenge: headers.get('www-authenticate') };
  };

  it('get one answer, whatever is wrong about them', async () => {
    const wrong = await Promise.all([
      responseTo({ client_id: client.clientKey, client_secret: 'sk_test_wrong' }),
      responseTo({ client_id: 'pk_test_nobody', client_secret: client.secret }),
      responseTo({ client_id: client.clientKey, client_secret: client.secret.replace('sk_test_', 'sk_live_') }),
      responseTo({ client_id: 'nonsense\u0001', client_secret: 'nonsense' }),
    ]);
    expect(wrong[0]).toMatchObject({ status: 401, challenge: expect.stringContaining('Basic') });
    expect(JSON.parse(wrong[0]?.text ?? '')).toMatchObject({
      error: 'invalid_client',
      code: 'invalid_client',
      status: 401,
    });
    for (const response of wrong) expect(response).toEqual(wrong[0]);
  });

  it('are answered slower and slower, while good ones are not limited', async () => {
    const guess = async () => {
      const began = performance.now();
      await responseTo({ client_id: client.clientKey, client_secret: 'sk_test_guess' });
      return performance.now() - began;
    };
    const took: number[] = [];
    for (let tries = 0; tries < 6; tries++) took.push(await guess());
    expect(Math.max(...took.slice(-2))).toBeGreaterThan(100);
    const began = performance.now();
    const good = await Promise.all(Array.from({ length: 30 }, () => responseTo(credentials())));
    expect(new Set(good.map(({ status }) => status))).toEqual(new Set([200]));
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('never stand in a log, good or wrong', async () => {
    await responseTo(credentials());
    await responseTo({ client_id: client.clientKey, client_secret: 'sk_test_wrong' });
    const logged = JSON.stringify(ports.logLines);
    expect(logged).not.toContain(client.secret);
    expect(logged).not.toContain('sk_test_wrong');
    expect(logged).not.toContain(client.token);
  });
});

describe('An error for an OAuth library', () => {
  it('comes as application/json to a form, and as a problem to JSON', async () => {
    const library = await ports.call(
      'POST',
      API,
      form({ ...grant, client_id: 'pk_test_a', client_secret: 'sk_test_b' }),
    );
    expect(library.headers.get('content-type')).toBe('application/json');
    const other = await ports.call('POST', API, {
      body: { ...grant, client_id: 'pk_test_a', client_secret: 'sk_test_b' },
    });
    expect(other.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('A rotated secret', () => {
  it('voids every token with the next call', async () => {
    const other = await ports.openClient(institution);
    expect((await ports.call('GET', '/api/v1/loans', { token: other.token })).status).toBe(200);
    const operator = systemCaller({ id: institution.id, mode: 'sandbox' }, 'tests', 'tests');
    const { secret } = await rotateSecret(ports.app, deriveKeys(REST_SECRET).pepper, operator, { id: other.id });
    const { status, body, headers } = await ports.call('GET', '/api/v1/loans', { token: other.token });
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'invalid_token', reason: 'revoked' });
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    const minted = await ports.call('POST', BRIDGE, { body: { client_id: other.clientKey, client_secret: secret } });
    expect(minted.status).toBe(200);
  });

  it('is void immediately, also where the clock that began and ended it is ahead of the database’s', async () => {
    const other = await ports.openClient(institution);
    const ahead = `valid_from = valid_from + interval '1 minute', valid_until = valid_until + interval '1 minute'`;
    await ports.admin(`update api_secret set ${ahead} where client_id = $1`, [other.id]);
    const operator = systemCaller({ id: institution.id, mode: 'sandbox' }, 'tests', 'tests');
    await rotateSecret(ports.app, deriveKeys(REST_SECRET).pepper, operator, { id: other.id });
    await ports.admin(
      `update api_secret set valid_from = valid_from + interval '1 minute' where client_id = $1 and valid_until is null`,
      [other.id],
    );
    const minted = await ports.call('POST', BRIDGE, {
      body: { client_id: other.clientKey, client_secret: other.secret },
    });
    expect(minted.status).toBe(401);
  });
});

describe('Several keys of a client', () => {
  const operator = () => systemCaller({ id: institution.id, mode: 'sandbox' }, 'operator', 'tests');
  const { pepper } = deriveKeys(REST_SECRET);
  const mintedBy = (clientKey: string, secret: string) =>
    ports.call('POST', BRIDGE, { body: { client_id: clientKey, client_secret: secret } });
  const tokenOf = async (clientKey: string, secret: string): Promise<string> =>
    (await mintedBy(clientKey, secret)).body.data.access_token;
  const reads = async (token: string) => {
    const { status, body } = await ports.call('GET', '/api/v1/loans', { token });
    return status === 200 ? 200 : [status, body.code, body.reason];
  };
  const keyOf = (clientId: number, name: string, expiresAt: Temporal.Instant | null = null) =>
    addKey(ports.app, pepper, operator(), { clientId, name, expiresAt });

  it('mint beside each other; one that is revoked is void with its tokens at the next call, the others are not', async () => {
    const other = await ports.openClient(institution);
    const { secret } = await keyOf(other.id, 'payroll');
    const token = await tokenOf(other.clientKey, secret);
    expect([await reads(other.token), await reads(token)]).toEqual([200, 200]);

    await ports.app.partners.operators.revokeClientKey(operator(), { clientId: other.id, name: 'payroll' });
    expect(await reads(token)).toEqual([401, 'invalid_token', 'revoked']);
    expect((await mintedBy(other.clientKey, secret)).status).toBe(401);
    expect(await reads(other.token)).toBe(200);
    expect((await mintedBy(other.clientKey, other.secret)).status).toBe(200);
    const again = { clientId: other.id, name: 'payroll' };
    await expect(ports.app.partners.operators.revokeClientKey(operator(), again)).rejects.toMatchObject({
      code: 'not_found',
    });
    // Its name is free again.
    expect(await reads(await tokenOf(other.clientKey, (await keyOf(other.id, 'payroll')).secret))).toBe(200);
  });

  it('expire, each on its own, with the tokens that they minted', async () => {
    const other = await ports.openClient(institution);
    const { secret } = await keyOf(other.id, 'audit', Temporal.Now.instant().add({ hours: 24 }));
    const token = await tokenOf(other.clientKey, secret);
    expect(await reads(token)).toBe(200);
    await ports.admin(
      `update api_secret set valid_until = now(), expires_at = now() where client_id = $1 and name = 'audit'`,
      [other.id],
    );
    expect(await reads(token)).toEqual([401, 'invalid_token', 'expired']);
    expect((await mintedBy(other.clientKey, secret)).status).toBe(401);
    expect(await reads(other.token)).toBe(200);
    await expect(keyOf(other.id, 'late', Temporal.Now.instant().subtract({ hours: 1 }))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('have one name each, are at most ten, and all end with a rotation', async () => {
    const other = await ports.openClient(institution);
    const { secret } = await keyOf(other.id, 'payroll');
    await expect(keyOf(other.id, 'payroll')).rejects.toMatchObject({ code: 'key_exists' });
    await expect(keyOf(other.id, 'Pay roll')).rejects.toMatchObject({ code: 'validation_failed' });
    for (let n = 2; n < 10; n++) await keyOf(other.id, `key-${n}`);
    await expect(keyOf(other.id, 'one-more')).rejects.toMatchObject({ code: 'key_limit_reached' });

    const token = await tokenOf(other.clientKey, secret);
    const rotated = await rotateSecret(ports.app, pepper, operator(), { id: other.id });
    expect(await reads(token)).toEqual([401, 'invalid_token', 'revoked']);
    expect((await mintedBy(other.clientKey, secret)).status).toBe(401);
    expect((await mintedBy(other.clientKey, rotated.secret)).status).toBe(200);
  });

  it('are at most ten however many are added at the same moment', async () => {
    const other = await ports.openClient(institution);
    for (let n = 2; n < 9; n++) await keyOf(other.id, `key-${n}`);
    const added = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => keyOf(other.id, `together-${n}`)));
    const refused = added.filter((each) => each.status === 'rejected').map(({ reason }) => reason.code);
    expect(refused).toEqual(Array(4).fill('key_limit_reached'));
    const [held] = await ports.admin<{ n: number }>(
      'select count(*)::int as n from api_secret where client_id = $1 and revoked_at is null and valid_until is null',
      [other.id],
    );
    expect(held?.n).toBe(10);
  });

  it('say when each was used last', async () => {
    const other = await ports.openClient(institution);
    const { secret } = await keyOf(other.id, 'payroll');
    await keyOf(other.id, 'spare');
    await reads(await tokenOf(other.clientKey, secret));
    const usedKeys = () =>
      ports.admin<{ name: string }>(
        'select name from api_secret where client_id = $1 and last_used_at is not null order by name',
        [other.id],
      );
    await eventually(async () => (await usedKeys()).length > 0);
    expect(await usedKeys()).toEqual([{ name: 'payroll' }]);
  });
});

describe('A client with a list of addresses', () => {
  const operator = () => systemCaller({ id: institution.id, mode: 'sandbox' }, 'operator', 'tests');
  const allow = (clientId: number, ...allowedNetworks: string[]) =>
    ports.app.partners.operators.changeClient(operator(), { clientId, changes: { allowedNetworks } });

  it('gets no token and makes no call from anywhere else, at its next request', async () => {
    const other = await ports.openClient(institution);
    const body = { client_id: other.clientKey, client_secret: other.secret };
    await allow(other.id, '203.0.113.0/24', '2001:db8::/32');
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }]) {
      const call = await ports.call('GET', '/api/v1/loans', { token: other.token, headers });
      expect([call.status, call.body.code, call.body.address]).toEqual([403, 'address_not_allowed', '127.0.0.1']);
      const mint = await ports.call('POST', BRIDGE, { body, headers });
      expect([mint.status, mint.body.code, mint.body.error]).toEqual([
        403,
        'address_not_allowed',
        'unauthorized_client',
      ]);
    }
    const wrong = await ports.call('POST', BRIDGE, { body: { ...body, client_secret: 'sk_test_wrong' } });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_client']);

    await allow(other.id, '127.0.0.0/8');
    expect((await ports.call('GET', '/api/v1/loans', { token: other.token })).status).toBe(200);
    expect((await ports.call('POST', BRIDGE, { body })).status).toBe(200);
    await allow(other.id, '203.0.113.0/24');
    await allow(other.id);
    expect((await ports.call('GET', '/api/v1/loans', { token: other.token })).status).toBe(200);
  });

  it.each([
    ['203.0.113.9', true],
    ['::ffff:203.0.113.9', true],
    ['2001:db8::5', true],
    ['203.0.114.9', false],
    ['2001:db9::5', false],
    ['fe80::1%eth0', false],
    ['unknown', false],
    [undefined, false],
  ])('called from %s', async (address, admitted) => {
    const other = await ports.openClient(institution);
    await allow(other.id, '203.0.113.0/24', '2001:db8::/32');
    const from = address === undefined ? {} : { address };
    const identified = ports.auth.identify(`Bearer ${other.token}`, { requestId: 'r', traceparent: null, ...from });
    if (admitted) expect(await identified).toMatchObject({ clientId: other.id });
    else await expect(identified).rejects.toMatchObject({ code: 'address_not_allowed' });
  });

  it('has networks on it and nothing else: the database takes no other text', async () => {
    const other = await ports.openClient(institution);
    await expect(allow(other.id, 'office')).rejects.toThrow();
    await expect(allow(other.id, ...Array.from({ length: 51 }, (_, n) => `10.0.0.${n}/32`))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('A token', () => {
  it('is requested where none is sent', async () => {
    const { status, body, headers } = await ports.call('GET', '/api/v1/loans');
    expect(status).toBe(401);
    expect(body.code).toBe('unauthenticated');
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('is not taken from the query', async () => {
    const { status } = await ports.call('GET', `/api/v1/loans?access_token=${client.token}`);
    expect(status).toBe(401);
  });

  it('ends after an hour', async () => {
    const { token } = await ports.openClient(institution);
    await ports.admin(`update access_token set expires_at = now() - interval '1 second' where client_id =
      (select client_id from access_token order by created_at desc limit 1)`);
    const { status, body } = await ports.call('GET', '/api/v1/loans', { token });
    expect(status).toBe(401);
    expect(body.reason).toBe('expired');
  });
});

describe('Introspection and revocation', () => {
  const paths = ['/api/v1/oauth', '/v1/oauth'];

  it.each(paths)('%s shows a client its own token', async (base) => {
    const { status, body } = await ports.call(
      'POST',
      `${base}/introspect`,
      form({ ...credentials(), token: client.token }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ active: true, client_id: client.clientKey, scope: 'loans:read loans:write' });
    expect(body.exp).toBeGreaterThan(Date.now() / 1000);
  });

  it('reveals nothing of another client’s token, nor of junk', async () => {
    const other = await ports.openClient(institution);
    for (const token of [other.token, 'at_junk', 'x'.repeat(3000)]) {
      const { status, body } = await ports.call('POST', '/api/v1/oauth/introspect', {
        body: { ...credentials(), token },
      });
      expect(status).toBe(200);
      expect(body).toEqual({ active: false });
    }
  });

  it('requests credentials and a token', async () => {
    const bad = { client_id: client.clientKey, client_secret: 'sk_test_no', token: client.token };
    expect((await ports.call('POST', '/api/v1/oauth/introspect', { body: bad })).status).toBe(401);
    expect((await ports.call('POST', '/api/v1/oauth/introspect', { body: credentials() })).body.error).toBe(
      'invalid_request',
    );
  });

  it('ends a token of the client, and no other', async () => {
    const other = await ports.openClient(institution);
    const { body } = await ports.call('POST', API, { body: { ...grant, ...credentials() } });
    const revoke = (token: string) => ports.call('POST', '/api/v1/oauth/revoke', form({ ...credentials(), token }));
    expect((await revoke(body.access_token)).status).toBe(200);
    expect((await revoke(body.access_token)).status).toBe(200);
    expect((await revoke(other.token)).status).toBe(200);
    expect((await ports.call('GET', '/api/v1/loans', { token: body.access_token })).status).toBe(401);
    expect((await ports.call('GET', '/api/v1/loans', { token: other.token })).status).toBe(200);
  });
});

describe('The metadata', () => {
  it.each([
    ['/.well-known/oauth-authorization-server', 'http://umoja.test'],
    ['/.well-known/oauth-authorization-server/api/v1', 'http://umoja.test/api/v1'],
    ['/api/v1/.well-known/oauth-authorization-server', 'http://umoja.test/api/v1'],
  ])('%s names the issuer and its endpoints', async (path, issuer) => {
    const { status, body } = await ports.call('GET', path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer,
      token_endpoint: 'http://umoja.test/api/v1/oauth/token',
      grant_types_supported: ['client_credentials'],
    });
  });
});
