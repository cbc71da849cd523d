import { nameIn } from '../../format/names.ts';
import { dateColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { ExactFilter } from '../../components/exact-filter.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { WordChoice } from '../../components/list-tools.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { EnrolmentsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
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

const columns: readonly Column<Row>[] = [
  {
    name: 'student',
    title: { en: 'Student', sw: 'Mwanafunzi' },
    cell: (row) => (row.student ? <Link to={`/students/${row.student.id}`}>{nameOf(row)}</Link> : '–'),
    csv: nameOf,
  },
  textColumn(
    { name: 'no', title: { en: 'Admission number', sw: 'Nambari ya usajili' } },
    ({ student }) => student?.admissionNo,
  ),
  {
    name: 'programme',
    title: { en: 'Programme', sw: 'Programu' },
    cell: ({ programme }) => (programme ? <span title={programme.name}>{programme.code}</span> : '–'),
    csv: ({ programme }) => programme?.code ?? null,
  },
  {
    name: 'term',
    narrow: 'under',
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
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next' },
    enrolmentStates,
    ({ state }) => state,
  ),
  dateColumn({ name: 'enrolled', title: { en: 'Enrolled', sw: 'Alisajiliwa' } }, ({ enrolledOn }) => enrolledOn),
];

function variablesOf(filters: Filters) {
  const state = nameIn(enrolmentStates, filters['state']);
  return {
    ...pageVariables(filters),
    filter: {
      admissionNo: filters['student'] ?? null,
      states: state === undefined ? null : [state],
      programmeId: filters['programme'] ?? null,
      termId: filters['term'] ?? null,
    },
  };
}

/** The enrolments of the school, newest first. */
export function Page() {
  const t = useTexts(schoolTexts);
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  return (
    <ListPage
      live={['enrolment.']}
      title={t('enrolments')}
      name="enrolments"
      document={ENROLMENTS}
      variables={variables}
      listOf={({ enrolments }: EnrolmentsQuery) => enrolments}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ id }) => `/enrolments/${id}`}
      empty={{ title: t('noEnrolment'), hint: t('noneHint') }}
    >
      <ExactFilter name="student" label={t('number')} hint={t('number')} />
      <StudyChoices />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={enrolmentStates} />
    </ListPage>
  );
}
