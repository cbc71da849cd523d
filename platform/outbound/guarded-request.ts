import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_REPLY_BYTES, type ErrorClass, type Reply } from '#core/partners/webhook-delivery/attempt.ts';
import type { Connections, Wanted } from './connections.ts';
import { hostOf, locateWithin, readUrl, type Guard } from './destination.ts';
import { ConnectFailure } from './pinned-socket.ts';
import { readRetryAfter } from './retry-after.ts';

/** How long a request may take. */
export type Deadlines = {
  /** From the look-up of the name to a connection that can be written to, TLS included. */
  readonly connectMs: number;
  /** From the look-up of the name to the end of the reply. */
  readonly totalMs: number;
};
export const DEADLINES: Deadlines = { connectMs: 5_000, totalMs: 15_000 };

/** Addresses of one name that are tried in turn while none can be connected to. */
const MAX_ADDRESSES = 3;

export type Post = {
  /** Whose endpoint it is: connections are kept for it, and never used for another. */
  readonly recipient: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Surroundings = Guard & {
  readonly connections: Connections;
  readonly deadlines: Deadlines;
  /** Certificates (PEM) to trust in place of the system's; null for the system's. */
  readonly trustedCertificates: readonly string[] | null;
};

type Outcome = Omit<Reply, 'durationMs'>;

/**
 * Posts to an address that a partner has named. Nothing but a public (or allowed) address is reached, whatever the name
 * says by now; redirects are not followed, proxies are not asked, the reply is read to 16 kB. Whatever the receiver
 * does is a Reply; only faults of this machine throw.
 */
export async function post(message: Post, surroundings: Surroundings): Promise<Reply> {
  const started = performance.now();
  const outcome = await attempt(message, surroundings, started);
  return { ...outcome, durationMs: Math.round(performance.now() - started) };
}

async function attempt(message: Post, surroundings: Surroundings, started: number): Promise<Outcome> {
  const { connectMs, totalMs } = surroundings.deadlines;
  const connectBy = started + Math.min(connectMs, totalMs);
  const read = readUrl(message.url, surroundings.allowHttp);
  // Registration has refused such an address; what it allowed then may have been narrowed since.
  if (read.kind === 'refused') return failed('blocked_address', read.detail);
  const located = await locateWithin(connectBy - performance.now(), read.url, surroundings);
  if (located.kind === 'refused') return failed(located.reason, located.detail);

  let last: Outcome | null = null;
  const addresses = located.addresses.slice(0, MAX_ADDRESSES);
  for (const [index, address] of addresses.entries()) {
    // The time that is left is shared, so that a first address that swallows everything leaves the next a chance.
    const timeoutMs = (connectBy - performance.now()) / (addresses.length - index);
    if (last !== null && timeoutMs <= 0) break;
    const target = { ...targetOf(read.url, surroundings), address, timeoutMs: Math.max(1, timeoutMs) };
    const wanted: Wanted = { recipient: message.recipient, target };
    try {
      // Once connected there is no second address: the receiver may have heard the message.
      return await speak(surroundings.connections, wanted, read.url, message, started + totalMs);
    } catch (error) {
      if (!(error instanceof ConnectFailure)) throw error;
      last = { ...failed(error.kind, error.message), resolvedAddress: address };
    }
  }
  return last ?? failed('timeout', 'No connection in time.');
}

function targetOf(url: URL, { allowedNetworks, trustedCertificates }: Surroundings) {
  const encrypted = url.protocol === 'https:';
  return {
    port: url.port === '' ? (encrypted ? 443 : 80) : Number(url.port),
    tls: encrypted ? { host: hostOf(url), trusted: trustedCertificates } : null,
    allowedNetworks,
  };
}

/** What the other side of a kept connection does when it has hung up before the request came. */
const HUNG_UP = ['ECONNRESET', 'EPIPE'];

/**
 * One request over one connection, kept or new. A kept one can turn out to have been closed by the receiver: where not a
 * byte has come back the request is made once more, over a new one. That may tell it twice; deliveries may come twice.
 * @throws ConnectFailure where no connection could be made, and what is a fault of this machine
 */
function speak(
  connections: Connections,
  wanted: Wanted,
  url: URL,
  message: Post,
  endBy: number,
  mayRepeat = true,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const body = Buffer.from(message.body, 'utf8');
    const chunks: Buffer[] = [];
    let length = 0;
    let socket: Socket | null = null;
    let readBefore = 0;
    let response: IncomingMessage | null = null;

    const options: RequestOptions & Wanted = {
      ...wanted,
      agent: connections,
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        ...message.headers,
        host: url.host,
        'content-length': String(body.length),
      },
    };
    const request = httpRequest(options);

    const finish = (problem: { errorClass: ErrorClass; sentence: string } | null): void => {
      clearTimeout(timer);
      // Only what has been said and heard to its end leaves a connection that another request can use.
      if (response?.complete !== true || !request.writableFinished) request.destroy();
      const status = response?.statusCode ?? null;
      const verdict = status === null ? null : judge(status);
      // A refusal by status stands even where its body broke off; a 2xx counts when the reply is complete. What comes
      // after a complete reply, such as bytes too many, is no longer our business.
      const said = verdict ?? (response?.complete === true ? null : problem);
      resolve({
        status,
        errorClass: said?.errorClass ?? null,
        problem: said?.sentence ?? null,
        retryAfterSeconds: readRetryAfter(response?.headers['retry-after'], Date.now()),
        resolvedAddress: wanted.target.address,
        replyBody: response === null ? null : asText(Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES)),
      });
    };
    const broken = (sentence: string): void => finish({ errorClass: 'reply_error', sentence });
    const timer = setTimeout(
      () => finish({ errorClass: 'timeout', sentence: 'No complete reply in time.' }),
      Math.max(1, endBy - performance.now()),
    );

    request.once('socket', (assigned) => {
      socket = assigned;
      readBefore = assigned.bytesRead;
    });
    request.on('response', (incoming) => {
      response = incoming;
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= MAX_REPLY_BYTES) finish(null);
      });
      incoming.on('end', () => (incoming.complete ? finish(null) : broken('The reply broke off.')));
      incoming.on('error', () => broken('The reply broke off.'));
    });
    request.on('upgrade', () => broken('The receiver wanted to switch protocols.'));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (socket === null) {
        clearTimeout(timer);
        return reject(error);
      }
      const wasClosed = request.reusedSocket && socket.bytesRead === readBefore && HUNG_UP.includes(error.code ?? '');
      if (!wasClosed || !mayRepeat) return broken(`No HTTP reply (${error.code ?? error.message}).`);
      clearTimeout(timer);
      connections.forget(wanted);
      resolve(speak(connections, wanted, url, message, endBy, false));
    });
    request.on('close', () => broken('The connection was closed without a reply.'));
    request.end(body);
  });
}

/** What a final status says of an attempt; null for success. */
function judge(status: number): { errorClass: ErrorClass; sentence: string } | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return {
      errorClass: 'redirect_refused',
      sentence: `The receiver redirected (${status}); redirects are not followed.`,
    };
  }
  if (status >= 400 && status < 500) return { errorClass: 'http_4xx', sentence: `The receiver answered ${status}.` };
  if (status >= 500 && status < 600) return { errorClass: 'http_5xx', sentence: `The receiver answered ${status}.` };
  return { errorClass: 'reply_error', sentence: `The receiver answered with the unknown status ${status}.` };
}

/** Text that a database takes: bytes that are no UTF-8, and NUL, become the replacement character. */
function asText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll('\u0000', '\uFFFD');
}

function failed(errorClass: ErrorClass, problem: string): Outcome {
  return { status: null, errorClass, problem, retryAfterSeconds: null, resolvedAddress: null, replyBody: null };
}
