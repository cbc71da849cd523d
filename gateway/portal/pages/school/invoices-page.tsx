import { nameIn } from '../../format/names.ts';
import { dateColumn, moneyColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { Days } from '../../components/days.tsx';
import { ExactFilter } from '../../components/exact-filter.tsx';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { wordsOfState } from '../../components/later-values.ts';
import { WordChoice } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { Narrowed } from '../../components/narrowed.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { dayAfter, daysIn } from '../../format/days.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { InvoicesQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { schoolTexts } from './texts.ts';
import { invoiceStates } from './words.ts';

const INVOICES = graphql(`
  query Invoices($filter: InvoiceFilter, $first: Int, $after: String, $last: Int, $before: String) {
    invoices(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        number
        state
        dueDate
        total
        paid
        balance
        overdue
        student {
          admissionNo
          firstName
          lastName
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

type Row = NonNullable<InvoicesQuery['invoices']>['nodes'][number];

const nameOf = ({ student }: Row) => (student ? `${student.firstName} ${student.lastName}` : null);

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'no',
    title: { en: 'Invoice', sw: 'Ankara' },
    cell: ({ id, number, state }) => (
      <Link to={`/invoices/${id}`}>
        {number ? <RecordNo of={number} /> : wordsOfState(invoiceStates, state).word[spoken]}
      </Link>
    ),
    csv: ({ number }) => number ?? null,
  },
  {
    name: 'student',
    title: { en: 'Student', sw: 'Mwanafunzi' },
    narrow: 'under',
    cell: (row) => nameOf(row) ?? '–',
    csv: nameOf,
  },
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    narrow: 'next',
    cell: ({ state, overdue }) =>
      overdue ? <State word={OVERDUE[spoken]} tone="bad" /> : <StateOf words={invoiceStates} state={state} />,
    csv: ({ state }) => state,
  },
  moneyColumn({ name: 'total', title: { en: 'Total', sw: 'Jumla' } }, ({ total }) => total),
  moneyColumn({ name: 'paid', title: { en: 'Paid', sw: 'Imelipwa' } }, ({ paid }) => paid),
  {
    name: 'balance',
    title: { en: 'Open', sw: 'Bado' },
    narrow: 'next',
    isNumber: true,
    cell: ({ balance }) => (balance === 0 ? '–' : <Money cents={balance} />),
    csv: ({ balance }) => balance / 100,
  },
  dateColumn({ name: 'due', title: { en: 'Due', sw: 'Tarehe ya mwisho' } }, ({ dueDate }) => dueDate),
];

const OVERDUE = { en: 'Overdue', sw: 'Imechelewa' } as const;

function variablesOf(filters: Filters) {
  const state = nameIn(invoiceStates, filters['state']);
  const { from, to } = daysIn(filters);
  return {
    ...pageVariables(filters),
    filter: {
      admissionNo: filters['student'] ?? null,
      sponsorMemberId: filters['sponsor'] ?? null,
      states: state === undefined ? null : [state],
      overdue: filters['state'] === 'overdue' ? true : null,
      // The days of the filter are not among those that it finds.
      dueAfter: from === null ? null : dayAfter(from, -1),
      dueBefore: to === null ? null : dayAfter(to, 1),
    },
  };
}

const listOf = ({ invoices }: InvoicesQuery) => invoices;

/** The invoices of the school, newest first. */
export function Page() {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  return (
    <ListPage
      live={['invoice.', 'payment.']}
      title={t('invoices')}
      name="invoices"
      document={INVOICES}
      variables={variables}
      listOf={listOf}
      columns={columns(spoken)}
      keyOf={({ id }) => id}
      opens={({ id }) => `/invoices/${id}`}
      empty={{ title: t('noInvoice'), hint: t('noneHint') }}
    >
      <ExactFilter name="student" label={t('number')} hint={t('number')} />
      <WordChoice
        name="state"
        label={t('state')}
        all={t('everyState')}
        words={invoiceStates}
        first={['overdue', OVERDUE[spoken]]}
      />
      <Days of={t('due')} />
      <Narrowed by="sponsor" label={t('sponsor')} />
    </ListPage>
  );
}
