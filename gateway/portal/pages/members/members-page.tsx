import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Ago } from '../../components/dates.tsx';
import { orderOf, pageVariables, useFilters } from '../../components/filters.ts';
import { ExportButton, useColumns } from '../../components/list-menus.tsx';
import { Choice, ListTools, SearchBox } from '../../components/list-tools.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { graphql } from '../../graph/generated/gql.ts';
import type { MembersQuery, MemberState } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { memberStates, membersTexts } from './texts.ts';

const MEMBERS = graphql(`
  query Members(
    $filter: MemberFilter
    $orderBy: [MemberOrder!]
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    members(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        memberNo
        name
        phone
        state
        createdAt
        branch {
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

type Row = NonNullable<MembersQuery['members']>['nodes'][number];

const columns = (spoken: Language): readonly Column<Row>[] => [
  {
    name: 'no',
    title: { en: 'Number', sw: 'Nambari' },
    orderBy: 'MEMBER_NO',
    cell: ({ memberNo }) => <Link to={`/members/${memberNo}`}>{memberNo}</Link>,
    csv: ({ memberNo }) => memberNo,
  },
  {
    name: 'name',
    title: { en: 'Name', sw: 'Jina' },
    orderBy: 'NAME',
    cell: ({ name }) => name,
    csv: ({ name }) => name,
  },
  { name: 'phone', title: { en: 'Phone', sw: 'Simu' }, cell: ({ phone }) => phone ?? '–', csv: ({ phone }) => phone },
  {
    name: 'branch',
    title: { en: 'Branch', sw: 'Tawi' },
    cell: ({ branch }) => branch?.name ?? '–',
    csv: ({ branch }) => branch?.name ?? null,
  },
  {
    name: 'state',
    title: { en: 'State', sw: 'Hali' },
    cell: ({ state }) => <State word={memberStates[state].word[spoken]} tone={memberStates[state].tone} />,
    csv: ({ state }) => state,
  },
  {
    name: 'since',
    title: { en: 'Joined', sw: 'Alijiunga' },
    orderBy: 'CREATED_AT',
    cell: ({ createdAt }) => <Ago of={createdAt} />,
    csv: ({ createdAt }) => createdAt,
  },
];

const STATES = Object.keys(memberStates) as readonly MemberState[];

const listOf = ({ members }: MembersQuery) => members;

/** The members, searched and filtered by the address. */
export function Page() {
  const t = useTexts(membersTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const { shown, menu } = useColumns('members', columns(spoken));
  const state = STATES.find((name) => name === filters['state']);
  const variables = {
    ...pageVariables(filters),
    filter: { search: filters['search'] ?? null, states: state === undefined ? null : [state] },
    orderBy: orderOf(filters, ['MEMBER_NO', 'NAME', 'CREATED_AT']) ?? null,
  };
  const [{ data, error, fetching }, reload] = useQuery({ query: MEMBERS, variables });
  return (
    <>
      <PageHead title={t('members')}>
        <ShowQuery document={MEMBERS} variables={variables} />
      </PageHead>
      <ListTools>
        <SearchBox hint={t('searchHint')} />
        <Choice
          name="state"
          label={t('state')}
          all={t('everyState')}
          choices={STATES.map((name) => [name, memberStates[name].word[spoken]])}
        />
        <span className="space" />
        {menu}
        <ExportButton name="members" document={MEMBERS} variables={variables} listOf={listOf} columns={shown} />
      </ListTools>
      <DataTable
        label={t('members')}
        columns={shown}
        list={data?.members}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        opens={({ memberNo }) => `/members/${memberNo}`}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
    </>
  );
}
