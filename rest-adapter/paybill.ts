import type { FastifyInstance } from 'fastify';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { PAYBILL_CALLBACKS, type Paybills } from '#platform/rails/callbacks/paybills.ts';
import { receivePaybill } from '#platform/app/processes/callbacks/receive-paybill.ts';
import { jsonResponse } from './responses.ts';
import { MOST_NEWS_BYTES, newsIn, takeRawBodies } from './raw-notification.ts';
import { send } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';

/** The doors at which a provider asks about payments to a paybill, and tells of them, in its own words. */
export function paybillDoor(paybills: Paybills, isKnownSource: (address: string) => boolean) {
  return (server: FastifyInstance, { app, log }: Pick<RestDependencies, 'app' | 'log'>): void => {
    void server.register(async (doors) => {
      takeRawBodies(doors);
      for (const door of PAYBILL_CALLBACKS) {
        doors.post(`/cb/:token/${door}`, { bodyLimit: MOST_NEWS_BYTES }, async (request, reply) => {
          const { token } = request.params as { token: string };
          const paybill = paybills.read(token, door);
          if (paybill === null) throw refuse(kernelRefusals.not_found, 'There is nothing here.');
          const told = await receivePaybill({ app, log }, door, { paybill, ...newsIn(request, isKnownSource) });
          return send(reply, jsonResponse(200, told));
        });
      }
    });
  };
}
