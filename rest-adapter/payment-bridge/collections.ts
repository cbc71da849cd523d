import Type from 'typebox';
import { publicId } from '#core/payment-bridge/app.ts';
import { CHANNELS, COLLECTION_CHANNELS, RECEIVED_CHANNELS } from '#core/payments/channels.ts';
import { COLLECTION_CONCLUSIVE, collectionLifecycle } from '#core/payment-bridge/collection/lifecycle.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { lists } from '#platform/app/lists.ts';
import type { View, Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { route, type Call } from '../route.ts';
import { cents, currencyCode, instant, nullable, object, phone, positiveCents, readInstant, text } from '../shapes.ts';
import { attemptsSchema, failureOf, failureSchema, metadata, referenceField } from './carried.ts';
import { appOf, named, namedPath, namedSubject } from './named.ts';

export const CollectionSchema = object(
  {
    id: named('collection', 'Stable id.'),
    object: Type.Enum(['collection']),
    amount: cents('What the payer is prompted for, minor units.'),
    amount_received: nullable(cents('What the provider says came, minor units.')),
    amount_refunded: cents('What of it was given back, or is on its way back, minor units.'),
    currency: Type.String({ examples: ['KES'] }),
    channel: Type.Enum([...RECEIVED_CHANNELS], {
      description: 'mpesa_paybill: paid under the app’s prefix, without a prompt.',
    }),
    msisdn: Type.String({ description: 'The payer.' }),
    account_reference: Type.String({ description: 'What the payer reads as account number.' }),
    reference: Type.String({ description: 'The app’s own name for it.' }),
    narration: nullable(Type.String()),
    metadata,
    state: Type.Enum([...collectionLifecycle.states]),
    conclusive: Type.Boolean({
      description:
        'It is known what became of it. Money that comes after all is booked, and collection.succeeded is emitted.',
    }),
    failure: failureSchema,
    provider: Type.String({ examples: ['mpesa'] }),
    checkout_ref: nullable(Type.String({ description: 'The provider’s name for the prompt.' })),
    receipt_no: nullable(Type.String({ description: 'The provider’s receipt, once money has come.' })),
    payer_name_masked: nullable(Type.String({ description: 'Whom the provider knows under the number.' })),
    fee: cents('What the app is charged for it when money has come, minor units.'),
    attempts: attemptsSchema,
    sandbox: Type.Boolean(),
    created_at: instant('When it was requested.'),
    expires_at: instant('Until when the payer is prompted.'),
    sent_at: nullable(instant('When the payer was prompted, or may have been.')),
    settled_at: nullable(instant('When money came, or it was clear that none would.')),
    reversed_at: nullable(instant('When it was booked that the provider took the money back.')),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  },
  { $id: 'Collection' },
);

const collectionIdOf = ({ uuid }: { readonly uuid: string }) => publicId('collection', uuid);

export function collectionBody(collection: View<'bridge.collections'>) {
  return {
    id: collectionIdOf(collection),
    object: 'collection',
    amount: collection.amount,
    amount_received: collection.amountReceived,
    amount_refunded: collection.refunded,
    currency: collection.currency,
    channel: collection.channel,
    msisdn: collection.msisdn,
    account_reference: collection.accountReference,
    reference: collection.reference,
    narration: collection.narration,
    metadata: collection.metadata,
    state: collection.state,
    conclusive: COLLECTION_CONCLUSIVE.includes(collection.state),
    failure: failureOf(collection),
    provider: collection.provider,
    checkout_ref: collection.providerRef,
    receipt_no: collection.receiptNo,
    payer_name_masked: collection.payerName,
    fee: collection.fee,
    attempts: collection.attempts,
    sandbox: collection.sandbox,
    created_at: collection.createdAt,
    expires_at: collection.expiresAt,
    sent_at: collection.sentAt,
    settled_at: collection.settledAt,
    reversed_at: collection.reversedAt,
    version: collection.version,
  };
}

export const theCollection = namedSubject('collection', (views) => views.bridge.collections.one);

/** The reply to a write: the collection as it was committed. */
export function presentCollection(
  app: App,
  { caller }: Pick<Call<never, never, never>, 'caller'>,
  statusOf: (collection: View<'bridge.collections'>) => 200 | 201 | 202,
) {
  return async ({ uuid }: { readonly uuid: string }, views: Views): Promise<CommandResponse> => {
    const collection = await views.bridge.collections.one(caller.clientId, uuid);
    if (!collection) throw new Error(`Collection ${uuid} is gone in its own transaction.`);
    const status = statusOf(collection);
    const location = status === 201 ? `/v1/collections/${collectionIdOf(collection)}` : undefined;
    return recordResponse(status, collection, { data: collectionBody(collection) }, location);
  };
}

export const oneCollection = object({ data: CollectionSchema });
const family = { surface: 'payment-bridge', tag: 'Collections' } as const;
const { min, max } = CHANNELS.mpesa_stk;

export const collectionRoutes = [
  route({
    ...family,
    method: 'POST',
    path: '/v1/collections',
    operation: 'createCollection',
    summary: 'Ask a person for money',
    description:
      'The payer is prompted on the phone (STK push). The reply says that the prompt is on its way: `sent` (201), ' +
      '`pending` (201) where the provider can’t be reached yet and is tried again until `expires_at`, or `unknown` (202) ' +
      'where no answer came. Events and GET report the outcome. Money is booked whenever it comes. With `send_after` the ' +
      'collection is `pending` until then, and can be cancelled; a prompt that was sent can’t be.',
    scope: 'payments:write',
    bucket: 'A.write',
    body: object({
      amount: positiveCents(`Minor units, ${min} to ${max}; a multiple of 100.`),
      currency: Type.Optional(currencyCode('The institution’s own by default.')),
      channel: Type.Enum([...COLLECTION_CHANNELS], { description: 'How the payer is prompted.' }),
      msisdn: phone('The payer, in international format.'),
      account_reference: text('What the payer reads as account number.', 12),
      reference: referenceField,
      narration: Type.Optional(nullable(text('What the payer may see.', 13))),
      metadata: Type.Optional(metadata),
      send_after: Type.Optional(
        nullable(
          instant('Not before this time is the payer prompted, at most 24 hours ahead. By default immediately.'),
        ),
      ),
    }),
    example: {
      amount: 50_000,
      channel: 'mpesa_stk',
      msisdn: '+254712345678',
      account_reference: 'INV-0042',
      reference: 'invoice-0042',
    },
    reply: { status: 201, schema: oneCollection, describe: 'The payer is prompted, or will be: the state says which.' },
    alsoReplies: [{ status: 202, describe: 'The provider gave no answer in time: state unknown.' }],
    refusals: ['duplicate_reference', 'invalid_msisdn', 'msisdn_not_on_channel', 'currency_mismatch'],
    handle: async (app, call) => {
      const { body, request, caller } = call;
      const { currency } = await app.institution(caller);
      const present = presentCollection(app, call, ({ state }) => (state === 'unknown' ? 202 : 201));
      return app.bridge.collect(request(present), {
        app: appOf(caller),
        amount: BigInt(body.amount),
        currency: body.currency ?? currency,
        channel: body.channel,
        msisdn: body.msisdn,
        accountReference: body.account_reference,
        reference: body.reference,
        narration: body.narration ?? null,
        metadata: body.metadata ?? {},
        sendAfter: body.send_after == null ? null : readInstant('send_after', body.send_after),
      });
    },
  }),
  listRoute<View<'bridge.collections'>>({
    ...family,
    path: '/v1/collections',
    operation: 'listCollections',
    summary: 'The collections of the app',
    scope: 'payments:read',
    bucket: 'A.read',
    list: lists.bridge.collections,
    schema: CollectionSchema,
    read: (views, query, _parent, { caller }) => views.bridge.collections.list(caller.clientId, query),
    show: collectionBody,
  }),
  route({
    ...family,
    method: 'GET',
    path: '/v1/collections/{id}',
    operation: 'getCollection',
    summary: 'One collection',
    scope: 'payments:read',
    bucket: 'A.read',
    params: namedPath('collection'),
    subject: theCollection,
    reply: { status: 200, schema: oneCollection, describe: 'The collection.' },
    refusals: [],
    handle: async (app, at) => {
      const collection = await app.read(at.caller, (views) => theCollection.require(views, at));
      return showRecord(collection, { data: collectionBody(collection) });
    },
  }),
  route({
    ...family,
    method: 'POST',
    path: '/v1/collections/{id}/cancel',
    operation: 'cancelCollection',
    summary: 'Call a collection off before the payer is prompted',
    scope: 'payments:write',
    bucket: 'A.write',
    params: namedPath('collection'),
    subject: theCollection,
    reply: { status: 200, schema: oneCollection, describe: 'It is cancelled; no request was sent.' },
    refusals: ['invalid_state_transition'],
    handle: async (app, call) =>
      app.bridge.cancelCollection(call.request(presentCollection(app, call, () => 200)), {
        app: appOf(call.caller),
        collectionId: await call.subjectId(),
        version: call.version,
      }),
  }),
];
