import { PROPOSED } from '#core/approvals/commands.ts';
import { WAITING_MOVES } from '#core/approvals/moves.ts';
import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import type { WaitingKind } from '#core/approvals/waiting.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { shownInput } from '#platform/app/compose/stored-input.ts';
import type { View } from '#platform/app/views.ts';
import { toWire } from '#platform/runtime/wire.ts';
import { listed } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { shownDetails } from './proposal-details.ts';
import { lendingLists } from '../lists.ts';

type Shown = View<'proposals'>;
type Pending = View<'waiting'>;
type One = { readonly id: string };

export const approvalQuery: TypeResolvers<LendingContext> = {
  proposal: (_, { id: uuid }: One, { loaders }) => loaders.proposals.load(uuid),
  pendingApproval: (_, { id: uuid }: One, { loaders }) => loaders.pendingApprovals.load(uuid),
  pendingApprovals: listed('pendingApprovals', lendingLists.PendingApproval, (views) => views.waiting),
  proposals: listed('proposals', lendingLists.Proposal, (views) => views.proposals),
};

/** The mutation by which another person agrees. */
const AGREE: { readonly [K in WaitingKind]: string } = {
  proposal: 'approveProposal',
  loan_application: 'approveLoan',
  savings_account_opening: 'approveSavingsAccount',
  disbursement_outcome: 'approveDisbursementOutcome',
  payout_finding: 'reviewAppPayment',
  collection_finding: 'reviewAppPayment',
  mobile_money_return: 'approveMobileMoneyReturn',
  alert_report: 'fileAmlAlertSar',
  key_replacement: 'confirmInvitation',
  introduction: 'confirmPerson',
  class_results: 'publishResults',
};

/** The subject, where it is of this kind. */
const subjectOf =
  (type: string, load: (loaders: LendingContext['loaders'], uuid: string) => unknown) =>
  ({ subjectType, subject }: Pending, _: unknown, { loaders }: LendingContext) =>
    subjectType === type ? load(loaders, subject.uuid) : null;

/** The loan itself, or that of a payment on one. */
async function loanOf({ subjectType, subject, loan }: Pending, _: unknown, { loaders }: LendingContext) {
  if (subjectType === 'loan') return loaders.loans.byUuid.load(subject.uuid);
  if (loan !== null) return loaders.loans.byId.load(loan.id);
  if (subjectType !== 'repayment') return null;
  const repayment = await loaders.repayments.load(subject.uuid);
  return repayment && loaders.loans.byId.load(repayment.loanId);
}

async function memberOf(pending: Pending, _: unknown, context: LendingContext) {
  const { loaders } = context;
  const { subjectType, subject } = pending;
  if (subjectType === 'member') return loaders.members.byUuid.load(subject.uuid);
  const savings = subjectType === 'savings_account' ? await loaders.savingsAccounts.load(subject.uuid) : null;
  const owner = savings ?? (await loanOf(pending, _, context));
  return owner && loaders.members.byId.load(owner.memberId);
}

/** The agent whose float it fills, or that has paid. */
async function agentOf({ subjectType, subject }: Pending, _: unknown, { loaders }: LendingContext) {
  if (subjectType === 'agent') return loaders.agents.load(subject.uuid);
  const of =
    subjectType === 'float_top_up'
      ? await loaders.floatTopUps.load(subject.uuid)
      : subjectType === 'disbursement'
        ? await loaders.disbursements.load(subject.uuid)
        : null;
  return of?.agentNo == null ? null : loaders.agentsByNumber.load(of.agentNo);
}

const obstacle = (pending: Pending, _: unknown, { loaders }: LendingContext) => loaders.obstacles.load(pending);

/** What waits on a record. */
const pendingApprovals = ({ uuid }: { readonly uuid: string }, _: unknown, { loaders }: LendingContext) =>
  loaders.pendingApprovalsOf.load(uuid);

/** The records on which something may wait. */
export const approvalsOfRecords: Resolvers<LendingContext> = Object.fromEntries(
  [
    'Member',
    'Loan',
    'Repayment',
    'Disbursement',
    'SavingsAccount',
    'SavingsTransaction',
    'MobileMoneyTransaction',
    'FloatTopUp',
    'DeathClaim',
    'Agent',
    'Receipt',
    'AppPayment',
    'AmlAlert',
  ].map((type) => [type, { pendingApprovals }]),
);

/** A school's own record: only that it exists for the caller. */
const existing =
  (type: 'Student' | 'Result') =>
  async ({ id }: One, { loaders }: LendingContext) => {
    const found = await loaders.nodes.load(id);
    return found?.type === type ? { id: found.uuid } : null;
  };

/** The same of a school's records, of which lending knows the ids alone. */
export const approvalsOfSchools: Resolvers<LendingContext> = {
  Invoice: { pendingApprovals: ({ id }: One, _: unknown, { loaders }) => loaders.pendingApprovalsOf.load(id) },
  Student: {
    __resolveReference: existing('Student'),
    pendingApprovals: ({ id }: One, _: unknown, { loaders }) => loaders.pendingApprovalsOf.load(id),
  },
  Result: {
    __resolveReference: existing('Result'),
    pendingApprovals: ({ id }: One, _: unknown, { loaders }) => loaders.pendingApprovalsOfResult.load(id),
  },
};

export const approvalRecords: Resolvers<LendingContext> = {
  PendingApproval: {
    id: ({ uuid }: Pending) => uuid,
    proposal: ({ kind, record }: Pending, _: unknown, { loaders }) =>
      kind === 'proposal' ? loaders.proposals.load(record.uuid) : null,
    subjectId: ({ subject }: Pending) => subject.uuid,
    mutation: ({ kind }: Pending) => AGREE[kind],
    moves: ({ kind, command }: Pending) => (command === null ? WAITING_MOVES[kind] : PROPOSED[command].moves),
    loan: loanOf,
    disbursement: subjectOf('disbursement', ({ disbursements }, uuid) => disbursements.load(uuid)),
    repayment: subjectOf('repayment', ({ repayments }, uuid) => repayments.load(uuid)),
    member: memberOf,
    agent: agentOf,
    result: ({ kind, record }: Pending) => (kind === 'class_results' ? { id: record.uuid } : null),
    mayDecide: async (pending: Pending, _: unknown, context) => (await obstacle(pending, _, context)) === null,
    obstacle,
  },
  Proposal: {
    __resolveReference: (reference: One, { loaders }) => loaders.proposals.load(reference.id),
    id: ({ uuid }: Shown) => uuid,
    input: ({ input }: Shown) =>
      Object.entries(shownInput(input)).map(([name, value]) => ({ name, value: JSON.stringify(toWire(value)) })),
    details: ({ input }: Shown, _: unknown, context) => shownDetails(input, context),
    subjectId: ({ subjectUuid }: Shown) => subjectUuid,
    evidence: ({ evidence }: Shown) => evidence.map((each) => ({ ...each, at: Temporal.Instant.from(each.at) })),
    availableActions: ({ state }: Shown) => availableActions(proposalLifecycle, state),
  },
};
