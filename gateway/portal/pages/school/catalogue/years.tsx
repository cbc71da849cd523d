import { dateColumn } from '../../../components/columns.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../../components/filters.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { CatalogueYearsQuery } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../../texts/texts.ts';
import { PartPage } from './parts.tsx';
import { changeTermStep, changeYearStep, openTermStep, openYearStep } from './period-steps.ts';
import { Terms } from './terms.tsx';
import { catalogueTexts } from './texts.ts';

const YEARS = graphql(`
  query CatalogueYears($first: Int, $after: String, $last: Int, $before: String) {
    academicYears(first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        version
        name
        startDate
        endDate
        terms {
          id
          version
          name
          kind
          startDate
          endDate
          registrationDeadline
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

type Row = NonNullable<CatalogueYearsQuery['academicYears']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  { name: 'name', title: { en: 'Year', sw: 'Mwaka' }, cell: ({ name }) => name },
  {
    name: 'terms',
    title: { en: 'Terms', sw: 'Mihula' },
    narrow: 'under',
    cell: ({ terms }) => <Terms terms={terms} />,
  },
  dateColumn({ name: 'from', title: { en: 'From', sw: 'Kuanzia' } }, ({ startDate }) => startDate),
  dateColumn({ name: 'to', title: { en: 'To', sw: 'Hadi' } }, ({ endDate }) => endDate),
];

/** When is studied. */
export function Years() {
  const t = useTexts(catalogueTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  return (
    <PartPage
      document={YEARS}
      variables={pageVariables(filters)}
      listOf={({ academicYears }) => academicYears}
      columns={columns}
      stepsOf={(year) => [
        openTermStep(year, t, spoken),
        changeYearStep(year, t),
        ...year.terms.map((term) => changeTermStep(term, year, t, spoken)),
      ]}
      add={() => [openYearStep(t)]}
    />
  );
}
