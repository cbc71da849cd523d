import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials, type ModuleOptions } from 'simple-oauth2';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { openRestTestApp, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

/**
 * OAuth clients as partners use them, unmodified: they find the endpoints, get a token by every way that they know, use
 * it, and understand refusals.
 */
let ports: RestTestApp;
let client: TestClient;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  ports = await openRestTestApp({ port, baseUrl: url });
  client = await ports.openClient(await ports.openInstitution(), ['loans:read', 'students:read', 'members:write']);
});
afterAll(() => ports.close());

describe('oauth4webapi', () => {
  // Tests have no TLS.
  const plain = { [oauth.allowInsecureRequests]: true };
  const me = () => ({ client_id: client.clientKey });
  const discover = async (): Promise<oauth.AuthorizationServer> => {
    const issuer = new URL(`${url}/api/v1`);
    const found = await oauth.discoveryRequest(issuer, { ...plain, algorithm: 'oauth2' });
    return oauth.processDiscoveryResponse(issuer, found);
  };
  const ways: [string, (secret: string) => oauth.ClientAuth][] = [
    ['Basic', oauth.ClientSecretBasic],
    ['a form', oauth.ClientSecretPost],
  ];

  it.each(ways)('gets a token by %s, and lends with it', async (_, authenticated) => {
    const server = await discover();
    const reply = await oauth.clientCredentialsGrantRequest(
      server,
      me(),
      authenticated(client.secret),
      { scope: 'loans:read' },
      plain,
    );
    const token = await oauth.processClientCredentialsResponse(server, me(), reply);
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'loans:read' });
    const loans = await oauth.protectedResourceRequest(
      token.access_token,
      'GET',
      new URL(`${url}/api/v1/loans`),
      undefined,
      undefined,
      plain,
    );
    expect(loans.status).toBe(200);
  });

  it('looks at a token and ends it', async () => {
    const server = await discover();
    const secret = oauth.ClientSecretBasic(client.secret);
    const { body } = await ports.call('POST', '/api/v1/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: client.clientKey, client_secret: client.secret },
    });
    const look = async () =>
      oauth.processIntrospectionResponse(
        server,
        me(),
        await oauth.introspectionRequest(server, me(), secret, body.access_token, plain),
      );
    expect(await look()).toMatchObject({ active: true, client_id: client.clientKey });
    const ended = await oauth.revocationRequest(server, me(), secret, body.access_token, plain);
    expect(await oauth.processRevocationResponse(ended)).toBeUndefined();
    expect(await look()).toEqual({ active: false });
  });

  it('understands that a scope was not granted, and that a secret is wrong', async () => {
    const server = await discover();
    const request = (secret: string, scope: string) =>
      oauth.clientCredentialsGrantRequest(server, me(), oauth.ClientSecretPost(secret), { scope }, plain);
    const tooMuch = await request(client.secret, 'loans:write');
    await expect(oauth.processClientCredentialsResponse(server, me(), tooMuch)).rejects.toMatchObject({
      status: 400,
      error: 'invalid_scope',
      error_description: expect.stringContaining('loans:write'),
    });
    const wrong = await request(`${client.secret}x`, 'loans:read');
    await expect(oauth.processClientCredentialsResponse(server, me(), wrong)).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: 'basic' }],
    });
  });

  it('reads the challenge of a surface that refuses its token', async () => {
    const request = (token: string, path: string) =>
      oauth.protectedResourceRequest(token, 'GET', new URL(`${url}${path}`), undefined, undefined, plain);
    await expect(request('at_nonsense', '/api/v1/loans')).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
    });
    await expect(request(client.token, '/api/v1/members')).rejects.toMatchObject({
      status: 403,
      cause: [{ scheme: 'bearer', parameters: { error: 'insufficient_scope', scope: 'members:read' } }],
    });
  });
});

describe('openid-client', () => {
  const ways: [string, (secret: string) => openid.ClientAuth][] = [
    ['Basic', openid.ClientSecretBasic],
    ['a form', openid.ClientSecretPost],
  ];
  it.each(ways)('discovers the server, gets a token by %s, and reads students', async (_, authenticated) => {
    const config = await openid.discovery(
      new URL(`${url}/api/v1`),
      client.clientKey,
      undefined,
      authenticated(client.secret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const token = await openid.clientCredentialsGrant(config, { scope: 'students:read' });
    expect(token.expiresIn()).toBeGreaterThan(3_500);
    const students = await openid.fetchProtectedResource(
      config,
      token.access_token,
      new URL(`${url}/api/v1/students`),
      'GET',
    );
    expect(students.status).toBe(200);
    await openid.tokenRevocation(config, token.access_token);
    expect((await openid.tokenIntrospection(config, token.access_token)).active).toBe(false);
  });
});

describe('simple-oauth2', () => {
  const options = (tokenPath: string, how: ModuleOptions['options']): ModuleOptions => ({
    client: { id: client.clientKey, secret: client.secret },
    auth: { tokenHost: url, tokenPath },
    options: how,
  });
  const ways: [string, ModuleOptions['options']][] = [
    ['Basic and a form', { authorizationMethod: 'header', bodyFormat: 'form' }],
    ['Basic and JSON', { authorizationMethod: 'header', bodyFormat: 'json' }],
    ['a form', { authorizationMethod: 'body', bodyFormat: 'form' }],
    ['JSON', { authorizationMethod: 'body', bodyFormat: 'json' }],
  ];

  it.each(ways)('gets a token by %s, and lends with it', async (_, how) => {
    const granted = await new ClientCredentials(options('/api/v1/oauth/token', how)).getToken({ scope: 'loans:read' });
    expect(granted.token).toMatchObject({ token_type: 'Bearer', scope: 'loans:read', sandbox: true });
    expect(granted.expired()).toBe(false);
    const token = String(granted.token['access_token']);
    expect((await ports.call('GET', '/api/v1/loans', { token })).status).toBe(200);
  });

  it('gets one of the payment bridge by a form', async () => {
    const how: ModuleOptions['options'] = { authorizationMethod: 'body', bodyFormat: 'form' };
    const granted = await new ClientCredentials(options('/v1/oauth/token', how)).getToken({});
    expect(granted.token).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  });

  it('learns what is wrong', async () => {
    const how: ModuleOptions['options'] = { authorizationMethod: 'body', bodyFormat: 'json' };
    const request = new ClientCredentials(options('/api/v1/oauth/token', how)).getToken({ scope: 'loans:write' });
    await expect(request).rejects.toMatchObject({
      output: { statusCode: 400 },
      data: { payload: { error: 'invalid_scope', code: 'invalid_scope' } },
    });
  });
});
