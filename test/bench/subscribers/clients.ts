/** The clients of the bench of subscribers: many streams, each a socket. Started by it, with its orders as JSON. */
import { connect } from 'node:net';

type Orders = {
  readonly host: string;
  readonly port: number;
  readonly bodies: readonly string[];
  readonly bearer: string;
};
/** So many are connecting at the same time. */
const AT_ONCE = 100;

process.once('message', (orders: Orders) => void open(orders));

async function open({ host, port, bodies, bearer }: Orders): Promise<void> {
  const waiting = [...bodies];
  const openOne = async (): Promise<void> => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
      const { promise: begun, resolve, reject } = Promise.withResolvers<void>();
      const socket = connect(port, host);
      socket.setEncoding('utf8');
      socket.on('error', reject);
      socket.on('data', (text: string) => {
        const at = performance.timeOrigin + performance.now();
        if (text.includes('\nid: ')) resolve();
        for (const [, sequence] of text.matchAll(/"extensions":\{"sequence":(\d+)\}/g))
          process.send?.({ sequence: Number(sequence), at });
      });
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${bearer}\r\naccept: text/event-stream\r\n` +
          `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      await begun;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openOne));
  process.send?.({ opened: bodies.length });
}
