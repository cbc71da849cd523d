import { actionBody } from '../action-body.ts';
import { PROPOSED } from '../lending/proposals.ts';
import Type from 'typebox';
import { FEE_CATEGORIES } from '#core/education/fee-category.ts';
import { PAYMENT_METHODS } from '#core/education/payment/payment.ts';
import { defined } from '#core/kernel/defined.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { View, Views } from '#platform/app/views.ts';
import { showRecord } from '../responses.ts';
import { found, type Subject } from '../records.ts';
import { route } from '../route.ts';
import {
  cents,
  instant,
  nullable,
  object,
  onePath,
  pathId,
  readInstant,
  reference,
  reversalCause,
  text,
} from '../shapes.ts';
import { theInvoice } from './invoices.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from './lists/offset-list.ts';
import { referenceOrNull, referencesIn, requireFound } from './references.ts';
import { presented } from '../resource.ts';
import { at } from './resource.ts';
import { PaymentSchema, paymentBody, payments } from './payment-shape.ts';

/** More than any payment ever is; far enough from 2^53 that sums of many still travel exactly. */
const GREATEST_PAYMENT = 10_000_000_000_000;

/** A loan's money is booked by its disbursement, never by hand: its reference is what makes it come once. */
const METHODS = PAYMENT_METHODS.filter((method) => method !== 'loan');

const paymentPath = object({
  id: pathId('The invoice’s id: the integer or the uuid.'),
  payment_id: pathId('The payment’s id: the integer or the uuid.'),
});

/** The payment that a path names: one that named the invoice, or is on it. */
async function paymentAt(
  views: Views,
  params: Readonly<Record<string, string>>,
  caller: Caller,
): Promise<View<'payments'>> {
  const invoice = await theInvoice.require(views, { caller, params });
  return found('payment', params['payment_id'] ?? '', async (id) => {
    const payment = await views.payments.one(id);
    const onIt = payment?.allocations.some((allocation) => allocation.invoice.id === invoice.id);
    return onIt || payment?.invoice?.id === invoice.id ? payment : null;
  });
}

const thePayment: Subject = {
  resource: 'payment',
  require: (views, { caller, params }) => paymentAt(views, params, caller),
  idOf: async (app, { caller, params }) => (await app.read(caller, (views) => paymentAt(views, params, caller))).id,
};

type Wish = {
  readonly invoice_id: number | string;
  readonly line_id?: number | string | null;
  readonly amount: number;
};

/** Where the payer wants the money. Lines by uuid are found in their invoices. */
async function allocationsIn(app: App, caller: Caller, wishes: readonly Wish[]) {
  const invoiceIds = await referencesIn(
    app,
    caller,
    wishes.map(({ invoice_id: value }, index) => ({ field: `allocations.${index}.invoice_id`, value })),
    (views) => views.invoices.byUuids,
  );
  const byUuid = wishes.some(({ line_id: line }) => typeof line === 'string');
  const invoices = byUuid ? await app.read(caller, (views) => views.invoices.byIds(invoiceIds)) : [];
  const lines = new Map(invoices.flatMap((invoice) => invoice.lines.map((line) => [line.uuid, line.id] as const)));
  return wishes.map(({ line_id: line = null, amount }, index) => {
    const lineId = typeof line === 'string' ? lines.get(line.toLowerCase()) : line;
    if (lineId === undefined) requireFound([{ field: `allocations.${index}.line_id`, value: String(line) }]);
    // One id for each wish, or `referencesIn` has refused.
    return { invoiceId: invoiceIds[index] as number, lineId: lineId ?? null, amount: BigInt(amount) };
  });
}

/**
 * payments:* is also what apps of the payment bridge hold, each for its own payouts and collections: fees are the business of
 * who keeps invoices.
 */
const reading = { scope: 'payments:read', alsoScopes: ['invoices:read'] } as const;
const common = {
  surface: 'education',
  tag: 'Invoice payments',
  bucket: 'C.write',
  scope: 'payments:write',
  alsoScopes: ['invoices:write'],
} as const;

