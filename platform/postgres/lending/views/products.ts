import { conditionsFrom } from '#core/lending/agreement.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import { offersOn, type LoanOffer } from '#core/lending/use-cases/offer-loans.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(LoanProduct);

const products = view(LoanProduct, {
  columns: {
    ...record(l),
    ...pick(l, 'code', 'name', 'state', 'method', 'minPrincipal', 'maxPrincipal', 'minTermMonths', 'maxTermMonths'),
    interestRate: l.annualRate,
    conditions: l.conditions,
  },
  show: (row) => ({ ...row, conditions: conditionsFrom(row.conditions) }),
});

/** What the list of products is filtered and sorted by. */
export const productList = listOf(LoanProduct, 'oldest_first', {
  id: idOf('loan_product'),
  code: { type: 'text', sortable: true },
  name: { type: 'text', sortable: true },
  state: { type: 'choice', choices: ['active', 'retired'], sortable: true },
  ...stamps,
});

/** Products that are compared for an offer. */
const MOST_COMPARED = 20;

export function productViews(context: ViewContext) {
  const all = collectionOf(context, products, productList);
  return {
    ...all,
    /** What would be lent today on each of these amounts, in minor units: read once for all of them. */
    offersOn: async (principals: readonly bigint[], termMonths: number | null): Promise<(readonly LoanOffer[])[]> => {
      const active = await all.oldest(MOST_COMPARED, [`${l.state} = 'active'`]);
      const onOffer = active.map((product) => ({ ...product, annualRate: product.interestRate }));
      return principals.map((principal) => offersOn(principal, termMonths, onOffer, context.today));
    },
  };
}
