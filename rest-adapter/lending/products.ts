import Type, { type Static } from 'typebox';
import { actionsOf } from '#core/kernel/steps.ts';
import { loanProductSteps } from '#core/lending/use-cases/offer-product.ts';
import type { Method } from '#core/lending/agreement.ts';
import { loanProductLifecycle } from '#core/lending/product/lifecycle.ts';
import type { LoanProduct } from '#core/lending/product/loan-product.ts';
import { defined } from '#core/kernel/defined.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandRequest } from '#platform/app/transact.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { actionBody } from '../action-body.ts';
import { oneRoute, presented, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { subjectAt } from '../records.ts';
import { stepVariants, takeStep } from '../step-members.ts';
import { route } from '../route.ts';
import { SEND } from '../sentences.ts';
import { object, onePath, positiveCents, text } from '../shapes.ts';
import { productBody, ProductSchema } from './product-shape.ts';
import { ProductTermsIn, readProductTerms } from './terms/product-terms.ts';
import { METHOD, rate } from './terms/schemas.ts';

const products: Resource<View<'products'>> = {
  noun: 'loan_product',
  one: (views) => views.products.one,
  body: productBody,
  address: (view, ids) => `/api/v1/loan_products/${ids(view)}`,
};

const months = (description: string) => Type.Integer({ minimum: 1, maximum: 600, description });

/** What of a product can be changed. */
const Changeable = {
  name: Type.Optional(text('What people call it.', 100)),
  method: Type.Optional(METHOD),
  interest_rate: Type.Optional(rate('Percent a year.')),
  min_principal: Type.Optional(positiveCents('Least principal, minor units.')),
  max_principal: Type.Optional(positiveCents('Greatest principal, minor units.')),
  min_term_months: Type.Optional(months('Shortest term.')),
  max_term_months: Type.Optional(months('Longest term.')),
  terms: Type.Optional(ProductTermsIn),
};

const productTable = { steps: loanProductSteps, cycle: loanProductLifecycle };
type Sent = Static<Type.TObject<typeof Changeable>>;

function changeProduct(
  app: App,
  request: CommandRequest<LoanProduct>,
  body: Sent,
  on: { readonly productId: number; readonly version: number | undefined },
) {
  const { name, method, interest_rate: annualRate, min_principal: least, max_principal: most, terms } = body;
  const { min_term_months: minTermMonths, max_term_months: maxTermMonths } = body;
  const sent = {
    name,
    // The schema of the endpoint takes methods alone.
    method: method as Method | undefined,
    annualRate,
    minPrincipal: least === undefined ? undefined : BigInt(least),
    maxPrincipal: most === undefined ? undefined : BigInt(most),
    minTermMonths,
    maxTermMonths,
    conditions: terms === undefined ? undefined : readProductTerms(terms),
  };
  return app.lending.editProduct(request, { ...on, changes: defined(sent) });
}

export const productRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/loan_products',
    surface: 'lending',
    operation: 'createLoanProduct',
    summary: 'Put a loan product on offer',
    description: 'Limits, rate and all terms that its loans start with. What terms leave out has its usual value.',
    tag: 'Loan products',
    scope: 'loan_products:write',
    bucket: 'B.write',
    body: object({
      code: Type.String({
        pattern: '^[A-Z0-9_-]{1,20}$',
        description: 'Short name, unique in the institution.',
        examples: ['DAIRY_12'],
        [SEND]: '1 to 20 capital letters, digits, hyphens and underscores',
      }),
      name: text('What people call it.', 100),
      method: METHOD,
      interest_rate: rate('Percent a year.'),
      min_principal: positiveCents('Least principal, minor units.'),
      max_principal: positiveCents('Greatest principal, minor units.'),
      min_term_months: months('Shortest term.'),
      max_term_months: months('Longest term.'),
      terms: Type.Optional(ProductTermsIn),
    }),
    example: {
      code: 'HARVEST',
      name: 'Harvest loan',
      method: 'declining_equal_instalments',
      interest_rate: '14',
      min_principal: 100_000,
      max_principal: 50_000_000,
      min_term_months: 3,
      max_term_months: 24,
      terms: { fees: [{ name: 'Processing', when: 'disbursement', percent: '2' }] },
    },
    reply: { status: 201, schema: ProductSchema, describe: 'The product, on offer.' },
    refusals: ['duplicate_reference'],
    handle: async (app, { caller, ids, body, request }) =>
      app.lending.offerProduct(request(presented(products, { caller, ids }, 201)), {
        code: body.code,
        name: body.name,
        // The schema of the endpoint takes methods alone.
        method: body.method as Method,
        annualRate: body.interest_rate,
        minPrincipal: BigInt(body.min_principal),
        maxPrincipal: BigInt(body.max_principal),
        minTermMonths: body.min_term_months,
        maxTermMonths: body.max_term_months,
        conditions: readProductTerms(body.terms ?? {}),
      }),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/loan_products/{id}',
    surface: 'lending',
    operation: 'changeLoanProduct',
    summary: 'Change a product, take it from offer, or put it on offer again',
    description:
      'Send {action}, or what changes. New loans start with the new terms; loans keep the terms that they started ' +
      'with. Members of terms that are left out stay as they were.',
    tag: 'Loan products',
    scope: 'loan_products:write',
    bucket: 'B.write',
    params: onePath('product'),
    subject: subjectAt('loan_product', (views) => views.products.one),
    body: actionBody(
      object(
        {
          action: Type.Optional(Type.Enum(actionsOf(loanProductSteps), { description: 'The step to take.' })),
          ...Changeable,
        },
        { minProperties: 1 },
      ),
      stepVariants(productTable),
      { edits: Object.keys(Changeable) },
    ),
    example: { action: 'retire' },
    reply: { status: 200, schema: ProductSchema, describe: 'The product as it is now.' },
    refusals: ['invalid_state_transition'],
    handle: async (app, { caller, ids, body: { action, ...body }, version, subjectId, request }) => {
      const on = { productId: await subjectId(), version };
      const response = request(presented(products, { caller, ids }, 200));
      if (action === undefined) return changeProduct(app, response, body, on);
      const call = { app, caller, bound: app.lending, on, request: response };
      return takeStep(productTable, { ...body, action }, call);
    },
  }),
  listRoute({
    path: '/api/v1/loan_products',
    surface: 'lending',
    operation: 'listLoanProducts',
    summary: 'Loan products, oldest first',
    tag: 'Loan products',
    scope: 'loan_products:read',
    bucket: 'B.read',
    list: lists.products,
    schema: ProductSchema,
    read: (views, query) => views.products.list(query),
    show: productBody,
  }),
  oneRoute(products, {
    path: '/api/v1/loan_products/{id}',
    surface: 'lending',
    operation: 'getLoanProduct',
    summary: 'One loan product',
    tag: 'Loan products',
    scope: 'loan_products:read',
    bucket: 'B.read',
    schema: ProductSchema,
    describe: 'The product.',
    named: 'product',
  }),
];
