import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuse } from '#core/kernel/domain-error.ts';
import { requestIdOf } from './headers.ts';
import { problemOf, PROBLEM_TYPE, TransportError } from './problems.ts';
import { restRefusals } from './refusals.ts';
import type { RestDependencies } from './dependencies.ts';

type Said = Pick<RestDependencies, 'log' | 'baseUrl'>;
/** `rawPacket` is typed as a buffer's JSON, and is a buffer. */
type Unreadable = Error & { readonly code?: string; readonly rawPacket?: { readonly data: number[] } | Buffer };

/** The method and the path of a message whose first line could be read. */
const FIRST_LINE = /^[A-Z]{1,20} (\/[\x21-\x7e]{0,2000})/;

/**
 * What arrives and is no HTTP, or has headers beyond measure, or never ends, doesn't become a request: its socket gets
 * the reply. It is a problem like every other: with the path as far as one was read, and an id by which the log has it.
 */
export function unreadable({ log, baseUrl }: Said) {
  return (error: Unreadable, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const requestId = randomUUID();
    const path = FIRST_LINE.exec(startOf(error.rawPacket))?.[1]?.split('?', 1)[0] ?? '/';
    const { status, headers, body } = problemOf(refusalOf(error.code), { baseUrl, path, requestId });
    log.info({ request_id: requestId, status, reason: error.code ?? 'unknown' }, 'Refused what is no request.');
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${REASONS[status] ?? 'Bad Request'}\r\n${lines.join('')}\r\n${body}`);
  };
}

const startOf = (packet: Unreadable['rawPacket']) =>
  // A buffer, see `Unreadable`.
  packet === undefined ? '' : Buffer.from(packet as Uint8Array).toString('latin1', 0, 2_100);

const REASONS: { readonly [status: number]: string } = {
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function refusalOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return new TransportError('headers_too_large', 'The headers have over 16 kB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new TransportError('request_timeout', 'The request did not arrive as a whole within 30 seconds.');
  }
  return refuse(restRefusals.invalid_header, 'The message is no HTTP request that can be read.');
}

/** @throws DomainError invalid_header (malformed) where HTTP/1.1 asks for a Host and there is none */
export function requireHost({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== '1.1' || headers.host !== undefined) return;
  throw refuse(restRefusals.invalid_header, 'HTTP/1.1 asks for the header Host.', { header: 'Host' });
}

/** Refuses a request that waits for another leave to go on than 100-continue (RFC 9110, 10.1.1). */
export function refuseExpectation({ baseUrl }: Said) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    const path = request.url?.split('?', 1)[0] ?? '/';
    const error = new TransportError('expectation_failed', 'Expect can only be 100-continue.', { header: 'Expect' });
    const { status, body } = problemOf(error, { baseUrl, path, requestId });
    response.writeHead(status, {
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      connection: 'close',
    });
    response.end(body);
  };
}
