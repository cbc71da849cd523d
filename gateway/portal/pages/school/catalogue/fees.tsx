import { moneyColumn, textColumn } from '../../../components/columns.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../../components/filters.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { CatalogueFeesQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../../texts/texts.ts';
import { drawFeesStep } from './fee-steps.ts';
import { PartPage } from './parts.tsx';
import { ProgrammeChoice } from './programme-choice.tsx';
import { catalogueTexts } from './texts.ts';

const FEES = graphql(`
  query CatalogueFees($filter: FeeStructureFilter, $first: Int, $after: String, $last: Int, $before: String) {
    feeStructures(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        name
        yearOfStudy
        total
        programme {
          id
          code
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
    programmes(first: 40, filter: { states: [ACTIVE] }) {
      nodes {
        id
        code
        name
      }
    }
    academicYears(first: 4) {
      nodes {
        id
        name
        terms {
          id
          name
        }
      }
    }
  }
`);

type Row = NonNullable<CatalogueFeesQuery['feeStructures']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  { name: 'name', title: { en: 'Name', sw: 'Jina' }, cell: ({ name }) => name },
  textColumn(
    { name: 'programme', title: { en: 'Programme', sw: 'Programu' }, narrow: 'under' },
    ({ programme }) => programme?.code,
  ),
  textColumn({ name: 'period', title: { en: 'Year and term', sw: 'Mwaka na muhula' } }, ({ academicYear, term }) =>
    term === null ? academicYear.name : `${academicYear.name} · ${term.name}`,
  ),
  {
    name: 'year',
    title: { en: 'Year of study', sw: 'Mwaka wa kusoma' },
    isNumber: true,
    cell: ({ yearOfStudy }) => yearOfStudy ?? '–',
  },
  moneyColumn({ name: 'total', title: { en: 'Together', sw: 'Jumla' }, narrow: 'next' }, ({ total }) => total),
];

/** What it costs. */
export function Fees() {
  const t = useTexts(catalogueTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const variables = { ...pageVariables(filters), filter: { programmeId: filters['programme'] ?? null } };
  return (
    <PartPage
      document={FEES}
      variables={variables}
      listOf={({ feeStructures }) => feeStructures}
      columns={columns}
      add={(data) => [drawFeesStep(data, t, spoken)]}
    >
      {(data) => <ProgrammeChoice programmes={data?.programmes?.nodes ?? []} />}
    </PartPage>
  );
}
