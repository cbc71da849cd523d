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
import type { RepaymentsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoanLink } from './parts.tsx';
import { moneyTexts } from './texts.ts';
import { repaymentChannels, repaymentStates } from './words.ts';

const REPAYMENTS = graphql(`
  query Repayments(
    $filter: RepaymentFilter
    $orderBy: [RepaymentOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    repayments(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        receiptNo
        amount
        channel
        reference
        state
        paidAt
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

type Row = NonNullable<RepaymentsQuery['repayments']>['nodes'][number];
const listOf = ({ repayments }: RepaymentsQuery) => repayments;

const columns: readonly Column<Row>[] = [
  {
    name: 'no',
    title: { en: 'Receipt', sw: 'Risiti' },
    orderBy: 'RECEIPT_NO',
    cell: ({ id, receiptNo }) => <Link to={`/money/repayments/${id}`}>{receiptNo}</Link>,
    csv: ({ receiptNo }) => receiptNo,
  },
  textColumn(
    { name: 'from', title: { en: 'Borrower', sw: 'Mkopaji' }, narrow: 'under' },
    ({ loan }) => loan?.member?.name,
  ),
  {
    name: 'loan',
    title: { en: 'Loan', sw: 'Mkopo' },
    cell: ({ loan }) => <LoanLink loan={loan} />,
    csv: ({ loan }) => loan?.loanNo ?? null,
  },
  moneyColumn(
    { name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next', orderBy: 'AMOUNT' },
    ({ amount }) => amount,
  ),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    repaymentStates,
    ({ state }) => state,
  ),
  wordColumn(
    { name: 'channel', title: { en: 'Channel', sw: 'Njia' }, orderBy: 'CHANNEL' },
    repaymentChannels,
    ({ channel }) => channel,
  ),
  textColumn({ name: 'reference', title: { en: 'Reference', sw: 'Rejeleo' } }, ({ reference }) => reference),
  agoColumn({ name: 'when', title: { en: 'Received', sw: 'Ilipokelewa' }, orderBy: 'PAID_AT' }, ({ paidAt }) => paidAt),
];

function variablesOf(filters: Filters) {
  const state = nameIn(repaymentStates, filters['state']);
  const channel = nameIn(repaymentChannels, filters['channel']);
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: {
      search: filters['search'] ?? null,
      states: state === undefined ? null : [state],
      channels: channel === undefined ? null : [channel],
      paidAt: days,
    },
    orderBy: orderOf(filters, ['RECEIPT_NO', 'AMOUNT', 'STATE', 'CHANNEL', 'PAID_AT']) ?? newestOf('PAID_AT', days),
  };
}

/** What came in on loans. */
export function Page() {
  const t = useTexts(moneyTexts);
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('repayments')}
      name="repayments"
      document={REPAYMENTS}
      variables={variablesOf(filters)}
      listOf={listOf}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ id }) => `/money/repayments/${id}`}
      live={['repayment.']}
      empty={{ title: t('none'), hint: t('noneHint') }}
    >
      <SearchBox hint={t('searchPayments')} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={repaymentStates} />
      <WordChoice name="channel" label={t('channel')} all={t('everyChannel')} words={repaymentChannels} />
      <Days />
    </ListPage>
  );
}
