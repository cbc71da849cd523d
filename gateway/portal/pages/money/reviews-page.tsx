import { nameIn } from '../../format/names.ts';
import { Link } from '@tanstack/react-router';
import { agoColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { WordChoice } from '../../components/list-tools.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { UnsettledPaymentKind, UnsettledPaymentsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { moneyTexts } from './texts.ts';
import { unsettledKinds, unsettledStates } from './words.ts';

const UNSETTLED = graphql(`
  query UnsettledPayments(
    $filter: UnsettledPaymentFilter
    $orderBy: [UnsettledPaymentOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    unsettledPayments(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        kind
        state
        amount
        receiptNo
        since
        of
        proposed
        loan {
          member {
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

type Row = NonNullable<UnsettledPaymentsQuery['unsettledPayments']>['nodes'][number];
const listOf = ({ unsettledPayments }: UnsettledPaymentsQuery) => unsettledPayments;

/** The pages of the records. */
const PLACES: { readonly [Kind in UnsettledPaymentKind]: string } = {
  DISBURSEMENT: '/money/disbursements',
  FLOAT_TOP_UP: '/money/top-ups',
  PAYOUT: '/money/payouts',
  COLLECTION: '/money/payouts',
};
const placeOf = ({ kind, id }: Row) => `${PLACES[kind]}/${id}`;

const SAID = { en: 'A second person has to agree', sw: 'Mtu wa pili lazima akubali' };

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'what',
    title: { en: 'What it is', sw: 'Aina' },
    orderBy: 'KIND',
    cell: (row) => <Link to={placeOf(row)}>{unsettledKinds[row.kind][spoken]}</Link>,
    csv: ({ kind }) => kind,
  },
  {
    name: 'of',
    title: { en: 'Concerns', sw: 'Inahusu' },
    narrow: 'under',
    cell: ({ of, loan }) => (
      <>
        {loan?.member?.name}
        {loan?.member?.name && of ? ' · ' : null}
        {of ? <RecordNo of={of} /> : null}
      </>
    ),
    csv: ({ of }) => of,
  },
  moneyColumn(
    { name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next', orderBy: 'AMOUNT' },
    ({ amount }) => amount,
  ),
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    narrow: 'next',
    orderBy: 'STATE',
    cell: ({ state, proposed }) =>
      proposed ? <State word={SAID[spoken]} tone="info" /> : <StateOf words={unsettledStates} state={state} />,
    csv: ({ state }) => state,
  },
  textColumn({ name: 'receipt', title: { en: 'Receipt', sw: 'Risiti' } }, ({ receiptNo }) => receiptNo),
  agoColumn(
    { name: 'since', title: { en: 'Waits since', sw: 'Inasubiri tangu' }, orderBy: 'SINCE' },
    ({ since }) => since,
  ),
];

function variablesOf(filters: Filters) {
  const kind = nameIn(unsettledKinds, filters['kind']);
  const state = nameIn(unsettledStates, filters['state']);
  const days = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: { kinds: kind === undefined ? null : [kind], states: state === undefined ? null : [state], since: days },
    orderBy: orderOf(filters, ['KIND', 'STATE', 'AMOUNT', 'SINCE']) ?? newestOf('SINCE', days),
  };
}

/** Payments of which it is not settled what became of them, the longest first. */
export function Page() {
  const t = useTexts(moneyTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('reviews')}
      name="reviews"
      document={UNSETTLED}
      variables={variablesOf(filters)}
      listOf={listOf}
      columns={columns(spoken)}
      keyOf={({ id }) => id}
      opens={placeOf}
      live={['disbursement.', 'float_top_up.', 'payout.', 'collection.']}
      empty={{ title: t('noReviews'), hint: t('noReviewsHint') }}
    >
      <WordChoice name="kind" label={t('kind')} all={t('everyKind')} words={unsettledKinds} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={unsettledStates} />
      <Days />
    </ListPage>
  );
}
