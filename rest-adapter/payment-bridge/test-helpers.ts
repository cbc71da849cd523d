import Type from 'typebox';
import { REHEARSED } from '#core/payment-bridge/use-cases/sandbox-helpers.ts';
import { jsonResponse } from '../responses.ts';
import { route } from '../route.ts';
import { nullable, object, positiveCents } from '../shapes.ts';
import { oneCollection, presentCollection, theCollection } from './collections.ts';
import { appOf, namedPath } from './named.ts';

const family = {
  surface: 'payment-bridge',
  tag: 'Sandbox helpers',
  scope: 'payments:write',
  bucket: 'A.write',
} as const;

const DAY_SECONDS = 86_400;

export const testHelperRoutes = [
  route({
    ...family,
    method: 'POST',
    path: '/v1/test/collections/{id}/complete',
    operation: 'completeTestCollection',
    summary: 'End a collection as if the payer had done it (sandbox)',
    description:
      'Also one that was abandoned: late money can be rehearsed, too. With another amount than was requested, it goes to ' +
      'review. In live there is nothing here.',
    params: namedPath('collection'),
    subject: theCollection,
    body: object({
      outcome: Type.Enum([...REHEARSED], { description: 'What becomes of it.' }),
      amount: Type.Optional(nullable(positiveCents('What comes, minor units; the requested amount by default.'))),
    }),
    example: { outcome: 'succeeded' },
    reply: { status: 200, schema: oneCollection, describe: 'The collection, as it is then.' },
    refusals: ['invalid_state_transition'],
    handle: async (app, call) => {
      const { body, caller } = call;
      return app.bridge.completeCollection(call.request(presentCollection(app, call, () => 200)), {
        app: appOf(caller),
        collectionId: await call.subjectId(),
        outcome: body.outcome,
        amount: body.amount == null ? null : BigInt(body.amount),
      });
    },
  }),
  route({
    ...family,
    method: 'POST',
    path: '/v1/test/clock',
    operation: 'advanceTestClock',
    summary: 'Let time pass for what the app has under way (sandbox)',
    description:
      'What is open is so much older then, and what is due by that is done before the reply: the provider is queried, a ' +
      'collection whose payer could not be prompted expires, a payment without a status for a day goes to review. In live there ' +
      'is nothing here.',
    body: object({
      advance_seconds: Type.Integer({ minimum: 1, maximum: 30 * DAY_SECONDS, description: 'How much.' }),
    }),
    example: { advance_seconds: DAY_SECONDS },
    reply: {
      status: 200,
      schema: object({
        data: object({
          advanced_seconds: Type.Integer(),
          payouts: Type.Integer({ description: 'Payouts that were open.' }),
          collections: Type.Integer({ description: 'Collections that were open.' }),
        }),
      }),
      describe: 'How much was under way.',
    },
    refusals: [],
    handle: async (app, { body, caller, request }) => {
      const due: { payouts: readonly string[]; collections: readonly string[] } = { payouts: [], collections: [] };
      const response = await app.bridge.letTimePass(
        request(async (aged) => {
          Object.assign(due, aged);
          const { payouts, collections } = aged;
          const data = {
            advanced_seconds: body.advance_seconds,
            payouts: payouts.length,
            collections: collections.length,
          };
          return jsonResponse(200, { data });
        }),
        { app: appOf(caller), seconds: body.advance_seconds },
      );
      for (const originatorId of due.payouts) await app.bridge.checkPayout(caller, originatorId);
      for (const originatorId of due.collections) await app.bridge.collection.check(caller, originatorId);
      return response;
    },
  }),
];
