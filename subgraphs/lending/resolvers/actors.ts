import type { GraphQLFieldResolver } from 'graphql';
import type { Resolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

type Named<Member extends string> = { readonly [M in Member]?: string | null };

/**
 * The name of the person whom a member names as an actor; null where it was a client or an operator. Who works at the institution
 * is for those who work there, and no business of its partners.
 */
const nameOf =
  <Member extends string>(member: Member): GraphQLFieldResolver<Named<Member>, LendingContext> =>
  (record, _, { loaders, caller }) => {
    const actor = record[member] ?? null;
    return actor === null || !caller.person ? null : loaders.actorNames.load(actor);
  };

/** The same of a name that was read with the record. */
const nameIn =
  <Member extends string>(member: Member): GraphQLFieldResolver<Named<Member>, LendingContext> =>
  (record, _, { caller }) =>
    caller.person ? (record[member] ?? null) : null;

/** Who said and did something about a payment, by name. */
export const actorRecords: Resolvers<LendingContext> = {
  ProposedOutcome: { proposer: nameOf('by'), approver: nameOf('approvedBy') },
  ReturnProposal: { proposer: nameOf('by'), approver: nameOf('approvedBy') },
  PaymentFinding: { finder: nameOf('by') },
  ReconciliationStep: { person: nameOf('by') },
  Incident: { resolver: nameOf('resolvedBy') },
  PendingApproval: { proposer: nameIn('proposer') },
  LedgerProof: { provenByPerson: nameIn('provenByPerson') },
};
