import { Link } from '@tanstack/react-router';
import { agoColumn, moneyColumn, stateColumn, textColumn, wordColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReceivedQuery } from '../../graph/generated/graphql.ts';
import type { Language } from '../../texts/texts.ts';
import { receivedChannels, receivedStates, suspendedFor } from './words.ts';
import './money.css';

/** Money that payers send, prompted or not: the lists of collections and of suspense. */
export const RECEIVED = graphql(`
  query Received(
    $filter: MobileMoneyFilter
    $orderBy: [MobileMoneyOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    mobileMoneyTransactions(
      filter: $filter
      orderBy: $orderBy
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      nodes {
        id
        channel
        amount
        msisdnMasked
        accountReference
        state
        stateReason
        receiptNo
        paidAt
        createdAt
        returnProposal {
          approvedBy
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

type Row = NonNullable<ReceivedQuery['mobileMoneyTransactions']>['nodes'][number];

/** What is searched for: a number as people write it here is one of the world. */
export const soughtIn = (typed: string | undefined): string | null =>
  typed?.replace(/^0(?=\s*[17](?:[\s-]*\d){8}\s*$)/, '+254') ?? null;

export const receivedListOf = ({ mobileMoneyTransactions }: ReceivedQuery) => mobileMoneyTransactions;

const typed: Column<Row> = {
  name: 'typed',
  title: { en: 'Account given', sw: 'Akaunti iliyotajwa' },
  cell: ({ id, accountReference }) => (
    <Link to={`/money/received/${id}`}>
      <RecordNo of={accountReference} />
    </Link>
  ),
  csv: ({ accountReference }) => accountReference,
};
const amount = moneyColumn<Row>(
  { name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next', orderBy: 'AMOUNT' },
  (received) => received.amount,
);
const payer = textColumn<Row>(
  { name: 'payer', title: { en: 'Payer', sw: 'Mlipaji' }, narrow: 'under' },
  ({ msisdnMasked }) => msisdnMasked,
);
const receipt = textColumn<Row>(
  { name: 'receipt', title: { en: 'Receipt', sw: 'Risiti' } },
  ({ receiptNo }) => receiptNo,
);
const since = agoColumn<Row>(
  { name: 'since', title: { en: 'Since', sw: 'Tangu' }, orderBy: 'CREATED_AT' },
  ({ paidAt, createdAt }) => paidAt ?? createdAt,
);

export const collectionColumns: readonly Column<Row>[] = [
  typed,
  amount,
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    receivedStates,
    ({ state }) => state,
  ),
  payer,
  wordColumn(
    { name: 'channel', title: { en: 'Channel', sw: 'Njia' }, orderBy: 'CHANNEL' },
    receivedChannels,
    ({ channel }) => channel,
  ),
  receipt,
  since,
];

const RETURN = { en: 'A return waits for a second person', sw: 'Rejesho linasubiri mtu wa pili' };

export const suspenseColumns = (spoken: Language): readonly Column<Row>[] => [
  typed,
  amount,
  payer,
  receipt,
  {
    name: 'why',
    title: { en: 'Why it is here', sw: 'Kwa nini iko hapa' },
    cell: ({ stateReason, returnProposal }) =>
      returnProposal && returnProposal.approvedBy === null ? (
        <State word={RETURN[spoken]} tone="info" />
      ) : (
        <span className="in-two-lines">{suspendedFor(stateReason)?.[spoken] ?? '–'}</span>
      ),
    csv: ({ stateReason }) => stateReason,
  },
  since,
];
