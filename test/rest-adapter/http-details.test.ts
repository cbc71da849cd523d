import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasEtag } from '#rest/openapi/problems.ts';
import { exampleOf, schemaFor, type Components } from '#rest/openapi/schemas.ts';
import { etagOf } from '#rest/responses.ts';
import { routes } from '#rest/routes.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

let testApp: RestTestApp;
let institution: Institution;
let client: TestClient;
let partner: LendingClient;

beforeAll(async () => {
  testApp = await openRestTestApp();
  institution = await testApp.openInstitution();
  client = await testApp.openClient(institution);
  partner = lendingClient(testApp, institution, client);
});
afterAll(() => testApp.close());

/** What a server sends back to these very bytes, until it ends the connection. */
async function exchange(...lines: readonly string[]): Promise<{ head: string; body: Record<string, unknown> }> {
  const { hostname, port } = new URL(testApp.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve, reject) => socket.on('close', resolve).on('error', reject));
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 2);
  return { head, body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>) };
}
const bearer = () => `Authorization: Bearer ${client.token}`;

describe('A body that two readers may understand differently', () => {
  const post = (text: string, type = 'application/json', headers: Record<string, string> = {}) =>
    testApp.call('POST', '/api/v1/members', { token: client.token, raw: { type, text }, headers });
  const member = () => JSON.stringify(partner.anApplicant());

  it.each([
    ['a name twice', '{"a":1,"a":2}', /has the member a twice/],
    ['a name twice with one value', '{"a":1,"a":1}', /twice/],
    ['a name twice, once escaped', '{"a":1,"\\u0061":2}', /twice/],
    ['a name twice deeper down', '{"x":[{"b":{"c":1,"d":2,"c":3}}]}', /has the member c twice/],
    ['a number beyond a double', '{"a":9007199254740993}', /9007199254740993 has more digits/],
    ['a fraction beyond a double', '{"a":[1.00000000000000000001]}', /more digits/],
    ['a number that becomes infinite', '{"a":1e400}', /more digits/],
  ])('is refused where it has %s', async (_, text, detail) => {
    const { status, body } = await post(text);
    expect({ status, code: body.code, detail: body.detail }).toEqual({
      status: 400,
      code: 'malformed_json',
      detail: expect.stringMatching(detail),
    });
  });

  it('is read where the same name stands in two objects, and numbers are written in long', async () => {
    const { status, body } = await post('{"a":{"n":1.50},"b":{"n":-1.5e1},"c":[0.0,-0,1E2,0.1,100000000000000000000]}');
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' });
  });

  it.each([
    ['another charset', 'application/json; charset=latin1', {}, 'Content-Type'],
    ['a quoted charset', 'application/json; charset="utf-16"', {}, 'Content-Type'],
    ['a content coding', 'application/json', { 'content-encoding': 'gzip' }, 'Content-Encoding'],
  ])('is refused in %s, by the header’s name', async (_, type, headers, header) => {
    const { status, body } = await post(member(), type, headers);
    expect({ status, code: body.code, header: body.header }).toEqual({ status: 400, code: 'invalid_header', header });
  });

  it('is taken in UTF-8, however that is said', async () => {
    for (const type of ['application/json; charset=UTF-8', 'application/json;charset="utf-8"']) {
      expect((await post(member(), type, { 'content-encoding': 'identity' })).status).toBe(201);
    }
  });
});

describe('An operation that takes no body', () => {
  const refused = async (path: string, body: unknown) => {
    const reply = await partner.call('POST', path, { body });
    return { status: reply.status, code: reply.body.code, pointer: reply.body.errors?.[0]?.pointer };
  };

  it('refuses one, instead of ignoring what it was to do', async () => {
    const hook = await partner.call('POST', '/api/v1/webhooks', {
      body: { url: 'https://example.com/', events: ['*'] },
    });
    const path = `/api/v1/webhooks/${hook.body.id}/disable`;
    expect(await refused(path, { until: '2027-01-01' })).toEqual({
      status: 422,
      code: 'validation_failed',
      pointer: '#/until',
    });
    expect(await refused(path, [])).toMatchObject({ status: 422, code: 'validation_failed' });
    expect((await partner.call('POST', path, { body: {} })).status).toBe(200);
  });
});

describe('If-Match', () => {
  const approve = async (ifMatch: string, id: number) => {
    const { status, body } = await partner.approve(id, { headers: { 'if-match': ifMatch } });
    return { status, code: body.code, detail: body.detail };
  };

  it('takes a list, of which one tag has to be the record’s', async () => {
    const { id } = await partner.aDraft();
    expect(await approve('"v7", "v8"', id)).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect(await approve('"v7","abc" ,\t"v1"', id)).toMatchObject({ status: 200 });
  });

  it.each([
    ['a weak tag', 'W/"v1"', /A weak tag .* never matches/],
    ['a tag that was never given out', '"abc"', /The record is at version 1; the request was made for another one/],
    ['a tag with a zero before it', '"v01"', /made for another one/],
  ])('does not match %s, and says no number that was not sent', async (_, tag, detail) => {
    const { id } = await partner.aDraft();
    const reply = await approve(tag, id);
    expect(reply).toMatchObject({ status: 412, code: 'precondition_failed', detail: expect.stringMatching(detail) });
    expect(reply.detail).not.toContain('-1');
  });

  it.each(['v1', '"v1', '"v1" "v2"', '"v1",', ''])('is refused as %p', async (tag) => {
    const { id } = await partner.aDraft();
    expect(await approve(tag, id)).toMatchObject({ status: 400, code: 'invalid_header' });
  });
});

