import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Headers by which a proxy says that somebody else is asking. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Who may read the figures: whoever has the token; without one, this machine alone, and not through a proxy. The
 * figures hold nobody's data, but how busy a lender is, and what fails, is no business of strangers.
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
