import type { AddEndpoints } from './dependencies.ts';

/**
 * Takes what the webhook of the demo is sent, as any receiver does: 2xx, soon. It stores nothing and shows nothing of it, so
 * anyone may send here.
 */
export const demoReceiverAt =
  (path: string): AddEndpoints =>
  (server) => {
    server.post(path, async (_request, reply) => reply.code(204).send());
  };
