import { Link, useNavigate } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { moneyColumn, stateColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { WordChoice } from '../../components/list-tools.tsx';
import { nameIn } from '../../format/names.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { CreateLoanProductMutation, LoanProductsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { createStep } from './product-steps.ts';
import { productStates, productTexts } from './texts.ts';

const PRODUCTS = graphql(`
  query LoanProducts($filter: LoanProductFilter, $first: Int, $after: String, $last: Int, $before: String) {
    loanProducts(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        code
        name
        state
        interestRate
        minPrincipal
        maxPrincipal
        maxTermMonths
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
  }
`);

type Row = NonNullable<LoanProductsQuery['loanProducts']>['nodes'][number];
const placeOf = (id: string): string => `/loan-products/${id}`;

const columns: readonly Column<Row>[] = [
  {
    name: 'name',
    title: { en: 'Name', sw: 'Jina' },
    cell: ({ id, name }) => <Link to={placeOf(id)}>{name}</Link>,
    csv: ({ name }) => name,
  },
  {
    name: 'code',
    title: { en: 'Code', sw: 'Msimbo' },
    narrow: 'under',
    cell: ({ code }) => code,
    csv: ({ code }) => code,
  },
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next' },
    productStates,
    ({ state }) => state,
  ),
  {
    name: 'rate',
    title: { en: 'Percent a year', sw: 'Asilimia kwa mwaka' },
    isNumber: true,
    cell: ({ interestRate }) => interestRate,
    csv: ({ interestRate }) => interestRate,
  },
  moneyColumn({ name: 'least', title: { en: 'Least', sw: 'Kiasi cha chini' } }, ({ minPrincipal }) => minPrincipal),
  moneyColumn({ name: 'most', title: { en: 'Most', sw: 'Kiasi cha juu' } }, ({ maxPrincipal }) => maxPrincipal),
  {
    name: 'term',
    title: { en: 'Longest term', sw: 'Muda mrefu zaidi' },
    isNumber: true,
    cell: ({ maxTermMonths }) => maxTermMonths,
    csv: ({ maxTermMonths }) => maxTermMonths,
  },
];

const listOf = ({ loanProducts }: LoanProductsQuery) => loanProducts;

/** What the society lends, on offer or retired. */
export function Page() {
  const t = useTexts(productTexts);
  const may = useMay();
  const navigate = useNavigate();
  const { filters } = useFilters();
  const state = nameIn(productStates, filters['state']);
  const variables = { ...pageVariables(filters), filter: state === undefined ? null : { states: [state] } };
  const created = (data: unknown) => {
    // What this mutation answers.
    const id = (data as CreateLoanProductMutation).createLoanProduct?.loanProduct?.id;
    if (id !== undefined) void navigate({ to: placeOf(id) });
  };
  return (
    <ListPage
      title={t('products')}
      name="loan-products"
      document={PRODUCTS}
      variables={variables}
      listOf={listOf}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ id }) => placeOf(id)}
      live={['loan_product.']}
      empty={{ title: t('none'), hint: t('noneHint') }}
      actions={() => (may('loan_products:write') ? <Action step={createStep(t)} isPrimary onDone={created} /> : null)}
    >
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={productStates} />
    </ListPage>
  );
}
