import Type from 'typebox';
import { publicId, uuidIn } from '#core/payment-bridge/app.ts';
import { refundLifecycle } from '#core/payment-bridge/refund/refund.ts';
import { unusableReference } from '#core/kernel/field-error.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { route } from '../route.ts';
import { cents, instant, nullable, object, positiveCents, text } from '../shapes.ts';
import { metadata, referenceField } from './carried.ts';
import { appOf, named, namedPath, namedSubject } from './named.ts';

export const RefundSchema = object(
  {
    id: named('refund', 'Stable id.'),
    object: Type.Enum(['refund']),
    collection_id: named('collection', 'What is given back.'),
    payout_id: named('payout', 'The payout that gives it back.'),
    amount: cents('Minor units.'),
    currency: Type.String({ examples: ['KES'] }),
    reason: nullable(Type.String()),
    reference: nullable(Type.String({ description: 'The app’s own name for it, where it gave one.' })),
    metadata,
    state: Type.Enum([...refundLifecycle.states]),
    sandbox: Type.Boolean(),
    created_at: instant('When it was requested.'),
    settled_at: nullable(instant('When the payer had it back, or it failed.')),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  },
  { $id: 'Refund' },
);

export function refundBody(refund: View<'bridge.refunds'>) {
  return {
    id: publicId('refund', refund.uuid),
    object: 'refund',
    collection_id: publicId('collection', refund.collectionUuid),
    payout_id: publicId('payout', refund.payout.uuid),
    amount: refund.amount,
    currency: refund.currency,
    reason: refund.reason,
    reference: refund.reference,
    metadata: refund.metadata,
    state: refund.state,
    sandbox: refund.sandbox,
    created_at: refund.createdAt,
    settled_at: refund.settledAt,
    version: refund.version,
  };
}

const theRefund = namedSubject('refund', (views) => views.bridge.refunds.one);
const one = object({ data: RefundSchema });
const family = { surface: 'payment-bridge', tag: 'Refunds' } as const;

/** The collection that a body names. @throws DomainError unknown_reference (invalid) */
async function collectionIn(app: App, caller: Caller, id: string): Promise<number> {
  const uuid = uuidIn('collection', id);
  const collection = uuid && (await app.read(caller, (views) => views.bridge.collections.one(caller.clientId, uuid)));
  if (collection) return collection.id;
  const detail = 'Use the id of a collection of this app.';
  throw unusableReference('collection_id', `collection_id ${id} names nothing that can be given back.`, detail);
}

export const refundRoutes = [
  route({
    ...family,
    method: 'POST',
    path: '/v1/refunds',
    operation: 'createRefund',
    summary: 'Give a collection back, or a part of it',
    description:
      'The payer is paid by a payout, which the reply names; the refund ends as the payout does. Refunds of a ' +
      'collection never come to more than what came in, however many are requested at the same time.',
    scope: 'payments:write',
    bucket: 'A.write',
    body: object({
      collection_id: Type.String({
        maxLength: 100,
        description: 'The collection.',
        examples: [publicId('collection', '0198c0de-0000-7000-8000-000000000001')],
      }),
      amount: Type.Optional(nullable(positiveCents('Minor units, a multiple of 100; all that is left by default.'))),
      reason: Type.Optional(nullable(text('Why; the payer may see it.', 100))),
      reference: Type.Optional(nullable(referenceField)),
      metadata: Type.Optional(metadata),
    }),
    example: { collection_id: publicId('collection', '0198c0de-0000-7000-8000-000000000001'), amount: 20_000 },
    reply: { status: 201, schema: one, describe: 'The payer is being paid: the payout says how far it is.' },
    alsoReplies: [{ status: 202, describe: 'The provider gave no answer in time: the payout is unknown.' }],
    refusals: [
      'recipient_held',
      'collection_not_refundable',
      'refund_exceeds_collection',
      'insufficient_balance',
      'duplicate_reference',
      'unknown_reference',
      'invalid_msisdn',
    ],
    handle: async (app, { body, request, caller }) =>
      app.bridge.refund(
        request(async ({ id }, views) => {
          const refund = await views.bridge.refunds.byPayout(caller.clientId, id);
          if (!refund) throw new Error(`Payout ${id} carries no refund.`);
          const shown = { data: refundBody(refund) };
          if (refund.payout.state === 'unknown') return recordResponse(202, refund, shown);
          return recordResponse(201, refund, shown, `/v1/refunds/${publicId('refund', refund.uuid)}`);
        }),
        {
          app: appOf(caller),
          collectionId: await collectionIn(app, caller, body.collection_id),
          amount: body.amount == null ? null : BigInt(body.amount),
          reason: body.reason ?? null,
          reference: body.reference ?? null,
          metadata: body.metadata ?? {},
        },
      ),
  }),
  listRoute<View<'bridge.refunds'>>({
    ...family,
    path: '/v1/refunds',
    operation: 'listRefunds',
    summary: 'The refunds of the app',
    scope: 'payments:read',
    bucket: 'A.read',
    list: lists.bridge.refunds,
    schema: RefundSchema,
    read: (views, query, _parent, { caller }) => views.bridge.refunds.list(caller.clientId, query),
    show: refundBody,
  }),
  route({
    ...family,
    method: 'GET',
    path: '/v1/refunds/{id}',
    operation: 'getRefund',
    summary: 'One refund',
    scope: 'payments:read',
    bucket: 'A.read',
    params: namedPath('refund'),
    subject: theRefund,
    reply: { status: 200, schema: one, describe: 'The refund.' },
    refusals: [],
    handle: async (app, at) => {
      const refund = await app.read(at.caller, (views) => theRefund.require(views, at));
      return showRecord(refund, { data: refundBody(refund) });
    },
  }),
];
