import { textColumn, wordColumn } from '../../../components/columns.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../../components/filters.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import { useLanguage, useTexts } from '../../../texts/texts.ts';
import { PartPage } from './parts.tsx';
import { adoptStep, defineScaleStep, redefineStep, type ScaleRow } from './scale-steps.ts';
import { catalogueTexts } from './texts.ts';
import { entries } from './words.ts';

const SCALES = graphql(`
  query CatalogueScales($first: Int, $after: String, $last: Int, $before: String) {
    gradingScales(first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        version
        code
        name
        edition
        entry
        rounding
        passMark
        supplementaryCap
        bands {
          grade
          minMark
          points
          remark
        }
        weights {
          kind
          weightBp
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

const columns: readonly Column<ScaleRow>[] = [
  { name: 'code', title: { en: 'Code', sw: 'Msimbo' }, cell: ({ code }) => code },
  textColumn({ name: 'name', title: { en: 'Name', sw: 'Jina' }, narrow: 'under' }, ({ name }) => name),
  textColumn({ name: 'bands', title: { en: 'Grades', sw: 'Madaraja' } }, ({ bands }) =>
    bands.map(({ grade, minMark }) => (minMark === null ? grade : `${grade} ${minMark}`)).join(', '),
  ),
  wordColumn({ name: 'entry', title: { en: 'Grade', sw: 'Daraja' }, isExtra: true }, entries, ({ entry }) => entry),
  {
    name: 'edition',
    title: { en: 'Edition', sw: 'Toleo' },
    isNumber: true,
    cell: ({ edition }) => edition,
  },
];

/** How marks become grades. */
export function Scales() {
  const t = useTexts(catalogueTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  return (
    <PartPage
      document={SCALES}
      variables={pageVariables(filters)}
      listOf={({ gradingScales }) => gradingScales}
      columns={columns}
      stepsOf={(scale) => [redefineStep(scale, t, spoken)]}
      add={() => [adoptStep(t, spoken), defineScaleStep(t, spoken)]}
    />
  );
}
