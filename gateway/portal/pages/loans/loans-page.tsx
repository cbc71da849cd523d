import { nameIn } from '../../format/names.ts';
import { agoColumn, moneyColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { DateOf } from '../../components/dates.tsx';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { Choice, WordChoice, SearchBox } from '../../components/list-tools.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { LoansQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { loanStates, loansTexts } from './texts.ts';

const LOANS = graphql(`
  query Loans($filter: LoanFilter, $orderBy: [LoanOrder!], $first: Int, $after: String, $last: Int, $before: String) {
    loans(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        loanNo
        state
        principal
        outstanding {
          total
        }
        arrears {
          daysPastDue
        }
        nextInstalment {
          dueDate
        }
        member {
          memberNo
          name
        }
        createdAt
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

type Row = NonNullable<LoansQuery['loans']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    name: 'no',
    title: { en: 'Number', sw: 'Nambari' },
    orderBy: 'LOAN_NO',
    cell: ({ loanNo }) => <Link to={`/loans/${loanNo}`}>{loanNo}</Link>,
    csv: ({ loanNo }) => loanNo,
  },
  textColumn(
    { name: 'borrower', title: { en: 'Borrower', sw: 'Mkopaji' }, narrow: 'under' },
    ({ member }) => member?.name,
  ),
  stateColumn({ name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next' }, loanStates, ({ state }) => state),
  moneyColumn(
    { name: 'principal', title: { en: 'Principal', sw: 'Mkopo' }, orderBy: 'PRINCIPAL' },
    ({ principal }) => principal,
  ),
  moneyColumn(
    { name: 'owed', title: { en: 'Still owed', sw: 'Inadaiwa' }, narrow: 'next' },
    ({ outstanding }) => outstanding.total,
  ),
  {
    name: 'late',
    title: { en: 'Days late', sw: 'Kuchelewa' },
    isNumber: true,
    cell: ({ arrears: { daysPastDue } }) => (daysPastDue === 0 ? '–' : <b className="wrong">{daysPastDue}</b>),
    csv: ({ arrears }) => arrears.daysPastDue,
  },
  {
    name: 'due',
    title: { en: 'Due', sw: 'Awamu' },
    orderBy: 'NEXT_DUE_DATE',
    cell: ({ nextInstalment, arrears }) => (
      <span className={arrears.daysPastDue > 0 ? 'wrong' : undefined}>
        <DateOf of={nextInstalment?.dueDate} />
      </span>
    ),
    csv: ({ nextInstalment }) => nextInstalment?.dueDate ?? null,
  },
  agoColumn(
    { name: 'applied', title: { en: 'Applied', sw: 'Ombi' }, orderBy: 'CREATED_AT' },
    ({ createdAt }) => createdAt,
  ),
];

const LATENESS = ['1', '30', '90'] as const;

function variablesOf(filters: Filters) {
  const state = nameIn(loanStates, filters['state']);
  const days = LATENESS.find((least) => least === filters['late']);
  const applied = instantsOf(daysIn(filters));
  return {
    ...pageVariables(filters),
    filter: {
      search: filters['search'] ?? null,
      states: state === undefined ? null : [state],
      daysPastDue: days === undefined ? null : { gte: Number(days) },
      createdAt: applied,
    },
    orderBy:
      orderOf(filters, ['LOAN_NO', 'PRINCIPAL', 'NEXT_DUE_DATE', 'CREATED_AT']) ?? newestOf('CREATED_AT', applied),
  };
}

const listOf = ({ loans }: LoansQuery) => loans;

/** The loans, searched and filtered by the address. */
export function Page() {
  const t = useTexts(loansTexts);
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  return (
    <ListPage
      live={['loan.', 'repayment.', 'disbursement.']}
      title={t('loans')}
      name="loans"
      document={LOANS}
      variables={variables}
      listOf={listOf}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ loanNo }) => `/loans/${loanNo}`}
      empty={{ title: t('none'), hint: t('noneHint') }}
    >
      <SearchBox hint={t('searchHint')} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={loanStates} />
      <Choice
        name="late"
        label={t('late')}
        all={t('anyLateness')}
        choices={LATENESS.map((days) => [days, t(`late${days}`)])}
      />
      <Days of={t('applied')} />
    </ListPage>
  );
}
