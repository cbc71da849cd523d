import Type from 'typebox';
import { publicId } from '#core/payment-bridge/app.ts';
import { CHANNELS, PAYOUT_CHANNELS } from '#core/payments/channels.ts';
import { CONCLUSIVE, payoutLifecycle } from '#core/payment-bridge/payout/lifecycle.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { lists } from '#platform/app/lists.ts';
import type { View, Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { route, type Call } from '../route.ts';
import { cents, currencyCode, instant, nullable, object, phone, positiveCents, text } from '../shapes.ts';
import { attemptsSchema, failureOf, failureSchema, metadata, recipientName, referenceField } from './carried.ts';
import { appOf, named, namedPath, namedSubject } from './named.ts';

export const PayoutSchema = object(
  {
    id: named('payout', 'Stable id.'),
    object: Type.Enum(['payout']),
    amount: cents('What the recipient gets, minor units.'),
    amount_paid: nullable(cents('What was paid, where the provider moved another amount than was requested.')),
    currency: Type.String({ examples: ['KES'] }),
    channel: Type.Enum([...PAYOUT_CHANNELS]),
    msisdn: Type.String({ description: 'The recipient.' }),
    reference: Type.String({ description: 'The app’s own name for it.' }),
    narration: nullable(Type.String()),
    metadata,
    purpose: Type.Enum(['payout', 'refund'], { description: 'refund: it gives a collection back.' }),
    state: Type.Enum([...payoutLifecycle.states]),
    conclusive: Type.Boolean({ description: 'It is known what became of the money. Before that, never pay again.' }),
    failure: failureSchema,
    provider: Type.String({ examples: ['mpesa'] }),
    provider_ref: nullable(Type.String({ description: 'The provider’s name for the request.' })),
    receipt_no: nullable(Type.String({ description: 'The provider’s receipt, once it has paid.' })),
    recipient_name_masked: nullable(
      Type.String({
        description: 'Whom the provider knows under the number, once it has paid.',
        examples: ['J*** D***'],
      }),
    ),
    fee: cents('What the app is charged for it on success, minor units.'),
    attempts: attemptsSchema,
    batch: nullable(object({ id: Type.String(), row: Type.Integer({ description: 'From 1.' }) })),
    sandbox: Type.Boolean(),
    created_at: instant('When it was requested.'),
    sent_at: nullable(instant('When the provider took it, or may have.')),
    settled_at: nullable(instant('When it was paid, failed or called off.')),
    reversed_at: nullable(instant('When the provider took it back.')),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  },
  { $id: 'Payout' },
);

const payoutIdOf = ({ uuid }: { readonly uuid: string }) => publicId('payout', uuid);

export function payoutBody(payout: View<'bridge.payouts'>) {
  return {
    id: payoutIdOf(payout),
    object: 'payout',
    amount: payout.amount,
    amount_paid: payout.amountPaid,
    currency: payout.currency,
    channel: payout.channel,
    msisdn: payout.msisdn,
    reference: payout.reference,
    narration: payout.narration,
    metadata: payout.metadata,
    purpose: payout.purpose,
    state: payout.state,
    conclusive: CONCLUSIVE.includes(payout.state),
    failure: failureOf(payout),
    provider: payout.provider,
    provider_ref: payout.providerRef,
    receipt_no: payout.receiptNo,
    recipient_name_masked: payout.recipientName,
    fee: payout.fee,
    attempts: payout.attempts,
    batch: payout.batch && { id: publicId('payout_batch', payout.batch.uuid), row: payout.batch.row },
    sandbox: payout.sandbox,
    created_at: payout.createdAt,
    sent_at: payout.sentAt,
    settled_at: payout.settledAt,
    reversed_at: payout.reversedAt,
    version: payout.version,
  };
}

const thePayout = namedSubject('payout', (views) => views.bridge.payouts.one);

/** The reply to a write: the payout as it was committed. */
function presentPayout(
  app: App,
  { caller }: Pick<Call<never, never, never>, 'caller'>,
  statusOf: (payout: View<'bridge.payouts'>) => 200 | 201 | 202,
) {
  return async ({ uuid }: { readonly uuid: string }, views: Views): Promise<CommandResponse> => {
    const payout = await views.bridge.payouts.one(caller.clientId, uuid);
    if (!payout) throw new Error(`Payout ${uuid} is gone in its own transaction.`);
    const status = statusOf(payout);
    const location = status === 201 ? `/v1/payouts/${payoutIdOf(payout)}` : undefined;
    return recordResponse(status, payout, { data: payoutBody(payout) }, location);
  };
}

const one = object({ data: PayoutSchema });
const family = { surface: 'payment-bridge', tag: 'Payouts' } as const;
const { min, max } = CHANNELS.mpesa_b2c;

export const payoutRoutes = [
  route({
    ...family,
    method: 'POST',
    path: '/v1/payouts',
    operation: 'createPayout',
    summary: 'Pay a person',
    description:
      'The money is held, then the provider is called. The reply waits at most some seconds for its answer: `sent` (201), ' +
      '`failed` (201) with the reason where the provider declined immediately, or `unknown` (202) where no answer came. ' +
      'Events and GET report the outcome; while `conclusive` is false, never pay again under another reference. ' +
      'Numbers of the sandbox that end in 000 to 019 behave as the guide says.',
    scope: 'payments:write',
    bucket: 'A.write',
    body: object({
      amount: positiveCents(`Minor units, ${min} to ${max}; a multiple of 100.`),
      currency: Type.Optional(currencyCode('The institution’s own by default.')),
      channel: Type.Enum([...PAYOUT_CHANNELS], { description: 'How the money travels.' }),
      msisdn: phone('The recipient, in international format.'),
      reference: referenceField,
      narration: Type.Optional(nullable(text('What the recipient may see.', 100))),
      recipient_name: Type.Optional(recipientName),
      metadata: Type.Optional(metadata),
    }),
    example: { amount: 200_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: 'salary-2026-11-0042' },
    reply: { status: 201, schema: one, describe: 'The provider took it, or declined it: the state says which.' },
    alsoReplies: [{ status: 202, describe: 'The provider gave no answer in time: state unknown.' }],
    refusals: [
      'insufficient_balance',
      'duplicate_reference',
      'invalid_msisdn',
      'msisdn_not_on_channel',
      'currency_mismatch',
      'recipient_held',
    ],
    handle: async (app, call) => {
      const { body, request, caller } = call;
      const { currency } = await app.institution(caller);
      const present = presentPayout(app, call, ({ state }) => (state === 'unknown' ? 202 : 201));
      return app.bridge.payout(request(present), {
        app: appOf(caller),
        amount: BigInt(body.amount),
        currency: body.currency ?? currency,
        channel: body.channel,
        msisdn: body.msisdn,
        reference: body.reference,
        narration: body.narration ?? null,
        recipientName: body.recipient_name ?? null,
        metadata: body.metadata ?? {},
      });
    },
  }),
  listRoute<View<'bridge.payouts'>>({
    ...family,
    path: '/v1/payouts',
    operation: 'listPayouts',
    summary: 'The payouts of the app',
    scope: 'payments:read',
    bucket: 'A.read',
    list: lists.bridge.payouts,
    schema: PayoutSchema,
    read: (views, query, _parent, { caller }) => views.bridge.payouts.list(caller.clientId, query),
    show: payoutBody,
  }),
  route({
    ...family,
    method: 'GET',
    path: '/v1/payouts/{id}',
    operation: 'getPayout',
    summary: 'One payout',
    scope: 'payments:read',
    bucket: 'A.read',
    params: namedPath('payout'),
    subject: thePayout,
    reply: { status: 200, schema: one, describe: 'The payout.' },
    refusals: [],
    handle: async (app, at) => {
      const payout = await app.read(at.caller, (views) => thePayout.require(views, at));
      return showRecord(payout, { data: payoutBody(payout) });
    },
  }),
  route({
    ...family,
    method: 'POST',
    path: '/v1/payouts/{id}/cancel',
    operation: 'cancelPayout',
    summary: 'Call a payout off that has not left',
    scope: 'payments:write',
    bucket: 'A.write',
    params: namedPath('payout'),
    subject: thePayout,
    reply: { status: 200, schema: one, describe: 'It is cancelled; the money is available again.' },
    refusals: ['invalid_state_transition'],
    handle: async (app, call) =>
      app.bridge.cancelPayout(call.request(presentPayout(app, call, () => 200)), {
        app: appOf(call.caller),
        payoutId: await call.subjectId(),
        version: call.version,
      }),
  }),
  route({
    ...family,
    method: 'POST',
    path: '/v1/payouts/{id}/refresh',
    operation: 'refreshPayout',
    summary: 'Ask the provider now what became of a payout',
    description: 'The reply shows what is known by then. Some providers respond later: GET and events show it.',
    scope: 'payments:write',
    bucket: 'A.write',
    params: namedPath('payout'),
    subject: thePayout,
    reply: { status: 202, schema: one, describe: 'The provider was queried, where anything is open.' },
    refusals: [],
    handle: async (app, call) => {
      const { caller, request, subjectId } = call;
      const command = { app: appOf(caller), payoutId: await subjectId() };
      return app.bridge.refreshPayout(request(presentPayout(app, call, () => 202)), command);
    },
  }),
];
