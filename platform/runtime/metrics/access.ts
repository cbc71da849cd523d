import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Headers by which a proxy says for whom it sends a request. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * The metrics are for requests with the token; where none is set, for this machine alone, and not through a proxy. They
 * hold no personal data, but show how busy a lender is and what fails.
 */
export function mayReadMetrics(request: Pick<IncomingMessage, 'headers' | 'socket'>, token: string | null): boolean {
  if (token !== null) {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
  }
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isLocal = address === '::1' || address.startsWith('127.');
  return isLocal && FORWARDED.every((name) => request.headers[name] === undefined);
}
