import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { moneyColumn } from '../../components/columns.tsx';
import { DataTable, type Column, type Listed } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { Days } from '../../components/days.tsx';
import { useFilters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useWholePrint } from '../../components/whole-print.tsx';
import { State } from '../../components/state.tsx';
import { dayAfter, daysIn } from '../../format/days.ts';
import { numberText } from '../../format/format.ts';
import { useLive } from '../../frame/live.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ClosesQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { BookLink } from './book-link.tsx';
import { booksTexts } from './texts.ts';
import './books.css';

const CLOSES = graphql(`
  query Closes($through: Date) {
    closesOfBusiness(last: 31, through: $through) {
      id
      businessDate
      finished
      loansDone
      loansTotal
      interest
      penalties
      provisioned
      fellOverdue
      savingsInterest
      portfolio {
        gross
        par {
          days
          percent
        }
      }
    }
  }
`);

type Close = NonNullable<ClosesQuery['closesOfBusiness']>[number];

const par30 = ({ portfolio }: Close) => portfolio?.par.find(({ days }) => days === 30)?.percent ?? null;

type Booked = { readonly account: string; readonly ofTheDay: 'moved' | 'closing' };

/** An amount that leads to the entries of its account: those of the day, or all up to it. */
const bookedColumn = (
  head: Parameters<typeof moneyColumn<Close>>[0],
  of: (close: Close) => number | null | undefined,
  { account, ofTheDay }: Booked,
): Column<Close> => ({
  ...moneyColumn(head, of),
  cell: (close) => {
    const { businessDate: to } = close;
    if (of(close) == null) return '–';
    return (
      <BookLink account={account} search={ofTheDay === 'moved' ? { from: to, to } : { to }}>
        <Money cents={of(close)} />
      </BookLink>
    );
  },
});

const COLUMNS: readonly Column<Close>[] = [
  {
    name: 'day',
    title: { en: 'Day', sw: 'Siku' },
    cell: ({ businessDate }) => (
      <Link to="/books" search={{ on: businessDate }}>
        <DateOf of={businessDate} />
      </Link>
    ),
    csv: ({ businessDate }) => businessDate,
  },
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    narrow: 'under',
    cell: (close) => <Progress {...close} />,
    csv: ({ finished, loansDone, loansTotal }) => (finished ? 'FINISHED' : `${loansDone}/${loansTotal}`),
  },
  bookedColumn(
    { name: 'gross', title: { en: 'Portfolio', sw: 'Mikopo yote' }, narrow: 'next' },
    ({ portfolio }) => portfolio?.gross,
    { account: 'loan_portfolio', ofTheDay: 'closing' },
  ),
  {
    name: 'par30',
    title: { en: 'PAR 30', sw: 'PAR 30' },
    isNumber: true,
    narrow: 'next',
    cell: (close) => (par30(close) === null ? '–' : `${par30(close)}\u00A0%`),
    csv: par30,
  },
  bookedColumn(
    { name: 'interest', title: { en: 'Interest earned', sw: 'Riba iliyopatikana' } },
    ({ interest }) => interest,
    { account: 'interest_income', ofTheDay: 'moved' },
  ),
  bookedColumn({ name: 'penalties', title: { en: 'Penalties', sw: 'Adhabu' } }, ({ penalties }) => penalties, {
    account: 'penalty_income',
    ofTheDay: 'moved',
  }),
  bookedColumn(
    { name: 'provisioned', title: { en: 'Provisioned', sw: 'Akiba ya hasara' } },
    ({ provisioned }) => provisioned,
    { account: 'provision', ofTheDay: 'moved' },
  ),
  {
    name: 'late',
    title: { en: 'Fell late', sw: 'Iliyochelewa' },
    isNumber: true,
    cell: ({ fellOverdue }) => numberText(fellOverdue),
    csv: ({ fellOverdue }) => fellOverdue,
  },
];

const MONTH = 31;

/** Closes are asked for by their day, a month at once: the page after it ends on the day before. */
const listFrom =
  (from: string | null) =>
  ({ closesOfBusiness: closes }: ClosesQuery): Listed<Close> | null => {
    if (!closes) return null;
    const nodes = closes.filter(({ businessDate }) => from === null || businessDate >= from);
    const last = nodes.at(-1);
    const pageInfo = {
      hasNextPage: closes.length === MONTH && nodes.length === MONTH && last?.businessDate !== from,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: last === undefined ? null : dayAfter(last.businessDate, -1),
    };
    return { nodes, pageInfo };
  };

/** The closes of business, the newest first. */
export function Page() {
  const t = useTexts(booksTexts);
  const { filters } = useFilters();
  const { from, to } = daysIn(filters);
  const pageAfter = (after: string | null) => ({ through: after ?? to });
  const variables = pageAfter(filters['after'] ?? null);
  const listOf = listFrom(from);
  const { shown, menu } = useColumns('closes', COLUMNS);
  const [{ data, error, fetching }, reload] = useQuery({ query: CLOSES, variables });
  const whole = { document: CLOSES, variables, listOf, pageAfter };
  const paper = useWholePrint(whole, data && listOf(data));
  useLive(['close_of_business.'], () => reload({ requestPolicy: 'network-only' }));
  return (
    <>
      <PrintHead />
      <PageHead title={t('closes')}>
        <ShowQuery document={CLOSES} variables={variables} />
      </PageHead>
      <ListTools>
        <Days />
        <span className="space" />
        <span className="menus">
          {menu}
          {paper.button}
          <ExportButton name="closes" {...whole} columns={shown} />
        </span>
      </ListTools>
      {paper.note}
      <DataTable
        label={t('closes')}
        columns={shown}
        list={paper.shown}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        empty={{ title: t('noClose'), hint: t('noCloseHint') }}
      />
    </>
  );
}

function Progress({ finished, loansDone, loansTotal }: Close) {
  const t = useTexts(booksTexts);
  return (
    <State
      word={finished ? t('done') : t('running', { done: loansDone, total: loansTotal })}
      tone={finished ? 'good' : 'info'}
    />
  );
}
