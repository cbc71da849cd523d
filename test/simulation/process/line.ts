import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { messagesOf, textOf, type Message } from './messages.ts';

/** A statement of a process, as it passes the line: the n-th since the line was watched. */
export type Statement = { readonly n: number; readonly text: string; readonly values: readonly (string | null)[] };

/** What may be done about the statements of a process. */
export type Watcher = {
  /** Before the server has it: the statement, and what its connection sends behind it, waits until this is settled. */
  readonly before?: (statement: Statement) => Promise<void> | null;
  /** The server has carried it out, or refused it; its reply is not with the process yet. */
  readonly after?: (statement: Statement) => void;
  /** Whether the server is to carry it out and reply at once, and not with the rest of its batch. */
  readonly flushes?: (statement: Statement) => boolean;
};

/** Between a process and PostgreSQL. What the process sends passes here, and nowhere else. */
export type Line = {
  readonly port: number;
  /** Counts from here on. */
  watch(watcher: Watcher): void;
  /** A call of the process to the outside counts as a statement does. */
  call<Reply>(effect: () => Reply): Promise<Reply>;
  /** Statements and calls since the line was watched. */
  counted(): number;
  /** Backends of the process at the server. */
  backends(): readonly number[];
  /** Nothing of the process reaches the server any more, and it hears nothing: to both it is dead. */
  die(): void;
  readonly isDead: () => boolean;
  close(): Promise<void>;
};

const FLUSH = Buffer.from([72, 0, 0, 0, 4]);

/** @param target the port of the server */
export async function openLine(target: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const backends = new Set<number>();
  let watcher: Watcher = {};
  let dead = false;
  let n = 0;
  const die = () => {
    dead = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (dead) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A connection that is cut says so; there is nothing else to do about it.
      socket.on('error', () => undefined);
      socket.on('close', () => (client.destroy(), upstream.destroy(), sockets.delete(socket)));
      socket.setNoDelay(true);
    }
    carry(client, upstream, {
      isDead: () => dead,
      next: () => (n += 1),
      watcher: () => watcher,
      onBackend: (pid) => void backends.add(pid),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Listening at a port, it has an address of this form.
    port: (server.address() as AddressInfo).port,
    watch: (watching) => {
      watcher = watching;
      n = 0;
    },
    call: async (effect) => {
      const call = { n: (n += 1), text: 'a call to the outside', values: [] };
      await watcher.before?.(call);
      const reply = effect();
      watcher.after?.(call);
      // The reply is lost with the process.
      return dead ? new Promise(() => undefined) : reply;
    },
    counted: () => n,
    backends: () => [...backends],
    die,
    isDead: () => dead,
    close: async () => {
      die();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Carried = {
  readonly isDead: () => boolean;
  readonly next: () => number;
  readonly watcher: () => Watcher;
  readonly onBackend: (pid: number) => void;
};

/** What is with the server: statements, and the ends of batches, which it answers each. */
type Open = (Statement & { readonly isQuery: boolean }) | 'sync';

/** One connection: what both sides send, in its order. */
function carry(client: Socket, upstream: Socket, { isDead, next, watcher, onBackend }: Carried): void {
  const prepared = new Map<string, string>();
  let bound: Pick<Statement, 'text' | 'values'> = { text: '', values: [] };
  const open: Open[] = [];
  const done = () => {
    const first = open.shift();
    if (first !== undefined && first !== 'sync') watcher().after?.(first);
  };
  const forward = ({ type, bytes }: Message): Promise<void> | null => {
    if (type === 'P') prepared.set(...textOf.prepared(bytes));
    if (type === 'B') {
      const { name, values } = textOf.bound(bytes);
      bound = { text: prepared.get(name) ?? '', values };
    }
    if (type === 'S') open.push('sync');
    if (type !== 'E' && type !== 'Q') return (void upstream.write(bytes), null);
    const isQuery = type === 'Q';
    const statement = { n: next(), isQuery, ...(isQuery ? { text: textOf.query(bytes), values: [] } : bound) };
    const send = () => {
      if (isDead()) return;
      open.push(statement);
      if (isQuery) open.push('sync');
      upstream.write(bytes);
      if (!isQuery && watcher().flushes?.(statement)) upstream.write(FLUSH);
    };
    const waiting = watcher().before?.(statement) ?? null;
    return waiting === null ? (send(), null) : waiting.then(send);
  };
  client.on('data', messagesOf('client', inTurn(forward, isDead)));
  const replies = messagesOf('server', ({ type, bytes }) => {
    if (isDead()) return;
    const [first] = open;
    if (type === 'K') onBackend(bytes.readUInt32BE(5));
    if ((type === 'C' || type === 's' || type === 'I') && first !== 'sync' && !first?.isQuery) done();
    // After a failure, it skips what is left of the batch.
    if (type === 'E' || type === 'Z') while (open.length > 0 && open[0] !== 'sync') done();
    if (type === 'Z') done();
    // The last one may have ended the process.
    if (!isDead()) client.write(bytes);
  });
  upstream.on('data', replies);
}

/** One after the other: what comes behind one that waits, waits as well. */
function inTurn(forward: (message: Message) => Promise<void> | null, isDead: () => boolean) {
  const queue: Message[] = [];
  let isWaiting = false;
  const pump = () => {
    while (!isWaiting && !isDead()) {
      const message = queue.shift();
      if (message === undefined) return;
      const waiting = forward(message);
      if (waiting === null) continue;
      isWaiting = true;
      void waiting.then(() => {
        isWaiting = false;
        pump();
      });
    }
  };
  return (message: Message) => {
    queue.push(message);
    pump();
  };
}
