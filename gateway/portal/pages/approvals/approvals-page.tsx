import { nameIn } from '../../format/names.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { pageVariables, useFilters } from '../../components/filters.ts';
import { WordChoice, ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useLive } from '../../frame/live.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ApprovalsQuery } from '../../graph/generated/graphql.ts';
import { useTexts } from '../../texts/texts.ts';
import { approvalsTexts } from './texts.ts';
import { Decide, OfClass, OfInstitution, OfRecord, Proposer, Recipient, What } from './waiting.tsx';
import { kindWords } from './words.ts';

const APPROVALS = graphql(`
  query Approvals(
    $filter: PendingApprovalFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
    $withMembers: Boolean!
    $withLoans: Boolean!
    $withPayments: Boolean!
    $withResults: Boolean!
  ) {
    pendingApprovals(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        ...Waiting
        ...WaitingPayment @include(if: $withPayments)
        ...WaitingClass @include(if: $withResults)
        loan @include(if: $withLoans) {
          loanNo
        }
        member @include(if: $withMembers) {
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

/** By what comes into the inbox, and leaves it. */
const EVENTS = [
  'proposal.',
  'loan.',
  'savings_account.',
  'disbursement.',
  'mobile_money.',
  'aml_alert.',
  'person.',
  'result.',
];

/** One inbox for everything that waits for a second person. */
export function Page() {
  const t = useTexts(approvalsTexts);
  const { filters } = useFilters();
  const kind = nameIn(kindWords, filters['kind']);
  const may = useMay();
  const variables = {
    ...pageVariables(filters),
    filter: kind === undefined ? null : { kinds: [kind] },
    withMembers: may('members:read'),
    withLoans: may('loans:read'),
    withPayments: may('disbursements:read'),
    withResults: may('results:read'),
  };
  const [{ data, error, fetching }, reload] = useQuery({ query: APPROVALS, variables });
  const again = () => reload({ requestPolicy: 'network-only' });
  useLive(EVENTS, again);
  return (
    <>
      <PageHead title={t('approvals')}>
        <ShowQuery document={APPROVALS} variables={variables} />
      </PageHead>
      <ListTools>
        <WordChoice name="kind" label={t('kind')} all={t('everyKind')} words={kindWords} />
      </ListTools>
      <DataTable
        label={t('approvals')}
        columns={columns(again)}
        list={data?.pendingApprovals}
        isLoading={fetching}
        error={error}
        onRetry={reload}
        keyOf={({ id }) => id}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
    </>
  );
}

type Row = NonNullable<ApprovalsQuery['pendingApprovals']>['nodes'][number];

const columns = (onDone: () => void): readonly Column<Row>[] => [
  {
    name: 'what',
    title: { en: 'What', sw: 'Nini' },
    cell: (row) => <What row={row} />,
  },
  {
    name: 'whose',
    title: { en: 'Whose', sw: 'Ya nani' },
    cell: (row) => {
      const { loan, member, agent, subjectType, subjectId } = row;
      return (
        <span className="two-lines">
          <OfRecord type={subjectType} id={subjectId} />
          <OfInstitution row={row} />
          <OfClass row={row} />
          {member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : null}
          {loan ? (
            <Link className="record-no" to={`/loans/${loan.loanNo}`}>
              {loan.loanNo}
            </Link>
          ) : null}
          {agent && !loan ? agent.agentNo : null}
          <Recipient row={row} />
        </span>
      );
    },
  },
  {
    name: 'amount',
    title: { en: 'Amount', sw: 'Kiasi' },
    isNumber: true,
    cell: ({ amount }) => (amount === null ? <span className="no-amount">–</span> : <Money cents={amount} />),
  },
  {
    name: 'by',
    title: { en: 'Proposed', sw: 'Imependekezwa' },
    cell: (row) => <Proposer row={row} />,
  },
  {
    name: 'decide',
    title: { en: 'Decide', sw: 'Amua' },
    cell: (row) => <Decide row={row} onDone={onDone} />,
  },
];
