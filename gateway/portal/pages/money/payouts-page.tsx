import { Link } from '@tanstack/react-router';
import { agoColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { Choice, SearchBox } from '../../components/list-tools.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { AppCollectionsQuery, AppPayoutsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { moneyTexts } from './texts.ts';
import { appPaymentState, isUnprompted } from './words.ts';

const PAYOUTS = graphql(`
  query AppPayouts(
    $filter: AppPayoutFilter
    $orderBy: [AppPayoutOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    appPayouts(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        state
        amount
        otherParty
        reference
        receiptNo
        createdAt
        app {
          name
          clientId
        }
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
const COLLECTIONS = graphql(`
  query AppCollections(
    $filter: AppCollectionFilter
    $orderBy: [AppCollectionOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    appCollections(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        state
        amount
        otherParty
        reference
        receiptNo
        createdAt
        app {
          name
          clientId
        }
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

type Row = NonNullable<AppPayoutsQuery['appPayouts']>['nodes'][number];

const columns = (spoken: Language, direction: 'out' | 'in'): readonly Column<Row>[] => [
  {
    name: 'reference',
    title: { en: 'Reference', sw: 'Rejeleo' },
    cell: (payment) => (
      <Link to={`/money/payouts/${payment.id}`}>
        <RecordNo of={(isUnprompted(payment) ? payment.receiptNo : null) ?? payment.reference} />
      </Link>
    ),
    csv: ({ reference }) => reference,
  },
  {
    name: 'app',
    title: { en: 'App', sw: 'Programu' },
    narrow: 'under',
    cell: ({ app }) => <Link to={`/money/apps/${app.clientId}`}>{app.name}</Link>,
    csv: ({ app }) => app.name,
  },
  moneyColumn({ name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next' }, ({ amount }) => amount),
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    narrow: 'next',
    cell: ({ state }) => {
      const { word, tone } = appPaymentState(direction, state);
      return <State word={word[spoken]} tone={tone} />;
    },
    csv: ({ state }) => state,
  },
  {
    name: 'party',
    title: direction === 'out' ? { en: 'To', sw: 'Kwa' } : { en: 'Payer', sw: 'Mlipaji' },
    cell: ({ otherParty }) => otherParty ?? '–',
    csv: ({ otherParty }) => otherParty,
  },
  textColumn({ name: 'receipt', title: { en: 'Receipt', sw: 'Risiti' } }, ({ receiptNo }) => receiptNo),
  agoColumn({ name: 'when', title: { en: 'Requested', sw: 'Iliombwa' } }, ({ createdAt }) => createdAt),
];

const payoutsOf = ({ appPayouts }: AppPayoutsQuery) => appPayouts;
const collectionsOf = ({ appCollections }: AppCollectionsQuery) => appCollections;

const variablesOf = (filters: Filters) => ({
  ...pageVariables(filters),
  filter: { search: filters['search'] ?? null, appId: filters['app'] ?? null },
  orderBy: null,
});

/** What apps of the payment bridge pay out, or collect. */
export function Page() {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const shared = {
    keyOf: ({ id }: Row) => id,
    opens: ({ id }: Row) => `/money/payouts/${id}`,
    empty: { title: t('none'), hint: t('noneHint') },
  };
  const direction = <Choice name="direction" label={t('direction')} all={t('out')} choices={[['in', t('in')]]} />;
  if (filters['direction'] === 'in')
    return (
      <ListPage
        {...shared}
        key="in"
        title={t('payouts')}
        name="app-collections"
        document={COLLECTIONS}
        variables={variablesOf(filters)}
        listOf={collectionsOf}
        columns={columns(spoken, 'in')}
        live={['collection.']}
      >
        <SearchBox hint={t('searchReceipt')} />
        {direction}
      </ListPage>
    );
  return (
    <ListPage
      {...shared}
      key="out"
      title={t('payouts')}
      name="app-payouts"
      document={PAYOUTS}
      variables={variablesOf(filters)}
      listOf={payoutsOf}
      columns={columns(spoken, 'out')}
      live={['payout.']}
    >
      <SearchBox hint={t('searchReceipt')} />
      {direction}
    </ListPage>
  );
}
