import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { traced } from '../../runtime/tracing/tracing.ts';
import { readRetryAfter } from '../../outbound/retry-after.ts';
import { readJson, type Json } from './json.ts';

export type Timeouts = {
  /** From the look-up of the name to a connection that can be written to, TLS included. */
  readonly connectMs: number;
  /** From the look-up of the name to the end of the reply. */
  readonly totalMs: number;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/**
 * What became of a request. The difference that matters is between `not_sent`, where no byte can have reached the
 * provider, and `no_answer`, where it may have acted on what we sent.
 */
export type Exchange =
  | { readonly kind: 'not_sent'; readonly why: NotSent }
  | { readonly kind: 'no_answer'; readonly why: NoReply }
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Undefined where it is no JSON, broke off or is too long. */
      readonly body: Json | undefined;
      readonly retryAfterSeconds: number | null;
    };

export type NotSent = 'no_address' | 'refused' | 'tls_failed' | 'connect_timeout' | 'deadline' | 'no_token';
export type NoReply = 'timeout' | 'broken_off' | 'deadline';

export type Send = (request: HttpRequest, deadline: AbortSignal) => Promise<Exchange>;

/** Pulled lists of transactions are the longest replies. */
const MAX_REPLY_BYTES = 2 * 1_024 * 1_024;

/**
 * Calls a provider over a new connection each time. A kept-alive one would blur the difference between “not sent” and
 * “no answer”: when the other side closes it just as we write, it is unknown. Redirects are not followed. Never throws.
 */
export function providerHttp(timeouts: Timeouts, now: () => Temporal.Instant): Send {
  const exchange: Send = (request, deadline) =>
    new Promise((resolve) => {
      if (deadline.aborted) return resolve({ kind: 'not_sent', why: 'deadline' });
      let connected = false;
      let response: IncomingMessage | null = null;
      let body: Json | undefined;
      const outgoing = open(request);

      const settle = (whenSent: NoReply, whenNot: NotSent): void => {
        clearTimeout(connecting);
        clearTimeout(total);
        deadline.removeEventListener('abort', onDeadline);
        resolve(outcome(whenSent, whenNot));
        outgoing.destroy();
      };
      const outcome = (whenSent: NoReply, whenNot: NotSent): Exchange => {
        if (response?.statusCode !== undefined) {
          const retryAfterSeconds = readRetryAfter(response.headers['retry-after'], now().epochMilliseconds);
          return { kind: 'answered', status: response.statusCode, body, retryAfterSeconds };
        }
        return connected ? { kind: 'no_answer', why: whenSent } : { kind: 'not_sent', why: whenNot };
      };
      const onDeadline = (): void => settle('deadline', 'deadline');
      const connecting = setTimeout(() => settle('timeout', 'connect_timeout'), timeouts.connectMs);
      const total = setTimeout(() => settle('timeout', 'connect_timeout'), timeouts.totalMs);
      deadline.addEventListener('abort', onDeadline, { once: true });

      outgoing.once('socket', (socket) => {
        const onConnected = (): void => {
          connected = true;
          clearTimeout(connecting);
        };
        // What was written before waits in the socket until this moment, so nothing has left before it.
        if (request.url.startsWith('https:')) socket.once('secureConnect', onConnected);
        else if (socket.connecting) socket.once('connect', onConnected);
        else onConnected();
      });
      outgoing.once('response', (incoming) => {
        response = incoming;
        readBody(incoming, (text) => {
          body = text === null ? undefined : readJson(text);
          settle('broken_off', 'refused');
        });
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => settle('broken_off', reasonOf(error)));
      outgoing.once('close', () => settle('broken_off', 'refused'));
      outgoing.end(request.body ?? undefined);
    });
  // The address of a request may name a person; its host does not.
  return (request, deadline) =>
    traced(
      'provider call',
      () => ({ kind: 'client', attributes: { 'server.address': new URL(request.url).hostname } }),
      () => exchange(request, deadline),
    );
}

function open({ method, url, headers, body }: HttpRequest): ClientRequest {
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = {
    method,
    agent: false,
    headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers, ...length },
  } as const;
  // Explicit, so that no variable of the environment can switch the check off.
  return url.startsWith('https:')
    ? secureRequest(url, { ...options, rejectUnauthorized: true })
    : plainRequest(url, options);
}

/** The whole body as text, or null where it broke off or is too long. */
function readBody(incoming: IncomingMessage, done: (text: string | null) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_REPLY_BYTES) return done(null);
    chunks.push(chunk);
  });
  incoming.once('end', () => done(incoming.complete ? Buffer.concat(chunks).toString('utf8') : null));
  incoming.once('error', () => done(null));
  incoming.once('close', () => done(null));
}

function reasonOf({ code = '' }: NodeJS.ErrnoException): NotSent {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_address';
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return 'tls_failed';
  return 'refused';
}
