import { nameIn } from '../../format/names.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Days } from '../../components/days.tsx';
import { pageVariables, useFilters } from '../../components/filters.ts';
import { ExportButton } from '../../components/list-menus.tsx';
import { WordChoice, ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useWholePrint } from '../../components/whole-print.tsx';
import { daysIn, instantsOf } from '../../format/days.ts';
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

const listOf = ({ pendingApprovals }: ApprovalsQuery) => pendingApprovals;

/** One inbox for everything that waits for a second person. */
export function Page() {
  const t = useTexts(approvalsTexts);
  const { filters } = useFilters();
  const kind = nameIn(kindWords, filters['kind']);
  const proposedAt = instantsOf(daysIn(filters));
  const may = useMay();
  const variables = {
    ...pageVariables(filters),
    filter: { kinds: kind === undefined ? null : [kind], proposedAt },
    withMembers: may('members:read'),
    withLoans: may('loans:read'),
    withPayments: may('disbursements:read'),
    withResults: may('results:read'),
  };
  const [{ data, error, fetching }, reload] = useQuery({ query: APPROVALS, variables });
  const again = () => reload({ requestPolicy: 'network-only' });
  useLive(EVENTS, again);
  const whole = { document: APPROVALS, variables, listOf };
  const paper = useWholePrint(whole, data?.pendingApprovals);
  return (
    <>
      <PrintHead />
      <PageHead title={t('approvals')}>
        <ShowQuery document={APPROVALS} variables={variables} />
      </PageHead>
      <ListTools>
        <WordChoice name="kind" label={t('kind')} all={t('everyKind')} words={kindWords} />
        <Days of={t('proposed')} />
        <span className="space" />
        <span className="menus">
          {paper.button}
          <ExportButton name="approvals" {...whole} columns={IN_FILE} />
        </span>
      </ListTools>
      {paper.note}
      <DataTable
        label={t('approvals')}
        columns={columns(again)}
        list={paper.shown}
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

/** As a file has it: one thing in a column. */
const IN_FILE: readonly Pick<Column<Row>, 'title' | 'csv'>[] = [
  { title: { en: 'What', sw: 'Nini' }, csv: ({ command, kind }) => command ?? kind },
  { title: { en: 'Record', sw: 'Rekodi' }, csv: ({ subjectType, subjectId }) => `${subjectType} ${subjectId}` },
  { title: { en: 'Member', sw: 'Mwanachama' }, csv: ({ member }) => member?.name ?? null },
  { title: { en: 'Loan', sw: 'Mkopo' }, csv: ({ loan }) => loan?.loanNo ?? null },
  { title: { en: 'Amount', sw: 'Kiasi' }, csv: ({ amount }) => (amount === null ? null : amount / 100) },
  { title: { en: 'Proposed by', sw: 'Aliyependekeza' }, csv: ({ proposer, proposedBy }) => proposer ?? proposedBy },
  { title: { en: 'Proposed', sw: 'Imependekezwa' }, csv: ({ proposedAt }) => proposedAt },
  { title: { en: 'Lapses', sw: 'Mwisho wa kuamua' }, csv: ({ expiresAt }) => expiresAt },
];

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
    isOnScreenOnly: true,
    cell: (row) => <Decide row={row} onDone={onDone} />,
  },
];
