import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useAddress } from '../../components/beside.ts';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { Days } from '../../components/days.tsx';
import { useFilters, type Filters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useWholePrint } from '../../components/whole-print.tsx';
import { daysIn } from '../../format/days.ts';
import { amountText, dateText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AccountStatementQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { accountWord } from './account-words.ts';
import { Kind, NumberBookedAs, WhoCaused } from './journal-parts.tsx';
import { holderOf } from './sub-account.tsx';
import { booksTexts } from './texts.ts';
import './books.css';

const STATEMENT = graphql(`
  query AccountStatement(
    $account: String!
    $subAccount: String
    $from: Date
    $to: Date
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    accountStatement(account: $account, subAccount: $subAccount, from: $from, to: $to) {
      account
      subAccount
      subAccountName
      type
      normal
      from
      to
      opening
      debit
      credit
      closing
      entries(first: $first, after: $after, last: $last, before: $before) {
        nodes {
          debit
          credit
          balance
          journal {
            id
            bookedOn
            kind
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
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);

type Statement = NonNullable<AccountStatementQuery['accountStatement']>;
type Row = Statement['entries']['nodes'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'day',
    title: { en: 'Booked on', sw: 'Iliandikwa' },
    cell: ({ journal: { id, bookedOn } }) => (
      <Link to={`/books/journals/${id}`}>
        <DateOf of={bookedOn} />
      </Link>
    ),
    csv: ({ journal }) => journal.bookedOn,
  },
  {
    name: 'kind',
    title: { en: 'What', sw: 'Nini' },
    narrow: 'under',
    cell: ({ journal }) => <Kind kind={journal.kind} />,
    csv: ({ journal }) => journal.kind,
  },
  {
    name: 'record',
    title: { en: 'Record', sw: 'Rekodi' },
    cell: ({ journal }) => <NumberBookedAs {...journal.subject} />,
    csv: ({ journal: { subject } }) => `${subject.type} ${subject.number ?? subject.id ?? ''}`.trim(),
  },
  {
    name: 'who',
    title: { en: 'Who', sw: 'Nani' },
    isExtra: true,
    cell: ({ journal }) => <WhoCaused cause={journal.cause} />,
    csv: ({ journal: { cause } }) => cause?.name ?? cause?.actor ?? null,
  },
  {
    name: 'debit',
    title: { en: 'Debit', sw: 'Debiti' },
    narrow: 'next',
    isNumber: true,
    cell: ({ debit }) => (debit === 0 ? '' : amountText(debit)),
    csv: ({ debit }) => debit / 100,
  },
  {
    name: 'credit',
    title: { en: 'Credit', sw: 'Krediti' },
    narrow: 'next',
    isNumber: true,
    cell: ({ credit }) => (credit === 0 ? '' : amountText(credit)),
    csv: ({ credit }) => credit / 100,
  },
  {
    name: 'balance',
    title: { en: 'Balance', sw: 'Salio' },
    isNumber: true,
    cell: ({ balance }) => amountText(balance),
    csv: ({ balance }) => balance / 100,
  },
];

const listOf = ({ accountStatement }: AccountStatementQuery) => accountStatement?.entries;

/** A statement has longer pages than a list: it is read through, and printed. */
const LINES = 50;
const pageOf = ({ after, before }: Filters) =>
  before === undefined ? { first: LINES, after: after ?? null } : { last: LINES, before };

/** The statement of an account of the ledger: what it held, what moved on it, and what it holds. */
export function Page() {
  const { account = '' } = useAddress();
  const t = useTexts(booksTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const narrowed = {
    account,
    subAccount: filters['of'] ?? null,
    ...daysIn(filters),
  };
  const variables = { ...pageOf(filters), ...narrowed };
  const [{ data, error, fetching }, reload] = useQuery({ query: STATEMENT, variables });
  const statement = data?.accountStatement;
  const { shown, menu } = useColumns('statement', COLUMNS);
  const whole = { document: STATEMENT, variables: narrowed, listOf };
  const paper = useWholePrint(whole, statement?.entries);
  return (
    <>
      <PrintHead />
      <PageHead
        title={accountWord(account, spoken)}
        whose={(statement && holderOf(statement)) ?? undefined}
        crumbs={[{ to: '/books', title: t('trialBalance') }]}
      >
        {paper.button}
        <ShowQuery document={STATEMENT} variables={variables} />
      </PageHead>
      <ListTools>
        <Days />
        <span className="space" />
        <span className="menus">
          {menu}
          <ExportButton name={`statement-${account}`} {...whole} columns={COLUMNS} />
        </span>
      </ListTools>
      {statement ? <Totals {...statement} /> : null}
      {paper.note}
      <DataTable
        label={t('statement')}
        columns={shown}
        list={paper.shown}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ journal }) => journal.id}
        opens={({ journal }) => `/books/journals/${journal.id}`}
        empty={{ title: t('nothingMoved'), hint: t('nothingMovedHint') }}
      />
    </>
  );
}

function Totals({ from, to, opening, debit, credit, closing, normal }: Statement) {
  const t = useTexts(booksTexts);
  const spoken = useLanguage();
  return (
    <>
      <p className="faint summary">
        {t('fromTo', { from: dateText(from, spoken), to: dateText(to, spoken) })}
        <span>{t(normal === 'debit' ? 'growsByDebit' : 'growsByCredit')}</span>
      </p>
      <dl className="figures">
        {(
          [
            ['opening', opening],
            ['debit', debit],
            ['credit', credit],
            ['closing', closing],
          ] as const
        ).map(([word, cents]) => (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
