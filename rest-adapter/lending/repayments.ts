import Type from 'typebox';
import { FUND_SOURCES } from '#core/lending/repayment/repayment.ts';
import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import type { App } from '#platform/compose.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { TenantTransaction } from '#platform/persistence/database.ts';
import { repaymentList, type RepaymentView } from '#platform/views/lending.ts';
import { recordAnswer, showRecord } from '../answers.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, nullable, object, onePath, pathId, phone, readInstant, text } from '../shapes.ts';
import { theLoan } from './loans.ts';

/** More than any loan ever is; far enough from 2^53 that sums of many still travel exactly. */
const GREATEST_REPAYMENT = 100_000_000_000_000;

const RepaymentSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    loan_id: anyId('The loan that it was booked to: the one of the address.'),
    amount: cents('Minor units.'),
    channel: Type.Enum([...FUND_SOURCES]),
    reference: nullable(Type.String()),
    receipt_no: Type.String({ description: 'Our receipt.' }),
    state: Type.Enum([...repaymentLifecycle.states]),
    allocation: object({
      principal: cents('Minor units.'),
      interest: cents('Minor units.'),
      fees: cents('Minor units.'),
      penalties: cents('Minor units.'),
      overpayment: cents('Beyond what was owed; it belongs to the member.'),
    }),
    loan_state: Type.String({ description: 'The loan’s state now.' }),
    paid_at: instant('When the money was received.'),
    version: Type.Integer({ description: 'Also the ETag: "v7".' }),
    created_at: instant('When it was booked.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Repayment' },
);

function repaymentBody(repayment: RepaymentView, ids: Ids) {
  return {
    id: ids(repayment),
    uuid: repayment.uuid,
    loan_id: ids({ id: repayment.loanId, uuid: repayment.loanUuid }),
    amount: repayment.amount,
    channel: repayment.channel,
    reference: repayment.reference,
    receipt_no: repayment.receiptNo,
    state: repayment.state,
    allocation: repayment.allocation,
    loan_state: repayment.loanState,
    paid_at: repayment.paidAt,
    version: repayment.version,
    created_at: repayment.createdAt,
    updated_at: repayment.updatedAt,
  };
}

function presentRepayment(app: App, caller: Caller, ids: Ids) {
  return async ({ uuid }: { uuid: string }, tx: TenantTransaction) => {
    const repayment = await (await app.viewsIn(caller, tx)).repayments.one(uuid);
    if (!repayment) throw new Error(`Repayment ${uuid} is gone in its own transaction.`);
    const loan = ids({ id: repayment.loanId, uuid: repayment.loanUuid });
    return recordAnswer(
      201,
      repayment,
      repaymentBody(repayment, ids),
      `/api/v1/loans/${loan}/repayments/${ids(repayment)}`,
    );
  };
}

const ofLoan = (loan: string) => (repayment: RepaymentView | null) =>
  repayment && (String(repayment.loanId) === loan || repayment.loanUuid === loan.toLowerCase()) ? repayment : null;

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
    body: object({
      amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_REPAYMENT }),
      channel: Type.Enum([...FUND_SOURCES], { description: 'Where the money came from.' }),
      paid_at: Type.Optional(nullable(instant('When it was received; now by default.'))),
      reference: Type.Optional(nullable(text('The payer’s or provider’s reference, unique for its channel.', 128))),
      msisdn: Type.Optional(nullable(phone('The payer’s number.'))),
    }),
    example: { amount: 480_000, channel: 'mpesa_paybill', reference: 'SFC1A2B3C4' },
    reply: { status: 201, schema: RepaymentSchema, describe: 'The repayment, booked.' },
    refusals: ['loan_not_repayable', 'duplicate_reference'],
    handle: async (app, { caller, ids, body, subjectId, asked }) =>
      app.lending.recordRepayment(asked(presentRepayment(app, caller, ids)), {
        loanId: await subjectId(),
        amount: BigInt(body.amount),
        channel: body.channel,
        paidAt: body.paid_at == null ? null : readInstant('paid_at', body.paid_at),
        reference: body.reference ?? null,
        msisdn: body.msisdn ?? null,
      }),
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
    list: repaymentList,
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
    params: object({
      id: pathId('The loan’s id: the integer or the uuid.'),
      repayment_id: pathId('The repayment’s id: the integer or the uuid.'),
    }),
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
