import Type, { type Static } from 'typebox';
import { publicId } from '#core/payment-bridge/app.ts';
import { checkRows, totalsOf, type BatchRow } from '#core/payment-bridge/batch/check-rows.ts';
import { FREE } from '#core/payments/tariff.ts';
import { MOST_ROWS } from '#core/payment-bridge/batch/payout-batch.ts';
import { PAYOUT_CHANNELS } from '#core/payments/channels.ts';
import { reachedOutOfRange } from '#core/payments/wallet.ts';
import { CONCLUSIVE, payoutLifecycle } from '#core/payment-bridge/payout/lifecycle.ts';
import type { App } from '#platform/app/compose.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { recordResponse } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { route } from '../route.ts';
import { cents, currencyCode, instant, nullable, object, phone, positiveCents, text } from '../shapes.ts';
import { metadata, recipientName, referenceField } from './carried.ts';
import { appOf, named, namedPath, namedSubject } from './named.ts';
import { payoutBody, PayoutSchema } from './payouts.ts';

const count = Type.Integer({ minimum: 0 });

const BatchSchema = object(
  {
    id: nullable(named('payout_batch', 'Stable id; null for a dry run.')),
    object: Type.Enum(['payout_batch']),
    dry_run: Type.Boolean({ description: 'It was only looked at; nothing was taken on.' }),
    state: Type.Enum(['valid', 'invalid', 'processing', 'completed'], {
      description: 'valid, invalid: of a dry run. completed: it is known of every payout what became of it.',
    }),
    reference: Type.String({ description: 'The app’s own name for it.' }),
    currency: Type.String({ examples: ['KES'] }),
    size: Type.Integer({ description: 'How many payouts it has.' }),
    amount: cents('What the recipients get in all, minor units.'),
    fee: cents('What the app is charged if all succeed, minor units.'),
    available: nullable(cents('Of a dry run: what the app could pay with, minor units.')),
    counts: object(Object.fromEntries(payoutLifecycle.states.map((state) => [state, count])), {
      description: 'How many of its payouts are in each state.',
    }),
    problems: Type.Array(
      object({
        row: Type.Integer({ description: 'From 1; 0 for the batch as a whole.' }),
        reference: nullable(Type.String()),
        code: Type.String({ examples: ['invalid_msisdn'] }),
        detail: Type.String(),
      }),
      { description: 'Of a dry run: everything that is wrong.' },
    ),
    metadata,
    sandbox: Type.Boolean(),
    created_at: nullable(instant('When it was taken on.')),
  },
  { $id: 'PayoutBatch' },
);

const RowSchema = object({
  amount: positiveCents('Minor units; a multiple of 100.'),
  channel: Type.Enum([...PAYOUT_CHANNELS]),
  msisdn: phone('The recipient, in international format.'),
  reference: referenceField,
  narration: Type.Optional(nullable(text('What the recipient may see.', 100))),
  recipient_name: Type.Optional(recipientName),
  metadata: Type.Optional(metadata),
});

const countsOf = (counts: View<'bridge.batches'>['counts']) =>
  Object.fromEntries(payoutLifecycle.states.map((state) => [state, counts[state] ?? 0]));

function batchBody(batch: View<'bridge.batches'>) {
  const settled = CONCLUSIVE.reduce((sum, state) => sum + (batch.counts[state] ?? 0), 0);
  return {
    id: publicId('payout_batch', batch.uuid),
    object: 'payout_batch',
    dry_run: false,
    state: settled === batch.size ? 'completed' : 'processing',
    reference: batch.reference,
    currency: batch.currency,
    size: batch.size,
    amount: batch.amount,
    fee: batch.fee,
    available: null,
    counts: countsOf(batch.counts),
    problems: [],
    metadata: batch.metadata,
    sandbox: batch.sandbox,
    created_at: batch.createdAt,
  };
}

type BatchBody = { readonly reference: string; readonly currency: string; readonly rows: readonly BatchRow[] };

/** What would become of a batch: nothing is written, and all errors are reported together. */
async function tryOut(app: App, caller: Caller, { reference, currency, rows }: BatchBody) {
  const { currency: own } = await app.institution(caller);
  const references = rows.map((row) => row.reference);
  const { used, reached, held, available, tariff } = await app.read(caller, async ({ bridge, wallets, payees }) => {
    const balances = await bridge.apps.balances(caller.clientId, caller.mode, own);
    return {
      used: await bridge.payouts.usedReferences(caller.clientId, references),
      tariff: (await bridge.appTariffs.byKey(caller.clientKey)) ?? FREE,
      reached: await reachedOutOfRange(rows, wallets),
      held: await payees.heldAmong(rows.map((row) => row.msisdn)),
      available: balances.find((each) => each.currency === currency)?.available ?? 0n,
    };
  });
  const { amount, fee } = totalsOf(rows, tariff);
  const short = `The batch takes ${amount + fee}; ${available} is available.`;
  const problems = [
    ...(available < amount + fee ? [{ row: 0, reference: null, code: 'insufficient_balance', detail: short }] : []),
    ...checkRows(rows, { used, reached, held }).map(({ row, reference: name, code, detail }) => ({
      row,
      reference: name,
      code,
      detail,
    })),
  ];
  const data = {
    id: null,
    object: 'payout_batch',
    dry_run: true,
    state: problems.length === 0 ? 'valid' : 'invalid',
    reference,
    currency,
    size: rows.length,
    amount,
    fee,
    available,
    counts: countsOf({}),
    problems,
    metadata: {},
    sandbox: caller.mode === 'sandbox',
    created_at: null,
  };
  return { body: { data } };
}

