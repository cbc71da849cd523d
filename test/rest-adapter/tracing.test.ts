import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { startTracing } from '#platform/runtime/tracing/start.ts';
import { startRest, type RunningRest } from '#rest/start.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { receivers } from '#test/support/receivers.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { openWorkerContext, registerHook, type WorkerContext } from '#test/support/worker-context.ts';

/** One id and one trace lead from a partner's request to the log, the event and the webhook. */
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let testApp: TestApp;
let context: WorkerContext;
let rest: RunningRest;
let token: string;
const { log, lines } = recordingLog();
const partners = receivers();
const delivered: { headers: IncomingHttpHeaders; body: any }[] = [];

beforeAll(async () => {
  testApp = await openTestApp();
  context = await openWorkerContext(testApp);
  rest = await startRest({
    app: testApp.app,
    auth: testApp.auth,
    log,
    keys: testApp.keys,
    baseUrl: 'http://umoja.test',
    webhookGuard: { allowedNetworks: parseNetworks('127.0.0.0/8'), resolve: async () => ['127.0.0.1'] },
    host: '127.0.0.1',
    port: 0,
  });
  const port = await partners.http(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    delivered.push({ headers: request.headers, body: JSON.parse(text) });
    response.end();
  });
  await registerHook(testApp, `http://127.0.0.1:${port}/`, { events: ['loan.*'] });
  const { clientKey, secret } = testApp.client;
  const minted = await testApp.auth.mint({ clientKey, secret, scope: null });
  token = minted.accessToken;
});
afterAll(async () => {
  await rest.close();
  await context.close();
  await partners.close();
  await testApp.close();
});

const apply = (headers: Readonly<Record<string, string>>, body: object = {}) =>
  fetch(`${rest.url}/api/v1/loans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      member_id: testApp.memberId,
      product_id: testApp.productId,
      principal: 5_000_000,
      term_months: 12,
      ...body,
    }),
  });

describe('X-Request-ID and traceparent', () => {
  it('go with a request to reply, log, event and webhook', async () => {
    const reply = await apply({ 'x-request-id': 'partner-4711', traceparent: TRACE, 'idempotency-key': 'once' });
    const { id } = (await reply.json()) as { id: number };
    expect(reply.status).toBe(201);
    expect(reply.headers.get('x-request-id')).toBe('partner-4711');

    const line = await eventually(() => lines.find((each) => each['request_id'] === 'partner-4711'));
    expect(line).toMatchObject({
      traceparent: TRACE,
      client_id: testApp.client.clientKey,
      method: 'POST',
      route: '/api/v1/loans',
      status: 201,
    });

    const events = await testApp.sql(
      `select type, request_id, traceparent from event where subject_type = 'loan' and subject_id = $1`,
      [id],
    );
    expect(events).toEqual([{ type: 'loan.created', request_id: 'partner-4711', traceparent: TRACE }]);
    const audited = await testApp.sql(`select request_id from audit where subject_type = 'loan' and subject_id = $1`, [
      id,
    ]);
    expect(audited).toEqual([{ request_id: 'partner-4711' }]);

    const emitted = await eventually(() => delivered.find(({ body }) => body.subject?.id === id));
    expect(emitted?.headers['traceparent']).toBe(TRACE);
    expect(emitted?.body.request).toMatchObject({ id: 'partner-4711', idempotency_key: 'once' });
  });

  it('go into a refusal, and a replay has its own', async () => {
    const refused = await apply({ 'x-request-id': 'partner-4712' }, { principal: -1 });
    expect(await refused.json()).toMatchObject({ code: 'validation_failed', request_id: 'partner-4712' });
    const replayed = await apply({ 'x-request-id': 'partner-4713', 'idempotency-key': 'once' });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.headers.get('x-request-id')).toBe('partner-4713');
  });

  it.each([
    ['is missing', {}],
    ['holds a blank', { 'x-request-id': 'two words' }],
    ['is too long', { 'x-request-id': 'x'.repeat(129) }],
  ])('has an id of ours where it %s', async (_, headers) => {
    const reply = await apply(headers as Record<string, string>, { principal: -1 });
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it.each([
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    TRACE.toUpperCase(),
  ])('are no trace as %s, and refuse nothing', async (traceparent) => {
    const reply = await apply({ traceparent });
    const { id } = (await reply.json()) as { id: number };
    const [event] = await testApp.sql(`select traceparent from event where subject_type = 'loan' and subject_id = $1`, [
      id,
    ]);
    expect(event).toEqual({ traceparent: null });
  });
});

describe('Where a collector of traces is named', () => {
  type Step = {
    readonly traceId: string;
    readonly spanId: string;
    readonly parentSpanId?: string;
    readonly name: string;
    readonly attributes: readonly { readonly key: string }[];
  };
  const steps: Step[] = [];
  let tracing: Awaited<ReturnType<typeof startTracing>>;
  beforeAll(async () => {
    // What a collector is sent: OTLP over HTTP, in JSON.
    const port = await partners.http(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      type Sent = { resourceSpans: { scopeSpans: { spans: Step[] }[] }[] };
      const { resourceSpans } = JSON.parse(text) as Sent;
      for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) steps.push(...spans);
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    });
    tracing = await startTracing({ otlpEndpoint: `http://127.0.0.1:${port}`, tracedShare: 1 }, 'umoja');
  });
  afterAll(() => tracing?.close());

  const arrivedAt = async (reply: Response) => {
    const { id } = (await reply.json()) as { id: number };
    const arrived = await eventually(() => delivered.find(({ body }) => body.subject?.id === id));
    return String(arrived?.headers['traceparent']);
  };
  const ofTrace = (traceId: string) => steps.filter((each) => each.traceId === traceId);

  it('receives one trace, from the request over the outbox to the webhook', async () => {
    const own = TRACE.replace('4bf92f', '4bf931');
    const [, traceId = '', webhook] = (await arrivedAt(await apply({ traceparent: own }))).split('-');
    await eventually(() => ofTrace(traceId).some(({ name }) => name === 'webhook'));
    await eventually(() => ofTrace(traceId).some(({ name }) => name === 'REST request'));
    expect(own).toContain(traceId);
    const trace = ofTrace(traceId);
    const nameOf = (id: string | undefined) => trace.find(({ spanId }) => spanId === id)?.name;
    const chain = (name: string) => trace.filter((each) => each.name === name).map((each) => nameOf(each.parentSpanId));
    expect(trace.find(({ name }) => name === 'REST request')?.parentSpanId).toBe('00f067aa0ba902b7');
    expect(chain('transaction applyForLoan')).toEqual(['REST request']);
    expect(chain('outbox loan.created')).toEqual(['REST request']);
    expect(chain('webhook')).toEqual(['REST request']);
    expect(nameOf(webhook)).toBe('webhook');
    // Nothing of a person: neither attributes of others' making, nor texts in names.
    const keys = new Set(trace.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].sort()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'umoja.request_id',
      'umoja.statements',
      'umoja.tenant',
    ]);
  });

  it('has the ids of a trace in the lines of the log', async () => {
    await arrivedAt(await apply({ 'x-request-id': 'traced-1' }));
    const line = await eventually(() => lines.find((each) => each['request_id'] === 'traced-1'));
    expect(line?.['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('records nothing of a trace that its caller does not record, and hands it on', async () => {
    const unrecorded = TRACE.replace('4bf92f', '4bf930').replace(/01$/, '00');
    const arrived = await arrivedAt(await apply({ traceparent: unrecorded }));
    expect(arrived).toMatch(/^00-4bf9303577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/);
    expect(ofTrace(unrecorded.slice(3, 35))).toEqual([]);
  });
});

