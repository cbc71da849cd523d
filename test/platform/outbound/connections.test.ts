import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '#core/partners/webhook-delivery/attempt.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { Connections } from '#platform/outbound/connections.ts';
import { post, type Outbound } from '#platform/outbound/guarded-request.ts';
import { selfSigned } from '#test/support/certificate.ts';
import { eventually } from '#test/support/eventually.ts';
import { receivers, type Receivers } from '#test/support/receivers.ts';

/** A receiver that counts: what was received over which of its connections. */
type Counted = { readonly port: number; readonly receivedOver: number[]; readonly sockets: Socket[] };

let servers: Receivers;
let connections: Connections;
/** What the name of the receiver stands for by now. */
let addresses: readonly string[];
beforeEach(() => {
  servers = receivers();
  connections = new Connections();
  addresses = ['127.0.0.1'];
});
afterEach(async () => {
  connections.destroy();
  await servers.close();
});

async function counting(listener: RequestListener = (_, response) => void response.end('ok'), address?: string) {
  const counted: { receivedOver: number[]; sockets: Socket[] } = { receivedOver: [], sockets: [] };
  const port = await servers.http((request, response) => {
    const { socket } = request;
    if (!counted.sockets.includes(socket)) counted.sockets.push(socket);
    counted.receivedOver.push(counted.sockets.indexOf(socket));
    request.resume().on('end', () => listener(request, response));
  }, address);
  return { port, ...counted } satisfies Counted;
}

function send(url: string, around: Partial<Outbound> = {}, recipient = 'webhook 1'): Promise<Reply> {
  return post(
    { recipient, url, body: '{"id":"evt_1"}', headers: {} },
    {
      connections,
      allowHttp: true,
      allowedNetworks: parseNetworks('127.0.0.0/8'),
      resolve: () => Promise.resolve(addresses),
      deadlines: { connectMs: 2_000, totalMs: 2_000 },
      trustedCertificates: null,
      ...around,
    },
  );
}
const arrived = { status: 200, errorClass: null };
const idle = () => Object.values(connections.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);

describe('A connection to a receiver', () => {
  it('is used for the next delivery to the same webhook', async () => {
    const { port, receivedOver } = await counting();
    for (let n = 0; n < 3; n++) expect(await send(`http://receiver.test:${port}/`)).toMatchObject(arrived);
    expect(receivedOver).toEqual([0, 0, 0]);
  });

  it('is used again without another handshake', async () => {
    const certificate = selfSigned(['receiver.test']);
    const sockets = new Set<object>();
    const port = await servers.https((request, response) => {
      sockets.add(request.socket);
      response.end();
    }, certificate);
    const trusting = { trustedCertificates: [certificate.cert] };
    for (let n = 0; n < 3; n++) expect(await send(`https://receiver.test:${port}/`, trusting)).toMatchObject(arrived);
    expect(sockets.size).toBe(1);
  });

  it('is not shared with another webhook, though it be at the same address', async () => {
    const { port, receivedOver } = await counting();
    await send(`http://receiver.test:${port}/`, {}, 'webhook 1');
    await send(`http://receiver.test:${port}/`, {}, 'webhook 2');
    expect(receivedOver).toEqual([0, 1]);
  });

  it('is not used for another name at the same address: its certificate was for the first', async () => {
    const certificate = selfSigned(['receiver.test']);
    const port = await servers.https((_, response) => void response.end(), certificate);
    const trusting = { trustedCertificates: [certificate.cert] };
    expect(await send(`https://receiver.test:${port}/`, trusting)).toMatchObject(arrived);
    expect(await send(`https://other.test:${port}/`, trusting)).toMatchObject({ errorClass: 'tls_error' });
  });

  it.each<[string, RequestListener]>([
    ['after a reply that was cut off at 16 kB', (_, response) => void response.end('x'.repeat(100_000))],
    ['where the receiver requests its end', (_, response) => void response.setHeader('connection', 'close').end('ok')],
    [
      'where the receiver keeps it no second',
      (_, response) => void response.setHeader('keep-alive', 'timeout=1').end(),
    ],
  ])('is not kept %s', async (_, listener) => {
    const { port, sockets } = await counting(listener);
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject(arrived);
    expect(idle()).toBe(0);
    await eventually(async () => sockets[0]?.destroyed === true);
  });

  it('is not kept after a time-out', async () => {
    const { port, sockets } = await counting(() => {});
    const hasty = { deadlines: { connectMs: 100, totalMs: 100 } };
    expect(await send(`http://receiver.test:${port}/`, hasty)).toMatchObject({ errorClass: 'timeout' });
    expect(idle()).toBe(0);
    await eventually(async () => sockets.every((socket) => socket.destroyed));
  });

  it('is not kept where the receiver has answered twice', async () => {
    const twice = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const port = await servers.tcp((socket) => void socket.once('data', () => socket.write(`${twice}${twice}`)));
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject(arrived);
    await eventually(async () => idle() === 0);
  });
});

