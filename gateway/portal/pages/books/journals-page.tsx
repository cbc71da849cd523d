import { moneyColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { Days } from '../../components/days.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { Choice, ListTools } from '../../components/list-tools.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useWholePrint } from '../../components/whole-print.tsx';
import { daysIn } from '../../format/days.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { JournalsQuery } from '../../graph/generated/graphql.ts';
import { eventWord } from '../../texts/record-words.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { accountWord } from './account-words.ts';
import { ExactFilter } from '../../components/exact-filter.tsx';
import { Kind, NumberBookedAs, WhoCaused } from './journal-parts.tsx';
import { booksTexts } from './texts.ts';
import './books.css';

const JOURNALS = graphql(`
  query Journals(
    $from: Date
    $to: Date
    $account: String
    $subAccount: String
    $kind: String
    $record: ID
    $reference: String
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    journals(
      from: $from
      to: $to
      account: $account
      subAccount: $subAccount
      kind: $kind
      record: $record
      reference: $reference
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      nodes {
        id
        bookedOn
        kind
        amount
        subject {
          type
          id
          number
          ownerNumber
        }
        cause {
          actor
          name
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
    chartOfAccounts {
      accounts {
        account
      }
      kinds
    }
  }
`);

type Row = NonNullable<JournalsQuery['journals']>['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'day',
    title: { en: 'Booked on', sw: 'Iliandikwa' },
    cell: ({ id, bookedOn }) => (
      <Link to={`/books/journals/${id}`}>
        <DateOf of={bookedOn} />
      </Link>
    ),
    csv: ({ bookedOn }) => bookedOn,
  },
  {
    name: 'kind',
    title: { en: 'What', sw: 'Nini' },
    narrow: 'under',
    cell: ({ kind }) => <Kind kind={kind} />,
    csv: ({ kind }) => kind,
  },
  {
    name: 'record',
    title: { en: 'Record', sw: 'Rekodi' },
    cell: ({ subject }) => <NumberBookedAs {...subject} />,
    csv: ({ subject }) => `${subject.type} ${subject.number ?? subject.id ?? ''}`.trim(),
  },
  {
    name: 'who',
    title: { en: 'Who', sw: 'Nani' },
    cell: ({ cause }) => <WhoCaused cause={cause} />,
    csv: ({ cause }) => cause?.name ?? cause?.actor ?? null,
  },
  moneyColumn({ name: 'amount', title: { en: 'Amount', sw: 'Kiasi' }, narrow: 'next' }, ({ amount }) => amount),
];

const listOf = ({ journals }: JournalsQuery) => journals;

const NARROWS = ['from', 'to', 'account', 'of', 'kind', 'record', 'reference'] as const;

/** Where none of these is chosen, only the journals of a month are listed. */
const LATEST = ['from', 'to', 'record', 'reference'] as const;

const narrowedBy = (filters: Filters) => ({
  ...daysIn(filters),
  account: filters['account'] ?? null,
  subAccount: filters['of'] ?? null,
  kind: filters['kind'] ?? null,
  record: filters['record'] ?? null,
  reference: filters['reference'] ?? null,
});

/** The journals of some days, or of a record: what was booked, as what, and by whom. */
export function Page() {
  const t = useTexts(booksTexts);
  const spoken = useLanguage();
  const { filters, setFilters } = useFilters();
  const narrowed = narrowedBy(filters);
  const variables = { ...pageVariables(filters), ...narrowed };
  const { shown, menu } = useColumns('journals', COLUMNS);
  const [{ data, error, fetching }, reload] = useQuery({ query: JOURNALS, variables });
  const whole = { document: JOURNALS, variables: narrowed, listOf };
  const paper = useWholePrint(whole, data?.journals);
  const chart = data?.chartOfAccounts;
  const clear = Object.fromEntries([...NARROWS, 'after', 'before'].map((name) => [name, null]));
  return (
    <>
      <PrintHead />
      <PageHead title={t('journals')}>
        <ShowQuery document={JOURNALS} variables={variables} />
      </PageHead>
      <ListTools>
        <Days />
        <Choice
          name="account"
          label={t('account')}
          all={t('everyAccount')}
          choices={(chart?.accounts ?? []).map(({ account }) => [account, accountWord(account, spoken)])}
        />
        <Choice
          name="kind"
          label={t('kind')}
          all={t('everyKind')}
          choices={(chart?.kinds ?? []).map((kind) => [kind, eventWord(kind, spoken)])}
        />
        <ExactFilter name="reference" label={t('reference')} hint={t('referenceHint')} />
        {NARROWS.some((name) => filters[name] !== undefined) ? (
          <button className="button plain" onClick={() => setFilters(clear)}>
            {t('clear')}
          </button>
        ) : null}
        <span className="space" />
        <span className="menus">
          {menu}
          {paper.button}
          <ExportButton name="journals" {...whole} columns={shown} />
        </span>
      </ListTools>
      {paper.note}
      {LATEST.every((name) => filters[name] === undefined) ? <p className="faint summary">{t('latest')}</p> : null}
      <DataTable
        label={t('journals')}
        columns={shown}
        list={paper.shown}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        opens={({ id }) => `/books/journals/${id}`}
        empty={{ title: t('noJournal'), hint: t('noJournalHint') }}
      />
    </>
  );
}