type SentRow = Static<typeof RowSchema>;

const rowOf = ({ amount, channel, msisdn, reference, narration = null, metadata: facts = {} }: SentRow): BatchRow => ({
  amount: BigInt(amount),
  channel,
  msisdn,
  reference,
  narration,
  metadata: facts,
});
const recipientOf = ({ msisdn, recipient_name: recipientName = null }: SentRow) => ({ msisdn, recipientName });

const theBatch = namedSubject('payout_batch', (views) => views.bridge.batches.one);
const one = object({ data: BatchSchema });
const family = { surface: 'payment-bridge', tag: 'Payout batches' } as const;

export const batchRoutes = [
  route({
    ...family,
    method: 'POST',
    path: '/v1/payout_batches',
    operation: 'createPayoutBatch',
    summary: `Pay up to ${MOST_ROWS} people`,
    description:
      'A batch is taken on whole or not at all: the money of all its rows is held, then they leave one by one; each is a ' +
      'payout with a state and events of its own. With dry_run nothing is taken on, and the reply (200) names everything ' +
      'that is wrong.',
    scope: 'payments:write',
    bucket: 'A.write',
    body: object({
      reference: referenceField,
      currency: Type.Optional(currencyCode('The institution’s own by default.')),
      rows: Type.Array(RowSchema, { minItems: 1, maxItems: MOST_ROWS, description: 'The payouts.' }),
      dry_run: Type.Optional(Type.Boolean({ description: 'Only look at it.' })),
      metadata: Type.Optional(metadata),
    }),
    example: {
      reference: 'salaries-2026-11',
      rows: [
        { amount: 4_500_000, channel: 'mpesa_b2c', msisdn: '+254712345678', reference: 'salary-2026-11-0042' },
        { amount: 5_200_000, channel: 'mpesa_b2c', msisdn: '+254723456789', reference: 'salary-2026-11-0043' },
      ],
    },
    reply: { status: 201, schema: one, describe: 'It is taken on: its payouts leave one by one.' },
    alsoReplies: [{ status: 200, describe: 'Of a dry run: what is wrong with it.' }],
    refusals: ['insufficient_balance', 'duplicate_reference', 'currency_mismatch'],
    handle: async (app, { body, request, caller }) => {
      const { currency: own } = await app.institution(caller);
      const { reference, currency = own } = body;
      const rows = body.rows.map(rowOf);
      if (body.dry_run === true) return tryOut(app, caller, { reference, currency, rows });
      return app.bridge.requestBatch(
        request(async ({ uuid }, views) => {
          const batch = await views.bridge.batches.one(caller.clientId, uuid);
          if (!batch) throw new Error(`Batch ${uuid} is gone in its own transaction.`);
          return recordResponse(
            201,
            batch,
            { data: batchBody(batch) },
            `/v1/payout_batches/${publicId('payout_batch', uuid)}`,
          );
        }),
        {
          app: appOf(caller),
          reference,
          currency,
          rows,
          recipients: body.rows.map(recipientOf),
          metadata: body.metadata ?? {},
        },
      );
    },
  }),
  listRoute<View<'bridge.batches'>>({
    ...family,
    path: '/v1/payout_batches',
    operation: 'listPayoutBatches',
    summary: 'The batches of the app',
    scope: 'payments:read',
    bucket: 'A.read',
    list: lists.bridge.batches,
    schema: BatchSchema,
    read: (views, query, _parent, { caller }) => views.bridge.batches.list(caller.clientId, query),
    show: batchBody,
  }),
  route({
    ...family,
    method: 'GET',
    path: '/v1/payout_batches/{id}',
    operation: 'getPayoutBatch',
    summary: 'One batch, and how far it is',
    scope: 'payments:read',
    bucket: 'A.read',
    params: namedPath('payout_batch'),
    subject: theBatch,
    reply: { status: 200, schema: one, describe: 'The batch.' },
    refusals: [],
    handle: async (app, at) => {
      const batch = await app.read(at.caller, (views) => theBatch.require(views, at));
      return { body: { data: batchBody(batch) } };
    },
  }),
  listRoute<View<'bridge.payouts'>>({
    ...family,
    path: '/v1/payout_batches/{id}/payouts',
    operation: 'listPayoutsOfBatch',
    summary: 'The payouts of a batch, in the order of its rows',
    scope: 'payments:read',
    bucket: 'A.read',
    params: namedPath('payout_batch'),
    subject: theBatch,
    list: lists.bridge.payoutsOfBatch,
    schema: PayoutSchema,
    read: (views, query, batchId, { caller }) => views.bridge.payouts.ofBatch(caller.clientId, batchId, query),
    show: payoutBody,
  }),
];
