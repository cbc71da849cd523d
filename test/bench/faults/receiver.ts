import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes notifications of transactions, and counts them: each at least once, and seldom twice. */
export async function receiveTransactions() {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const id = String((JSON.parse(text) as { subject: { id: number } }).subject.id);
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // It listens at a port.
  const { port } = server.address() as AddressInfo;
  return {
    received: received as ReadonlyMap<string, number>,
    url: `http://127.0.0.1:${port}/`,
    close: () => server.close(),
  };
}
