import type { FastifyInstance } from 'fastify';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { Callbacks } from '#platform/rails/callbacks/addresses.ts';
import { receiveCallback } from '#platform/app/processes/callbacks/receive-callback.ts';
import { jsonResponse } from './responses.ts';
import { MOST_NEWS_BYTES, newsIn, takeRawBodies } from './raw-notification.ts';
import { send } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';

const ACCEPTED = jsonResponse(200, { result: 'accepted' });

/**
 * The door at which providers tell what became of a payment. The address is the secret: a wrong one is told nothing.
 * A right one is told "accepted" whatever its news are, even if they can't be read: a provider could do nothing about
 * it, and would only repeat itself.
 */
export function callbackDoor(callbacks: Callbacks, isKnownSource: (address: string) => boolean) {
  return (server: FastifyInstance, { app, log }: Pick<RestDependencies, 'app' | 'log'>): void => {
    void server.register(async (door) => {
      takeRawBodies(door);
      door.post('/cb/:token/:kind', { bodyLimit: MOST_NEWS_BYTES }, async (request, reply) => {
        const { token, kind } = request.params as { token: string; kind: string };
        const news = newsIn(request, isKnownSource);
        if (await receiveCallback({ app, callbacks, log }, { token, kind, ...news })) return send(reply, ACCEPTED);
        log.warn({ request_id: request.id, source: request.ip }, 'A callback came to an address that is none of ours.');
        throw refuse(kernelRefusals.not_found, 'There is nothing here.');
      });
    });
  };
}
