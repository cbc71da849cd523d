import { PROPOSED } from './proposals.ts';
import Type, { type Static } from 'typebox';
import { invalidFields, type FieldError } from '#core/kernel/field-error.ts';
import { USE_ENDS } from '#core/payments/payment-receipt.ts';
import { PART_TYPES, RESTS, SPLIT_CHANNELS, type Part } from '#core/payments/split/receipt-split.ts';
import { MOST_PARTS } from '#core/payments/split/split-receipt.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { View, Views } from '#platform/app/views.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../resource.ts';
import { idsBehind, type Ids } from '../records.ts';
import { route } from '../route.ts';
import {
  anyId,
  cents,
  instant,
  nullable,
  object,
  onePath,
  phone,
  positiveCents,
  readInstant,
  reference,
  reversalCause,
  text,
} from '../shapes.ts';

/** As much as any repayment. */
const GREATEST_PAYMENT = 100_000_000_000_000;

const ReceiptSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    channel: Type.Enum([...SPLIT_CHANNELS], { description: 'How the payment came in.' }),
    reference: Type.String({ description: 'The receipt, as it was written.' }),
    amount: cents('All of the payment, minor units.'),
    rest_amount: cents('What its parts left, which waits in suspense under the same receipt; minor units.'),
    paid_at: instant('When it was paid.'),
    parts: Type.Array(
      object({
        number: Type.Integer({ description: 'Its place in the command, from 1.' }),
        destination: object({ type: Type.Enum([...PART_TYPES]), id: anyId('What the part named.') }),
        amount: cents('Minor units.'),
        state: Type.Enum(['live', ...USE_ENDS], {
          description:
            'live: its money stands there; moved: in another record now; corrected: taken back as wrong, and may be booked ' +
            'again; taken_back: the payer has it again.',
        }),
        booked_as: object({
          type: Type.String({ description: 'repayment, savings_transaction or payment.' }),
          uuid: Type.String({ format: 'uuid' }),
        }),
      }),
      { description: 'In the order of the command.' },
    ),
    recorded_by: Type.String({ description: 'The client that booked it.' }),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was booked.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Receipt' },
);

function receiptBody(split: View<'receiptSplits'>, ids: Ids) {
  return {
    id: ids(split),
    uuid: split.uuid,
    channel: split.channel,
    reference: split.receiptNo,
    amount: split.amount,
    rest_amount: split.rest,
    paid_at: split.paidAt,
    parts: split.parts.map(({ number, type, target, amount, state, bookedType, bookedUuid }) => ({
      number,
      destination: { type, id: ids(target) },
      amount,
      state,
      booked_as: { type: bookedType, uuid: bookedUuid },
    })),
    recorded_by: split.recordedBy,
    version: split.version,
    created_at: split.createdAt,
    updated_at: split.updatedAt,
  };
}

const receipts: Resource<View<'receiptSplits'>> = {
  noun: 'receipt',
  one: (views) => views.receiptSplits.one,
  body: receiptBody,
  address: (view, ids) => `/api/v1/receipts/${ids(view)}`,
};

const theReceipt = subjectOf(receipts);

const PartPost = object({
  amount: positiveCents('Minor units.'),
  loan_id: Type.Optional(reference('The loan that it repays. Name one of the four.')),
  savings_account_id: Type.Optional(reference('The savings account that it is paid into.')),
  invoice_id: Type.Optional(reference('The invoice that it pays; what is more is the student’s.')),
  student_id: Type.Optional(reference('The student whose oldest invoices it pays.')),
});

/** How what parts name is found. */
const RECORDS = {
  loan: (views: Views) => views.loans.byUuids,
  savings_account: (views: Views) => views.savingsAccounts.byUuids,
  invoice: (views: Views) => views.invoices.byUuids,
  student: (views: Views) => views.students.byUuids,
} as const;

/** @throws DomainError validation_failed with each part that doesn’t name one record that can be used */
async function partsIn(app: App, caller: Caller, sent: readonly Static<typeof PartPost>[]): Promise<readonly Part[]> {
  const named = sent.flatMap((part) =>
    PART_TYPES.flatMap((kind) => {
      const uuid = part[`${kind}_id`];
      return typeof uuid === 'string' ? [{ kind, uuid }] : [];
    }),
  );
  const idBehind = await idsBehind(app, caller, named, RECORDS);
  const errors: FieldError[] = [];
  const parts: Part[] = [];
  for (const [index, part] of sent.entries()) {
    const types = PART_TYPES.filter((type) => part[`${type}_id`] !== undefined);
    const [type] = types;
    if (type === undefined || types.length > 1) {
      const detail = 'Name one of loan_id, savings_account_id, invoice_id and student_id.';
      errors.push({ field: `parts.${index}`, code: types.length === 0 ? 'required' : 'choice', detail });
      continue;
    }
    const value = part[`${type}_id`];
    const id = typeof value === 'string' ? idBehind(type, value) : value;
    const detail = 'Use the id of a record that you can read.';
    if (id === undefined) errors.push({ field: `parts.${index}.${type}_id`, code: 'unknown_reference', detail });
    else parts.push({ type, id, amount: BigInt(part.amount) });
  }
  if (errors.length > 0) throw invalidFields('Parts of the payment name no record that can be used.', errors);
  return parts;
}

