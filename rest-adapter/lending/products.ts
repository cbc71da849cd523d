import Type from 'typebox';
import { productList, type ProductView } from '#platform/views/lending.ts';
import { showRecord } from '../answers.ts';
import { listRoute } from '../lists/list-route.ts';
import { found, subjectAt, type Ids } from '../records.ts';
import { route } from '../route.ts';
import { anyId, cents, instant, object, onePath } from '../shapes.ts';

const ProductSchema = object(
  {
    id: anyId('Stable id: the product_id of a loan.'),
    uuid: Type.String({ format: 'uuid' }),
    code: Type.String({ description: 'Short name, unique in the institution.' }),
    name: Type.String(),
    state: Type.Enum(['active', 'retired'], { description: 'Only active products take new loans.' }),
    method: Type.String({ description: 'How interest spreads over the instalments.' }),
    interest_rate: Type.String({ description: 'Percent a year, a decimal string.' }),
    min_principal: cents('Least principal, minor units.'),
    max_principal: cents('Greatest principal, minor units.'),
    min_term_months: Type.Integer({ minimum: 1 }),
    max_term_months: Type.Integer({ minimum: 1 }),
    version: Type.Integer({ description: 'Also the ETag: "v7".' }),
    created_at: instant('When the product was put on offer.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'LoanProduct' },
);

function productBody(product: ProductView, ids: Ids) {
  return {
    id: ids(product),
    uuid: product.uuid,
    code: product.code,
    name: product.name,
    state: product.state,
    method: product.method,
    interest_rate: product.interestRate,
    min_principal: product.minPrincipal,
    max_principal: product.maxPrincipal,
    min_term_months: product.minTermMonths,
    max_term_months: product.maxTermMonths,
    version: product.version,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  };
}

export const productRoutes = [
  listRoute({
    path: '/api/v1/loan_products',
    surface: 'lending',
    operation: 'listLoanProducts',
    summary: 'Loan products, oldest first',
    tag: 'Loan products',
    scope: 'loan_products:read',
    bucket: 'B.read',
    list: productList,
    schema: ProductSchema,
    read: (views, query) => views.products.list(query),
    show: productBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/loan_products/{id}',
    surface: 'lending',
    operation: 'getLoanProduct',
    summary: 'One loan product',
    tag: 'Loan products',
    scope: 'loan_products:read',
    bucket: 'B.read',
    params: onePath('product'),
    subject: subjectAt('loan_product', (views) => views.products.one),
    reply: { status: 200, schema: ProductSchema, describe: 'The product.' },
    refusals: [],
    handle: async (app, { caller, ids, params }) => {
      const product = await app.read(caller, (views) => found('loan_product', params.id, views.products.one));
      return showRecord(product, productBody(product, ids));
    },
  }),
];
