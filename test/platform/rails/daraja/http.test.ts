import { afterAll, describe, expect, it } from 'vitest';
import { providerHttp, type HttpRequest } from '#platform/rails/connection/http.ts';
import { traced } from '#platform/runtime/tracing/tracing.ts';
import { selfSigned } from '#test/support/certificate.ts';
import { recordSteps } from '#test/support/recorded-steps.ts';
import { receivers } from '#test/support/receivers.ts';

const servers = receivers();
const send = providerHttp({ connectMs: 300, totalMs: 400 }, () => Temporal.Instant.from('2026-03-02T07:00:00Z'));
/** Where a response comes: on a busy machine it may take its time. */
const sendPatiently = providerHttp({ connectMs: 10_000, totalMs: 20_000 }, () =>
  Temporal.Instant.from('2026-03-02T07:00:00Z'),
);
const deadline = new AbortController().signal;
const post = (url: string): HttpRequest => ({ method: 'POST', url, headers: {}, body: '{"a":1}' });
const at = (port: number, scheme = 'http') => post(`${scheme}://127.0.0.1:${port}/x`);

afterAll(() => servers.close());

describe('A request to the provider', () => {
  it('brings its response back, with numbers as they were written', async () => {
    const port = await servers.http((_request, response) => {
      response.writeHead(200, { 'retry-after': '3' }).end('{"Amount":1.00,"Code":0}');
    });
    expect(await sendPatiently(at(port), deadline)).toEqual({
      kind: 'answered',
      status: 200,
      body: { Amount: '1.00', Code: '0' },
      retryAfterSeconds: 3,
    });
  });

  it('is a step of the trace in which it is sent, by the name of its host alone', async () => {
    const port = await servers.http((_request, response) => response.end('{}'));
    const steps = await recordSteps(() =>
      traced(
        'job check-payout',
        () => ({ kind: 'consumer' }),
        () => sendPatiently(at(port), deadline),
      ),
    );
    expect(steps).toMatchObject([
      { name: 'job check-payout', parent: null, ended: true },
      {
        name: 'provider call',
        kind: 'client',
        parent: steps[0]!.traceparent,
        attributes: { 'server.address': '127.0.0.1' },
        ended: true,
      },
    ]);
  });

  it.each([
    ['nobody listens', async () => at(await servers.unused()), 'refused'],
    ['the name leads nowhere', async () => post('http://daraja.invalid/x'), 'no_address'],
    [
      'the certificate is nobody’s',
      async () => at(await servers.https((_request, response) => response.end(), selfSigned(['127.0.0.1'])), 'https'),
      'tls_failed',
    ],
    ['TLS is not answered', async () => at(await servers.tcp(() => {}), 'https'), 'connect_timeout'],
  ])('is not sent where %s', async (_where, request, why) => {
    expect(await send(await request(), deadline)).toEqual({ kind: 'not_sent', why });
  });

  it('is not sent after its deadline', async () => {
    expect(await send(at(1), AbortSignal.abort())).toEqual({ kind: 'not_sent', why: 'deadline' });
  });

  it('may have arrived where no answer comes', async () => {
    const port = await servers.http(() => {});
    expect(await send(at(port), deadline)).toEqual({ kind: 'no_answer', why: 'timeout' });
    expect(await send(at(port), AbortSignal.timeout(50))).toEqual({ kind: 'no_answer', why: 'deadline' });
  });

  it('may have arrived where the connection is closed in place of a response', async () => {
    const port = await servers.tcp((socket) => socket.once('data', () => socket.destroy()));
    expect(await send(at(port), deadline)).toEqual({ kind: 'no_answer', why: 'broken_off' });
  });

  it('keeps the status of a response whose body breaks off, is no JSON or is too long', async () => {
    const broken = await servers.tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"ResponseCode"')),
    );
    const html = await servers.http((_request, response) => response.writeHead(503).end('<html>'));
    const long = await servers.http((_request, response) => response.end(`"${'x'.repeat(3_000_000)}"`));
    const unread = { kind: 'answered', body: undefined, retryAfterSeconds: null };
    expect(await sendPatiently(at(broken), deadline)).toEqual({ ...unread, status: 200 });
    expect(await sendPatiently(at(html), deadline)).toEqual({ ...unread, status: 503 });
    expect(await sendPatiently(at(long), deadline)).toEqual({ ...unread, status: 200 });
  });

  it('does not follow where it is sent on to', async () => {
    let followed = false;
    const elsewhere = await servers.http((_request, response) => {
      followed = true;
      response.end();
    });
    const port = await servers.http((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere}/` }).end();
    });
    expect(await send(at(port), deadline)).toMatchObject({ kind: 'answered', status: 307 });
    expect(followed).toBe(false);
  });
});
