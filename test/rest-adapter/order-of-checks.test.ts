import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import {
  openRestTestApp,
  type Institution,
  type RestTestApp,
  type Sent,
  type TestClient,
} from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;
let loan: { id: number };

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  client = await ports.openClient(institution);
  partner = lendingClient(ports, institution, client);
  loan = await partner.aDraft();
  await partner.call('POST', '/api/v1/members', { body: partner.anApplicant(), key: 'used' });
});
afterAll(() => ports.close());

/** Everything that can be wrong about a request, worst first; each request leaves out what is before. */
const broken = { raw: { type: 'application/json', text: '{' } };
const strange = { raw: { type: 'text/csv', text: 'a,b' } };

describe('A request that is wrong in several ways is refused for them in this order', () => {
  const codeOf = async (method: string, path: string, sent: Sent) => {
    const { status, body } = await ports.call(method, path, { token: client.token, ...sent });
    return `${status} ${body?.code}`;
  };

  it('401, before anything', async () => {
    expect(await codeOf('PATCH', '/api/v1/loans/999999?x=1', { token: null, ...broken })).toBe('401 unauthenticated');
  });

  it('403, before the record is looked for', async () => {
    const reader = await ports.openClient(institution, ['loans:read']);
    expect(await codeOf('PATCH', '/api/v1/loans/999999?x=1', { token: reader.token, ...broken })).toBe(
      '403 insufficient_scope',
    );
  });

  it.each([
    ['broken JSON', broken],
    ['a media type', strange],
    ['a bad key', { body: {}, key: 'a b' }],
    ['a reused key', { body: { action: 'approve' }, key: 'used' }],
    ['a bad If-Match', { body: { action: 'approve' }, headers: { 'if-match': 'v1' } }],
    ['a bad body', { body: { action: 'dance' } }],
  ])('404 of the record, before %s', async (_, sent) => {
    expect(await codeOf('PATCH', '/api/v1/loans/999999', sent)).toBe('404 not_found');
    expect(await codeOf('PATCH', '/api/v1/loans/abc', sent)).toBe('404 not_found');
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}`, sent)).not.toMatch(/^404/);
  });

  it('404 before an unknown parameter or a bad cursor', async () => {
    expect(await codeOf('GET', '/api/v1/loans/999999?x=1', {})).toBe('404 not_found');
    expect(await codeOf('GET', '/api/v1/loans/999999/repayments?cursor=x', {})).toBe('404 not_found');
  });

  it('400 before 415', async () => {
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}?x=1`, strange)).toBe('400 invalid_parameter');
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}`, { ...strange, key: 'a b' })).toBe(
      '400 invalid_idempotency_key',
    );
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}`, { ...strange, headers: { 'if-match': 'v1' } })).toBe(
      '400 invalid_header',
    );
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}`, strange)).toBe('415 unsupported_media_type');
  });

  it('the key before the version, the version before the body', async () => {
    const headers = { 'if-match': '"v9"' };
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}`, { body: { action: 'dance' }, key: 'used', headers })).toBe(
      '422 idempotency_key_reused',
    );
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}`, { body: { action: 'dance' }, headers })).toBe(
      '412 precondition_failed',
    );
    expect(await codeOf('PATCH', `/api/v1/loans/${loan.id}`, { body: { action: 'dance' } })).toBe(
      '422 validation_failed',
    );
  });

  it('the version and the body before the state', async () => {
    const approved = await partner.anApprovedLoan();
    const path = `/api/v1/loans/${approved.id}`;
    expect(await codeOf('PATCH', path, { body: { action: 'approve' }, headers: { 'if-match': '"v1"' } })).toBe(
      '412 precondition_failed',
    );
    expect(await codeOf('PATCH', path, { body: { action: 'approve', colour: 1 } })).toBe('422 validation_failed');
    expect(await codeOf('PATCH', path, { body: { action: 'approve' } })).toBe('409 invalid_state_transition');
  });
});

describe('A message that can’t be understood', () => {
  it.each([
    ['no JSON', '{"name":', 400, 'malformed_json'],
    ['two documents', '{} {}', 400, 'malformed_json'],
    ['NUL in a text', '{"name":"a\\u0000b"}', 400, 'malformed_json'],
    ['half a surrogate pair', '{"name":"\\ud800"}', 400, 'malformed_json'],
    ['NUL in a name', '{"a\\u0000":1}', 400, 'malformed_json'],
    ['too deep', `${'['.repeat(30)}${']'.repeat(30)}`, 413, 'payload_too_large'],
    ['too wide', `[${'1,'.repeat(2000)}1]`, 413, 'payload_too_large'],
    ['too large', `{"name":"${'x'.repeat(300_000)}"}`, 413, 'payload_too_large'],
    ['a list', '[]', 422, 'validation_failed'],
    ['a text', '"hello"', 422, 'validation_failed'],
    ['null', 'null', 422, 'validation_failed'],
    ['nothing', '', 422, 'validation_failed'],
    ['a prototype', '{"__proto__":{"admin":true}}', 422, 'validation_failed'],
  ])('with %s is refused', async (_, text, status, code) => {
    const reply = await partner.call('POST', '/api/v1/members', { raw: { type: 'application/json', text } });
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.body.request_id).toBe(reply.headers.get('x-request-id'));
  });

  it('is refused where it is no UTF-8', async () => {
    const response = await fetch(`${ports.url}/api/v1/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(400);
  });

  it('names another media type, or accepts no JSON', async () => {
    const typed = await partner.call('POST', '/api/v1/members', strange);
    expect(typed.body).toMatchObject({ code: 'unsupported_media_type', supported: ['application/json'] });
    const accepting = await partner.call('GET', '/api/v1/members', { headers: { accept: 'text/csv' } });
    expect({ status: accepting.status, code: accepting.body.code }).toEqual({ status: 406, code: 'not_acceptable' });
  });

  it('is for a path or a method that is not served', async () => {
    const nowhere = await partner.call('GET', '/api/v1/nothing');
    expect(nowhere.body).toMatchObject({ code: 'not_found', resource: 'route', instance: '/api/v1/nothing' });
    for (const [method, path] of [
      ['PUT', '/api/v1/loans/1'],
      ['DELETE', '/api/v1/loans'],
      ['PATCH', '/api/v1/members'],
      ['POST', '/healthz'],
    ] as const) {
      const { status, body, headers } = await partner.call(method, path);
      expect({ status, code: body.code }).toEqual({ status: 405, code: 'method_not_allowed' });
      expect(headers.get('allow')).toBe(body.allowed.join(', '));
    }
  });

  it('can’t be read as an address', async () => {
    const { status, body } = await partner.call('GET', '/api/v1/loans/%zz');
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_parameter');
  });

  it('has headers beyond measure', async () => {
    const { status, body } = await partner.call('GET', '/api/v1/loans', { headers: { 'x-long': 'x'.repeat(20_000) } });
    expect({ status, code: body.code }).toEqual({ status: 431, code: 'headers_too_large' });
  });
});

describe('Every reply', () => {
  it('echoes the request id where it is fit, and makes one where it is not', async () => {
    const id = (value: string) => partner.call('GET', '/api/v1/loans', { headers: { 'x-request-id': value } });
    expect((await id('my-id-1')).headers.get('x-request-id')).toBe('my-id-1');
    expect((await id('x'.repeat(129))).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await id('a b')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('forbids sniffing, framing and keeping, and lets no other site read it', async () => {
    const { headers } = await partner.call('GET', '/api/v1/loans', { headers: { origin: 'https://evil.example' } });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('to HEAD is that to GET without its body', async () => {
    const { status, text, headers } = await partner.call('HEAD', `/api/v1/loans/${loan.id}`);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers.get('etag')).toMatch(/^"v1-/);
  });
});
