import Type, { type Static } from 'typebox';
import { FUND_SOURCES } from '#core/lending/repayment/repayment.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { showRecord } from '../responses.ts';
import { presented, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn } from '../records.ts';
import { route } from '../route.ts';
import {
  anyId,
  cents,
  date,
  instant,
  nullable,
  object,
  onePath,
  pathId,
  phone,
  readInstant,
  reference,
  reversalCause,
  text,
} from '../shapes.ts';
import { theLoan } from './loans.ts';
import { PROPOSED } from './proposals.ts';
import { repaymentBody, RepaymentSchema } from './repayment-shape.ts';
import { readDate } from './terms/read.ts';

/** More than any loan ever is; far enough from 2^53 that sums of many still travel exactly. */
const GREATEST_REPAYMENT = 100_000_000_000_000;

const QuoteSchema = object(
  {
    loan_id: anyId('The loan.'),
    on: date('The day of the settlement.'),
    principal: cents('All principal still owed, less interest that was paid ahead and is not owed, minor units.'),
    interest: cents('Interest until then, with what a grace on its payment deferred, minor units.'),
    fees: cents('Fees that fell due, minor units.'),
    penalties: cents('Penalties, minor units.'),
    total: cents('What settles the loan, minor units.'),
    valid_until: instant('The quote is good until then.'),
  },
  { $id: 'SettlementQuote' },
);

const repayments: Resource<View<'repayments'>> = {
  noun: 'repayment',
  one: (views) => views.repayments.one,
  body: repaymentBody,
  address: (view, ids) => `/api/v1/loans/${ids({ id: view.loanId, uuid: view.loanUuid })}/repayments/${ids(view)}`,
};

const ofLoan = (loan: string) => (repayment: View<'repayments'> | null) =>
  repayment && (String(repayment.loanId) === loan || repayment.loanUuid === loan.toLowerCase()) ? repayment : null;

const RepaymentPost = object({
  amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_REPAYMENT }),
  channel: Type.Enum([...FUND_SOURCES], { description: 'Where the money came from.' }),
  paid_at: Type.Optional(nullable(instant('When it was received; now by default.'))),
  reference: Type.Optional(
    nullable(text('The payer’s or provider’s reference: of one payment, wherever it is booked.', 128)),
  ),
  msisdn: Type.Optional(nullable(phone('The payer’s number.'))),
});

const paymentIn = (body: Static<typeof RepaymentPost>) => ({
  amount: BigInt(body.amount),
  channel: body.channel,
  paidAt: body.paid_at == null ? null : readInstant('paid_at', body.paid_at),
  reference: body.reference ?? null,
  msisdn: body.msisdn ?? null,
});

const SAME_PAYMENT = 'The repayment of before: the same payment was booked on this loan already.';

const RepaymentPaths = object({
  id: pathId('The loan’s id: the integer or the uuid.'),
  repayment_id: pathId('The repayment’s id: the integer or the uuid.'),
});

