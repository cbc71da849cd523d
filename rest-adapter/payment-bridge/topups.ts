import Type from 'typebox';
import { publicId } from '#core/payment-bridge/app.ts';
import { topupLifecycle } from '#core/payment-bridge/topup/topup.ts';
import { MOST_TOPUP } from '#core/payment-bridge/use-cases/top-up.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { route } from '../route.ts';
import { cents, currencyCode, instant, nullable, object } from '../shapes.ts';
import { metadata, referenceField } from './carried.ts';
import { appOf, named, namedPath, namedSubject } from './named.ts';

export const TopupSchema = object(
  {
    id: named('topup', 'Stable id.'),
    object: Type.Enum(['topup']),
    amount: cents('Minor units.'),
    currency: Type.String({ examples: ['KES'] }),
    bank_reference: Type.String({ description: 'Write it on the transfer: the statement is matched by it.' }),
    reference: nullable(Type.String({ description: 'The app’s own name for it, where it gave one.' })),
    metadata,
    state: Type.Enum([...topupLifecycle.states]),
    sandbox: Type.Boolean(),
    created_at: instant('When it was announced.'),
    settled_at: nullable(instant('When the money was there.')),
    reversed_at: nullable(instant('When it was booked that the bank took it back.')),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  },
  { $id: 'Topup' },
);

export function topupBody(topup: View<'bridge.topups'>) {
  return {
    id: publicId('topup', topup.uuid),
    object: 'topup',
    amount: topup.amount,
    currency: topup.currency,
    bank_reference: topup.bankReference,
    reference: topup.reference,
    metadata: topup.metadata,
    state: topup.state,
    sandbox: topup.sandbox,
    created_at: topup.createdAt,
    settled_at: topup.settledAt,
    reversed_at: topup.reversedAt,
    version: topup.version,
  };
}

const theTopup = namedSubject('topup', (views) => views.bridge.topups.one);
const one = object({ data: TopupSchema });
const family = { surface: 'payment-bridge', tag: 'Top-ups' } as const;

export const topupRoutes = [
  route({
    ...family,
    method: 'POST',
    path: '/v1/topups',
    operation: 'createTopup',
    summary: 'Put money on the app’s account',
    description:
      'In a sandbox the money is there immediately. In live the reply says what to write on the bank transfer; the money is ' +
      'there once the bank’s statement shows it (event topup.succeeded).',
    scope: 'payments:write',
    bucket: 'A.write',
    body: object({
      amount: cents('Minor units.', { minimum: 1, maximum: Number(MOST_TOPUP) }),
      currency: Type.Optional(currencyCode('The institution’s own by default.')),
      reference: Type.Optional(nullable(referenceField)),
      metadata: Type.Optional(metadata),
    }),
    example: { amount: 1_000_000 },
    reply: { status: 201, schema: one, describe: 'The top-up: succeeded in a sandbox, pending in live.' },
    refusals: ['duplicate_reference', 'currency_mismatch'],
    handle: async (app, { body, request, caller }) => {
      const { currency } = await app.institution(caller);
      return app.bridge.requestTopup(
        request(async ({ uuid }, views) => {
          const topup = await views.bridge.topups.one(caller.clientId, uuid);
          if (!topup) throw new Error(`Top-up ${uuid} is gone in its own transaction.`);
          return recordResponse(201, topup, { data: topupBody(topup) }, `/v1/topups/${publicId('topup', uuid)}`);
        }),
        {
          app: appOf(caller),
          amount: BigInt(body.amount),
          currency: body.currency ?? currency,
          reference: body.reference ?? null,
          metadata: body.metadata ?? {},
        },
      );
    },
  }),
  listRoute<View<'bridge.topups'>>({
    ...family,
    path: '/v1/topups',
    operation: 'listTopups',
    summary: 'The top-ups of the app',
    scope: 'payments:read',
    bucket: 'A.read',
    list: lists.bridge.topups,
    schema: TopupSchema,
    read: (views, query, _parent, { caller }) => views.bridge.topups.list(caller.clientId, query),
    show: topupBody,
  }),
  route({
    ...family,
    method: 'GET',
    path: '/v1/topups/{id}',
    operation: 'getTopup',
    summary: 'One top-up',
    scope: 'payments:read',
    bucket: 'A.read',
    params: namedPath('topup'),
    subject: theTopup,
    reply: { status: 200, schema: one, describe: 'The top-up.' },
    refusals: [],
    handle: async (app, at) => {
      const topup = await app.read(at.caller, (views) => theTopup.require(views, at));
      return showRecord(topup, { data: topupBody(topup) });
    },
  }),
];
