import Type from 'typebox';
import { FEE_SURPLUS } from '#core/lending/agreement.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { loanDecisions } from '#core/lending/use-cases/decide-loan.ts';
import type { App } from '#platform/app/compose.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { lists } from '#platform/app/lists.ts';
import type { View, Views } from '#platform/app/views.ts';
import { actionBody, actionList, eachWith } from '../action-body.ts';
import { recordResponse, showRecord } from '../responses.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn, refuseBesideAction, subjectAt, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { PROPOSED } from './proposals.ts';
import {
  isServiceAction,
  serveLoan,
  SERVICE_ACTIONS,
  SERVICE_REFUSALS,
  SERVICE_VARIANTS,
  ServiceFields,
} from './loan-service.ts';
import {
  anyId,
  cents,
  date,
  instant,
  nullable,
  object,
  onePath,
  positiveCents,
  reference,
  text,
  uuidText,
} from '../shapes.ts';
import { productTermsBody, ProductTermsOut } from './terms/product-terms.ts';

const Parts = {
  principal: cents('Principal, minor units.'),
  interest: cents('Interest, minor units.'),
  fees: cents('Fees, minor units.'),
  penalties: cents('Penalties, minor units.'),
};

const LoanSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    loan_no: Type.String({ description: 'The number that people use, L- and digits.' }),
    member_id: anyId('The borrower.'),
    product_id: anyId('The product that the loan was made from.'),
    principal: cents('What was requested, minor units.'),
    approved_principal: nullable(cents('What was granted, minor units; null until then.')),
    term_months: Type.Integer({ minimum: 1 }),
    purpose: nullable(Type.String()),
    state: Type.Enum([...loanLifecycle.states]),
    state_reason: nullable(Type.String()),
    interest_rate: Type.String({ description: 'Percent a year, a decimal string.' }),
    method: Type.String({ description: 'How interest spreads over the instalments.' }),
    disbursed_at: nullable(date('Value date of the first disbursement.')),
    maturity_date: nullable(date('Due date of the last instalment.')),
    outstanding: object({ ...Parts, total: cents('All of it, minor units.') }),
    overpaid: cents('Received beyond what was owed, minor units; it belongs to the member.'),
    arrears: object({
      days_past_due: Type.Integer({ minimum: 0 }),
      amount: cents('Overdue and unpaid, minor units.'),
      classification: Type.String({ description: 'Class of risk, by the tenant’s bands.' }),
      paused_from: nullable(date('Since when days of lateness are not counted; null where they are.')),
      paused_until: nullable(date('The last day on which they are not, where it is known.')),
    }),
    next_instalment: nullable(
      object({
        number: Type.Integer(),
        due_date: date('When it falls due.'),
        amount: cents('What is still open of it.'),
      }),
    ),
    instalment_amount: nullable(cents('The level instalment where it was agreed instead of worked out, minor units.')),
    charged_off_on: nullable(date('Since when the books carry nothing of it; the member still owes.')),
    written_off_on: nullable(date('When the debt was written off.')),
    written_off: cents('What was written off, minor units.'),
    recovered: cents('What came in on it since, minor units.'),
    close_reason: nullable(
      Type.String({ description: 'repaid, settled, waived, refunded, transferred or refinanced.' }),
    ),
    refinances: nullable(anyId('The loan that this one paid off.')),
    refinanced_by: nullable(anyId('The loan that paid this one off, and takes what still arrives for it.')),
    school_fee: nullable(
      object(
        {
          invoice_id: anyId('The invoice that the loan pays.'),
          invoice_uuid: Type.String({ format: 'uuid' }),
          surplus: Type.Enum([...FEE_SURPLUS], {
            description: 'What becomes of money that the invoice does not take.',
          }),
          held_until: nullable(instant('Until when the invoice is held for the loan, or was; null where it is not.')),
        },
        { description: 'Of a school-fee loan.' },
      ),
    ),
    client_reference: nullable(Type.String()),
    terms: ProductTermsOut,
    available_actions: actionList(loanLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When the application was made.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Loan' },
);

/** The loan that a path names. */
export const theLoan = subjectAt('loan', (views) => views.loans.one);

