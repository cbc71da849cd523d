import type { FastifyInstance } from 'fastify';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { PAYBILL_DOORS, type Paybills } from '#platform/rails/paybills.ts';
import { receivePaybill } from '#platform/rails/receive-paybill.ts';
import { jsonAnswer } from './answers.ts';
import { send } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';

const MAX_BYTES = 64 * 1024;

/** The doors at which a provider asks about payments to a paybill, and tells of them, in its own words. */
export function paybillDoor(paybills: Paybills) {
  return (server: FastifyInstance, { app, log }: Pick<RestDependencies, 'app' | 'log'>): void => {
    void server.register(async (doors) => {
      doors.removeAllContentTypeParsers();
      doors.addContentTypeParser(
        '*',
        { parseAs: 'string', bodyLimit: MAX_BYTES },
        async (_: unknown, text: string) => text,
      );
      for (const door of PAYBILL_DOORS) {
        doors.post(`/cb/:token/${door}`, { bodyLimit: MAX_BYTES }, async (request, reply) => {
          const { token } = request.params as { token: string };
          const paybill = paybills.read(token, door);
          if (paybill === null) throw refuse(kernelRefusals.not_found, 'There is nothing here.');
          const text = typeof request.body === 'string' ? request.body : '';
          const told = await receivePaybill({ app, log }, door, { paybill, text, requestId: request.id });
          return send(reply, jsonAnswer(200, told));
        });
      }
    });
  };
}
