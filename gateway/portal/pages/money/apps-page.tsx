import { nameIn } from '../../format/names.ts';
import { Link } from '@tanstack/react-router';
import { agoColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { WordChoice, SearchBox } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { AppsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { moneyTexts } from './texts.ts';
import { appStates } from './words.ts';

const APPS = graphql(`
  query Apps($filter: AppFilter, $orderBy: [AppOrder!], $first: Int, $after: String, $last: Int, $before: String) {
    apps(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        clientId
        name
        state
        accountPrefix
        lastUsedAt
        floats {
          currency
          available
          held
          inTransit
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

type Row = NonNullable<AppsQuery['apps']>['nodes'][number];
const listOf = ({ apps }: AppsQuery) => apps;
/** The institution has one currency. */
const floatOf = ({ floats }: Row) => floats[0];

const columns: readonly Column<Row>[] = [
  {
    name: 'name',
    title: { en: 'App', sw: 'Programu' },
    orderBy: 'NAME',
    cell: ({ clientId, name }) => <Link to={`/money/apps/${clientId}`}>{name}</Link>,
    csv: ({ name }) => name,
  },
  {
    name: 'available',
    title: { en: 'Available', sw: 'Inapatikana' },
    narrow: 'next',
    isNumber: true,
    cell: (row) => <Money cents={floatOf(row)?.available} />,
    csv: (row) => (floatOf(row)?.available ?? 0) / 100,
  },
  {
    name: 'held',
    title: { en: 'Reserved', sw: 'Imeahidiwa' },
    isNumber: true,
    cell: (row) => <Money cents={floatOf(row)?.held} />,
    csv: (row) => (floatOf(row)?.held ?? 0) / 100,
  },
  {
    name: 'transit',
    title: { en: 'On its way', sw: 'Njiani' },
    isNumber: true,
    cell: (row) => <Money cents={floatOf(row)?.inTransit} />,
    csv: (row) => (floatOf(row)?.inTransit ?? 0) / 100,
  },
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    appStates,
    ({ state }) => state,
  ),
  textColumn({ name: 'prefix', title: { en: 'Prefix', sw: 'Kiambishi' } }, ({ accountPrefix }) => accountPrefix),
  agoColumn({ name: 'used', title: { en: 'Last call', sw: 'Mwito wa mwisho' } }, ({ lastUsedAt }) => lastUsedAt),
];

function variablesOf(filters: Filters) {
  const state = nameIn(appStates, filters['state']);
  return {
    ...pageVariables(filters),
    filter: { nameStartsWith: filters['search'] ?? null, states: state === undefined ? null : [state] },
    orderBy: orderOf(filters, ['NAME', 'STATE']) ?? null,
  };
}

/** The apps of the payment bridge, with what is held for each. */
export function Page() {
  const t = useTexts(moneyTexts);
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('apps')}
      name="apps"
      document={APPS}
      variables={variablesOf(filters)}
      listOf={listOf}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ clientId }) => `/money/apps/${clientId}`}
      live={['payout.', 'collection.', 'topup.']}
      empty={{ title: t('noApps'), hint: t('noAppsHint') }}
    >
      <SearchBox hint={t('app')} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={appStates} />
    </ListPage>
  );
}