/** A loan as partners see it. */
function loanBody(loan: View<'loans'>, ids: Ids) {
  return {
    id: ids(loan),
    uuid: loan.uuid,
    loan_no: loan.loanNo,
    member_id: ids({ id: loan.memberId, uuid: loan.memberUuid }),
    product_id: ids({ id: loan.productId, uuid: loan.productUuid }),
    principal: loan.principal,
    approved_principal: loan.approvedPrincipal,
    term_months: loan.termMonths,
    purpose: loan.purpose,
    state: loan.state,
    state_reason: loan.stateReason,
    interest_rate: loan.interestRate,
    method: loan.method,
    disbursed_at: loan.disbursedAt,
    maturity_date: loan.maturityDate,
    outstanding: loan.outstanding,
    overpaid: loan.overpaid,
    arrears: {
      days_past_due: loan.arrears.daysPastDue,
      amount: loan.arrears.amount,
      classification: loan.arrears.classification,
      paused_from: loan.arrears.pausedFrom,
      paused_until: loan.arrears.pausedUntil,
    },
    next_instalment: loan.nextInstalment && {
      number: loan.nextInstalment.number,
      due_date: loan.nextInstalment.dueDate,
      amount: loan.nextInstalment.amount,
    },
    instalment_amount: loan.instalmentAmount,
    charged_off_on: loan.chargedOffOn,
    written_off_on: loan.writtenOffOn,
    written_off: loan.writtenOff,
    recovered: loan.recovered,
    close_reason: loan.closeReason,
    refinances: loan.refinances && ids(loan.refinances),
    refinanced_by: loan.refinancedBy && ids(loan.refinancedBy),
    school_fee: loan.schoolFee && {
      invoice_id: ids(loan.schoolFee.invoice),
      invoice_uuid: loan.schoolFee.invoice.uuid,
      surplus: loan.schoolFee.surplus,
      held_until: loan.schoolFee.heldUntil,
    },
    client_reference: loan.clientReference,
    terms: productTermsBody(loan.conditions),
    available_actions: loan.availableActions,
    version: loan.version,
    created_at: loan.createdAt,
    updated_at: loan.updatedAt,
  };
}

/** The reply to a write on a loan, read in the transaction of the write itself. */
function presentLoan(ids: Ids, status: 200 | 201) {
  return async ({ id }: { id: number }, views: Views) => {
    const loan = await views.loans.one(id);
    if (!loan) throw new Error(`Loan ${id} is gone in its own transaction.`);
    return recordResponse(status, loan, loanBody(loan, ids), status === 201 ? `/api/v1/loans/${ids(loan)}` : undefined);
  };
}

const LoanPatch = actionBody(
  object(
    {
      action: Type.Optional(
        Type.Enum([...actionsOf(loanDecisions), ...SERVICE_ACTIONS], {
          description: 'The step to take; available_actions of the loan lists those that its state takes.',
        }),
      ),
      reason: Type.Optional(text('Why; most steps but approve require it.', 500)),
      ...ServiceFields,
      principal: Type.Optional(positiveCents('Changes a draft: the requested amount, minor units.')),
      term_months: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 600, description: 'Changes a draft; of refinance: the new loan’s.' }),
      ),
      purpose: Type.Optional(nullable(text('Changes a draft: free text.', 500))),
    },
    { minProperties: 1 },
  ),
  {
    ...eachWith(actionsOf(loanDecisions), { takes: ['reason'] }),
    ...SERVICE_VARIANTS,
  },
  { cycle: loanLifecycle, edits: ['principal', 'term_months', 'purpose'] },
);

async function invoiceIn(app: App, caller: Caller, uuid: string | undefined): Promise<number | null> {
  if (uuid === undefined) return null;
  return referenceIn(app, caller, 'school_fee.invoice_uuid', uuid, (views) => views.invoices.one);
}

