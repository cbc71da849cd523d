import { nameIn } from '../../format/names.ts';
import { Link } from '@tanstack/react-router';
import { agoColumn, moneyColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { WordChoice, SearchBox } from '../../components/list-tools.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReconciliationBreaksQuery, ReconciliationBreakState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { accountWord } from '../books/account-words.ts';
import { moneyTexts } from './texts.ts';
import { breakStates, breakTypes } from './words.ts';

const BREAKS = graphql(`
  query ReconciliationBreaks(
    $filter: ReconciliationBreakFilter
    $orderBy: [ReconciliationBreakOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    reconciliationBreaks(
      filter: $filter
      orderBy: $orderBy
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      nodes {
        id
        account
        subAccount
        type
        state
        amountThere
        amountHere
        receiptNo
        occurredAt
        owner
        ageDays
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

type Row = NonNullable<ReconciliationBreaksQuery['reconciliationBreaks']>['nodes'][number];
const listOf = ({ reconciliationBreaks }: ReconciliationBreaksQuery) => reconciliationBreaks;

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'what',
    title: { en: 'What does not fit', sw: 'Kisicholingana' },
    orderBy: 'TYPE',
    cell: ({ id, type }) => <Link to={`/money/breaks/${id}`}>{breakTypes[type][spoken]}</Link>,
    csv: ({ type }) => type,
  },
  moneyColumn(
    { name: 'there', title: { en: 'At the provider', sw: 'Kwa mtoa huduma' }, narrow: 'next' },
    ({ amountThere }) => amountThere,
  ),
  moneyColumn({ name: 'here', title: { en: 'In the books', sw: 'Kwenye vitabu' } }, ({ amountHere }) => amountHere),
  {
    name: 'account',
    title: { en: 'Account', sw: 'Akaunti' },
    orderBy: 'ACCOUNT',
    cell: ({ account, subAccount }) => <Account account={account} subAccount={subAccount} />,
    csv: ({ account, subAccount }) => [account, subAccount].filter(Boolean).join(' '),
  },
  textColumn(
    { name: 'receipt', title: { en: 'Receipt', sw: 'Risiti' }, narrow: 'under' },
    ({ receiptNo }) => receiptNo,
  ),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    breakStates,
    ({ state }) => state,
  ),
  textColumn({ name: 'owner', title: { en: 'Owner', sw: 'Mwenye jukumu' } }, ({ owner }) => owner),
  agoColumn(
    { name: 'when', title: { en: 'Happened', sw: 'Ilitokea' }, orderBy: 'OCCURRED_AT' },
    ({ occurredAt }) => occurredAt,
  ),
];

const OPEN: readonly ReconciliationBreakState[] = ['OPEN', 'UNDER_REVIEW'];

function variablesOf(filters: Filters) {
  const state = nameIn(breakStates, filters['state']);
  const type = nameIn(breakTypes, filters['kind']);
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: {
      search: filters['search'] ?? null,
      states: state === undefined ? (filters['state'] === 'all' ? null : OPEN) : [state],
      types: type === undefined ? null : [type],
      occurredAt: days,
    },
    orderBy: orderOf(filters, ['TYPE', 'ACCOUNT', 'STATE', 'OCCURRED_AT']) ?? newestOf('OCCURRED_AT', days),
  };
}

/** Where a statement of a provider or a bank and the books disagree: the open ones, unless the address says others. */
export function Page() {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('breaks')}
      name="breaks"
      document={BREAKS}
      variables={variablesOf(filters)}
      listOf={listOf}
      columns={columns(spoken)}
      keyOf={({ id }) => id}
      opens={({ id }) => `/money/breaks/${id}`}
      live={['reconciliation_break.']}
      empty={{ title: t('noBreaks'), hint: t('noBreaksHint') }}
    >
      <SearchBox hint={t('searchReceipt')} />
      <WordChoice
        name="state"
        label={t('state')}
        all={t('open')}
        words={breakStates}
        first={['all', t('everyState')]}
      />
      <WordChoice name="kind" label={t('kind')} all={t('everyKind')} words={breakTypes} />
      <Days />
    </ListPage>
  );
}

function Account({ account, subAccount }: { readonly account: string; readonly subAccount: string | null }) {
  return <>{[accountWord(account, useLanguage()), subAccount].filter(Boolean).join(' · ')}</>;
}
