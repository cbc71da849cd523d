import Type from 'typebox';
import { POSTING_PERIODS, SAVINGS_DAY_COUNTS } from '#core/savings/interest.ts';
import { SAVINGS_KINDS } from '#core/savings/product/savings-product.ts';
import { AT_MATURITY } from '#core/savings/maturity.ts';
import { lists } from '#platform/app/lists.ts';
import type { View } from '#platform/app/views.ts';
import { oneRoute, type Resource } from '../resource.ts';
import { listRoute } from '../lists/list-route.ts';
import { type Ids } from '../records.ts';
import { anyId, cents, instant, nullable, object } from '../shapes.ts';

const SavingsProductSchema = object(
  {
    id: anyId('Stable id: the product_id of a savings account.'),
    uuid: Type.String({ format: 'uuid' }),
    code: Type.String({ description: 'Short name, unique in the institution.' }),
    name: Type.String(),
    state: Type.Enum(['active', 'retired'], { description: 'Only active products take new accounts.' }),
    kind: Type.Enum([...SAVINGS_KINDS], {
      description:
        'ordinary: in and out at will; fixed_deposit: out from its maturity; shares: redeemed or transferred by the by-laws.',
    }),
    interest_rate: Type.String({ description: 'Percent a year that is paid, a decimal string.' }),
    term_months: nullable(Type.Integer({ description: 'How long a fixed deposit is bound.' })),
    day_count: Type.Enum([...SAVINGS_DAY_COUNTS], {
      description: 'How long the year is over which the rate is spread.',
    }),
    posting_period: Type.Enum([...POSTING_PERIODS], {
      description:
        'Interest is earned every day and credited at the end of each of these; its accounts keep the terms that they were opened with.',
    }),
    minimum_balance: cents('A day that ends with less earns nothing, minor units.'),
    at_maturity: Type.Enum([...AT_MATURITY], { description: 'What becomes of fixed deposits that mature.' }),
    rate_after_maturity: Type.String({ description: 'Percent a year once a deposit is not bound any more.' }),
    break_cost: Type.String({ description: 'Percent of its interest that breaking a deposit early costs.' }),
    withholding_tax_rate: Type.String({ description: 'Percent of interest that is withheld for the tax authority.' }),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When the product was put on offer.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'SavingsProduct' },
);

function savingsProductBody(product: View<'savingsProducts'>, ids: Ids) {
  return {
    id: ids(product),
    uuid: product.uuid,
    code: product.code,
    name: product.name,
    state: product.state,
    kind: product.kind,
    interest_rate: product.interestRate,
    term_months: product.termMonths,
    day_count: product.dayCount,
    posting_period: product.postingPeriod,
    minimum_balance: product.minimumBalance,
    at_maturity: product.atMaturity,
    rate_after_maturity: product.rateAfterMaturity,
    break_cost: product.breakCost,
    withholding_tax_rate: product.withholdingTaxRate,
    version: product.version,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  };
}

const savingsProducts: Resource<View<'savingsProducts'>> = {
  noun: 'savings_product',
  one: (views) => views.savingsProducts.one,
  body: savingsProductBody,
};

export const savingsProductRoutes = [
  listRoute({
    path: '/api/v1/savings_products',
    surface: 'lending',
    operation: 'listSavingsProducts',
    summary: 'Savings products, oldest first',
    tag: 'Savings accounts',
    scope: 'savings_accounts:read',
    bucket: 'B.read',
    list: lists.savingsProducts,
    schema: SavingsProductSchema,
    read: (views, query) => views.savingsProducts.list(query),
    show: savingsProductBody,
  }),
  oneRoute(savingsProducts, {
    path: '/api/v1/savings_products/{id}',
    surface: 'lending',
    operation: 'getSavingsProduct',
    summary: 'One savings product',
    tag: 'Savings accounts',
    scope: 'savings_accounts:read',
    bucket: 'B.read',
    schema: SavingsProductSchema,
    describe: 'The product.',
  }),
];