describe('A kept connection to a name whose response has changed', () => {
  it('is not used: the delivery goes to the new address', async () => {
    const before = await counting();
    await send(`http://receiver.test:${before.port}/`);
    addresses = ['127.0.0.2'];
    expect(await send(`http://receiver.test:${before.port}/`)).toMatchObject({
      errorClass: 'connection_refused',
      resolvedAddress: '127.0.0.2',
    });
    expect(before.receivedOver).toEqual([0]);
  });

  it('is not used where the new answer is forbidden, though the old one was fine', async () => {
    const { port, receivedOver } = await counting();
    await send(`http://receiver.test:${port}/`);
    addresses = ['10.0.0.1'];
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject({ errorClass: 'blocked_address' });
    addresses = ['127.0.0.1', '10.0.0.1'];
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject({ errorClass: 'blocked_address' });
    expect(receivedOver).toEqual([0]);
  });

  it('is not used where its own address has been forbidden meanwhile', async () => {
    const { port, receivedOver } = await counting();
    await send(`http://receiver.test:${port}/`);
    const narrowed = { allowedNetworks: [] };
    expect(await send(`http://receiver.test:${port}/`, narrowed)).toMatchObject({ errorClass: 'blocked_address' });
    expect(receivedOver).toEqual([0]);
  });
});

describe('A kept connection that the receiver has closed', () => {
  it('is replaced within the same attempt, when that shows before a byte has come back', async () => {
    const { port, receivedOver, sockets } = await counting();
    await send(`http://receiver.test:${port}/`);
    // Closed in the very moment in which it is taken: we can't know of it.
    sockets[0]?.resetAndDestroy();
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject(arrived);
    expect(receivedOver).toEqual([0, 1]);
  });

  it('is replaced once: a receiver that always hangs up fails', async () => {
    let connected = 0;
    const port = await servers.tcp((socket) => {
      connected += 1;
      let received = 0;
      socket.on('data', () => {
        received += 1;
        if (received > 1 || connected > 1) return void socket.destroy();
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject(arrived);
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject({ errorClass: 'reply_error', status: null });
    expect(connected).toBe(2);
  });

  it('is an end to the attempt where a part of a reply had come', async () => {
    let received = 0;
    const port = await servers.tcp((socket) => {
      socket.on('data', () => {
        received += 1;
        if (received === 1) return void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        socket.end('HTTP/1.1 200 OK\r\nContent-Le');
      });
    });
    await send(`http://receiver.test:${port}/`);
    expect(await send(`http://receiver.test:${port}/`)).toMatchObject({ errorClass: 'reply_error' });
    expect(received).toBe(2);
  });
});

describe('Idle connections', () => {
  it('are ten at most for one webhook', async () => {
    const { port } = await counting();
    await Promise.all(Array.from({ length: 14 }, () => send(`http://receiver.test:${port}/`)));
    expect(idle()).toBe(10);
  });

  it('are 256 at most for all together', async () => {
    const { port } = await counting();
    for (let webhook = 0; webhook < 270; webhook++)
      await send(`http://receiver.test:${port}/`, {}, `webhook ${webhook}`);
    expect(idle()).toBe(256);
  });

  it('are closed when the work ends', async () => {
    const { port, sockets } = await counting();
    await send(`http://receiver.test:${port}/`);
    const closed = once(sockets[0] as Socket, 'close');
    connections.destroy();
    await closed;
    expect(idle()).toBe(0);
  });
});
