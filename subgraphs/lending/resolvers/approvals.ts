import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import type { WaitingKind } from '#core/approvals/waiting.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { shownInput } from '#platform/app/compose/stored-input.ts';
import type { View } from '#platform/app/views.ts';
import { toWire } from '#platform/runtime/wire.ts';
import { listed } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';

const MOST_PENDING = 200;

type Shown = View<'proposals'>;
type One = { readonly id: string };

export const approvalQuery: TypeResolvers<LendingContext> = {
  proposal: (_, { id: uuid }: One, { loaders }) => loaders.proposals.load(uuid),
  pendingApprovals: async (_, { first }: { readonly first: number }, { read }) => {
    if (first < 0 || first > MOST_PENDING) {
      throw invalidField('first', 'range', `Ask for 0 to ${MOST_PENDING} of them.`);
    }
    return read((views) => views.waiting.oldest(first));
  },
  proposals: listed('proposals', lendingLists.Proposal, (views) => views.proposals),
};

/** The mutation by which another person agrees. */
const AGREE: { readonly [K in WaitingKind]: string } = {
  proposal: 'approveProposal',
  disbursement_outcome: 'approveDisbursementOutcome',
  payout_finding: 'reviewAppPayment',
  collection_finding: 'reviewAppPayment',
  mobile_money_return: 'approveMobileMoneyReturn',
};

type Pending = View<'waiting', 'oldest'>;

export const approvalRecords: Resolvers<LendingContext> = {
  PendingApproval: {
    proposal: ({ kind, record }: Pending, _: unknown, { loaders }) =>
      kind === 'proposal' ? loaders.proposals.load(record.uuid) : null,
    subjectId: ({ subject }: Pending) => subject.uuid,
    mutation: ({ kind }: Pending) => AGREE[kind],
  },
  Proposal: {
    __resolveReference: (reference: One, { loaders }) => loaders.proposals.load(reference.id),
    id: ({ uuid }: Shown) => uuid,
    input: ({ input }: Shown) =>
      Object.entries(shownInput(input)).map(([name, value]) => ({ name, value: JSON.stringify(toWire(value)) })),
    subjectId: ({ subjectUuid }: Shown) => subjectUuid,
    evidence: ({ evidence }: Shown) => evidence.map((each) => ({ ...each, at: Temporal.Instant.from(each.at) })),
    availableActions: ({ state }: Shown) => availableActions(proposalLifecycle, state),
  },
};
