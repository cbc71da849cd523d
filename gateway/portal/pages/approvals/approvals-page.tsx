import { Link } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Ago } from '../../components/dates.tsx';
import { pageVariables, useFilters } from '../../components/filters.ts';
import { Choice, ListTools } from '../../components/list-tools.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { useLive } from '../../frame/live.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ApprovalsQuery, WaitingKind } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language } from '../../texts/texts.ts';
import { placeOf } from '../money/places.ts';
import { agreeStep, consequenceOf, refuseStep } from './steps.ts';
import { approvalsTexts } from './texts.ts';
import { commandWords, kindWords, obstacleWords } from './words.ts';
import './approvals.css';

const APPROVALS = graphql(`
  query Approvals($filter: PendingApprovalFilter, $first: Int, $after: String, $last: Int, $before: String) {
    pendingApprovals(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes {
        id
        kind
        command
        rule
        amount
        moves
        evidence
        proposedBy
        proposer
        proposedAt
        obstacle
        subjectType
        subjectId
        loan {
          loanNo
        }
        member {
          memberNo
          name
        }
        agent {
          agentNo
          available
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

export type Waiting = NonNullable<ApprovalsQuery['pendingApprovals']>['nodes'][number];

const KINDS = Object.keys(kindWords) as readonly WaitingKind[];

/** One inbox for everything that waits for a second person. */
export function Page() {
  const t = useTexts(approvalsTexts);
  const spoken = useLanguage();
  const { filters } = useFilters();
  const kind = KINDS.find((name) => name === filters['kind']);
  const variables = { ...pageVariables(filters), filter: kind === undefined ? null : { kinds: [kind] } };
  const [{ data, error, fetching }, reload] = useQuery({ query: APPROVALS, variables });
  const again = () => reload({ requestPolicy: 'network-only' });
  useLive(['proposal.', 'loan.', 'savings_account.', 'disbursement.', 'mobile_money.'], again);
  return (
    <>
      <PageHead title={t('approvals')}>
        <ShowQuery document={APPROVALS} variables={variables} />
      </PageHead>
      <ListTools>
        <Choice
          name="kind"
          label={t('kind')}
          all={t('everyKind')}
          choices={KINDS.map((name) => [name, kindWords[name][spoken]])}
        />
      </ListTools>
      <DataTable
        label={t('approvals')}
        columns={columns(spoken, again)}
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

const columns = (spoken: Language, onDone: () => void): readonly Column<Waiting>[] => [
  {
    name: 'what',
    title: { en: 'What', sw: 'Nini' },
    cell: (row) => <What row={row} spoken={spoken} />,
  },
  {
    name: 'whose',
    title: { en: 'Whose', sw: 'Ya nani' },
    cell: ({ loan, member, agent }) => (
      <span className="two-lines">
        {member ? <Link to={`/members/${member.memberNo}`}>{member.name}</Link> : null}
        {loan ? <Link to={`/loans/${loan.loanNo}`}>{loan.loanNo}</Link> : null}
        {agent && !loan ? agent.agentNo : null}
      </span>
    ),
  },
  {
    name: 'amount',
    title: { en: 'Amount', sw: 'Kiasi' },
    isNumber: true,
    cell: ({ amount }) => <Money cents={amount} />,
  },
  {
    name: 'by',
    title: { en: 'Proposed', sw: 'Imependekezwa' },
    cell: (row) => <Proposer row={row} />,
  },
  {
    name: 'decide',
    title: { en: 'Decide', sw: 'Amua' },
    cell: (row) => <Decide row={row} spoken={spoken} onDone={onDone} />,
  },
];

type RowProps = { readonly row: Waiting };

function What({ row, spoken }: RowProps & { readonly spoken: Language }) {
  const t = useTexts(approvalsTexts);
  return (
    <span className="two-lines" data-waiting={row.id}>
      <strong>{row.command === null ? kindWords[row.kind][spoken] : commandWords[row.command][spoken]}</strong>
      <span className="faint">{row.rule ?? row.evidence ?? consequenceOf(row, t)}</span>
    </span>
  );
}

function Proposer({ row }: RowProps) {
  const t = useTexts(approvalsTexts);
  return (
    <span className="two-lines">
      <span title={row.proposedBy}>{row.proposer ?? t('client')}</span>
      <span className="faint">
        <Ago of={row.proposedAt} />
      </span>
    </span>
  );
}

function Decide({ row, spoken, onDone }: RowProps & { readonly spoken: Language; readonly onDone: () => void }) {
  const t = useTexts(approvalsTexts);
  if (row.obstacle !== null) return <span className="faint obstacle">{obstacleWords[row.obstacle][spoken]}</span>;
  const [agree, refuse] = [agreeStep(row, t), refuseStep(row, t)];
  if (agree === null)
    return (
      <Link className="button" to={placeOf({ type: row.subjectType, id: row.subjectId }) ?? '/approvals'}>
        {t('onRecord')}
      </Link>
    );
  return (
    <span className="decide">
      <Action step={agree} isPrimary onDone={onDone} />
      {refuse === null ? null : <Action step={refuse} onDone={onDone} />}
    </span>
  );
}
