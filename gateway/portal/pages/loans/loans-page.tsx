import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Ago, DateOf } from '../../components/dates.tsx';
import { orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { Choice, ListTools, SearchBox } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { LoansQuery, LoanState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
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

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'no',
    title: { en: 'Number', sw: 'Nambari' },
    orderBy: 'LOAN_NO',
    cell: ({ loanNo }) => <Link to={`/loans/${loanNo}`}>{loanNo}</Link>,
    csv: ({ loanNo }) => loanNo,
  },
  {
    name: 'borrower',
    title: { en: 'Borrower', sw: 'Mkopaji' },
    cell: ({ member }) => member?.name ?? '–',
    csv: ({ member }) => member?.name ?? null,
  },
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    cell: ({ state }) => <State word={loanStates[state].word[spoken]} tone={loanStates[state].tone} />,
    csv: ({ state }) => state,
  },
  {
    name: 'principal',
    title: { en: 'Principal', sw: 'Mkopo' },
    isNumber: true,
    orderBy: 'PRINCIPAL',
    cell: ({ principal }) => <Money cents={principal} />,
    csv: ({ principal }) => principal / 100,
  },
  {
    name: 'owed',
    title: { en: 'Still owed', sw: 'Inadaiwa' },
    isNumber: true,
    cell: ({ outstanding }) => <Money cents={outstanding.total} />,
    csv: ({ outstanding }) => outstanding.total / 100,
  },
  {
    name: 'late',
    title: { en: 'Days late', sw: 'Siku za kuchelewa' },
    isNumber: true,
    cell: ({ arrears: { daysPastDue } }) => (daysPastDue === 0 ? '–' : <b className="wrong">{daysPastDue}</b>),
    csv: ({ arrears }) => arrears.daysPastDue,
  },
  {
    name: 'due',
    title: { en: 'Next due', sw: 'Awamu ijayo' },
    orderBy: 'NEXT_DUE_DATE',
    cell: ({ nextInstalment }) => <DateOf of={nextInstalment?.dueDate} />,
    csv: ({ nextInstalment }) => nextInstalment?.dueDate ?? null,
  },
  {
    name: 'applied',
    title: { en: 'Applied', sw: 'Ombi' },
    orderBy: 'CREATED_AT',
    cell: ({ createdAt }) => <Ago of={createdAt} />,
    csv: ({ createdAt }) => createdAt,
  },
];

const STATES = Object.keys(loanStates) as readonly LoanState[];
const LATENESS = ['1', '30', '90'] as const;

function variablesOf(filters: Filters) {
  const state = STATES.find((name) => name === filters['state']);
  const days = LATENESS.find((least) => least === filters['late']);
  return {
    ...pageVariables(filters),
    filter: {
      search: filters['search'] ?? null,
      states: state === undefined ? null : [state],
      daysPastDue: days === undefined ? null : { gte: Number(days) },
    },
    orderBy: orderOf(filters, ['LOAN_NO', 'PRINCIPAL', 'NEXT_DUE_DATE', 'CREATED_AT']) ?? null,
  };
}

const listOf = ({ loans }: LoansQuery) => loans;

/** The loans, searched and filtered by the address. */
export function Page() {
  const t = useTexts(loansTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  const { shown, menu } = useColumns('loans', columns(spoken));
  const [{ data, error, fetching }, reload] = useQuery({ query: LOANS, variables });
  return (
    <>
      <PageHead title={t('loans')}>
        <ShowQuery document={LOANS} variables={variables} />
      </PageHead>
      <ListTools>
        <SearchBox hint={t('searchHint')} />
        <Choice
          name="state"
          label={t('state')}
          all={t('everyState')}
          choices={STATES.map((name) => [name, loanStates[name].word[spoken]])}
        />
        <Choice
          name="late"
          label={t('late')}
          all={t('anyLateness')}
          choices={LATENESS.map((days) => [days, t(`late${days}`)])}
        />
        <span className="space" />
        {menu}
        <ExportButton name="loans" document={LOANS} variables={variables} listOf={listOf} columns={shown} />
      </ListTools>
      <DataTable
        label={t('loans')}
        columns={shown}
        list={data?.loans}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        opens={({ loanNo }) => `/loans/${loanNo}`}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
    </>
  );
}
