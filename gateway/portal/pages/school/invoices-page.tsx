import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { Choice, ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { InvoicesQuery, InvoiceState } from '../../graph/generated/graphql.ts';
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
    cell: ({ id, number, state }) => <Link to={`/invoices/${id}`}>{number ?? invoiceStates[state].word[spoken]}</Link>,
    csv: ({ number }) => number ?? null,
  },
  {
    name: 'student',
    title: { en: 'Student', sw: 'Mwanafunzi' },
    cell: (row) => nameOf(row) ?? '–',
    csv: nameOf,
  },
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    cell: ({ state, overdue }) =>
      overdue ? (
        <State word={OVERDUE[spoken]} tone="bad" />
      ) : (
        <State word={invoiceStates[state].word[spoken]} tone={invoiceStates[state].tone} />
      ),
    csv: ({ state }) => state,
  },
  {
    name: 'total',
    title: { en: 'Total', sw: 'Jumla' },
    isNumber: true,
    cell: ({ total }) => <Money cents={total} />,
    csv: ({ total }) => total / 100,
  },
  {
    name: 'paid',
    title: { en: 'Paid', sw: 'Imelipwa' },
    isNumber: true,
    cell: ({ paid }) => <Money cents={paid} />,
    csv: ({ paid }) => paid / 100,
  },
  {
    name: 'balance',
    title: { en: 'Open', sw: 'Bado' },
    isNumber: true,
    cell: ({ balance }) => (balance === 0 ? '–' : <Money cents={balance} />),
    csv: ({ balance }) => balance / 100,
  },
  {
    name: 'due',
    title: { en: 'Due', sw: 'Tarehe ya mwisho' },
    cell: ({ dueDate }) => <DateOf of={dueDate} />,
    csv: ({ dueDate }) => dueDate,
  },
];

const OVERDUE = { en: 'Overdue', sw: 'Imechelewa' } as const;
// What the table is made of.
const STATES = Object.keys(invoiceStates) as readonly InvoiceState[];

function variablesOf(filters: Filters) {
  const state = STATES.find((name) => name === filters['state']);
  return {
    ...pageVariables(filters),
    filter: {
      states: state === undefined ? null : [state],
      overdue: filters['state'] === 'overdue' ? true : null,
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
  const { shown, menu } = useColumns('invoices', columns(spoken));
  const [{ data, error, fetching }, reload] = useQuery({ query: INVOICES, variables });
  return (
    <>
      <PageHead title={t('invoices')}>
        <ShowQuery document={INVOICES} variables={variables} />
      </PageHead>
      <ListTools>
        <Choice
          name="state"
          label={t('state')}
          all={t('everyState')}
          choices={[
            ['overdue', OVERDUE[spoken]],
            ...STATES.map((name) => [name, invoiceStates[name].word[spoken]] as const),
          ]}
        />
        <span className="space" />
        {menu}
        <ExportButton name="invoices" document={INVOICES} variables={variables} listOf={listOf} columns={shown} />
      </ListTools>
      <DataTable
        label={t('invoices')}
        columns={shown}
        list={data?.invoices}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        opens={({ id }) => `/invoices/${id}`}
        empty={{ title: t('noInvoice'), hint: t('noneHint') }}
      />
    </>
  );
}
