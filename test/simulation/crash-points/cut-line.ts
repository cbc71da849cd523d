import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Where a process dies: at its n-th statement, before the server has it, or when it is done and the reply is lost. */
export type Point = { readonly statement: number; readonly when: 'before' | 'after' };

/** Between a process and PostgreSQL: counts its statements, and ends all of its connections at one point, for good. */
export type CutLine = {
  readonly port: number;
  /** Counts from here on. With a point, everything ends there. @returns how many statements there were since */
  arm(point: Point | null): void;
  statements(): number;
  close(): Promise<void>;
};

const QUERY = 'Q'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);

/** @param target the port of the server */
export async function openCutLine(target: number): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let armed: Point | null = null;
  let isDead = false;
  let count = 0;
  const die = () => {
    isDead = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isDead) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A connection that is cut says so; there is nothing else to do about it.
      socket.on('error', () => undefined);
      socket.on('close', () => (client.destroy(), upstream.destroy(), sockets.delete(socket)));
    }
    /** The statement is with the server: once its batch is answered, the answer is lost. */
    let isLast = false;
    let waits = false;
    const read = messagesOf('client', (type, message) => {
      if (isDead || waits) return;
      const isStatement = type === QUERY || type === EXECUTE;
      if (isStatement) count += 1;
      const isHere = isStatement && armed !== null && count === armed.statement;
      if (isHere && armed?.when === 'before') return die();
      upstream.write(message);
      if (isHere) isLast = true;
      if (isLast && (type === QUERY || type === SYNC)) waits = true;
    });
    const replies = messagesOf('server', (type, message) => {
      if (isDead) return;
      if (waits) return type === READY ? die() : undefined;
      client.write(message);
    });
    client.on('data', read);
    upstream.on('data', replies);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Listening at a port, it has an address of this form.
    port: (server.address() as AddressInfo).port,
    arm: (point) => {
      armed = point;
      count = 0;
    },
    statements: () => count,
    close: async () => {
      die();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Takes the messages of PostgreSQL's protocol apart. A client's first one, the startup, has no type. */
function messagesOf(side: 'client' | 'server', take: (type: number, message: Buffer) => void): (part: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStartup = side === 'client';
  return (part) => {
    rest = Buffer.concat([rest, part]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readUInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      take(isStartup ? 0 : message[0]!, message);
      isStartup = false;
    }
  };
}