export const repaymentRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/loans/{id}/repayments',
    surface: 'lending',
    operation: 'createRepayment',
    summary: 'Book money that a member paid',
    description:
      'The oldest instalment is paid first and, within it, penalties, fees, interest, principal. What is left when ' +
      'nothing is owed belongs to the member.',
    tag: 'Repayments',
    scope: 'repayments:write',
    bucket: 'B.money',
    params: onePath('loan'),
    subject: theLoan,
    body: RepaymentPost,
    example: { amount: 480_000, channel: 'mpesa_paybill', reference: 'SFC1A2B3C4' },
    reply: { status: 201, schema: RepaymentSchema, describe: 'The repayment, booked.' },
    alsoReplies: [{ status: 200, describe: SAME_PAYMENT }, PROPOSED],
    refusals: ['loan_not_repayable', 'duplicate_payment_reference', 'payment_time_out_of_range', 'already_proposed'],
    handle: async (app, { caller, ids, body, subjectId, request }) =>
      app.lending.recordRepayment(request(presented(repayments, { caller, ids }, 201)), {
        loanId: await subjectId(),
        ...paymentIn(body),
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/loans/{id}/settlement_quote',
    surface: 'lending',
    operation: 'quoteSettlement',
    summary: 'What settles a loan before its time',
    description: 'All principal, what fell due, and interest as the product asks for it; good until valid_until.',
    tag: 'Repayments',
    scope: 'loans:read',
    bucket: 'B.read',
    params: onePath('loan'),
    subject: theLoan,
    query: object({ on: Type.Optional(date('The day of the settlement; today by default.')) }),
    reply: { status: 200, schema: QuoteSchema, describe: 'The quote.' },
    refusals: ['loan_not_repayable', 'validation_failed'],
    handle: async (app, { caller, ids, query, params, subjectId }) => {
      const on = query.on === undefined ? null : readDate('on', query.on);
      const quote = await app.lending.quoteSettlement(caller, { loanId: await subjectId(), on });
      const loan = await app.read(caller, (views) => found('loan', params.id, views.loans.one));
      const { loanId: _loanId, validUntil, ...figures } = quote;
      return { body: { loan_id: ids(loan), ...figures, valid_until: validUntil } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/loans/{id}/settlement',
    surface: 'lending',
    operation: 'settleLoan',
    summary: 'Settle a loan before its time',
    description: 'Takes at least the total of the settlement quote of the day; what is more belongs to the member.',
    tag: 'Repayments',
    scope: 'repayments:write',
    bucket: 'B.money',
    params: onePath('loan'),
    subject: theLoan,
    body: RepaymentPost,
    example: { amount: 4_800_000, channel: 'bank', reference: 'SETTLE-1' },
    reply: { status: 201, schema: RepaymentSchema, describe: 'The repayment that settled the loan.' },
    alsoReplies: [{ status: 200, describe: SAME_PAYMENT }, PROPOSED],
    refusals: [
      'loan_not_repayable',
      'settlement_too_small',
      'duplicate_payment_reference',
      'payment_time_out_of_range',
      'already_proposed',
    ],
    handle: async (app, { caller, ids, body, subjectId, request }) =>
      app.lending.settleLoan(request(presented(repayments, { caller, ids }, 201)), {
        loanId: await subjectId(),
        ...paymentIn(body),
      }),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/loans/{id}/repayments/{repayment_id}',
    surface: 'lending',
    operation: 'reverseRepayment',
    summary: 'Take a repayment back',
    description:
      'Its journal is booked the other way round, and later repayments are reallocated, as if it had never been paid.',
    tag: 'Repayments',
    scope: 'repayments:write',
    bucket: 'B.money',
    params: RepaymentPaths,
    subject: theLoan,
    body: object({
      action: Type.Enum(['reverse'], { description: 'The step to take.' }),
      reason: text('Why, in a sentence that an auditor understands.', 500),
      cause: Type.Optional(reversalCause),
    }),
    example: { action: 'reverse', reason: 'The cheque bounced.' },
    reply: { status: 200, schema: RepaymentSchema, describe: 'The repayment, reversed.' },
    alsoReplies: [PROPOSED],
    refusals: ['invalid_state_transition', 'repayment_not_reversible', 'aml_hold', 'already_proposed'],
    handle: async (app, { caller, ids, body, params, version, subjectId, request }) => {
      const loanId = await subjectId();
      const repayment = await app.read(caller, (views) =>
        found('repayment', params.repayment_id, async (id) => ofLoan(params.id)(await views.repayments.one(id))),
      );
      return app.lending.reverseRepayment(request(presented(repayments, { caller, ids }, 200)), {
        loanId,
        repaymentId: repayment.id,
        version,
        reason: body.reason,
        cause: body.cause,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/loans/{id}/repayments/{repayment_id}/reallocation',
    surface: 'lending',
    operation: 'reallocateRepayment',
    summary: 'Move a repayment to the loan that it belongs to',
    description:
      'For money that was booked on the wrong loan: it is taken back there and booked on the right one in one command, ' +
      'as of the day on which it was paid, under the same receipt. As often as needed; the money stands in one place.',
    tag: 'Repayments',
    scope: 'repayments:write',
    bucket: 'B.money',
    params: RepaymentPaths,
    subject: theLoan,
    body: object({
      to_loan_id: reference('The loan that it belongs to.'),
      reason: text('Why, in a sentence that an auditor understands.', 500),
    }),
    example: { to_loan_id: 2, reason: 'The payer typed another member’s loan number.' },
    reply: { status: 201, schema: RepaymentSchema, describe: 'The repayment on the right loan.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'already_proposed',
      'invalid_state_transition',
      'repayment_not_reversible',
      'loan_not_repayable',
      'unknown_reference',
      'duplicate_payment_reference',
    ],
    handle: async (app, { caller, ids, body, params, version, subjectId, request }) => {
      const loanId = await subjectId();
      const repayment = await app.read(caller, (views) =>
        found('repayment', params.repayment_id, async (id) => ofLoan(params.id)(await views.repayments.one(id))),
      );
      const toLoanId = await referenceIn(app, caller, 'to_loan_id', body.to_loan_id, (views) => views.loans.one);
      return app.lending.reallocateRepayment(request(presented(repayments, { caller, ids }, 201)), {
        loanId,
        repaymentId: repayment.id,
        version,
        toLoanId,
        reason: body.reason,
      });
    },
  }),
  listRoute({
    path: '/api/v1/loans/{id}/repayments',
    surface: 'lending',
    operation: 'listRepayments',
    summary: 'Repayments of a loan, newest first',
    tag: 'Repayments',
    scope: 'repayments:read',
    bucket: 'B.read',
    params: onePath('loan'),
    subject: theLoan,
    list: lists.repayments,
    schema: RepaymentSchema,
    read: (views, query, loanId) => views.repayments.list(loanId, query),
    show: repaymentBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/loans/{id}/repayments/{repayment_id}',
    surface: 'lending',
    operation: 'getRepayment',
    summary: 'One repayment',
    tag: 'Repayments',
    scope: 'repayments:read',
    bucket: 'B.read',
    params: RepaymentPaths,
    subject: theLoan,
    reply: { status: 200, schema: RepaymentSchema, describe: 'The repayment.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const repayment = await app.read(caller, (views) =>
        found('repayment', params.repayment_id, async (id) => ofLoan(params.id)(await views.repayments.one(id))),
      );
      return showRecord(repayment, repaymentBody(repayment, ids));
    },
  }),
];
