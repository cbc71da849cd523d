import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { collectionLifecycle } from '#core/payment-bridge/collection/lifecycle.ts';
import { payoutLifecycle } from '#core/payment-bridge/payout/lifecycle.ts';
import type { View, Views } from '#platform/app/views.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { route } from '../route.ts';
import { cents, nullable, object, positiveCents, text } from '../shapes.ts';
import { evidenceBody, EvidenceSchema } from './evidence.ts';

const STATES = [...new Set<string>([...payoutLifecycle.states, ...collectionLifecycle.states])];

const AppPaymentSchema = object(
  {
    id: Type.String({ description: 'po_… or col_…, as the app knows it.' }),
    kind: Type.Enum(['payout', 'collection']),
    state: Type.Enum(STATES),
    amount: cents('What was requested, minor units.'),
    amount_reported: nullable(cents('What the provider says that moved, where it is another amount.')),
    currency: Type.String(),
    receipt_no: nullable(Type.String()),
    failure: nullable(
      object({ code: Type.String(), message: Type.String() }, { description: 'Why people look at it.' }),
    ),
    findings: Type.Array(
      object({
        outcome: Type.Enum(['paid', 'not_paid']),
        receipt_no: nullable(Type.String()),
        amount: nullable(cents('What was paid, minor units.')),
        evidence: Type.String(),
        by: Type.String({ description: 'The client that found it, or who proposed it on a command line.' }),
      }),
      { description: 'The proposal of one person, and the same of another who agreed.' },
    ),
    evidence: EvidenceSchema,
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
  },
  { $id: 'AppPayment' },
);

const path = object({ id: Type.String({ description: 'po_… or col_….', maxLength: 64 }) });

const family = { surface: 'lending', tag: 'Payments of apps' } as const;

export const appPaymentRoutes = [
  route({
    ...family,
    method: 'GET',
    path: '/api/v1/app_payments/{id}',
    operation: 'getAppPayment',
    summary: 'A payment of an app, for the people who review it',
    scope: 'mobile_money:read',
    bucket: 'B.read',
    params: path,
    reply: { status: 200, schema: AppPaymentSchema, describe: 'The payment, with findings and evidence.' },
    refusals: ['not_found'],
    handle: async (app, { caller, params }) => {
      const payment = await app.read(caller, (views) => requirePayment(views, params.id));
      return showRecord(payment, appPaymentBody(payment));
    },
  }),
  route({
    ...family,
    method: 'POST',
    path: '/api/v1/app_payments/{id}/findings',
    operation: 'reviewAppPayment',
    summary: 'Say what became of a payment in review',
    description:
      'The first finding is a proposal. It is settled when the client of another person finds the same: what really ' +
      'moved is booked. Neither may be the app that requested the payment, and a command line only proposes.',
    scope: 'mobile_money:write',
    bucket: 'B.money',
    params: path,
    body: object({
      outcome: Type.Enum(['paid', 'not_paid']),
      evidence: text('Where it can be seen, such as a line of the provider’s statement.', 500),
      receipt_no: Type.Optional(nullable(text('The provider’s receipt of a payment that was made.', 64))),
      amount: Type.Optional(
        nullable(
          positiveCents('What was paid, minor units; by default what the provider says, else what was requested.'),
        ),
      ),
    }),
    example: { outcome: 'paid', receipt_no: 'SFC1A2B3C4', evidence: 'Statement of 3 March, line 17' },
    reply: { status: 200, schema: AppPaymentSchema, describe: 'The payment: in review still, or settled.' },
    refusals: [
      'not_found',
      'invalid_state_transition',
      'four_eyes_required',
      'approval_needs_client',
      'resolution_differs',
      'duplicate_payment_reference',
    ],
    handle: async (app, { caller, params, body, request }) => {
      const { kind, id, appId, sandbox, publicId } = await app.read(caller, (views) =>
        requirePayment(views, params.id),
      );
      const finding = {
        outcome: body.outcome,
        evidence: body.evidence,
        receipt_no: body.receipt_no ?? null,
        amount: body.amount == null ? null : BigInt(body.amount),
      };
      const present = async (_: unknown, views: Views) => {
        const payment = await requirePayment(views, publicId);
        return recordResponse(200, payment, appPaymentBody(payment));
      };
      const of = { id: appId, sandbox };
      return kind === 'payout'
        ? app.bridge.reviews.reviewPayout(request(present), { app: of, payoutId: id, finding })
        : app.bridge.reviews.reviewCollection(request(present), { app: of, collectionId: id, finding });
    },
  }),
];

function appPaymentBody(payment: NonNullable<View<'bridge.appPayments'>>) {
  return {
    id: payment.publicId,
    kind: payment.kind,
    state: payment.state,
    amount: payment.amount,
    amount_reported: payment.amountReported,
    currency: payment.currency,
    receipt_no: payment.receiptNo,
    failure: payment.failure && { code: payment.failure.code, message: payment.failure.message },
    findings: payment.findings.map(({ amount, ...finding }) => ({
      ...finding,
      amount: amount === null ? null : BigInt(amount),
    })),
    evidence: evidenceBody(payment.evidence),
    version: payment.version,
  };
}

async function requirePayment(views: Views, id: string) {
  const payment = await views.bridge.appPayments.one(id);
  if (payment) return payment;
  throw refuse(kernelRefusals.not_found, `There is no payment ${id.slice(0, 100)}.`, {
    resource: 'app_payment',
    id: id.slice(0, 100),
  });
}
