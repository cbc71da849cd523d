import { conditionsFrom, type LoanConditions, type Method } from '#core/lending/agreement.ts';
import { offersOn, type LoanOffer } from '#core/lending/use-cases/offer-loans.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { idCondition, where, type Condition, type Page, type RecordId, type ViewContext } from '../../views/view.ts';
import { moneyIn as money, recordOf, type RecordFields, type Row } from '../../views/record.ts';

export type ProductView = RecordFields & {
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly method: Method;
  readonly interestRate: string;
  readonly minPrincipal: bigint;
  readonly maxPrincipal: bigint;
  readonly minTermMonths: number;
  readonly maxTermMonths: number;
  readonly conditions: LoanConditions;
};

/** What partners may ask of the list of products. */
export const productList: List = {
  table: 'loan_product',
  order: 'oldest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'loan_product', sortable: true },
    code: { type: 'text', column: 'code', sortable: true },
    name: { type: 'text', column: 'name', sortable: true },
    state: { type: 'choice', column: 'state', choices: ['active', 'retired'], sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** Products that are compared for an offer. */
const MOST_COMPARED = 20;

export type ProductFilter = { readonly states?: readonly string[] | undefined };

export function productViews({ sql, today }: ViewContext) {
  const chosen = (filter: ProductFilter): Condition[] => [['p.state = any(?::text[])', filter.states]];
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`select p.* from loan_product p ${clause}`, params)).map(productOf);
  return {
    one: async (id: RecordId): Promise<ProductView | null> => {
      const { clause, params } = where(idCondition('p', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where p.uuid = any($1::uuid[])', [uuids]),
    byIds: (ids: readonly number[]) => find('where p.id = any($1::bigint[])', [ids]),
    /** What would be lent today on each of these amounts, in minor units: read once for all of them. */
    offersOn: async (principals: readonly bigint[], termMonths: number | null): Promise<(readonly LoanOffer[])[]> => {
      const active = await find(`where p.state = 'active' order by p.id limit ${MOST_COMPARED}`, []);
      const onOffer = active.map((product) => ({ ...product, annualRate: product.interestRate }));
      return principals.map((principal) => offersOn(principal, termMonths, onOffer, today));
    },
    /** One page of what a partner asks for. */
    list: (query: ListQuery) =>
      readPage(sql, productList, query, { select: (page) => `select l.* from ${page} l`, show: productOf }),
    /** One page, oldest first: products are few and their order is the one in which they were put on offer. */
    page: (filter: ProductFilter, { after, limit }: Page) => {
      const { clause, params } = where(...chosen(filter), ['p.id > ?::bigint', after ?? undefined]);
      return find(`${clause} order by p.id limit ${limit}`, params);
    },
    /** Part of the list, oldest first. */
    slice: async (filter: ProductFilter, slice: Slice) => {
      const { clause, params } = where(...chosen(filter), ...within('loan_product', 'p', 'oldest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('p', 'oldest', slice)}`, params), slice);
    },
    count: async (filter: ProductFilter): Promise<number> => {
      const { clause, params } = where(...chosen(filter));
      const [row] = await sql(`select count(*) as count from loan_product p ${clause}`, params);
      return Number(row?.['count']);
    },
  };
}

function productOf(row: Row): ProductView {
  return {
    ...recordOf(row),
    code: String(row['code']),
    name: String(row['name']),
    state: String(row['state']),
    method: row['method'] as Method,
    interestRate: String(row['annual_rate']),
    minPrincipal: money(row, 'min_principal'),
    maxPrincipal: money(row, 'max_principal'),
    minTermMonths: Number(row['min_term_months']),
    maxTermMonths: Number(row['max_term_months']),
    conditions: conditionsFrom(row['conditions'] as Partial<LoanConditions>),
  };
}
