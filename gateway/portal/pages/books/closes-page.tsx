import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { moneyColumn } from '../../components/columns.tsx';
import { DataTable, type Column, type Listed } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { ExactFilter } from '../../components/exact-filter.tsx';
import { useFilters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { ListTools } from '../../components/list-tools.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { numberText } from '../../format/format.ts';
import { useLive } from '../../frame/live.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ClosesQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
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
  moneyColumn(
    { name: 'gross', title: { en: 'Portfolio', sw: 'Mikopo yote' }, narrow: 'next' },
    ({ portfolio }) => portfolio?.gross,
  ),
  {
    name: 'par30',
    title: { en: 'PAR 30', sw: 'PAR 30' },
    isNumber: true,
    narrow: 'next',
    cell: (close) => (par30(close) === null ? '–' : `${par30(close)}\u00A0%`),
    csv: par30,
  },
  moneyColumn(
    { name: 'interest', title: { en: 'Interest earned', sw: 'Riba iliyopatikana' } },
    ({ interest }) => interest,
  ),
  moneyColumn({ name: 'penalties', title: { en: 'Penalties', sw: 'Adhabu' } }, ({ penalties }) => penalties),
  moneyColumn(
    { name: 'provisioned', title: { en: 'Provisioned', sw: 'Akiba ya hasara' } },
    ({ provisioned }) => provisioned,
  ),
  {
    name: 'late',
    title: { en: 'Fell late', sw: 'Iliyochelewa' },
    isNumber: true,
    cell: ({ fellOverdue }) => numberText(fellOverdue),
    csv: ({ fellOverdue }) => fellOverdue,
  },
];

/** Closes are asked for by their day, a month at once: there is no page after it. */
const listOf = ({ closesOfBusiness }: ClosesQuery): Listed<Close> | null =>
  closesOfBusiness && { nodes: closesOfBusiness, pageInfo: ONE_PAGE };
const ONE_PAGE = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

/** The closes of business up to a day, the newest first. */
export function Page() {
  const t = useTexts(booksTexts);
  const { filters } = useFilters();
  const variables = { through: filters['on'] ?? null };
  const { shown, menu } = useColumns('closes', COLUMNS);
  const [{ data, error, fetching }, reload] = useQuery({ query: CLOSES, variables });
  useLive(['close_of_business.'], () => reload({ requestPolicy: 'network-only' }));
  return (
    <>
      <PageHead title={t('closes')}>
        <ShowQuery document={CLOSES} variables={variables} />
      </PageHead>
      <ListTools>
        <ExactFilter name="on" label={t('through')} type="date" />
        <span className="space" />
        <span className="menus">
          {menu}
          <ExportButton name="closes" document={CLOSES} variables={variables} listOf={listOf} columns={shown} />
        </span>
      </ListTools>
      <DataTable
        label={t('closes')}
        columns={shown}
        list={data && listOf(data)}
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
