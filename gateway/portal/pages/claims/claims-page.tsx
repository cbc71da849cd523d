import { Link } from '@tanstack/react-router';
import { agoColumn, dateColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters } from '../../components/filters.ts';
import { ListPage } from '../../components/list-page.tsx';
import { WordChoice } from '../../components/list-tools.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { nameIn } from '../../format/names.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { DeathClaimsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { claimStates, claimTexts } from './texts.ts';

const CLAIMS = graphql(`
  query DeathClaims(
    $filter: DeathClaimFilter
    $orderBy: [DeathClaimOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    deathClaims(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        claimNo
        state
        diedOn
        createdAt
        member {
          memberNo
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

type Row = NonNullable<DeathClaimsQuery['deathClaims']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    name: 'no',
    title: { en: 'Claim', sw: 'Dai' },
    orderBy: 'CLAIM_NO',
    cell: ({ claimNo }) => <Link to={`/claims/${claimNo}`}>{claimNo}</Link>,
    csv: ({ claimNo }) => claimNo,
  },
  textColumn(
    { name: 'member', title: { en: 'Member', sw: 'Mwanachama' }, narrow: 'under' },
    ({ member }) => member?.name,
  ),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next', orderBy: 'STATE' },
    claimStates,
    ({ state }) => state,
  ),
  dateColumn({ name: 'died', title: { en: 'Died on', sw: 'Alifariki' }, orderBy: 'DIED_ON' }, ({ diedOn }) => diedOn),
  agoColumn(
    { name: 'since', title: { en: 'Recorded', sw: 'Liliandikwa' }, orderBy: 'CREATED_AT' },
    ({ createdAt }) => createdAt,
  ),
];

const listOf = ({ deathClaims }: DeathClaimsQuery) => deathClaims;

/** What members who died have left and owe, until nothing is left of it. */
export function Page() {
  const t = useTexts(claimTexts);
  const { filters } = useFilters();
  const state = nameIn(claimStates, filters['state']);
  const days = instantsOf(daysIn(filters));
  const variables = {
    ...pageVariables(filters),
    filter: { states: state === undefined ? null : [state], createdAt: days },
    orderBy: orderOf(filters, ['CLAIM_NO', 'STATE', 'DIED_ON', 'CREATED_AT']) ?? newestOf('CREATED_AT', days),
  };
  return (
    <ListPage
      live={['death_claim.']}
      title={t('claims')}
      name="claims"
      document={CLAIMS}
      variables={variables}
      listOf={listOf}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ claimNo }) => `/claims/${claimNo}`}
      empty={{ title: t('none'), hint: t('noneHint') }}
    >
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={claimStates} />
      <Days />
    </ListPage>
  );
}
