import { dateColumn, moneyColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { orderOf, pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { Choice, SearchBox } from '../../components/list-tools.tsx';
import { State, type Tone } from '../../components/state.tsx';
import { phoneText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ArrearsQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { arrearsTexts, classWord } from './texts.ts';

const ARREARS = graphql(`
  query Arrears($filter: LoanFilter, $orderBy: [LoanOrder!], $first: Int, $after: String, $last: Int, $before: String) {
    loans(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        loanNo
        outstanding {
          principal
          total
        }
        arrears {
          daysPastDue
          amount
          classification
          pausedFrom
        }
        nextInstalment {
          dueDate
        }
        member {
          memberNo
          name
          phone
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

type Row = NonNullable<ArrearsQuery['loans']>['nodes'][number];

/** The longer, the graver. */
const toneOf = (days: number): Tone => (days > 180 ? 'bad' : days > 30 ? 'warning' : 'info');

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'no',
    title: { en: 'Loan', sw: 'Mkopo' },
    cell: ({ loanNo }) => <Link to={`/loans/${loanNo}`}>{loanNo}</Link>,
    csv: ({ loanNo }) => loanNo,
  },
  {
    name: 'borrower',
    title: { en: 'Borrower', sw: 'Mkopaji' },
    narrow: 'under',
    cell: ({ member }) => (member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : '–'),
    csv: ({ member }) => member?.name ?? null,
  },
  {
    name: 'phone',
    title: { en: 'Phone', sw: 'Simu' },
    cell: ({ member }) => (member?.phone == null ? '–' : <a href={`tel:${member.phone}`}>{phoneText(member.phone)}</a>),
    csv: ({ member }) => member?.phone ?? null,
  },
  {
    name: 'class',
    title: { en: 'Class', sw: 'Daraja' },
    cell: ({ arrears: { classification, daysPastDue, pausedFrom } }) => (
      <State
        word={pausedFrom === null ? classWord(classification, spoken) : classWord('paused', spoken)}
        tone={pausedFrom === null ? toneOf(daysPastDue) : 'neutral'}
      />
    ),
    csv: ({ arrears }) => arrears.classification,
  },
  {
    name: 'days',
    title: { en: 'Days late', sw: 'Siku za kuchelewa' },
    narrow: 'next',
    isNumber: true,
    cell: ({ arrears }) => <b>{arrears.daysPastDue}</b>,
    csv: ({ arrears }) => arrears.daysPastDue,
  },
  moneyColumn(
    { name: 'overdue', title: { en: 'Overdue', sw: 'Imepita muda' }, narrow: 'next' },
    ({ arrears }) => arrears.amount,
  ),
  moneyColumn(
    { name: 'principal', title: { en: 'Principal at risk', sw: 'Mkopo hatarini' } },
    ({ outstanding }) => outstanding.principal,
  ),
  dateColumn(
    { name: 'since', title: { en: 'Late since', sw: 'Tangu' }, orderBy: 'NEXT_DUE_DATE' },
    ({ nextInstalment }) => nextInstalment?.dueDate,
  ),
];

/** Days by which collectors divide their work. */
const RANGES = {
  '1-30': { gte: 1, lte: 30 },
  '31-90': { gte: 31, lte: 90 },
  '91-180': { gte: 91, lte: 180 },
  '181-360': { gte: 181, lte: 360 },
  '361': { gte: 361 },
  // What the portfolio at risk of 30 days counts.
  '31': { gte: 31 },
} as const;
type Range = keyof typeof RANGES;
const NAMES = ['1-30', '31-90', '91-180', '181-360', '361', '31'] as const satisfies readonly Range[];

function variablesOf(filters: Filters) {
  const range = NAMES.find((name) => name === filters['days']);
  return {
    ...pageVariables(filters),
    filter: {
      search: filters['search'] ?? null,
      states: ['ACTIVE' as const],
      daysPastDue: range === undefined ? { gte: 1 } : RANGES[range],
    },
    // The oldest debt first, as who collects works.
    orderBy: orderOf(filters, ['NEXT_DUE_DATE']) ?? [{ by: 'NEXT_DUE_DATE' as const, direction: 'ASCENDING' as const }],
  };
}

const listOf = ({ loans }: ArrearsQuery) => loans;

/** What is late, the oldest first: the work of who collects. */
export function Page() {
  const t = useTexts(arrearsTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  return (
    <ListPage
      live={['loan.', 'repayment.']}
      title={t('arrears')}
      name="arrears"
      document={ARREARS}
      variables={variables}
      listOf={listOf}
      columns={columns(spoken)}
      keyOf={({ id }) => id}
      opens={({ loanNo }) => `/loans/${loanNo}`}
      empty={{ title: t('none'), hint: t('noneHint') }}
    >
      <SearchBox hint={t('searchHint')} />
      <Choice name="days" label={t('days')} all={t('everyDay')} choices={NAMES.map((name) => [name, t(name)])} />
    </ListPage>
  );
}
