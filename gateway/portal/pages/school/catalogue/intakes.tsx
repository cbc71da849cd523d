import type { Column } from '../../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../../components/filters.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { CatalogueIntakesQuery } from '../../../graph/generated/graphql.ts';
import { useTexts } from '../../../texts/texts.ts';
import { PartPage } from './parts.tsx';
import { openIntakeStep } from './period-steps.ts';
import { catalogueTexts } from './texts.ts';

const INTAKES = graphql(`
  query CatalogueIntakes($first: Int, $after: String, $last: Int, $before: String) {
    intakes(first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        name
        month
        year
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

type Row = NonNullable<CatalogueIntakesQuery['intakes']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  { name: 'name', title: { en: 'Name', sw: 'Jina' }, cell: ({ name }) => name },
  {
    name: 'begins',
    title: { en: 'Begins', sw: 'Linaanza' },
    isNumber: true,
    narrow: 'next',
    cell: ({ month, year }) => `${String(month).padStart(2, '0')}/${year}`,
  },
];

/** Who begins together. */
export function Intakes() {
  const t = useTexts(catalogueTexts);
  const { filters } = useFilters();
  return (
    <PartPage
      document={INTAKES}
      variables={pageVariables(filters)}
      listOf={({ intakes }) => intakes}
      columns={columns}
      add={() => [openIntakeStep(t)]}
    />
  );
}
