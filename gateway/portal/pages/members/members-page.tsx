import { nameIn } from '../../format/names.ts';
import { agoColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { ListPage } from '../../components/list-page.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { newestOf, orderOf, pageVariables, useFilters } from '../../components/filters.ts';
import { WordChoice, SearchBox } from '../../components/list-tools.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
import { phoneText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { CreateMemberMutation, MembersQuery } from '../../graph/generated/graphql.ts';
import { useMay } from '../../frame/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { registerStep } from './register.ts';
import { memberStepTexts } from './step-texts.ts';
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

const columns: readonly Column<Row>[] = [
  {
    name: 'no',
    title: { en: 'Number', sw: 'Nambari' },
    orderBy: 'MEMBER_NO',
    cell: ({ memberNo }) => <Link to={`/members/${memberNo}`}>{memberNo}</Link>,
    csv: ({ memberNo }) => memberNo,
  },
  textColumn({ name: 'name', title: { en: 'Name', sw: 'Jina' }, narrow: 'under', orderBy: 'NAME' }, ({ name }) => name),
  {
    name: 'phone',
    title: { en: 'Phone', sw: 'Simu' },
    narrow: 'next',
    cell: ({ phone }) => (phone === null ? '–' : phoneText(phone)),
    csv: ({ phone }) => phone,
  },
  textColumn({ name: 'branch', title: { en: 'Branch', sw: 'Tawi' } }, ({ branch }) => branch?.name),
  stateColumn(
    { name: 'state', title: { en: 'State', sw: 'Hali' }, narrow: 'next' },
    memberStates,
    ({ state }) => state,
  ),
  agoColumn(
    { name: 'since', title: { en: 'Joined', sw: 'Alijiunga' }, orderBy: 'CREATED_AT' },
    ({ createdAt }) => createdAt,
  ),
];

const listOf = ({ members }: MembersQuery) => members;

/** The members, searched and filtered by the address. */
export function Page() {
  const t = useTexts(membersTexts);
  const { filters } = useFilters();
  const state = nameIn(memberStates, filters['state']);
  const days = instantsOf(daysIn(filters));
  const variables = {
    ...pageVariables(filters),
    filter: { search: filters['search'] ?? null, states: state === undefined ? null : [state], createdAt: days },
    orderBy: orderOf(filters, ['MEMBER_NO', 'NAME', 'CREATED_AT']) ?? newestOf('CREATED_AT', days),
  };
  return (
    <ListPage
      live={['member.']}
      title={t('members')}
      name="members"
      document={MEMBERS}
      variables={variables}
      listOf={listOf}
      columns={columns}
      keyOf={({ id }) => id}
      opens={({ memberNo }) => `/members/${memberNo}`}
      empty={{ title: t('none'), hint: t('noneHint') }}
      actions={() => <Register />}
    >
      <SearchBox hint={t('searchHint')} />
      <WordChoice name="state" label={t('state')} all={t('everyState')} words={memberStates} />
      <Days of={t('joined')} />
    </ListPage>
  );
}

/** A new member, whose page opens then. */
function Register() {
  const t = useTexts(memberStepTexts);
  const may = useMay();
  const navigate = useNavigate();
  if (!may('members:write')) return null;
  const done = (data: unknown) => {
    // What the mutation answers where it was done.
    const memberNo = (data as CreateMemberMutation).createMember?.member?.memberNo;
    if (memberNo !== undefined) void navigate({ to: `/members/${memberNo}` });
  };
  return <Action step={registerStep(t)} isPrimary onDone={done} />;
}
