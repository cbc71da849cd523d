import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { loanProductLifecycle, type LoanProductState } from '#core/lending/product/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, instant, object } from '../shapes.ts';
import { productTermsBody, ProductTermsOut } from './terms/product-terms.ts';

/** A loan product as it is shown. */
export const ProductSchema = object(
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
    terms: ProductTermsOut,
    available_actions: actionList(loanProductLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When the product was put on offer.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'LoanProduct' },
);

export function productBody(product: View<'products'>, ids: Ids) {
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
    terms: productTermsBody(product.conditions),
    // The database checks that a state is one of the lifecycle's.
    available_actions: availableActions(loanProductLifecycle, product.state as LoanProductState),
    version: product.version,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
  };
}
