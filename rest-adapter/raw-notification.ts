import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Arrival } from '#platform/app/processes/callbacks/inbox.ts';

/** What a provider may send at once. */
export const MOST_NEWS_BYTES = 64 * 1024;

/** Lets a door take bodies as they are, whatever they are said to be. */
export function takeRawBodies(door: FastifyInstance): void {
  door.removeAllContentTypeParsers();
  door.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MOST_NEWS_BYTES },
    async (_: unknown, text: string) => text,
  );
}

/** The body as it was sent, and how it came. */
export function newsIn(
  { body, headers, ip, id: requestId }: FastifyRequest,
  isKnownSource: (address: string) => boolean,
): { readonly text: string; readonly arrival: Arrival; readonly requestId: string } {
  const text = typeof body === 'string' ? body : '';
  return { text, requestId, arrival: { headers, source: ip, isExpected: isKnownSource(ip) } };
}
