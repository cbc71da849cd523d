import { Link } from '@tanstack/react-router';
import { moneyColumn, textColumn, wordColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { AgentsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { agentTexts, providerNames } from './texts.ts';

const AGENTS = graphql(`
  query Agents($first: Int, $after: String, $last: Int, $before: String) {
    agents(first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        agentNo
        name
        branch {
          name
        }
        floatAt
        float
        held
        available
        lowFloat
        dailyLimit
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

type Row = NonNullable<AgentsQuery['agents']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    name: 'agent',
    title: { en: 'Agent', sw: 'Wakala' },
    cell: ({ agentNo }) => <Link to={`/money/agents/${agentNo}`}>{agentNo}</Link>,
    csv: ({ agentNo }) => agentNo,
  },
  textColumn({ name: 'name', title: { en: 'Name', sw: 'Jina' }, narrow: 'under' }, ({ name }) => name),
  textColumn({ name: 'branch', title: { en: 'Branch', sw: 'Tawi' } }, ({ branch }) => branch.name),
  wordColumn({ name: 'at', title: { en: 'Lies at', sw: 'Iko kwa' } }, providerNames, ({ floatAt }) => floatAt),
  moneyColumn({ name: 'float', title: { en: 'Float', sw: 'Floti' } }, ({ float }) => float),
  moneyColumn({ name: 'held', title: { en: 'Promised', sw: 'Imeahidiwa' } }, ({ held }) => held),
  moneyColumn(
    { name: 'available', title: { en: 'Available', sw: 'Inapatikana' }, narrow: 'next' },
    ({ available }) => available,
  ),
  moneyColumn({ name: 'low', title: { en: 'Low below', sw: 'Ni ndogo chini ya' } }, ({ lowFloat }) => lowFloat),
  moneyColumn({ name: 'limit', title: { en: 'At most a day', sw: 'Kikomo cha siku' } }, ({ dailyLimit }) => dailyLimit),
];

/** The agents from whose floats loans are paid out, in the order in which they were appointed. */
export function Page() {
  const t = useTexts(agentTexts);
  const { filters } = useFilters();
  return (
    <ListPage
      title={t('agents')}
      name="agents"
      document={AGENTS}
      variables={pageVariables(filters)}
      listOf={({ agents }) => agents}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ agentNo }) => `/money/agents/${agentNo}`}
      live={['float.', 'agent.', 'disbursement.']}
      empty={{ title: t('none'), hint: t('noneHint') }}
    />
  );
}
