import type { FastifyInstance } from 'fastify';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { PAYBILL_CALLBACKS, type Paybills } from '#platform/rails/callbacks/paybills.ts';
import { receivePaybill } from '#platform/app/processes/callbacks/receive-paybill.ts';
import { jsonResponse } from './responses.ts';
import { MAX_NOTIFICATION_BYTES, notificationIn, takeRawBodies } from './raw-notification.ts';
import { send } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';

/** The endpoints at which a provider validates and confirms payments to a paybill, in its own format. */
export function paybillEndpoints(paybills: Paybills, isKnownSource: (address: string) => boolean) {
  return (server: FastifyInstance, { app, log }: Pick<RestDependencies, 'app' | 'log'>): void => {
    void server.register(async (endpoints) => {
      takeRawBodies(endpoints);
      for (const callback of PAYBILL_CALLBACKS) {
        endpoints.post<{ Params: { token: string } }>(
          `/cb/:token/${callback}`,
          { bodyLimit: MAX_NOTIFICATION_BYTES },
          async (request, reply) => {
            const { token } = request.params;
            const paybill = paybills.read(token, callback);
            if (paybill === null) throw refuse(kernelRefusals.not_found, 'There is nothing here.');
            const body = await receivePaybill({ app, log }, callback, {
              paybill,
              ...notificationIn(request, isKnownSource),
            });
            return send(reply, jsonResponse(200, body));
          },
        );
      }
    });
  };
}
