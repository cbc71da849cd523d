import Type from 'typebox';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import type { App } from '#platform/app/compose.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { actionBody } from '../action-body.ts';
import { showRecord } from '../responses.ts';
import { presented, subjectOf, type Resource } from '../resource.ts';
import { embedded, includeQuery, includesIn, withIncluded } from '../included.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, referenceIn } from '../records.ts';
import { route } from '../route.ts';
import { loanIncludes } from './includes.ts';
import { loanBody, LoanSchema } from './loan-shape.ts';
import { PROPOSED } from './proposals.ts';
import { LOAN_ACTIONS, LOAN_VARIANTS, LoanStepFields, serveLoan, SERVICE_REFUSALS } from './loan-service.ts';
import { nullable, object, onePath, positiveCents, reference, text, uuidText } from '../shapes.ts';

/** The loan that a path names. */

const loans: Resource<View<'loans'>> = {
  noun: 'loan',
  one: (views) => views.loans.one,
  body: loanBody,
  address: (view, ids) => `/api/v1/loans/${ids(view)}`,
};

export const theLoan = subjectOf(loans);

const LoanPatch = actionBody(
  object(
    {
      action: Type.Optional(
        Type.Enum(LOAN_ACTIONS, {
          description: 'The step to take; available_actions of the loan lists those that its state takes.',
        }),
      ),
      ...LoanStepFields,
      principal: Type.Optional(positiveCents('Changes a draft: the requested amount, minor units.')),
      term_months: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 600, description: 'Changes a draft; of refinance: the new loan’s.' }),
      ),
      purpose: Type.Optional(nullable(text('Changes a draft: free text.', 500))),
    },
    { minProperties: 1 },
  ),
  LOAN_VARIANTS,
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
      app.lending.applyForLoan(request(presented(loans, { caller, ids }, 201)), {
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
    includes: loanIncludes,
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
    query: includeQuery(loanIncludes),
    reply: { status: 200, schema: withIncluded(LoanSchema, loanIncludes), describe: 'The loan.' },
    refusals: [],
    handle: async (app, { caller, ids, params, query }) => {
      const wanted = includesIn(query.include, loanIncludes, caller);
      return app.read(caller, async (views) => {
        const loan = await found('loan', params.id, views.loans.one);
        return showRecord(loan, { ...loanBody(loan, ids), ...(await embedded(views, loan, wanted, ids)) });
      });
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
      const onLoan = request(presented(loans, { caller, ids }, 200));
      const { action, principal, term_months: termMonths, purpose } = body;
      const changes = {
        ...(principal === undefined ? {} : { principal: BigInt(principal) }),
        ...(termMonths === undefined ? {} : { termMonths }),
        ...(purpose === undefined ? {} : { purpose }),
      };
      if (action === undefined) return app.lending.editLoan(onLoan, { loanId, version, changes });
      return serveLoan(app, { caller, body: { ...body, action }, loanId, version, request: onLoan });
    },
  }),
];
