import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { PLACES } from '#core/partners/webhook-endpoint/places.ts';
import { openPinned, type Target } from './pinned-socket.ts';

/** Idle connections of one recipient at one address; it never has more under way. */
const IDLE_OF_ONE = PLACES.most;
/** Idle connections of all together. A process has some thousand descriptors, and its other connections need theirs. */
const IDLE_OF_ALL = 256;
/** Shorter than the idle time of most servers, so that the receiver seldom closes first; a shorter hint is respected. */
const IDLE_MS = 10_000;

/** The connection for a request: its recipient and its target. */
export type Wanted = { readonly recipient: string; readonly target: Target };

/**
 * Connections that are reused for the next request to the same recipient at the same checked address. Recipients never
 * share one: what one partner's server sends out of turn can't be taken for another's reply.
 *
 * A connection does not make its address acceptable: the name is looked up and checked before each request, which gets a
 * connection to that address or none.
 */
export class Connections extends Agent {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: IDLE_OF_ONE, timeout: IDLE_MS });
  }

  override getName(wanted?: object): string {
    // Node hands the options of the request on, and all of them are made with a Wanted.
    const { recipient, target } = wanted as Wanted;
    const { address, port, tls } = target;
    return JSON.stringify([recipient, address, port, tls?.host ?? null]);
  }

  override createConnection(
    wanted: ClientRequestArgs,
    opened: (error: Error | null, connection: Duplex) => void,
  ): undefined {
    // As Node calls it: with an error there is no connection, which its types leave out. Of `wanted`, see getName.
    const failed = (error: Error): void => opened(error, undefined as never);
    // Node's type of the options knows no members of ours.
    openPinned((wanted as unknown as Wanted).target).then((socket) => opened(null, socket), failed);
  }

  override keepSocketAlive(connection: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    // Node's types say that it returns nothing.
    return idle < IDLE_OF_ALL && (super.keepSocketAlive(connection) as unknown as boolean);
  }

  /** Closes those that wait for a request like this one. Where one of them had been closed, all may have been. */
  forget(wanted: Wanted): void {
    for (const socket of this.freeSockets[this.getName(wanted)] ?? []) socket.destroy();
  }
}
