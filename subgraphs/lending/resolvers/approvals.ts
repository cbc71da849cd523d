import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { shownInput } from '#platform/app/compose/stored-input.ts';
import type { View } from '#platform/app/views.ts';
import { toWire } from '#platform/runtime/wire.ts';
import { listed } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';

type Shown = View<'proposals'>;
type One = { readonly id: string };

export const approvalQuery: TypeResolvers<LendingContext> = {
  proposal: (_, { id: uuid }: One, { loaders }) => loaders.proposals.load(uuid),
  proposals: listed('proposals', lendingLists.Proposal, (views) => views.proposals),
};

export const approvalRecords: Resolvers<LendingContext> = {
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