describe('The log', () => {
  it('has a line for each request, and never a secret of it', async () => {
    await fetch(`${rest.url}/cb/secret-of-a-callback/payout`, { method: 'POST', body: '{}' });
    await fetch(`${rest.url}/api/v1/members?filter[phone]=%2B254712345678`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await eventually(() => lines.find((line) => line['route'] === '/api/v1/members'));
    const written = JSON.stringify(lines);
    for (const secret of [token, 'secret-of-a-callback', '254712345678', testApp.client.secret]) {
      expect(written).not.toContain(secret);
    }
    expect(lines.find((line) => line['route'] === '/cb/:token/:kind')).toMatchObject({ status: 404 });
  });
});

describe.each(['/v1', '/v1/', '/v1/apps', '/api/v1', '/api/v1/', '/api/v1/loan', '/api/v2/loans', '/nothing'])(
  'Nothing is at %s',
  (path) => {
    it.each(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])('and %s gets a problem that says so', async (method) => {
      const reply = await fetch(`${rest.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toBe('application/problem+json');
      expect(reply.headers.get('x-request-id')).not.toBeNull();
      expect(await reply.json()).toMatchObject({
        type: 'http://umoja.test/problems/not_found',
        status: 404,
        code: 'not_found',
        instance: path,
        resource: 'route',
      });
    });
  },
);

it('An address that can’t be read is a problem, too', async () => {
  const socket = connect(Number(new URL(rest.url).port), '127.0.0.1');
  socket.write('GET /api/v1/%zz HTTP/1.1\r\nHost: umoja.test\r\nConnection: close\r\n\r\n');
  let text = '';
  socket.on('data', (chunk) => void (text += chunk.toString()));
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toContain('application/problem+json');
  expect(text).toContain('"code":"invalid_parameter"');
});
