import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Callback } from '#platform/app/processes/callbacks/receive-callback.ts';

/** The largest body that a provider may send. */
export const MAX_NOTIFICATION_BYTES = 64 * 1024;

/** Accepts bodies as raw text, regardless of their content type. */
export function takeRawBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MAX_NOTIFICATION_BYTES },
    async (_: unknown, text: string) => text,
  );
}

/** The body as it was sent, and how it came. */
export function notificationIn(
  { body, headers, ip, id: requestId }: FastifyRequest,
  isKnownSource: (address: string) => boolean,
): { readonly text: string; readonly arrival: Callback['arrival']; readonly requestId: string } {
  const text = typeof body === 'string' ? body : '';
  return { text, requestId, arrival: { headers, source: ip, isExpected: isKnownSource(ip) } };
}
