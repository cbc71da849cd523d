import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/data-table.tsx';
import { Ago } from '../../components/dates.tsx';
import { Money } from '../../components/money.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { ReceivedQuery } from '../../graph/generated/graphql.ts';
import type { Language } from '../../texts/texts.ts';
import { receivedChannels, receivedStates, suspendedFor } from './words.ts';

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
  title: { en: 'Typed', sw: 'Aliandika' },
  cell: ({ id, accountReference }) => <Link to={`/money/received/${id}`}>{accountReference}</Link>,
  csv: ({ accountReference }) => accountReference,
};
const amount: Column<Row> = {
  name: 'amount',
  title: { en: 'Amount', sw: 'Kiasi' },
  isNumber: true,
  orderBy: 'AMOUNT',
  cell: ({ amount: cents }) => <Money cents={cents} />,
  csv: ({ amount: cents }) => cents / 100,
};
const payer: Column<Row> = {
  name: 'payer',
  title: { en: 'Payer', sw: 'Mlipaji' },
  cell: ({ msisdnMasked }) => msisdnMasked,
  csv: ({ msisdnMasked }) => msisdnMasked,
};
const receipt: Column<Row> = {
  name: 'receipt',
  title: { en: 'Receipt', sw: 'Risiti' },
  cell: ({ receiptNo }) => receiptNo ?? '–',
  csv: ({ receiptNo }) => receiptNo,
};
const since: Column<Row> = {
  name: 'since',
  title: { en: 'Since', sw: 'Tangu' },
  orderBy: 'CREATED_AT',
  cell: ({ paidAt, createdAt }) => <Ago of={paidAt ?? createdAt} />,
  csv: ({ paidAt, createdAt }) => paidAt ?? createdAt,
};

const state = (spoken: Language): Column<Row> => ({
  name: 'state',
  title: { en: 'State', sw: 'Hali' },
  orderBy: 'STATE',
  cell: ({ state: name }) => <State word={receivedStates[name].word[spoken]} tone={receivedStates[name].tone} />,
  csv: ({ state: name }) => name,
});

export const collectionColumns = (spoken: Language): readonly Column<Row>[] => [
  typed,
  amount,
  state(spoken),
  payer,
  {
    name: 'channel',
    title: { en: 'Channel', sw: 'Njia' },
    orderBy: 'CHANNEL',
    cell: ({ channel }) => receivedChannels[channel][spoken],
    csv: ({ channel }) => channel,
  },
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
        (suspendedFor(stateReason)?.[spoken] ?? '–')
      ),
    csv: ({ stateReason }) => stateReason,
  },
  since,
];