export const loanRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/loans',
    surface: 'lending',
    operation: 'createLoan',
    summary: 'Apply for a loan',
    description:
      'The loan starts as a draft; whether the member may borrow is checked at approval. With school_fee it is a ' +
      'school-fee loan: the balance of the invoice is held for it for a week after each step, and its disbursement ' +
      'pays the invoice.',
    tag: 'Loans',
    scope: 'loans:write',
    bucket: 'B.write',
    body: object({
      member_id: reference('The borrower.'),
      product_id: reference('A row of GET /api/v1/loan_products.'),
      principal: positiveCents('What is requested, minor units.'),
      term_months: Type.Integer({ minimum: 1, maximum: 600 }),
      purpose: Type.Optional(nullable(text('Free text.', 500))),
      client_reference: Type.Optional(nullable(text('Your own reference, unique for ever.', 128))),
      school_fee: Type.Optional(
        nullable(
          object(
            // By its uuid alone: a lender must not be able to enumerate the school's invoices.
            { invoice_uuid: uuidText('The invoice that the loan is to pay; at most what it still takes.') },
            { description: 'Makes it a school-fee loan.' },
          ),
        ),
      ),
      instalment_amount: Type.Optional(
        nullable(positiveCents('The level instalment where it is agreed; a product of fixed instalments needs it.')),
      ),
    }),
    example: { member_id: 1, product_id: 1, principal: 5_000_000, term_months: 12, purpose: 'Dairy cow' },
    reply: { status: 201, schema: LoanSchema, describe: 'The loan, in state draft.' },
    refusals: ['unknown_reference', 'out_of_product_range', 'duplicate_reference', 'invoice_not_payable'],
    handle: async (app, { caller, ids, body, request }) =>
      app.lending.applyForLoan(request(presentLoan(ids, 201)), {
        memberId: await referenceIn(app, caller, 'member_id', body.member_id, (views) => views.members.one),
        productId: await referenceIn(app, caller, 'product_id', body.product_id, (views) => views.products.one),
        principal: BigInt(body.principal),
        termMonths: body.term_months,
        purpose: body.purpose ?? null,
        clientReference: body.client_reference ?? null,
        instalmentAmount: body.instalment_amount == null ? null : BigInt(body.instalment_amount),
        invoiceId: await invoiceIn(app, caller, body.school_fee?.invoice_uuid),
      }),
  }),
  listRoute({
    path: '/api/v1/loans',
    surface: 'lending',
    operation: 'listLoans',
    summary: 'Loans, newest first',
    tag: 'Loans',
    scope: 'loans:read',
    bucket: 'B.read',
    list: lists.loans,
    schema: LoanSchema,
    read: (views, query) => views.loans.list(query),
    show: loanBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/loans/{id}',
    surface: 'lending',
    operation: 'getLoan',
    summary: 'One loan',
    tag: 'Loans',
    scope: 'loans:read',
    bucket: 'B.read',
    params: onePath('loan'),
    subject: theLoan,
    reply: { status: 200, schema: LoanSchema, describe: 'The loan.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const loan = await app.read(caller, (views) => found('loan', params.id, views.loans.one));
      return showRecord(loan, loanBody(loan, ids));
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/loans/{id}',
    surface: 'lending',
    operation: 'changeLoan',
    summary: 'Decide on a loan, or change a draft',
    description: 'Send {action} for a step of the loan’s life. If-Match guards against deciding on an older version.',
    tag: 'Loans',
    scope: 'loans:write',
    bucket: 'B.write',
    params: onePath('loan'),
    subject: theLoan,
    body: LoanPatch,
    example: { action: 'approve' },
    reply: { status: 200, schema: LoanSchema, describe: 'The loan after the step.' },
    alsoReplies: [PROPOSED],
    refusals: [
      'invalid_state_transition',
      'kyc_incomplete',
      'member_not_active',
      'four_eyes_required',
      'disbursement_in_flight',
      'out_of_product_range',
      'unknown_reference',
      'guarantors_missing',
      'invoice_not_payable',
      'deposit_multiple_exceeded',
      ...SERVICE_REFUSALS,
    ],
    handle: async (app, { caller, ids, body, version, subjectId, request }) => {
      const loanId = await subjectId();
      const onLoan = request(presentLoan(ids, 200));
      const { action, reason = null, principal, term_months: termMonths, purpose } = body;
      const changes = {
        ...(principal === undefined ? {} : { principal: BigInt(principal) }),
        ...(termMonths === undefined ? {} : { termMonths }),
        ...(purpose === undefined ? {} : { purpose }),
      };
      if (action === undefined) return app.lending.editLoan(onLoan, { loanId, version, changes });
      if (isServiceAction(action)) {
        return serveLoan(app, { caller, body: { ...body, action }, loanId, version, request: onLoan });
      }
      refuseBesideAction(Object.keys(body), ['action', 'reason']);
      return app.lending[loanDecisions[action]](onLoan, { loanId, version, reason });
    },
  }),
];
