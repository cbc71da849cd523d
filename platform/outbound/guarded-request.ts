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
  /** The owner of the endpoint: its connections are reused for it, and never for another. */
  readonly recipient: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Outbound = Guard & {
  readonly connections: Connections;
  readonly deadlines: Deadlines;
  /** Certificates (PEM) to trust in place of the system's; null for the system's. */
  readonly trustedCertificates: readonly string[] | null;
};

type Outcome = Omit<Reply, 'durationMs'>;

/**
 * Posts to an address that a partner has named. Nothing but a public (or allowed) address is reached, even if the name
 * resolves differently now; redirects are not followed, no proxy is used, the reply is read to 16 kB. Everything that the
 * receiver does is a Reply; only faults of this machine throw.
 */
export async function post(message: Post, outbound: Outbound): Promise<Reply> {
  const started = performance.now();
  const outcome = await attempt(message, outbound, started);
  return { ...outcome, durationMs: Math.round(performance.now() - started) };
}

async function attempt(message: Post, outbound: Outbound, started: number): Promise<Outcome> {
  const { connectMs, totalMs } = outbound.deadlines;
  const connectBy = started + Math.min(connectMs, totalMs);
  const read = readUrl(message.url, outbound);
  // Registration has refused such an address; what it allowed then may have been narrowed since.
  if (read.kind === 'refused') return failed('blocked_address', read.detail);
  const located = await locateWithin(connectBy - performance.now(), read.url, outbound);
  if (located.kind === 'refused') return failed(located.reason, located.detail);

  let last: Outcome | null = null;
  const addresses = located.addresses.slice(0, MAX_ADDRESSES);
  for (const [index, address] of addresses.entries()) {
    // The time that is left is shared, so that a first address that never responds leaves the next a chance.
    const timeoutMs = (connectBy - performance.now()) / (addresses.length - index);
    if (last !== null && timeoutMs <= 0) break;
    const target = { ...targetOf(read.url, outbound), address, timeoutMs: Math.max(1, timeoutMs) };
    const wanted: Wanted = { recipient: message.recipient, target };
    try {
      // Once connected there is no second address: the receiver may have received the message.
      const { connections } = outbound;
      return await speak({ connections, wanted, url: read.url, message, endBy: started + totalMs });
    } catch (error) {
      if (!(error instanceof ConnectFailure)) throw error;
      last = { ...failed(error.kind, error.message), resolvedAddress: address };
    }
  }
  return last ?? failed('timeout', 'No connection in time.');
}

function targetOf(url: URL, { allowedNetworks, trustedCertificates }: Outbound) {
  const encrypted = url.protocol === 'https:';
  return {
    port: url.port === '' ? (encrypted ? 443 : 80) : Number(url.port),
    tls: encrypted ? { host: hostOf(url), trusted: trustedCertificates } : null,
    allowedNetworks,
  };
}

/** What the other side of a reused connection does when it has hung up before the request came. */
const CLOSED_BEFORE = ['ECONNRESET', 'EPIPE'];

/** One message on one connection, to be over by a time of `performance.now()`. */
type Exchange = {
  readonly connections: Connections;
  readonly wanted: Wanted;
  readonly url: URL;
  readonly message: Post;
  readonly endBy: number;
};

/** A reused connection turned out to be closed before a byte came back. */
type HungUp = { readonly hungUp: string };

/**
 * One request over one connection, new or reused. Where the receiver had closed a reused one before a byte came back,
 * the request is made once more, over a new one. The receiver may get it twice; deliveries may come twice.
 * @throws ConnectFailure where no connection could be made, and what is a fault of this machine
 */
async function speak(exchange: Exchange): Promise<Outcome> {
  const first = await exchangeOnce(exchange);
  if (!('hungUp' in first)) return first;
  exchange.connections.forget(exchange.wanted);
  const second = await exchangeOnce(exchange);
  if (!('hungUp' in second)) return second;
  return { ...failed('reply_error', second.hungUp), resolvedAddress: exchange.wanted.target.address };
}

