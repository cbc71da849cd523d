import { nameIn } from '../../format/names.ts';
import { dateColumn, stateColumn } from '../../components/columns.tsx';
import { Link, useRouter } from '@tanstack/react-router';
import { RecordActions } from '../../components/more-actions.tsx';
import { createdIn, offerLater } from '../../components/offer.tsx';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { pageVariables, useFilters, type Filters } from '../../components/filters.ts';
import { WordChoice, SearchBox } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { Narrowed } from '../../components/narrowed.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { StudentsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { studentFormTexts } from './forms/student-texts.ts';
import { schoolTexts } from './texts.ts';
import { yearStudied } from './year-studied.ts';
import { studentStates } from './words.ts';

const STUDENTS = graphql(`
  query Students(
    $filter: StudentFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
    $withProgramme: Boolean!
    $withEnrolments: Boolean!
  ) {
    students(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        admissionNo
        firstName
        lastName
        state
        yearOfStudy
        balanceDue
        creditBalance
        admittedOn
        currentEnrolment @include(if: $withEnrolments) {
          yearOfStudy
        }
        programme @include(if: $withProgramme) {
          code
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

type Row = NonNullable<StudentsQuery['students']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    name: 'no',
    title: { en: 'Admission number', sw: 'Nambari ya usajili' },
    cell: ({ id, admissionNo }) => (
      <Link to={`/students/${id}`}>
        <RecordNo of={admissionNo} />
      </Link>
    ),
    csv: ({ admissionNo }) => admissionNo,
  },
  {
    name: 'name',
    title: { en: 'Name', sw: 'Jina' },
    narrow: 'under',
    cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    csv: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  {
    name: 'programme',
    title: { en: 'Programme', sw: 'Programu' },
    cell: ({ programme }) => (programme ? <span title={programme.name}>{programme.code}</span> : '–'),
    csv: ({ programme }) => programme?.code ?? null,
  },
  {
    name: 'year',
    title: { en: 'Year', sw: 'Mwaka' },
    isNumber: true,
    cell: yearStudied,
    csv: yearStudied,
  },
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next' },
    studentStates,
    ({ state }) => state,
  ),
  {
    name: 'owes',
    title: { en: 'Owes', sw: 'Anadaiwa' },
    narrow: 'next',
    isNumber: true,
    cell: ({ balanceDue }) => (balanceDue === 0 ? '–' : <Money cents={balanceDue} />),
    csv: ({ balanceDue }) => balanceDue / 100,
  },
  {
    name: 'credit',
    title: { en: 'Credit', sw: 'Salio la ziada' },
    isNumber: true,
    cell: ({ creditBalance }) => (creditBalance === 0 ? '–' : <Money cents={creditBalance} />),
    csv: ({ creditBalance }) => creditBalance / 100,
  },
  dateColumn({ name: 'admitted', title: { en: 'Admitted', sw: 'Alikubaliwa' } }, ({ admittedOn }) => admittedOn),
];

function variablesOf(filters: Filters) {
  const state = nameIn(studentStates, filters['state']);
  return {
    ...pageVariables(filters),
    filter: {
      search: filters['search'] ?? null,
      states: state === undefined ? null : [state],
      sponsorMemberId: filters['sponsor'] ?? null,
    },
  };
}

const listOf = ({ students }: StudentsQuery) => students;

/** The students of the school, with what they owe. */
export function Page() {
  const t = useTexts(schoolTexts);
  const { filters } = useFilters();
  const may = useMay();
  const withProgramme = may('programmes:read');
  const variables = { ...variablesOf(filters), withProgramme, withEnrolments: may('enrolments:read') };
  return (
    <ListPage
      live={['student.']}
      title={t('students')}
      name="students"
      document={STUDENTS}
      variables={variables}
      listOf={listOf}
      columns={withProgramme ? columns : columns.filter(({ name }) => name !== 'programme')}
      keyOf={({ id }) => id}
      opens={({ id }) => `/students/${id}`}
      empty={{ title: t('noStudent'), hint: t('noneHint') }}
      actions={() => <Register />}
    >
      <SearchBox hint={t('studentHint')} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={studentStates} />
      <Narrowed by="sponsor" label={t('sponsor')} />
    </ListPage>
  );
}

/** A new student's page opens after it was registered. */
function Register() {
  const t = useTexts(studentFormTexts);
  const router = useRouter();
  const may = useMay();
  if (!may('students:write') || !may('programmes:read')) return null;
  const offer = offerLater({
    name: 'registerStudent',
    word: t('register'),
    title: t('register'),
    of: null,
    load: () => import('./forms/register-student.tsx'),
  });
  const open = (data: unknown) => {
    const id = createdIn(data);
    if (id !== null) void router.navigate({ to: `/students/${id}` });
  };
  return <RecordActions steps={[offer]} usual={[offer.name]} next={[offer.name]} onDone={open} />;
}
