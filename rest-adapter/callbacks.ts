import type { FastifyInstance } from 'fastify';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import type { Callbacks } from '#platform/rails/callbacks/addresses.ts';
import { receiveCallback } from '#platform/app/processes/callbacks/receive-callback.ts';
import { jsonResponse } from './responses.ts';
import { MAX_NOTIFICATION_BYTES, notificationIn, takeRawBodies } from './raw-notification.ts';
import { send } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';

const ACCEPTED = jsonResponse(200, { result: 'accepted' });

/**
 * The endpoint at which providers report the status of a payment. The address is the secret: a wrong one gets 404.
 * A right one gets "accepted" whatever the notification says, even if it can't be read: the provider could not correct
 * it, and would only send it again.
 */
export function callbackEndpoints(callbacks: Callbacks, isKnownSource: (address: string) => boolean) {
  return (server: FastifyInstance, { app, log }: Pick<RestDependencies, 'app' | 'log'>): void => {
    void server.register(async (endpoints) => {
      takeRawBodies(endpoints);
      endpoints.post<{ Params: { token: string; kind: string } }>(
        '/cb/:token/:kind',
        { bodyLimit: MAX_NOTIFICATION_BYTES },
        async (request, reply) => {
          const { token, kind } = request.params;
          const notification = notificationIn(request, isKnownSource);
          if (await receiveCallback({ app, callbacks, log }, { token, kind, ...notification }))
            return send(reply, ACCEPTED);
          log.warn(
            { request_id: request.id, source: request.ip },
            'A callback came to an address that is none of ours.',
          );
          throw refuse(kernelRefusals.not_found, 'There is nothing here.');
        },
      );
    });
  };
}
