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
import type { IncidentKind, IncidentsQuery, IncidentState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { LoanLink } from './parts.tsx';
import { seenText } from './seen-words.ts';
import { withoutIds } from './sentence-pieces.ts';
import { moneyTexts } from './texts.ts';
import { incidentKinds, incidentStates } from './words.ts';

const INCIDENTS = graphql(`
  query Incidents(
    $filter: IncidentFilter
    $orderBy: [IncidentOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    incidents(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        kind
        state
        amount
        summary
        assignee
        createdAt
        disbursement {
          loan {
            loanNo
          }
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

type Row = NonNullable<IncidentsQuery['incidents']>['nodes'][number];
const listOf = ({ incidents }: IncidentsQuery) => incidents;

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'what',
    title: { en: 'What does not fit', sw: 'Kisicholingana' },
    orderBy: 'KIND',
    cell: ({ id, kind, summary }) => (
      <Link to={`/money/incidents/${id}`} title={seen(kind, summary, spoken)}>
        {incidentKinds[kind][spoken]}
      </Link>
    ),
    csv: ({ kind }) => kind,
  },
  moneyColumn({ name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next' }, ({ amount }) => amount),
  {
    name: 'loan',
    title: { en: 'Loan', sw: 'Mkopo' },
    narrow: 'under',
    cell: ({ disbursement }) => (disbursement?.loan ? <LoanLink loan={disbursement.loan} /> : '–'),
    csv: ({ disbursement }) => disbursement?.loan?.loanNo ?? null,
  },
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    incidentStates,
    ({ state }) => state,
  ),
  textColumn({ name: 'assignee', title: { en: 'Taken on by', sw: 'Aliyelichukua' } }, ({ assignee }) => assignee),
  {
    name: 'summary',
    title: { en: 'Summary', sw: 'Muhtasari' },
    cell: ({ kind, summary }) => (
      <span className="in-two-lines" title={seen(kind, summary, spoken)}>
        {seen(kind, summary, spoken)}
      </span>
    ),
    csv: ({ kind, summary }) => seen(kind, summary, spoken),
  },
  agoColumn(
    { name: 'when', title: { en: 'Seen', sw: 'Lilionekana' }, orderBy: 'CREATED_AT' },
    ({ createdAt }) => createdAt,
  ),
];

/** What was seen, where it can’t hold links. */
const seen = (kind: IncidentKind, summary: string, spoken: Language) =>
  withoutIds(seenText(kind, summary, spoken), spoken);

const OPEN: readonly IncidentState[] = ['OPEN'];

function variablesOf(filters: Filters) {
  const state = nameIn(incidentStates, filters['state']);
  const kind = nameIn(incidentKinds, filters['kind']);
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: {
      assigneeStartsWith: filters['search'] ?? null,
      states: state === undefined ? (filters['state'] === 'all' ? null : OPEN) : [state],
      kinds: kind === undefined ? null : [kind],
      createdAt: days,
    },
    orderBy: orderOf(filters, ['KIND', 'STATE', 'CREATED_AT']) ?? newestOf('CREATED_AT', days),
  };
}

/** What does not fit about money on its way: the open ones, unless the address says others. */
export function Page() {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('incidents')}
      name="incidents"
      document={INCIDENTS}
      variables={variablesOf(filters)}
      listOf={listOf}
      columns={columns(spoken)}
      keyOf={({ id }) => id}
      opens={({ id }) => `/money/incidents/${id}`}
      live={['incident.']}
      empty={{ title: t('noIncidents'), hint: t('noIncidentsHint') }}
    >
      <SearchBox hint={t('searchAssignee')} />
      <WordChoice
        name="state"
        label={t('state')}
        all={t('open')}
        words={incidentStates}
        first={['all', t('everyState')]}
      />
      <WordChoice name="kind" label={t('kind')} all={t('everyKind')} words={incidentKinds} />
      <Days />
    </ListPage>
  );
}
