import { connect, isIP, type Socket } from 'node:net';
import { connect as secure, type TLSSocket } from 'node:tls';
import { isBlocked, isSameAddress, type Network } from './addresses.ts';

/** A connection that could not be made, and the likely cause. */
export class ConnectFailure extends Error {
  readonly kind: 'connection_refused' | 'tls_error' | 'timeout' | 'blocked_address';

  constructor(kind: ConnectFailure['kind'], message: string) {
    super(message);
    this.name = 'ConnectFailure';
    this.kind = kind;
  }
}

/** This machine lacks a resource. The endpoint is not at fault, so it is not a failed attempt. */
const OWN_FAULTS = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS'];

export type Target = {
  /** The address that was checked. Nothing else is ever connected to. */
  readonly address: string;
  readonly port: number;
  /** For https: the name that the certificate has to carry; a bare address where the URL had one. */
  readonly tls: { readonly host: string; readonly trusted: readonly string[] | null } | null;
  readonly timeoutMs: number;
  readonly allowedNetworks: readonly Network[];
};

/**
 * A socket to exactly the given address, TLS handshake included, without a second look-up.
 * @throws ConnectFailure; other errors are faults of this machine
 */
export function openPinned(target: Target): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const plain = connect({ host: target.address, port: target.port, autoSelectFamily: false });
    let opened: Socket = plain;
    let phase: 'connection_refused' | 'tls_error' = 'connection_refused';

    const timer = setTimeout(() => {
      fail(new ConnectFailure('timeout', `No connection within ${target.timeoutMs} ms.`));
    }, target.timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      opened.destroy();
      plain.destroy();
      reject(error);
    };
    const onError = (error: NodeJS.ErrnoException): void => {
      if (OWN_FAULTS.includes(error.code ?? '')) return fail(error);
      fail(new ConnectFailure(phase, `${phase === 'tls_error' ? 'TLS failed' : 'No connection'}: ${reasonOf(error)}.`));
    };
    const done = (): void => {
      clearTimeout(timer);
      resolve(opened);
    };

    plain.on('error', onError);
    plain.once('connect', () => {
      if (!isPeer(plain, target))
        return fail(new ConnectFailure('blocked_address', 'The connection led to another address.'));
      if (target.tls === null) return done();
      phase = 'tls_error';
      opened = handshake(plain, target.tls);
      opened.on('error', onError);
      opened.once('secureConnect', done);
      // A receiver that closes during the handshake raises no error on its own.
      opened.once('close', () => onError(new Error('the receiver closed the connection')));
    });
  });
}

function isPeer(socket: Socket, target: Target): boolean {
  const peer = socket.remoteAddress ?? '';
  return isSameAddress(peer, target.address) && !isBlocked(target.address, target.allowedNetworks);
}

function handshake(socket: Socket, { host, trusted }: NonNullable<Target['tls']>): TLSSocket {
  return secure({
    socket,
    host,
    // SNI carries names only (RFC 6066, 3); a certificate for an address is matched against `host`.
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // Explicit, so that no variable of the environment can switch it off.
    rejectUnauthorized: true,
    ...(trusted === null ? {} : { ca: [...trusted] }),
  });
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
