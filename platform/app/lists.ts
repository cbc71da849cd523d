import { proposalList } from '../postgres/approvals/views/proposals.ts';
import { amlAlertList } from '../postgres/aml/views/alerts.ts';
import { agentList } from '../postgres/lending/views/agents.ts';
import { allDisbursementsList, disbursementList } from '../postgres/lending/views/disbursements.ts';
import {
  academicYearList,
  feeStructureList,
  gradingScaleList,
  intakeList,
  programmeList,
  termList,
  unitList,
} from '../postgres/education/views/catalogue.ts';
import { enrolmentList } from '../postgres/education/views/enrolments.ts';
import { invoiceList } from '../postgres/education/views/invoices.ts';
import { creditNoteList, paymentList } from '../postgres/education/views/payments.ts';
import { resultList } from '../postgres/education/views/results.ts';
import { studentList } from '../postgres/education/views/students.ts';
import { floatTopUpList } from '../postgres/lending/views/float-top-ups.ts';
import { incidentList } from '../postgres/lending/views/incidents.ts';
import { loanList } from '../postgres/lending/views/loans.ts';
import { productList } from '../postgres/lending/views/products.ts';
import { allRepaymentsList, repaymentList } from '../postgres/lending/views/repayments.ts';
import { deathClaimList } from '../postgres/membership/views/death-claims.ts';
import { memberList } from '../postgres/membership/views/members.ts';
import { mobileMoneyList } from '../postgres/mobile-money/views/transactions.ts';
import { clientList } from '../postgres/partners/views/clients.ts';
import { eventList } from '../postgres/partners/views/events.ts';
import { personalReadingList } from '../postgres/privacy/views/personal-readings.ts';
import { auditList } from '../postgres/people/views/audit.ts';
import { peopleList } from '../postgres/people/views/people.ts';
import { requestList } from '../postgres/partners/views/requests.ts';
import { deliveryList } from '../postgres/partners/views/webhook-deliveries.ts';
import { webhookList } from '../postgres/partners/views/webhooks.ts';
import { appList } from '../postgres/payment-bridge/views/apps.ts';
import { batchList } from '../postgres/payment-bridge/views/batches.ts';
import { collectionList } from '../postgres/payment-bridge/views/collections.ts';
import { batchPayoutList, payoutList } from '../postgres/payment-bridge/views/payouts.ts';
import { refundList } from '../postgres/payment-bridge/views/refunds.ts';
import { appCollectionList, appPayoutList } from '../postgres/payment-bridge/views/reviews.ts';
import { topupList } from '../postgres/payment-bridge/views/topups.ts';
import { transactionList } from '../postgres/payment-bridge/views/transactions.ts';
import { breakList, reconciliationList } from '../postgres/reconciliation/views/reconciliations.ts';
import { savingsAccountList, savingsProductList, savingsTransactionList } from '../postgres/savings/views/savings.ts';

/** What may be filtered and sorted of each list, by the collection that has it. */
export const lists = {
  agents: agentList,
  amlAlerts: amlAlertList,
  proposals: proposalList,
  disbursements: disbursementList,
  allDisbursements: allDisbursementsList,
  floatTopUps: floatTopUpList,
  incidents: incidentList,
  loans: loanList,
  products: productList,
  repayments: repaymentList,
  allRepayments: allRepaymentsList,
  members: memberList,
  deathClaims: deathClaimList,
  mobileMoney: mobileMoneyList,
  events: eventList,
  requests: requestList,
  personalReadings: personalReadingList,
  webhookDeliveries: deliveryList,
  webhooks: webhookList,
  clients: clientList,
  people: peopleList,
  audit: auditList,
  breaks: breakList,
  reconciliations: reconciliationList,
  savingsAccounts: savingsAccountList,
  savingsProducts: savingsProductList,
  savingsTransactions: savingsTransactionList,
  apps: appList,
  appPayouts: appPayoutList,
  appCollections: appCollectionList,
  bridge: {
    batches: batchList,
    collections: collectionList,
    payouts: payoutList,
    payoutsOfBatch: batchPayoutList,
    refunds: refundList,
    topups: topupList,
    transactions: transactionList,
  },
};

/** The same of the schools. */
export const schoolLists = {
  students: studentList,
  enrolments: enrolmentList,
  invoices: invoiceList,
  payments: paymentList,
  creditNotes: creditNoteList,
  results: resultList,
  programmes: programmeList,
  units: unitList,
  academicYears: academicYearList,
  terms: termList,
  intakes: intakeList,
  feeStructures: feeStructureList,
  gradingScales: gradingScaleList,
};

export type { SchoolField, SchoolList } from '../postgres/education/views/fields.ts';
export {
  LONGEST_SEARCHED,
  LONGEST_VALUE,
  MOST_VALUES,
  OPERATORS,
  operatorsOf,
  orderOfChanges,
  type Boundary,
  type Criteria,
  type Filter,
  type List,
  type ListField,
  type ListPage,
  type ListQuery,
  type Operator,
  type Search,
  type SortKey,
} from '../postgres/views/list.ts';
export { SEARCH } from '../postgres/views/search.ts';
export { COUNTED_IN_GRAPH } from '../postgres/views/count.ts';
export { waitingList } from '../postgres/approvals/views/waiting.ts';
export { unsettledList } from '../postgres/payments/unsettled.ts';
export { pageOfRows } from '../postgres/views/page.ts';
export {
  COUNTED_UP_TO,
  isTombstone,
  type ChangedPage,
  type ListedPage,
  type ListPaging,
  type Paging,
  type SyncWindow,
  type Tombstone,
} from '../postgres/education/views/sync.ts';
