import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Front = {
  readonly port: number;
  /** Cuts every connection and takes no new one, until it is opened again. */
  readonly cut: () => void;
  readonly open: () => Promise<void>;
};

/**
 * One address before several processes, as a balancer is: each connection goes to the next port that `ready` names, and
 * is cut where there is none. What breaks on one side breaks on the other.
 */
export async function openFront(ready: () => readonly number[]): Promise<Front> {
  let turn = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const ports = ready();
    const port = ports[turn++ % ports.length];
    if (port === undefined) return void socket.destroy();
    const other = connect(port, '127.0.0.1');
    for (const each of [socket, other]) {
      each.on('error', () => undefined);
      each.on('close', () => (each === socket ? other : socket).destroy());
    }
    socket.pipe(other).pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    open: () => listen(port),
  };
}
