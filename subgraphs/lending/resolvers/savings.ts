import { amlAlertLifecycle } from '#core/aml/alert/lifecycle.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { actionsOn } from '#core/savings/account/actions.ts';
import { savingsTransactionLifecycle } from '#core/savings/transaction/lifecycle.ts';
import { MOVEMENT_TYPES } from '#core/savings/transaction/savings-transaction.ts';
import type { View } from '#platform/app/views.ts';
import { connection, listed, type ConnectionArguments } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';
import type { NamedRecord } from './named-records.ts';

type Reference = { readonly id: string };
type Days = { readonly from?: Temporal.PlainDate | null; readonly to?: Temporal.PlainDate | null };

/** Savings, and the alerts that monitor what moves. */
export const savingsQuery: TypeResolvers<LendingContext> = {
  savingsAccount: (_, { id }: Reference, { loaders }) => loaders.savingsAccounts.load(id),
  savingsAccounts: listed('savingsAccounts', lendingLists.SavingsAccount, (views) => views.savingsAccounts),
  savingsProducts: listed('savingsProducts', lendingLists.SavingsProduct, (views) => views.savingsProducts),
  savingsTransaction: (_, { id }: Reference, { loaders }) => loaders.savingsTransactions.load(id),
  amlAlert: (_, { id }: Reference, { loaders }) => loaders.amlAlerts.load(id),
  amlAlerts: listed('amlAlerts', lendingLists.AmlAlert, (views) => views.amlAlerts),
};

export const savingsOfMember: TypeResolvers<LendingContext> = {
  savingsAccounts: (member: View<'members'>, args: ConnectionArguments, { loaders, cursors }) =>
    connection('savingsAccounts', args, cursors, {
      slice: (slice) => loaders.savingsAccountsOfMember(member.id, slice),
      count: () => loaders.savingsAccountCountOfMember.load(member.id),
    }),
};

export const savingsRecords: Resolvers<LendingContext> = {
  SavingsAccount: {
    __resolveReference: ({ id }: Reference, { loaders }) => loaders.savingsAccounts.load(id),
    id: ({ uuid }: View<'savingsAccounts'>) => uuid,
    member: ({ memberId }: View<'savingsAccounts'>, _, { loaders }) => loaders.members.byId.load(memberId),
    product: ({ productId }: View<'savingsAccounts'>, _, { loaders }) => loaders.savingsProducts.byId.load(productId),
    transactions: (account: View<'savingsAccounts'>, args: ConnectionArguments & Days, { loaders, cursors }) => {
      const days = { from: args.from ?? null, to: args.to ?? null };
      return connection('savingsTransactions', args, cursors, {
        slice: (slice) => loaders.transactionsOfSavingsAccount(days)(account.id, slice),
        count: () => loaders.transactionCountOfSavingsAccount(days).load(account.id),
      });
    },
    atMaturity: ({ maturity }: View<'savingsAccounts'>) => maturity?.atMaturity ?? null,
    availableActions: (account: View<'savingsAccounts'>) => actionsOn(account),
  },
  SavingsProduct: { id: ({ uuid }: View<'savingsProducts'>) => uuid },
  SavingsTransaction: {
    id: ({ uuid }: View<'savingsTransactions'>) => uuid,
    account: ({ accountUuid }: View<'savingsTransactions'>, _, { loaders }) =>
      loaders.savingsAccounts.load(accountUuid),
    branch: ({ branch }: View<'savingsTransactions'>, _, { loaders }) =>
      branch && loaders.branches.byId.load(branch.id),
    // Interest, tax and transfers are posted, too, and are not reversed separately.
    availableActions: ({ type, state }: View<'savingsTransactions'>) =>
      availableActions(savingsTransactionLifecycle, state).filter(
        (action) => action !== 'reverse' || MOVEMENT_TYPES.some((each) => each === type),
      ),
  },
  AmlAlert: {
    __resolveReference: ({ id }: Reference, { loaders }) => loaders.amlAlerts.load(id),
    id: ({ uuid }: View<'amlAlerts'>) => uuid,
    member: ({ member }: View<'amlAlerts'>, _, { loaders }) => member && loaders.members.byId.load(member.id),
    evidence: ({ evidence }: View<'amlAlerts'>) => evidence.map(recordNamed),
    availableActions: ({ state }: View<'amlAlerts'>) => availableActions(amlAlertLifecycle, state),
  },
};

/** `savings_transaction:<uuid>`, as the rules note what they saw. */
function recordNamed(text: string): NamedRecord {
  const [type = '', uuid = ''] = text.split(':');
  return { type, uuid };
}