type Problem = { readonly errorClass: ErrorClass; readonly sentence: string };

function exchangeOnce({ connections, wanted, url, message, endBy }: Exchange): Promise<Outcome | HungUp> {
  return new Promise((resolve, reject) => {
    const body = Buffer.from(message.body, 'utf8');
    const reply: ReplySoFar = { response: null, chunks: [] };
    let socket: Socket | null = null;
    let readBefore = 0;
    const request = httpRequest(optionsOf(connections, wanted, url, message, body.length));

    const finish = (problem: Problem | null): void => {
      clearTimeout(timer);
      // Only a complete request and a complete reply leave a connection that another request can use.
      if (reply.response?.complete !== true || !request.writableFinished) request.destroy();
      resolve(outcomeOf(reply, problem, wanted.target.address));
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
      reply.response = incoming;
      readInto(reply.chunks, incoming, () => finish(null), broken);
    });
    request.on('upgrade', () => broken('The receiver wanted to switch protocols.'));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (socket === null) {
        clearTimeout(timer);
        return reject(error);
      }
      const sentence = `No HTTP reply (${error.code ?? error.message}).`;
      const hungUp =
        request.reusedSocket && socket.bytesRead === readBefore && CLOSED_BEFORE.includes(error.code ?? '');
      if (!hungUp) return broken(sentence);
      clearTimeout(timer);
      resolve({ hungUp: sentence });
    });
    request.on('close', () => broken('The connection was closed without a reply.'));
    request.end(body);
  });
}

function optionsOf(
  connections: Connections,
  wanted: Wanted,
  url: URL,
  message: Post,
  length: number,
): RequestOptions & Wanted {
  return {
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
      'content-length': String(length),
    },
  };
}

type ReplySoFar = { response: IncomingMessage | null; readonly chunks: Buffer[] };

/** Reads a reply up to the most bytes that are stored of one. */
function readInto(
  chunks: Buffer[],
  incoming: IncomingMessage,
  onComplete: () => void,
  onBroken: (sentence: string) => void,
): void {
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_REPLY_BYTES) onComplete();
  });
  incoming.on('end', () => (incoming.complete ? onComplete() : onBroken('The reply broke off.')));
  incoming.on('error', () => onBroken('The reply broke off.'));
}

/**
 * What came of a request. A refusal by status stands even where its body broke off; a 2xx counts when the reply is
 * complete. What comes after a complete reply, such as bytes too many, doesn't matter any more.
 */
function outcomeOf({ response, chunks }: ReplySoFar, problem: Problem | null, resolvedAddress: string): Outcome {
  const status = response?.statusCode ?? null;
  const verdict = status === null ? null : judge(status);
  const found = verdict ?? (response?.complete === true ? null : problem);
  return {
    status,
    errorClass: found?.errorClass ?? null,
    problem: found?.sentence ?? null,
    retryAfterSeconds: readRetryAfter(response?.headers['retry-after'], Date.now()),
    resolvedAddress,
    replyBody: response === null ? null : asText(Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES)),
  };
}

/** The failure that a final status means; null for success. */
function judge(status: number): Problem | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return {
      errorClass: 'redirect_refused',
      sentence: `The receiver redirected (${status}); redirects are not followed.`,
    };
  }
  if (status >= 400 && status < 500)
    return { errorClass: 'http_4xx', sentence: `The receiver responded with ${status}.` };
  if (status >= 500 && status < 600)
    return { errorClass: 'http_5xx', sentence: `The receiver responded with ${status}.` };
  return { errorClass: 'reply_error', sentence: `The receiver responded with the unknown status ${status}.` };
}

/** Text that a database takes: bytes that are no UTF-8, and NUL, become the replacement character. */
function asText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll('\u0000', '\uFFFD');
}

function failed(errorClass: ErrorClass, problem: string): Outcome {
  return { status: null, errorClass, problem, retryAfterSeconds: null, resolvedAddress: null, replyBody: null };
}
