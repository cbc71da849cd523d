import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { DateOf } from '../../components/dates.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { Choice, ListTools } from '../../components/list-tools.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { EnrolmentsQuery, EnrolmentState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { StudyChoices } from './narrow.tsx';
import { schoolTexts } from './texts.ts';
import { enrolmentStates } from './words.ts';

const ENROLMENTS = graphql(`
  query Enrolments($filter: EnrolmentFilter, $first: Int, $after: String, $last: Int, $before: String) {
    enrolments(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        state
        yearOfStudy
        enrolledOn
        boarding
        student {
          id
          admissionNo
          firstName
          lastName
        }
        programme {
          code
          name
        }
        academicYear {
          name
        }
        term {
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
  }
`);

type Row = NonNullable<EnrolmentsQuery['enrolments']>['nodes'][number];

const nameOf = ({ student }: Row) => (student ? `${student.firstName} ${student.lastName}` : null);

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'student',
    title: { en: 'Student', sw: 'Mwanafunzi' },
    cell: (row) => (row.student ? <Link to={`/students/${row.student.id}`}>{nameOf(row)}</Link> : '–'),
    csv: nameOf,
  },
  {
    name: 'no',
    title: { en: 'Admission number', sw: 'Nambari ya usajili' },
    cell: ({ student }) => student?.admissionNo ?? '–',
    csv: ({ student }) => student?.admissionNo ?? null,
  },
  {
    name: 'programme',
    title: { en: 'Programme', sw: 'Programu' },
    cell: ({ programme }) => (programme ? <span title={programme.name}>{programme.code}</span> : '–'),
    csv: ({ programme }) => programme?.code ?? null,
  },
  {
    name: 'term',
    title: { en: 'Term', sw: 'Muhula' },
    cell: ({ id, academicYear, term }) => (
      <Link to={`/enrolments/${id}`}>{`${academicYear.name}${term ? ` · ${term.name}` : ''}`}</Link>
    ),
    csv: ({ academicYear, term }) => `${academicYear.name} ${term?.name ?? ''}`.trim(),
  },
  {
    name: 'year',
    title: { en: 'Year', sw: 'Mwaka' },
    isNumber: true,
    cell: ({ yearOfStudy }) => yearOfStudy,
    csv: ({ yearOfStudy }) => yearOfStudy,
  },
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    cell: ({ state }) => <State word={enrolmentStates[state].word[spoken]} tone={enrolmentStates[state].tone} />,
    csv: ({ state }) => state,
  },
  {
    name: 'enrolled',
    title: { en: 'Enrolled', sw: 'Alisajiliwa' },
    cell: ({ enrolledOn }) => <DateOf of={enrolledOn} />,
    csv: ({ enrolledOn }) => enrolledOn,
  },
];

// What the table is made of.
const STATES = Object.keys(enrolmentStates) as readonly EnrolmentState[];

function variablesOf(filters: Filters) {
  const state = STATES.find((name) => name === filters['state']);
  return {
    ...pageVariables(filters),
    filter: {
      states: state === undefined ? null : [state],
      programmeId: filters['programme'] ?? null,
      termId: filters['term'] ?? null,
    },
  };
}

/** The enrolments of the school, newest first. */
export function Page() {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  const { shown, menu } = useColumns('enrolments', columns(spoken));
  const [{ data, error, fetching }, reload] = useQuery({ query: ENROLMENTS, variables });
  return (
    <>
      <PageHead title={t('enrolments')}>
        <ShowQuery document={ENROLMENTS} variables={variables} />
      </PageHead>
      <ListTools>
        <StudyChoices />
        <Choice
          name="state"
          label={t('state')}
          all={t('everyState')}
          choices={STATES.map((name) => [name, enrolmentStates[name].word[spoken]])}
        />
        <span className="space" />
        {menu}
        <ExportButton
          name="enrolments"
          document={ENROLMENTS}
          variables={variables}
          listOf={({ enrolments }: EnrolmentsQuery) => enrolments}
          columns={shown}
        />
      </ListTools>
      <DataTable
        label={t('enrolments')}
        columns={shown}
        list={data?.enrolments}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        opens={({ id }) => `/enrolments/${id}`}
        empty={{ title: t('noEnrolment'), hint: t('noneHint') }}
      />
    </>
  );
}
