import { spawn } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { Connections } from '#platform/outbound/connections.ts';
import { checkDestination } from '#platform/outbound/destination.ts';
import { post, type Outbound } from '#platform/outbound/guarded-request.ts';
import { selfSigned } from '#test/support/certificate.ts';
import { listening, receivers, type Receivers } from '#test/support/receivers.ts';

const BODY = '{"id":"evt_1"}';
const LOOPBACK = parseNetworks('127.0.0.0/8');

const connections = new Connections();
let servers: Receivers;
beforeEach(() => {
  servers = receivers();
});
afterEach(async () => {
  connections.destroy();
  await servers.close();
});

/** A resolver that knows some names, as a test wants them. */
function zone(names: Record<string, readonly string[]>): Outbound['resolve'] {
  return (name) => {
    const addresses = names[name];
    if (addresses !== undefined) return Promise.resolve(addresses);
    return Promise.reject(Object.assign(new Error(`queryA ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
  };
}

const here: Outbound = {
  connections,
  allowHttp: true,
  allowedNetworks: LOOPBACK,
  resolve: zone({ 'receiver.test': ['127.0.0.1'] }),
  deadlines: { connectMs: 400, totalMs: 800 },
  trustedCertificates: null,
};

function send(url: string, around: Partial<Outbound> = {}, headers: Record<string, string> = {}): Promise<Reply> {
  return post({ recipient: 'webhook 1', url, body: BODY, headers }, { ...here, ...around });
}

async function replyTo(listener: RequestListener, around: Partial<Outbound> = {}): Promise<Reply> {
  return send(`http://receiver.test:${await servers.http(listener)}/hooks`, around);
}

/** What a receiver that speaks raw bytes leads to. */
async function replyToBytes(...chunks: readonly string[]): Promise<Reply> {
  const port = await servers.tcp((socket) => {
    socket.once('data', () => {
      for (const chunk of chunks) socket.write(chunk);
      socket.end();
    });
  });
  return send(`http://receiver.test:${port}/`);
}

describe('A delivery to a receiver that takes it', () => {
  it('arrives as it was sent, with the host of its url, and reports the address and the duration', async () => {
    const { received, listener } = listening();
    const port = await servers.http(listener);
    const reply = await send(
      `http://receiver.test:${port}/hooks/a%20b?x=1&y=%F0%9F%92%B8#part`,
      {},
      { 'webhook-id': 'evt_1' },
    );
    expect(reply).toMatchObject({
      status: 200,
      errorClass: null,
      problem: null,
      resolvedAddress: '127.0.0.1',
      replyBody: 'thank you',
    });
    expect(reply.durationMs).toBeGreaterThanOrEqual(0);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ url: '/hooks/a%20b?x=1&y=%F0%9F%92%B8', body: BODY });
    expect(received[0]?.headers).toMatchObject({
      host: `receiver.test:${port}`,
      'webhook-id': 'evt_1',
      'content-type': 'application/json',
      'content-length': '14',
      'accept-encoding': 'identity',
      connection: 'keep-alive',
    });
  });

  it('counts the bytes of the body, not its characters', async () => {
    const { received, listener } = listening();
    const port = await servers.http(listener);
    await post({ recipient: 'webhook 1', url: `http://127.0.0.1:${port}/`, body: '"Ngũgĩ 💸"', headers: {} }, here);
    expect(received[0]?.body).toBe('"Ngũgĩ 💸"');
  });

  it.each([200, 201, 202, 204, 299])('succeeds with %i', async (status) => {
    const reply = await replyTo((_, response) => response.writeHead(status).end());
    expect(reply).toMatchObject({ status, errorClass: null, problem: null });
  });

  it('succeeds where the receiver adds bytes after its complete reply', async () => {
    expect(await replyToBytes('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more')).toMatchObject({
      status: 200,
      errorClass: null,
    });
  });

  it('succeeds where the reply has no length and ends with the connection', async () => {
    expect(await replyToBytes('HTTP/1.1 200 OK\r\n\r\n', 'fine')).toMatchObject({
      errorClass: null,
      replyBody: 'fine',
    });
  });

  it('succeeds after informational replies', async () => {
    const reply = await replyToBytes(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
      'HTTP/1.1 204 No Content\r\n\r\n',
    );
    expect(reply).toMatchObject({ status: 204, errorClass: null });
  });
});

describe('A delivery to a receiver that refuses', () => {
  it.each([
    [400, 'http_4xx'],
    [410, 'http_4xx'],
    [429, 'http_4xx'],
    [500, 'http_5xx'],
    [503, 'http_5xx'],
    [599, 'http_5xx'],
    [600, 'reply_error'],
    [999, 'reply_error'],
  ])('fails with %i as %s, with what it said', async (status, errorClass) => {
    const reply = await replyTo((_, response) => response.writeHead(status).end('no'));
    expect(reply).toMatchObject({ status, errorClass, replyBody: 'no', resolvedAddress: '127.0.0.1' });
  });

  it('passes on what Retry-After says', async () => {
    const reply = await replyTo((_, response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    expect(reply).toMatchObject({ status: 429, retryAfterSeconds: 120 });
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    const dated = await replyTo((_, response) => response.writeHead(503, { 'Retry-After': later }).end());
    expect(dated.retryAfterSeconds).toBeGreaterThan(3590);
  });

  it.each([300, 301, 302, 303, 304, 307, 308])('is not led elsewhere by %i', async (status) => {
    const { received, listener } = listening();
    const elsewhere = await servers.http(listener);
    const reply = await replyTo((_, response) =>
      response.writeHead(status, { Location: `http://127.0.0.1:${elsewhere}/` }).end(),
    );
    expect(reply).toMatchObject({ status, errorClass: 'redirect_refused' });
    expect(received).toEqual([]);
  });

  it('keeps the status where the body of the refusal breaks off', async () => {
    const reply = await replyToBytes('HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nhalf');
    expect(reply).toMatchObject({ status: 500, errorClass: 'http_5xx', replyBody: 'half' });
  });
});

describe('A delivery to a receiver that is slow', () => {
  it('times out where no reply comes', async () => {
    const reply = await replyTo(() => {});
    expect(reply).toMatchObject({ status: null, errorClass: 'timeout', resolvedAddress: '127.0.0.1', replyBody: null });
    expect(reply.durationMs).toBeGreaterThanOrEqual(780);
    expect(reply.durationMs).toBeLessThan(1500);
  });

  it('times out where the head of the reply drips', async () => {
    const port = await servers.tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const drip = setInterval(() => socket.write('z'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, errorClass: 'timeout' });
  });

  it('times out where the body drips, and keeps what came', async () => {
    const reply = await replyTo((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('z'), 20);
      response.once('close', () => clearInterval(drip));
    });
    expect(reply).toMatchObject({ status: 200, errorClass: 'timeout' });
    expect(reply.replyBody).toMatch(/^z+$/);
  });

  it('times out where informational replies never end', async () => {
    const port = await servers.tcp((socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
      socket.once('close', () => clearInterval(drip));
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ errorClass: 'timeout' });
  });

  it('times out where the resolver takes longer than a connection may', async () => {
    const reply = await send('http://receiver.test/', { resolve: () => new Promise(() => {}) });
    expect(reply).toMatchObject({ errorClass: 'dns_error' });
    expect(reply.durationMs).toBeLessThan(700);
  });

  it('takes what comes just in time', async () => {
    const reply = await replyTo((_, response) => void setTimeout(() => response.end('late'), 300));
    expect(reply).toMatchObject({ status: 200, errorClass: null });
  });
});

describe('A delivery to a receiver that talks too much', () => {
  it('reads 16 kB of the reply, and does not wait for the rest', async () => {
    let sent = 0;
    const reply = await replyTo((_, response) => {
      const block = 'x'.repeat(65_536);
      const more = (): void => {
        if (sent > 50_000_000) return void response.end();
        sent += block.length;
        if (response.write(block)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    expect(reply).toMatchObject({ status: 200, errorClass: null });
    expect(reply.replyBody).toHaveLength(16_384);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('gives up on a head without end', async () => {
    const reply = await replyToBytes(
      'HTTP/1.1 200 OK\r\n',
      ...Array.from({ length: 100 }, (_, i) => `X-${i}: ${'y'.repeat(1000)}\r\n`),
    );
    expect(reply).toMatchObject({ status: null, errorClass: 'reply_error' });
  });

  it('keeps a reply that a database takes, whatever its bytes', async () => {
    const reply = await replyTo((_, response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0xc3])));
    expect(reply.replyBody).toBe('a\uFFFD\uFFFD\uFFFD');
  });

  it('does not inflate a compressed reply', async () => {
    const reply = await replyTo((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip at all'),
    );
    expect(reply).toMatchObject({ errorClass: null, replyBody: 'not gzip at all' });
  });
});

describe('A delivery to something that is no receiver', () => {
  it.each([
    ['garbage', ['SSH-2.0-OpenSSH_9.6\r\n']],
    ['nothing', ['']],
    ['half a head', ['HTTP/1.1 200 OK\r\nContent-Le']],
    ['a complete head and half a body', ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf']],
    ['a broken chunk', ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n']],
    ['two lengths', ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok']],
    ['another protocol', ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n']],
  ])('fails as reply_error: %s', async (_, chunks) => {
    expect(await replyToBytes(...chunks)).toMatchObject({ errorClass: 'reply_error', resolvedAddress: '127.0.0.1' });
  });

  it('fails as reply_error where the connection is reset', async () => {
    const port = await servers.tcp((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ errorClass: 'reply_error', status: null });
  });

  it('fails as connection_refused where nobody listens', async () => {
    const reply = await send(`http://receiver.test:${await servers.unused()}/`);
    expect(reply).toMatchObject({ errorClass: 'connection_refused', resolvedAddress: '127.0.0.1', status: null });
  });

  it('fails as dns_error where the name is gone', async () => {
    const reply = await send('http://gone.test/');
    expect(reply).toMatchObject({ errorClass: 'dns_error', resolvedAddress: null });
    expect(reply.problem).toContain('ENOTFOUND');
  });
});

describe('A delivery over TLS', () => {
  const certificate = selfSigned(['receiver.test', '127.0.0.1']);
  const trusting = { trustedCertificates: [certificate.cert] };

  it('arrives where the certificate is trusted and carries the name, with the name in SNI and Host', async () => {
    const { received, listener } = listening();
    const names: unknown[] = [];
    const port = await servers.https((request, response) => {
      names.push((request.socket as { servername?: unknown }).servername);
      listener(request, response);
    }, certificate);
    expect(await send(`https://receiver.test:${port}/hooks`, trusting)).toMatchObject({
      status: 200,
      errorClass: null,
    });
    expect(names).toEqual(['receiver.test']);
    expect(received[0]?.headers.host).toBe(`receiver.test:${port}`);
  });

  it('arrives at a bare address that the certificate carries', async () => {
    const port = await servers.https(listening().listener, certificate);
    expect(await send(`https://127.0.0.1:${port}/`, trusting)).toMatchObject({ status: 200, errorClass: null });
  });

  it('fails where the certificate is not trusted, and nothing is sent', async () => {
    const { received, listener } = listening();
    const port = await servers.https(listener, certificate);
    expect(await send(`https://receiver.test:${port}/`)).toMatchObject({
      errorClass: 'tls_error',
      resolvedAddress: '127.0.0.1',
    });
    expect(received).toEqual([]);
  });

  it('fails for an untrusted certificate even where the environment says to take it', async () => {
    const { received, listener } = listening();
    const port = await servers.https(listener, certificate);
    expect(await postInChild(`https://receiver.test:${port}/`, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe(
      'tls_error',
    );
    expect(received).toEqual([]);
  });

  it('fails where the certificate is for another name', async () => {
    const port = await servers.https(listening().listener, certificate);
    const around = { ...trusting, resolve: zone({ 'other.test': ['127.0.0.1'] }) };
    expect(await send(`https://other.test:${port}/`, around)).toMatchObject({ errorClass: 'tls_error' });
  });

  it('fails as tls_error at a receiver that speaks plain http, resets or hangs up', async () => {
    const plain = await servers.http(listening().listener);
    const resetting = await servers.tcp((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    const leaving = await servers.tcp((socket) => void socket.once('data', () => socket.end()));
    for (const port of [plain, resetting, leaving]) {
      expect(await send(`https://receiver.test:${port}/`, trusting)).toMatchObject({ errorClass: 'tls_error' });
    }
  });

  it('times out where the handshake never ends, within the time for connecting', async () => {
    const port = await servers.tcp(() => {});
    const reply = await send(`https://receiver.test:${port}/`, trusting);
    expect(reply).toMatchObject({ errorClass: 'timeout' });
    expect(reply.durationMs).toBeLessThan(700);
  });
});

describe('A delivery that is led to a blocked address', () => {
  it('sends nothing where the name has moved there since it was registered', async () => {
    const { received, listener } = listening();
    const port = await servers.http(listener);
    const responses = [['8.8.8.8'], ['127.0.0.1']];
    const around = { ...here, allowedNetworks: [], resolve: () => Promise.resolve(responses.shift() ?? []) };
    expect(await checkDestination(`http://rebinding.test:${port}/`, around)).toEqual({ kind: 'fine' });
    expect(await send(`http://rebinding.test:${port}/`, around)).toMatchObject({
      errorClass: 'blocked_address',
      resolvedAddress: null,
    });
    expect(received).toEqual([]);
  });

  it('requests the name once and connects to exactly that answer', async () => {
    const { received, listener } = listening();
    const port = await servers.http(listener, '127.0.0.2');
    let requests = 0;
    const resolve = () => Promise.resolve(requests++ === 0 ? ['127.0.0.2'] : ['127.0.0.1']);
    expect(await send(`http://localhost:${port}/`, { resolve })).toMatchObject({
      status: 200,
      resolvedAddress: '127.0.0.2',
    });
    expect(requests).toBe(1);
    expect(received[0]?.headers.host).toBe(`localhost:${port}`);
  });

  it('sends nothing where one of several addresses is blocked, though another would do', async () => {
    const { received, listener } = listening();
    const port = await servers.http(listener);
    const reply = await send(`http://receiver.test:${port}/`, {
      resolve: zone({ 'receiver.test': ['127.0.0.1', '10.0.0.1'] }),
    });
    expect(reply).toMatchObject({ errorClass: 'blocked_address' });
    expect(received).toEqual([]);
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://localhost:PORT/',
  ])('sends nothing to %s while nothing is allowed', async (pattern) => {
    const { received, listener } = listening();
    const port = await servers.http(listener);
    const around = { allowedNetworks: [], resolve: zone({ localhost: ['127.0.0.1'] }) };
    expect(await send(pattern.replace('PORT', String(port)), around)).toMatchObject({ errorClass: 'blocked_address' });
    expect(received).toEqual([]);
  });

  it('sends nothing over http in live, or with a user name, though such a url was once stored', async () => {
    const { received, listener } = listening();
    const port = await servers.http(listener);
    expect(await send(`http://receiver.test:${port}/`, { allowHttp: false })).toMatchObject({
      errorClass: 'blocked_address',
    });
    expect(await send(`http://user@receiver.test:${port}/`)).toMatchObject({ errorClass: 'blocked_address' });
    expect(received).toEqual([]);
  });
});

describe('A delivery to a name with several addresses', () => {
  it('goes on to the next while none can be connected to', async () => {
    const { received, listener } = listening();
    const port = await servers.http(listener, '127.0.0.3');
    const resolve = zone({ 'receiver.test': ['127.0.0.1', '127.0.0.2', '127.0.0.3'] });
    expect(await send(`http://receiver.test:${port}/`, { resolve })).toMatchObject({
      status: 200,
      resolvedAddress: '127.0.0.3',
    });
    expect(received).toHaveLength(1);
  });

  it('is not sent a second time once it was connected', async () => {
    let received = 0;
    const port = await servers.http((request) => {
      received += 1;
      request.socket.destroy();
    }, '0.0.0.0');
    const resolve = zone({ 'receiver.test': ['127.0.0.1', '127.0.0.2'] });
    expect(await send(`http://receiver.test:${port}/`, { resolve })).toMatchObject({ errorClass: 'reply_error' });
    expect(received).toBe(1);
  });
});

describe('A proxy of the environment', () => {
  it('is not asked', async () => {
    const direct = listening();
    const proxied = listening();
    const port = await servers.http(direct.listener);
    const proxy = `http://127.0.0.1:${await servers.http(proxied.listener)}`;
    const variables = {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      ALL_PROXY: proxy,
      NO_PROXY: '',
      no_proxy: '',
    };
    expect(await postInChild(`http://receiver.test:${port}/`, variables)).toBe('200');
    expect([direct.received.length, proxied.received.length]).toEqual([1, 0]);
  });
});

/**
 * The status or error class of a post from a process of its own: Node reads its variables when it starts, and a test's
 * process.env is only a copy.
 */
async function postInChild(url: string, variables: Record<string, string>): Promise<string> {
  const script = `
    import { post } from '#platform/outbound/guarded-request.ts';
    import { Connections } from '#platform/outbound/connections.ts';
    import { parseNetworks } from '#platform/outbound/addresses.ts';
    const connections = new Connections();
    const around = { connections, allowHttp: true, allowedNetworks: parseNetworks('127.0.0.0/8'), resolve: async () => ['127.0.0.1'],
      deadlines: { connectMs: 5000, totalMs: 5000 }, trustedCertificates: null };
    const reply = await post({ recipient: 'webhook 1', url: '${url}', body: '{}', headers: {} }, around);
    connections.destroy();
    process.stdout.write(String(reply.errorClass ?? reply.status));`;
  const env = { ...process.env, NODE_OPTIONS: '', ...variables };
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { env });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return said;
}

describe('A mistake of our own', () => {
  it('is thrown, not held against the receiver', async () => {
    const port = await servers.http(listening().listener);
    await expect(send(`http://127.0.0.1:${port}/`, {}, { traceparent: 'a\nb' })).rejects.toThrow('Invalid character');
  });
});
