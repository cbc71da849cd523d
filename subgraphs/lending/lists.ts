import { lists, unsettledList, waitingList } from '#platform/app/lists.ts';
import type { ListsByType } from '../lists.ts';

/** What lists.graphql is derived from. */
export const lendingLists = {
  Member: lists.members,
  DeathClaim: lists.deathClaims,
  Loan: lists.loans,
  LoanProduct: lists.products,
  Disbursement: lists.allDisbursements,
  Repayment: lists.allRepayments,
  FloatTopUp: lists.floatTopUps,
  Incident: lists.incidents,
  Proposal: lists.proposals,
  PendingApproval: waitingList,
  MobileMoney: lists.mobileMoney,
  Reconciliation: lists.reconciliations,
  ReconciliationBreak: lists.breaks,
  SavingsAccount: lists.savingsAccounts,
  SavingsProduct: lists.savingsProducts,
  AmlAlert: lists.amlAlerts,
  Webhook: lists.webhooks,
  App: lists.apps,
  AppPayout: lists.appPayouts,
  AppCollection: lists.appCollections,
  UnsettledPayment: unsettledList,
} satisfies ListsByType;
