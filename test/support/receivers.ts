import { createServer as createHttp, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';

/** Servers on loopback that behave as partners' receivers do, and that are all closed at the end. */
export type Receivers = {
  http(listener: RequestListener, address?: string): Promise<number>;
  https(listener: RequestListener, certificate: { key: string; cert: string }): Promise<number>;
  tcp(onConnection: (socket: Socket) => void): Promise<number>;
  /** A port without a listener. */
  unused(): Promise<number>;
  close(): Promise<void>;
};

export function receivers(): Receivers {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  function listen(server: Server, address = '127.0.0.1'): Promise<number> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, address, () => resolve((server.address() as AddressInfo).port));
    });
  }
  return {
    http: (listener, address) => listen(createHttp(listener), address),
    https: (listener, certificate) => listen(createHttps(certificate, listener)),
    tcp: (onConnection) => listen(createTcp(onConnection)),
    async unused() {
      const server = createTcp();
      const port = await listen(server);
      await new Promise((resolve) => server.close(resolve));
      return port;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

export type Received = { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A listener that responds with 200 and stores what it received. */
export function listening(): { received: Received[]; listener: RequestListener } {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      response.end('thank you');
    });
  };
  return { received, listener };
}
