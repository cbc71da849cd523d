import type { GraphQLFieldResolver } from 'graphql';
import { mayUse, type Caller } from '#platform/auth/caller.ts';
import type { NodeType, Views } from '#platform/app/views.ts';
import type { Resolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import type { LendingLoaders } from '../loaders.ts';

type Look = (views: Views, caller: Caller) => (id: string) => Promise<object | null>;

/** Records that the schools' subgraph shows: here it is only looked whether the caller may see them. */
const ELSEWHERE: { readonly [N in NodeType]?: Look } = {
  Student: (views) => views.students.one,
  Programme: (views) => views.programmes.one,
  Enrolment: (views) => views.enrolments.one,
  Invoice: (views) => views.invoices.one,
  InvoicePayment: (views) => views.payments.one,
  Result: (views, caller) => (mayUse(caller, 'results:write') ? views.markbook.one : views.results.one),
};

type Find = (loaders: LendingLoaders) => { load(uuid: string): Promise<object | null> };

/** Records that are no entities: no other subgraph knows them, and nothing but their own loader finds them. */
const ALONE: { readonly [N in NodeType]?: Find } = {
  SavingsProduct: ({ savingsProducts }) => savingsProducts.byUuid,
  SavingsTransaction: ({ savingsTransactions }) => savingsTransactions,
  Guarantee: ({ guarantees }) => guarantees,
  Agent: ({ agents }) => agents,
  FloatTopUp: ({ floatTopUps }) => floatTopUps,
  Incident: ({ incidents }) => incidents,
  MobileMoneyTransaction: ({ mobileMoney }) => mobileMoney,
  Receipt: ({ receiptSplits }) => receiptSplits,
  Reconciliation: ({ reconciliations }) => reconciliations.byUuid,
  ReconciliationBreak: ({ breaks }) => breaks,
  Payout: ({ own }) => own.payouts,
  Collection: ({ own }) => own.collections,
  Refund: ({ own }) => own.refunds,
  TopUp: ({ own }) => own.topUps,
  Webhook: ({ webhooks }) => webhooks,
};

/**
 * Finds a record by its uuid alone: one statement says of which type it is, then it is read as everywhere else, so that
 * what the caller may not see is null. The other subgraph completes its own by their keys.
 * @param records the resolvers of the types that lending finds
 * @param mayRead whether the caller has the scopes that the schema declares for a type
 */
export const nodeQuery =
  (
    records: Resolvers<LendingContext>,
    mayRead: (caller: Caller, type: string) => boolean,
  ): GraphQLFieldResolver<unknown, LendingContext, { readonly id: string }> =>
  async (_, { id }, context) => {
    const { caller, loaders, read } = context;
    const node = await loaders.nodes.load(id);
    if (node === null || !mayRead(caller, node.type)) return null;
    const { uuid, type: __typename } = node;
    const look = ELSEWHERE[__typename];
    if (look) return (await read((views) => look(views, caller)(uuid))) && { __typename, id: uuid };
    const alone = ALONE[__typename];
    const record: unknown = alone
      ? await alone(loaders).load(uuid)
      : await records[__typename]?.__resolveReference?.({ id: uuid }, context);
    return typeof record === 'object' && record !== null ? { ...record, __typename } : null;
  };