describe('The ETag of a record', () => {
  const get = (path: string, headers = {}) => testApp.call('GET', path, { token: client.token, headers });

  it('is another one where ids are shown in another form', async () => {
    const { id } = await partner.aDraft();
    const integers = await get(`/api/v1/loans/${id}`);
    const uuids = await get(`/api/v1/loans/${id}?id_format=uuid`);
    expect(uuids.headers.get('etag')).not.toBe(integers.headers.get('etag'));
    const known = { 'if-none-match': integers.headers.get('etag') ?? '' };
    expect((await get(`/api/v1/loans/${id}?id_format=uuid`, known)).status).toBe(200);
    expect((await get(`/api/v1/loans/${id}`, known)).status).toBe(304);
  });

  it('may be stored with its record by the client, which no other reply may', async () => {
    const { id } = await partner.aDraft();
    const first = await get(`/api/v1/loans/${id}`);
    const again = await get(`/api/v1/loans/${id}`, { 'if-none-match': first.headers.get('etag') ?? '' });
    for (const { headers } of [first, again]) {
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('Authorization');
    }
    for (const path of ['/api/v1/loans', '/api/v1/loans/999999']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('is of what has no version, too', async () => {
    const { id } = await partner.aDraft();
    const first = await get(`/api/v1/loans/${id}/schedule`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect((await get(`/api/v1/loans/${id}/schedule`, { 'if-none-match': etag })).status).toBe(304);
  });

  it('leads with the version, which alone decides a command', async () => {
    const { id } = await partner.aDraft();
    const etag = (await get(`/api/v1/loans/${id}`)).headers.get('etag') ?? '';
    const otherBytes = etag.replace(/-.*"$/, `-${'A'.repeat(22)}"`);
    const send = (ifMatch: string) => partner.approve(id, { headers: { 'if-match': ifMatch } });
    expect(await send(etag.replace('"v1-', '"v2-'))).toMatchObject({ status: 412, body: { current_etag: '"v1"' } });
    expect((await send(otherBytes)).status).toBe(200);
  });

  const shown = routes.filter((row) => row.method === 'GET' && hasEtag(row));
  it(`changes with whatever changes the bytes, in each of ${shown.length} representations`, () => {
    const components: Components = new Map();
    for (const row of shown) {
      const body = exampleOf(schemaFor(row.reply.schema ?? {}, components), components);
      const etag = etagOf(JSON.stringify(body), { version: 7 });
      const others = changesOf(body).map((other) => etagOf(JSON.stringify(other), { version: 7 }));
      expect(others.length).toBeGreaterThan(0);
      expect(new Set([etag, ...others]).size).toBe(others.length + 1);
      expect(etagOf(JSON.stringify(body), { version: 8 })).not.toBe(etag);
    }
  });
});

/** The document with each of its values changed in turn. */
function changesOf(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [`${String(value)}, changed`];
  return Object.entries(value).flatMap(([name, member]) =>
    changesOf(member).map((other) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other },
    ),
  );
}

describe('Without a token', () => {
  it.each([
    ['GET', '/api/v1/nothing'],
    ['PUT', '/api/v1/members'],
    ['GET', '/v1/nothing'],
  ])('%s %s is refused for want of one, before what is there', async (method, path) => {
    expect((await testApp.call(method, path)).status).toBe(401);
    const known = await testApp.call(method, path, { token: client.token });
    expect([404, 405]).toContain(known.status);
    expect(known.headers.get('x-ratelimit-limit')).not.toBeNull();
  });

  it('what lies outside of the surfaces is not found', async () => {
    expect((await testApp.call('GET', '/nothing')).status).toBe(404);
    expect((await testApp.call('GET', '/api/v1/oauth/token')).status).toBe(405);
  });

  it('two tokens are as bad as none: it is not known who calls', async () => {
    const { head, body } = await exchange(
      'GET /api/v1/loans HTTP/1.1',
      'Host: umoja.test',
      bearer(),
      bearer(),
      'Connection: close',
    );
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(body).toMatchObject({ code: 'invalid_header', header: 'Authorization' });
  });
});

describe('What can’t be read as a request', () => {
  it.each([
    ['a header without a colon', ['GET /api/v1/loans?secret=1 HTTP/1.1', 'Host umoja'], 400, '/api/v1/loans'],
    ['no HTTP at all', ['hello'], 400, '/'],
    ['headers beyond measure', ['GET /v1/app HTTP/1.1', `X: ${'x'.repeat(20_000)}`], 431, '/v1/app'],
    ['no Host', ['GET /api/v1/loans HTTP/1.1', 'Connection: close'], 400, '/api/v1/loans'],
    [
      'an expectation that is not met',
      ['POST /api/v1/loans HTTP/1.1', 'Host: umoja.test', 'Expect: miracles'],
      417,
      '/api/v1/loans',
    ],
  ] as const)('is answered by a whole problem: %s', async (_, lines, status, instance) => {
    const { head, body } = await exchange(...lines);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('content-type: application/problem+json');
    expect(body).toMatchObject({ status, instance, title: expect.any(String), detail: expect.any(String) });
    expect(body['type']).toBe(`http://umoja.test/problems/${String(body['code'])}`);
    expect(head).toContain(`x-request-id: ${String(body['request_id'])}`);
  });
});
