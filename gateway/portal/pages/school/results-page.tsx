import { nameIn } from '../../format/names.ts';
import { stateColumn, textColumn } from '../../components/columns.tsx';
import { Link } from '@tanstack/react-router';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { ExactFilter } from '../../components/exact-filter.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { Choice, WordChoice } from '../../components/list-tools.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ResultsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { StudyChoices } from './narrow.tsx';
import { schoolTexts } from './texts.ts';
import { resultStates } from './words.ts';

const RESULTS = graphql(`
  query Results(
    $filter: ResultFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
    $unitsOf: ID
    $hasProgramme: Boolean!
  ) {
    results(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        state
        attempt
        totalMark
        grade
        student {
          id
          admissionNo
          firstName
          lastName
        }
        unit {
          code
          title
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
    units(first: 60, filter: { programmeId: $unitsOf }) @include(if: $hasProgramme) {
      nodes {
        id
        code
      }
    }
  }
`);

type Row = NonNullable<ResultsQuery['results']>['nodes'][number];

const nameOf = ({ student }: Row) => (student ? `${student.firstName} ${student.lastName}` : null);

const columns: readonly Column<Row>[] = [
  {
    name: 'student',
    title: { en: 'Student', sw: 'Mwanafunzi' },
    cell: (row) => <Link to={`/results/${row.id}`}>{nameOf(row) ?? '–'}</Link>,
    csv: nameOf,
  },
  textColumn(
    { name: 'no', title: { en: 'Admission number', sw: 'Nambari ya usajili' } },
    ({ student }) => student?.admissionNo,
  ),
  {
    name: 'unit',
    title: { en: 'Unit', sw: 'Somo' },
    narrow: 'under',
    cell: ({ unit }) => <span title={unit.title}>{unit.code}</span>,
    csv: ({ unit }) => unit.code,
  },
  {
    name: 'term',
    title: { en: 'Term', sw: 'Muhula' },
    cell: ({ academicYear, term }) => `${academicYear.name}${term ? ` · ${term.name}` : ''}`,
    csv: ({ academicYear, term }) => `${academicYear.name} ${term?.name ?? ''}`.trim(),
  },
  {
    name: 'attempt',
    title: { en: 'Attempt', sw: 'Jaribio' },
    isNumber: true,
    cell: ({ attempt }) => attempt,
    csv: ({ attempt }) => attempt,
  },
  {
    name: 'mark',
    title: { en: 'Mark', sw: 'Alama' },
    narrow: 'next',
    isNumber: true,
    cell: ({ totalMark }) => totalMark ?? '–',
    csv: ({ totalMark }) => totalMark ?? null,
  },
  textColumn({ name: 'grade', title: { en: 'Grade', sw: 'Daraja' } }, ({ grade }) => grade),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next' },
    resultStates,
    ({ state }) => state,
  ),
];

function variablesOf(filters: Filters) {
  const state = nameIn(resultStates, filters['state']);
  const programmeId = filters['programme'] ?? null;
  return {
    ...pageVariables(filters),
    filter: {
      admissionNo: filters['student'] ?? null,
      programmeId,
      termId: filters['term'] ?? null,
      unitId: filters['unit'] ?? null,
      states: state === undefined ? null : [state],
    },
    unitsOf: programmeId,
    hasProgramme: programmeId !== null,
  };
}

/** The results of the school by programme, unit and term, newest first. */
export function Page() {
  const t = useTexts(schoolTexts);
  const may = useMay();
  const { filters } = useFilters();
  const variables = variablesOf(filters);
  const { programme, term, unit } = filters;
  return (
    <ListPage
      live={['result.']}
      title={t('results')}
      name="results"
      document={RESULTS}
      variables={variables}
      listOf={({ results }: ResultsQuery) => results}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ id }) => `/results/${id}`}
      empty={{ title: t('noResult'), hint: t('resultsHint') }}
      actions={() =>
        may('results:write') ? (
          <Link className="button primary" to="/marks" search={{ programme, term, unit }}>
            {t('enterMarks')}
          </Link>
        ) : null
      }
    >
      {(data) => (
        <>
          <ExactFilter name="student" label={t('number')} hint={t('number')} />
          <StudyChoices />
          {programme === undefined ? null : (
            <Choice
              name="unit"
              label={t('unit')}
              all={t('everyUnit')}
              choices={data?.units?.nodes.map(({ id, code }) => [id, code]) ?? []}
            />
          )}
          <WordChoice name="state" label={t('state')} all={t('everyState')} words={resultStates} />
        </>
      )}
    </ListPage>
  );
}