export const receiptRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/receipts',
    surface: 'lending',
    operation: 'splitReceipt',
    summary: 'Book one payment in several records',
    description:
      'One cheque for many students, one bank reference for many members, one payment of a group: all parts are booked in ' +
      'one transaction, or none. Each part is booked by the rules of its own command, at the time of the payment, and ' +
      'needs the scope of that command too: repayments:write, savings_accounts:write, or payments:write and invoices:write. The parts come ' +
      'to at most the amount; what they leave waits in suspense where rest says so, for payments to the paybill. A ' +
      'payment that is in suspense already is split from there. The same parts once more are the record of before (200).',
    tag: 'Receipts',
    scope: 'receipts:write',
    bucket: 'B.money',
    body: object({
      channel: Type.Enum([...SPLIT_CHANNELS], { description: 'How the payment came in.' }),
      reference: text('The receipt of the provider, bank or drawer: of one payment, wherever it is booked.', 64),
      amount: cents('All of the payment, minor units.', { minimum: 1, maximum: GREATEST_PAYMENT }),
      paid_at: Type.Optional(nullable(instant('When it was paid; now by default.'))),
      msisdn: Type.Optional(nullable(phone('The payer’s number; required of a payment to the paybill that is new.'))),
      rest: Type.Optional(
        Type.Enum([...RESTS], {
          description: 'none, by default: the parts come to all of it. suspense: what they leave waits there.',
        }),
      ),
      parts: Type.Array(PartPost, { minItems: 1, maxItems: MOST_PARTS, description: 'Each names another record.' }),
    }),
    example: {
      channel: 'bank',
      reference: 'FT26325XKZ41',
      amount: 150_000,
      parts: [{ savings_account_id: 1, amount: 150_000 }],
    },
    reply: { status: 201, schema: ReceiptSchema, describe: 'The payment with its parts, booked.' },
    alsoReplies: [{ status: 200, describe: 'The payment of before: the same parts were booked of it already.' }],
    refusals: ['split_refused', 'duplicate_payment_reference', 'payment_time_out_of_range', 'invalid_state_transition'],
    handle: async (app, { caller, ids, body, request }) =>
      app.receipts.splitReceipt(request(presented(receipts, { caller, ids }, 201)), {
        channel: body.channel,
        receiptNo: body.reference,
        amount: BigInt(body.amount),
        paidAt: body.paid_at == null ? null : readInstant('paid_at', body.paid_at),
        msisdn: body.msisdn ?? null,
        rest: body.rest ?? 'none',
        parts: await partsIn(app, caller, body.parts),
      }),
  }),
  oneRoute(receipts, {
    path: '/api/v1/receipts/{id}',
    surface: 'lending',
    operation: 'getReceipt',
    summary: 'A payment that was booked in parts',
    tag: 'Receipts',
    scope: 'receipts:read',
    bucket: 'B.read',
    schema: ReceiptSchema,
    describe: 'The payment with its parts, and what became of each.',
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/receipts/{id}',
    surface: 'lending',
    operation: 'reverseReceipt',
    summary: 'Take all parts of a payment back',
    description:
      'Each part that still stands is taken back by the rules of its own command, all of them or none. A part alone is ' +
      'taken back at its own address. Mobile money goes back into suspense, unless it was taken_back.',
    tag: 'Receipts',
    scope: 'receipts:write',
    bucket: 'B.money',
    params: onePath('receipt'),
    subject: theReceipt,
    body: object({
      action: Type.Enum(['reverse'], { description: 'The step to take.' }),
      reason: text('Why, in a sentence that an auditor understands.', 500),
      cause: Type.Optional(reversalCause),
    }),
    example: { action: 'reverse', reason: 'The cheque bounced.', cause: 'taken_back' },
    reply: { status: 200, schema: ReceiptSchema, describe: 'The payment, none of whose parts stands any more.' },
    alsoReplies: [PROPOSED],
    refusals: ['split_refused', 'already_proposed'],
    handle: async (app, { caller, ids, body, subjectId, request }) =>
      app.receipts.reverseSplit(request(presented(receipts, { caller, ids }, 200)), {
        splitId: await subjectId(),
        reason: body.reason,
        cause: body.cause,
      }),
  }),
];
