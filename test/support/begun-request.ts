import { once } from 'node:events';
import { createConnection } from 'node:net';

/** Sends the beginning of a request and nothing more; gives what came back once the server has ended the connection. */
export async function begunRequest(to: string, beginning: string): Promise<string> {
  const socket = createConnection(Number(new URL(to).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.write(beginning);
  await once(socket, 'close');
  return received;
}
