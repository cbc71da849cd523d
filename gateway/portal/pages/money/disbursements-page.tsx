import { nameIn } from '../../format/names.ts';
import { Link } from '@tanstack/react-router';
import { agoColumn, moneyColumn, stateColumn, textColumn, wordColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { WordChoice, SearchBox } from '../../components/list-tools.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { DisbursementsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoanLink } from './parts.tsx';
import { moneyTexts } from './texts.ts';
import { disbursementChannels, disbursementStates } from './words.ts';

const DISBURSEMENTS = graphql(`
  query Disbursements(
    $filter: DisbursementFilter
    $orderBy: [DisbursementOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    disbursements(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        amount
        channel
        state
        receiptNo
        msisdnMasked
        bankAccount
        failureMessage
        createdAt
        agent {
          agentNo
        }
        loan {
          loanNo
          member {
            memberNo
            name
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

type Row = NonNullable<DisbursementsQuery['disbursements']>['nodes'][number];
const listOf = ({ disbursements }: DisbursementsQuery) => disbursements;

const columns: readonly Column<Row>[] = [
  {
    name: 'to',
    title: { en: 'Borrower', sw: 'Mkopaji' },
    cell: ({ id, loan, msisdnMasked, bankAccount }) => (
      <Link to={`/money/disbursements/${id}`}>{loan?.member?.name ?? msisdnMasked ?? bankAccount ?? '–'}</Link>
    ),
    csv: ({ loan }) => loan?.member?.name ?? null,
  },
  {
    name: 'loan',
    title: { en: 'Loan', sw: 'Mkopo' },
    narrow: 'under',
    cell: ({ loan }) => <LoanLink loan={loan} />,
    csv: ({ loan }) => loan?.loanNo ?? null,
  },
  moneyColumn(
    { name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next', orderBy: 'AMOUNT' },
    ({ amount }) => amount,
  ),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    disbursementStates,
    ({ state }) => state,
  ),
  wordColumn(
    { name: 'channel', title: { en: 'Channel', sw: 'Njia' }, orderBy: 'CHANNEL' },
    disbursementChannels,
    ({ channel }) => channel,
  ),
  textColumn({ name: 'agent', title: { en: 'Paid from', sw: 'Kutoka' } }, ({ agent }) => agent?.agentNo),
  textColumn({ name: 'receipt', title: { en: 'Receipt', sw: 'Risiti' } }, ({ receiptNo }) => receiptNo),
  agoColumn(
    { name: 'when', title: { en: 'Requested', sw: 'Iliombwa' }, orderBy: 'CREATED_AT' },
    ({ createdAt }) => createdAt,
  ),
];

function variablesOf(filters: Filters) {
  const state = nameIn(disbursementStates, filters['state']);
  const channel = nameIn(disbursementChannels, filters['channel']);
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: {
      search: filters['search'] ?? null,
      states: state === undefined ? null : [state],
      channels: channel === undefined ? null : [channel],
      createdAt: days,
    },
    orderBy: orderOf(filters, ['AMOUNT', 'STATE', 'CHANNEL', 'CREATED_AT']) ?? newestOf('CREATED_AT', days),
  };
}

/** Money of loans that left, or is to leave. */
export function Page() {
  const t = useTexts(moneyTexts);
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('disbursements')}
      name="disbursements"
      document={DISBURSEMENTS}
      variables={variablesOf(filters)}
      listOf={listOf}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ id }) => `/money/disbursements/${id}`}
      live={['disbursement.']}
      empty={{ title: t('none'), hint: t('noneHint') }}
    >
      <SearchBox hint={t('searchPayments')} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={disbursementStates} />
      <WordChoice name="channel" label={t('channel')} all={t('everyChannel')} words={disbursementChannels} />
      <Days of={t('requested')} />
    </ListPage>
  );
}
