import net from 'node:net';

export class PortTaken extends Error {}

/**
 * Checks before anything is started that a port is free; 0 becomes a free one.
 * @throws PortTaken saying which setting chooses another
 */
export async function reservePort(host: string, port: number, setting: string): Promise<number> {
  const probe = net.createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      probe.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port, setting)));
      probe.listen({ host, port, exclusive: true }, () => {
        const address = probe.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  } finally {
    await new Promise((done) => probe.close(done));
  }
}

function explained(error: NodeJS.ErrnoException, host: string, port: number, setting: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new PortTaken(
        `Port ${port} of ${host} is taken. Stop what uses it, or choose another with ${setting}=<port>.`,
      );
    case 'EACCES':
      return new PortTaken(
        `Port ${port} may not be opened by this user. Choose one above 1023 with ${setting}=<port>.`,
      );
    case 'EADDRNOTAVAIL':
      return new PortTaken(`This machine has no address ${host}. Choose another with HOST=<address>.`);
    default:
      return error;
  }
}
