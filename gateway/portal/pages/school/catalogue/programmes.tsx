import { stateColumn, textColumn, wordColumn } from '../../../components/columns.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../../components/filters.ts';
import { WordChoice } from '../../../components/list-tools.tsx';
import { RecordNo } from '../../../components/record-no.tsx';
import { nameIn } from '../../../format/names.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { CatalogueProgrammesQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../../texts/texts.ts';
import { PartPage } from './parts.tsx';
import { defineProgrammeStep, programmeSteps, type ProgrammeRow } from './programme-steps.ts';
import { catalogueTexts } from './texts.ts';
import { levels, programmeStates } from './words.ts';

const PROGRAMMES = graphql(`
  query CatalogueProgrammes($filter: ProgrammeFilter, $first: Int, $after: String, $last: Int, $before: String) {
    programmes(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        version
        code
        name
        level
        department
        mode
        durationTerms
        kuccpsCode
        state
        availableActions
        gradingScale {
          id
          code
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
    }
    gradingScales(first: 30) {
      nodes {
        id
        code
        name
      }
    }
  }
`);

const columns: readonly Column<ProgrammeRow>[] = [
  {
    name: 'code',
    title: { en: 'Code', sw: 'Msimbo' },
    cell: ({ code }) => <RecordNo of={code} />,
    csv: ({ code }) => code,
  },
  textColumn({ name: 'name', title: { en: 'Name', sw: 'Jina' }, narrow: 'under' }, ({ name }) => name),
  wordColumn({ name: 'level', title: { en: 'Leads to', sw: 'Inaongoza kwa' } }, levels, ({ level }) => level),
  textColumn({ name: 'department', title: { en: 'Department', sw: 'Idara' }, isExtra: true }, (row) => row.department),
  {
    name: 'terms',
    title: { en: 'Terms', sw: 'Mihula' },
    isNumber: true,
    cell: ({ durationTerms }) => durationTerms,
    csv: ({ durationTerms }) => durationTerms,
  },
  textColumn({ name: 'scale', title: { en: 'Scale', sw: 'Mizani' } }, ({ gradingScale }) => gradingScale.code),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next' },
    programmeStates,
    ({ state }) => state,
  ),
];

/** What may be studied. */
export function Programmes() {
  const t = useTexts(catalogueTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const state = nameIn(programmeStates, filters['state']);
  const variables = { ...pageVariables(filters), filter: { states: state === undefined ? null : [state] } };
  const context = ({ gradingScales }: CatalogueProgrammesQuery) => ({ scales: gradingScales?.nodes ?? [], t, spoken });
  return (
    <PartPage
      document={PROGRAMMES}
      variables={variables}
      listOf={({ programmes }) => programmes}
      columns={columns}
      stepsOf={(row, data) => programmeSteps(row, context(data))}
      add={(data) => [defineProgrammeStep(context(data))]}
    >
      {() => <WordChoice name="state" label={t('state')} all={t('everyState')} words={programmeStates} />}
    </PartPage>
  );
}
