import { amlAlertLifecycle } from '#core/aml/alert/lifecycle.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import type { AmlAlertView } from '#platform/views/aml.ts';
import type { MemberView } from '#platform/views/members.ts';
import type { SavingsAccountView } from '#platform/views/savings.ts';
import { connection, type ConnectionArguments } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

type Reference = { readonly id: string };
type AskedAlerts = ConnectionArguments & { readonly filter?: { readonly states?: readonly string[] | null } | null };

/** Savings, and the alerts that watch over what moves. */
export const savingsQuery: TypeResolvers<LendingContext> = {
  savingsAccount: (_, { id }: Reference, { loaders }) => loaders.savingsAccounts.load(id),
  amlAlert: (_, { id }: Reference, { loaders }) => loaders.amlAlerts.load(id),
  amlAlerts: (_, { filter, ...args }: AskedAlerts, { read }) => {
    const states = filter?.states ?? undefined;
    return connection('amlAlerts', args, {
      slice: (slice) => read((views) => views.amlAlerts.slice(states, slice)),
      count: () => read((views) => views.amlAlerts.count(states)),
    });
  },
};

export const savingsOfMember: TypeResolvers<LendingContext> = {
  savingsAccounts: (member: MemberView, args: ConnectionArguments, { loaders }) =>
    connection('savingsAccounts', args, {
      slice: (slice) => loaders.savingsAccountsOfMember(member.id, slice),
      count: () => loaders.savingsAccountCountOfMember.load(member.id),
    }),
};

export const savingsRecords: Resolvers<LendingContext> = {
  SavingsAccount: {
    __resolveReference: ({ id }: Reference, { loaders }) => loaders.savingsAccounts.load(id),
    id: ({ uuid }: SavingsAccountView) => uuid,
    member: ({ memberId }: SavingsAccountView, _, { loaders }) => loaders.members.byId.load(memberId),
    availableActions: ({ state }: SavingsAccountView) => availableActions(savingsAccountLifecycle, state),
  },
  AmlAlert: {
    __resolveReference: ({ id }: Reference, { loaders }) => loaders.amlAlerts.load(id),
    id: ({ uuid }: AmlAlertView) => uuid,
    member: ({ member }: AmlAlertView, _, { loaders }) => member && loaders.members.byId.load(member.id),
    availableActions: ({ state }: AmlAlertView) => availableActions(amlAlertLifecycle, state),
  },
};
