import type { App } from '#platform/app/compose.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import { demandScopes, typeReaders } from '../demand-scopes.ts';
import { notePersonalData } from '../personal-data.ts';
import { readTypeDefs, type Resolvers, type TypeResolvers } from '../schema.ts';
import { serveSubgraph, type Subgraph, type SubgraphOptions } from '../serve-subgraph.ts';
import { lendingContext, type LendingContext, type WebhookTools } from './context.ts';
import { lendingEnums } from './enums.ts';
import { lendingStepMutations } from './steps.ts';
import { loanMutations } from './resolvers/mutations/loans.ts';
import { loanServiceMutations } from './resolvers/mutations/loan-service.ts';
import { deathClaimQuery, deathClaimRecords } from './resolvers/death-claims.ts';
import { approvalQuery, approvalRecords, approvalsOfRecords, approvalsOfSchools } from './resolvers/approvals.ts';
import { productMutations } from './resolvers/mutations/products.ts';
import { memberMutations } from './resolvers/mutations/members.ts';
import { moneyMutations } from './resolvers/mutations/money.ts';
import { webhookMutations } from './resolvers/mutations/webhooks.ts';
import { Query } from './resolvers/query.ts';
import { nodeQuery } from './resolvers/nodes.ts';
import { records } from './resolvers/records.ts';
import { changeRecords } from './resolvers/changes.ts';
import { webhookQuery, webhookRecords } from './resolvers/webhooks.ts';
import { booksQuery, booksRecords, originsOfPayments } from './resolvers/books.ts';
import { ledgerQuery, ledgerRecords } from './resolvers/ledger.ts';
import { seriesQuery, seriesRecords } from './resolvers/series.ts';
import { actorRecords } from './resolvers/actors.ts';
import { appQuery, appRecords } from './resolvers/apps.ts';
import { ownPaymentRecords } from './resolvers/own-payments.ts';
import { mobileMoneyQuery, mobileMoneyRecords } from './resolvers/mobile-money.ts';
import { mobileMoneyMutations } from './resolvers/mutations/mobile-money.ts';
import { postingMutations } from './resolvers/mutations/postings.ts';
import { receiptMutations } from './resolvers/mutations/receipts.ts';
import { savingsOfMember, savingsQuery, savingsRecords } from './resolvers/savings.ts';
import { savingsMutations } from './resolvers/mutations/savings.ts';
import { testClockMutations, testClockQuery, testClockRecords } from './resolvers/test-clock.ts';
import { testResetMutations, testResetQuery } from './resolvers/test-reset.ts';
import { simulatorMutations, simulatorQuery, simulatorRecords } from './resolvers/simulator.ts';
import { schoolFeeRecords } from './resolvers/school-fees.ts';
import { previewQuery, previewRecords } from './resolvers/schedule-preview.ts';

/** The schema of lending, for the subgraph and for composition. */
export const lendingTypeDefs = readTypeDefs(
  new URL('schema.graphql', import.meta.url),
  new URL('schedule-preview.graphql', import.meta.url),
  new URL('ledger.graphql', import.meta.url),
  new URL('books.graphql', import.meta.url),
  new URL('series.graphql', import.meta.url),
  new URL('books-compared.graphql', import.meta.url),
  new URL('school-fees.graphql', import.meta.url),
  new URL('savings.graphql', import.meta.url),
  new URL('savings-mutations.graphql', import.meta.url),
  new URL('mobile-money.graphql', import.meta.url),
  new URL('postings.graphql', import.meta.url),
  new URL('receipts.graphql', import.meta.url),
  new URL('apps.graphql', import.meta.url),
  new URL('own-payments.graphql', import.meta.url),
  new URL('mutations.graphql', import.meta.url),
  new URL('death-claims.graphql', import.meta.url),
  new URL('approvals.graphql', import.meta.url),
  new URL('loan-service.graphql', import.meta.url),
  new URL('money-on-its-way.graphql', import.meta.url),
  new URL('float-top-ups.graphql', import.meta.url),
  new URL('products.graphql', import.meta.url),
  new URL('webhooks.graphql', import.meta.url),
  new URL('subscriptions.graphql', import.meta.url),
  new URL('test-clock.graphql', import.meta.url),
  new URL('test-reset.graphql', import.meta.url),
  new URL('simulator.graphql', import.meta.url),
  new URL('enums.graphql', import.meta.url),
  new URL('nodes.graphql', import.meta.url),
  new URL('lists.graphql', import.meta.url),
  new URL('steps.graphql', import.meta.url),
);

const types = merged(
  records,
  { Member: savingsOfMember },
  approvalsOfRecords,
  approvalsOfSchools,
  approvalRecords,
  deathClaimRecords,
  savingsRecords,
  mobileMoneyRecords,
  appRecords,
  ownPaymentRecords,
  actorRecords,
  webhookRecords,
  changeRecords,
  previewRecords,
  testClockRecords,
  simulatorRecords,
  schoolFeeRecords,
  ledgerRecords,
  booksRecords,
  originsOfPayments,
  seriesRecords,
);

export const lendingResolvers: Resolvers<LendingContext> = {
  Query: {
    ...Query,
    ...webhookQuery,
    ...previewQuery,
    ...ledgerQuery,
    ...booksQuery,
    ...seriesQuery,
    ...savingsQuery,
    ...mobileMoneyQuery,
    ...appQuery,
    ...approvalQuery,
    ...deathClaimQuery,
    ...testClockQuery,
    ...testResetQuery,
    ...simulatorQuery,
    node: nodeQuery(types, typeReaders(lendingTypeDefs)),
  },
  Mutation: {
    ...lendingStepMutations,
    ...memberMutations,
    ...loanMutations,
    ...loanServiceMutations,
    ...productMutations,
    ...moneyMutations,
    ...mobileMoneyMutations,
    ...receiptMutations,
    ...postingMutations,
    ...savingsMutations,
    ...webhookMutations,
    ...testClockMutations,
    ...testResetMutations,
    ...simulatorMutations,
  },
  ...types,
  // Enums read no context, so that they are the same in any.
  ...(lendingEnums as Resolvers<LendingContext>),
};

/** The resolvers of types, each with the fields that several files have for it. */
function merged(...parts: readonly Resolvers<LendingContext>[]): Resolvers<LendingContext> {
  const types = new Map<string, TypeResolvers<LendingContext>>();
  for (const [type, fields] of parts.flatMap((part) => Object.entries(part))) {
    types.set(type, { ...types.get(type), ...fields });
  }
  return Object.fromEntries(types);
}

/** Made once: subgraphs that are started with the same resolvers share their schema. */
const guarded = demandScopes(lendingTypeDefs, notePersonalData(lendingTypeDefs, lendingResolvers));

export type LendingSubgraph = { readonly app: App; readonly webhooks: WebhookTools; readonly cursors: Cursors } & Pick<
  SubgraphOptions<LendingContext>,
  'identityKey' | 'now' | 'log'
>;

/** Members, loans, the money that moves on them, and webhooks. */
export function lendingSubgraph({ app, webhooks, cursors, ...served }: LendingSubgraph): Promise<Subgraph> {
  return serveSubgraph<LendingContext>({
    ...served,
    name: 'lending',
    typeDefs: lendingTypeDefs,
    resolvers: guarded,
    context: (caller) => lendingContext({ app, webhooks, cursors }, caller),
    beforeResponse: ({ personal }) => personal.record(),
  });
}
