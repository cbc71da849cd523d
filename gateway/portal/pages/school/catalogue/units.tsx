import { textColumn } from '../../../components/columns.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../../components/filters.ts';
import { RecordNo } from '../../../components/record-no.tsx';
import { graphql } from '../../../graph/generated/gql.ts';
import type { CatalogueUnitsQuery } from '../../../graph/generated/graphql.ts';
import { useTexts } from '../../../texts/texts.ts';
import { PartPage } from './parts.tsx';
import { ProgrammeChoice } from './programme-choice.tsx';
import { offerUnitStep } from './period-steps.ts';
import { catalogueTexts } from './texts.ts';

const UNITS = graphql(`
  query CatalogueUnits($filter: UnitFilter, $first: Int, $after: String, $last: Int, $before: String) {
    units(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        code
        title
        creditHours
        yearOfStudy
        core
        programme {
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
    programmes(first: 60) {
      nodes {
        id
        code
        name
      }
    }
  }
`);

type Row = NonNullable<CatalogueUnitsQuery['units']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    name: 'code',
    title: { en: 'Code', sw: 'Msimbo' },
    cell: ({ code, core }) => (
      <>
        <RecordNo of={code} />
        {core ? ' *' : null}
      </>
    ),
  },
  textColumn({ name: 'title', title: { en: 'Title', sw: 'Jina la somo' }, narrow: 'under' }, ({ title }) => title),
  textColumn({ name: 'programme', title: { en: 'Programme', sw: 'Programu' } }, ({ programme }) => programme?.code),
  {
    name: 'year',
    title: { en: 'Year of study', sw: 'Mwaka wa kusoma' },
    isNumber: true,
    narrow: 'next',
    cell: ({ yearOfStudy }) => yearOfStudy,
  },
  {
    name: 'credit',
    title: { en: 'Credit hours', sw: 'Saa za somo' },
    isNumber: true,
    cell: ({ creditHours }) => creditHours,
  },
];

/** What is taught. */
export function Units() {
  const t = useTexts(catalogueTexts);
  const { filters } = useFilters();
  const variables = { ...pageVariables(filters), filter: { programmeId: filters['programme'] ?? null } };
  return (
    <PartPage
      document={UNITS}
      variables={variables}
      listOf={({ units }) => units}
      columns={columns}
      add={({ programmes }) => [offerUnitStep(programmes?.nodes ?? [], t)]}
    >
      {(data) => <ProgrammeChoice programmes={data?.programmes?.nodes ?? []} />}
    </PartPage>
  );
}
