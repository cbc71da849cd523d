import type { FastifyInstance } from 'fastify';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { Callbacks } from '#platform/rails/callbacks.ts';
import { receiveCallback } from '#platform/rails/receive-callback.ts';
import { jsonAnswer } from './answers.ts';
import { send } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';

const MAX_BYTES = 64 * 1024;
const ACCEPTED = jsonAnswer(200, { result: 'accepted' });

/**
 * The door at which providers tell what became of a payment. The address is the secret: a wrong one is told nothing.
 * A right one is told "accepted" whatever its news are, even if they can't be read: a provider could do nothing about
 * it, and would only repeat itself.
 */
export function callbackDoor(callbacks: Callbacks) {
  return (server: FastifyInstance, { app, log }: Pick<RestDependencies, 'app' | 'log'>): void => {
    void server.register(async (door) => {
      door.removeAllContentTypeParsers();
      door.addContentTypeParser(
        '*',
        { parseAs: 'string', bodyLimit: MAX_BYTES },
        async (_: unknown, text: string) => text,
      );
      door.post('/cb/:token/:kind', { bodyLimit: MAX_BYTES }, async (request, reply) => {
        const { token, kind } = request.params as { token: string; kind: string };
        const known = await receiveCallback(
          { app, callbacks, log },
          { token, kind, text: typeof request.body === 'string' ? request.body : '', requestId: request.id },
        );
        if (known) return send(reply, ACCEPTED);
        throw refuse(kernelRefusals.not_found, 'There is nothing here.');
      });
    });
  };
}