export const paymentRoutes = [
  offsetList({
    path: '/api/v1/invoices/{id}/payments',
    operation: 'listInvoicePayments',
    summary: 'Payments of an invoice',
    description: 'Those that named the invoice, and those that are on it.',
    tag: 'Invoice payments',
    ...reading,
    params: onePath('invoice'),
    parent: { subject: theInvoice, field: 'invoice_id' },
    schema: PaymentSchema,
    list: schoolLists.payments,
    of: (views) => views.payments,
    show: paymentBody,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/invoices/{id}/payments',
    operation: 'createInvoicePayment',
    summary: 'Book money that was paid',
    description:
      'The invoice takes the money first; the rest goes on the student’s other invoices, the oldest first, and what is ' +
      'left is the student’s credit, put on the next invoice. allocations say otherwise. A reference is booked once.',
    params: onePath('invoice'),
    subject: theInvoice,
    body: object({
      amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_PAYMENT }),
      method: Type.Enum(METHODS, { description: 'How it came.' }),
      reference: text('Receipt of M-Pesa, reference of the bank; one payment each.', 64),
      paid_at: instant('When it was received.'),
      payer_member_id: Type.Optional(nullable(reference('Where a member of the society paid.'))),
      allocations: Type.Optional(
        Type.Array(
          object({
            invoice_id: reference('An open invoice of the student.'),
            line_id: Type.Optional(nullable(reference('One of its lines.'))),
            amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_PAYMENT }),
          }),
          { minItems: 1, maxItems: 200, description: 'They sum to the amount.' },
        ),
      ),
      categories: Type.Optional(
        nullable(
          Type.Array(Type.Enum([...FEE_CATEGORIES]), { minItems: 1, description: 'The money goes to nothing else.' }),
        ),
      ),
      allow_credit: Type.Optional(
        Type.Boolean({ description: 'false: money beyond what is owed is refused instead of stored as credit.' }),
      ),
    }),
    example: {
      amount: 1_500_000,
      method: 'mpesa_paybill',
      reference: 'SFC1A2B3C4',
      paid_at: '2026-01-31T08:00:00Z',
    },
    reply: { status: 201, schema: PaymentSchema, describe: 'The payment, and where the money went.' },
    alsoReplies: [
      { status: 200, describe: 'The payment of before: the same was booked for the student already.' },
      PROPOSED,
    ],
    refusals: [
      'unknown_reference',
      'duplicate_payment_reference',
      'invoice_already_settled',
      'invoice_not_payable',
      'payment_time_out_of_range',
    ],
    handle: async (app, call) => {
      const { caller, body, subjectId, request } = call;
      return app.education.recordPayment(request(presented(payments, call, 201)), {
        invoiceId: await subjectId(),
        amount: BigInt(body.amount),
        method: body.method,
        reference: body.reference,
        paidAt: readInstant('paid_at', body.paid_at),
        ...defined({
          payerMemberId: await referenceOrNull(
            app,
            caller,
            'payer_member_id',
            body.payer_member_id,
            (views) => views.members.byUuids,
          ),
          allocations: body.allocations && (await allocationsIn(app, caller, body.allocations)),
          categories: body.categories,
          allowCredit: body.allow_credit,
        }),
      });
    },
  }),
  route({
    surface: 'education',
    tag: 'Invoice payments',
    method: 'GET',
    path: '/api/v1/invoices/{id}/payments/{payment_id}',
    operation: 'getInvoicePayment',
    summary: 'One payment',
    ...reading,
    bucket: 'C.read',
    params: paymentPath,
    subject: thePayment,
    reply: { status: 200, schema: PaymentSchema, describe: 'The payment.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const payment = await app.read(caller, (views) => paymentAt(views, params, caller));
      return showRecord(payment, paymentBody(payment, ids));
    },
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v1/invoices/{id}/payments/{payment_id}',
    operation: 'changeInvoicePayment',
    summary: 'Reverse a payment, or return a loan’s credit to it',
    description:
      'reverse is for money that did not stay: its own allocations are unwound, and what they paid is owed again. ' +
      'return_to_lender gives back what a loan’s invoice doesn’t need; it prepays the loan.',
    params: paymentPath,
    subject: thePayment,
    body: actionBody(
      object({
        action: Type.Enum(['reverse', 'return_to_lender'], { description: 'The step to take.' }),
        reason: Type.Optional(nullable(text('Why; reverse needs it.', 500))),
        cause: Type.Optional(reversalCause),
      }),
      { reverse: { needs: ['reason'], takes: ['cause'] }, return_to_lender: { takes: ['reason', 'cause'] } },
    ),
    example: { action: 'reverse', reason: 'The cheque bounced.' },
    reply: { status: 200, schema: PaymentSchema, describe: 'The payment after the step.' },
    alsoReplies: [PROPOSED],
    refusals: ['invalid_state_transition', 'payment_not_refundable', 'no_loan_credit', 'already_proposed'],
    handle: async (app, call) => {
      const { action, reason = null, cause } = call.body;
      const request = call.request(presented(payments, call, 200));
      const payment = { paymentId: await call.subjectId(), ...at(call.version) };
      return action === 'reverse'
        ? app.education.reversePayment(request, { ...payment, reason, cause })
        : app.education.returnLoanCredit(request, payment);
    },
  }),
];
