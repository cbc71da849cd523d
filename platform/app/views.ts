import { waitingViews } from '../postgres/approvals/views/waiting.ts';
import { proposalViews } from '../postgres/approvals/views/proposals.ts';
import { idempotencyKeyViews } from '../postgres/partners/views/idempotency-keys.ts';
import { payeeViews } from '../postgres/aml/payees.ts';
import { amlAlertViews } from '../postgres/aml/views/alerts.ts';
import { agentViews } from '../postgres/lending/views/agents.ts';
import { guaranteeViews } from '../postgres/lending/views/guarantees.ts';
import { branchViews } from '../postgres/membership/views/branches.ts';
import { appViews } from '../postgres/payment-bridge/views/app.ts';
import { batchViews } from '../postgres/payment-bridge/views/batches.ts';
import { collectionViews } from '../postgres/payment-bridge/views/collections.ts';
import { payoutViews } from '../postgres/payment-bridge/views/payouts.ts';
import { appsOfInstitution } from '../postgres/payment-bridge/views/apps.ts';
import { appTariffViews } from '../postgres/payment-bridge/views/tariffs.ts';
import { appPaymentViews } from '../postgres/payment-bridge/views/reviews.ts';
import { refundViews } from '../postgres/payment-bridge/views/refunds.ts';
import { topupViews } from '../postgres/payment-bridge/views/topups.ts';
import { transactionViews } from '../postgres/payment-bridge/views/transactions.ts';
import { railViews } from '../postgres/payments/rail-views.ts';
import { receiptSplitViews } from '../postgres/payments/split-views.ts';
import { unsettledViews } from '../postgres/payments/unsettled.ts';
import { walletViews } from '../postgres/payments/wallets.ts';
import { educationViews } from '../postgres/education/views.ts';
import { clientViews } from '../postgres/partners/views/clients.ts';
import { changeViews } from '../postgres/partners/views/changes.ts';
import { eventViews } from '../postgres/partners/views/events.ts';
import { auditViews } from '../postgres/people/views/audit.ts';
import { lifeViews } from '../postgres/people/views/life.ts';
import { peopleViews } from '../postgres/people/views/people.ts';
import { floatTopUpViews } from '../postgres/lending/views/float-top-ups.ts';
import { personalDataViews } from '../postgres/privacy/views/personal-data.ts';
import { personalReadingViews } from '../postgres/privacy/views/personal-readings.ts';
import { graphOperationViews } from '../postgres/partners/views/graph-operations.ts';
import { requestViews } from '../postgres/partners/views/requests.ts';
import { incidentViews } from '../postgres/lending/views/incidents.ts';
import { journalViews } from '../postgres/ledger/views/journals.ts';
import { ledgerViews } from '../postgres/ledger/views/ledger.ts';
import { seriesViews } from '../postgres/ledger/views/series.ts';
import { statementViews } from '../postgres/ledger/views/statements.ts';
import { disbursementViews } from '../postgres/lending/views/disbursements.ts';
import { instalmentViews } from '../postgres/lending/views/instalments.ts';
import { productViews } from '../postgres/lending/views/products.ts';
import { repaymentViews } from '../postgres/lending/views/repayments.ts';
import { loanViews } from '../postgres/lending/views/loans.ts';
import { deathClaimViews } from '../postgres/membership/views/death-claims.ts';
import { memberViews } from '../postgres/membership/views/members.ts';
import { mobileMoneyViews } from '../postgres/mobile-money/views/transactions.ts';
import { breakViews, reconciliationViews } from '../postgres/reconciliation/views/reconciliations.ts';
import {
  savingsAccountViews,
  savingsProductViews,
  savingsTransactionViews,
} from '../postgres/savings/views/savings.ts';
import type { ViewContext } from '../postgres/views/view.ts';
import { nodeViews } from '../postgres/views/nodes.ts';
import type { Placed } from '../postgres/views/slice.ts';
import { uuidViews } from '../postgres/views/uuids.ts';
import { openedOnce } from '../postgres/views/opened-once.ts';
import { webhookDeliveryViews } from '../postgres/partners/views/webhook-deliveries.ts';
import { webhookViews } from '../postgres/partners/views/webhooks.ts';

/** Every way of showing records, by the collection that is shown. */
export const viewsOf = openedOnce({
  /** The business time of the tenant, at which it is shown. */
  businessTime: ({ now }: ViewContext) => now,
  branches: branchViews,
  members: memberViews,
  deathClaims: deathClaimViews,
  products: productViews,
  loans: loanViews,
  instalments: instalmentViews,
  disbursements: disbursementViews,
  guarantees: guaranteeViews,
  repayments: repaymentViews,
  savingsProducts: savingsProductViews,
  savingsAccounts: savingsAccountViews,
  savingsTransactions: savingsTransactionViews,
  mobileMoney: mobileMoneyViews,
  reconciliations: reconciliationViews,
  breaks: breakViews,
  amlAlerts: amlAlertViews,
  ...educationViews,
  proposals: proposalViews,
  waiting: waitingViews,
  agents: agentViews,
  floatTopUps: floatTopUpViews,
  incidents: incidentViews,
  ledger: ledgerViews,
  journals: journalViews,
  accountStatements: statementViews,
  series: seriesViews,
  webhooks: webhookViews,
  clients: clientViews,
  people: peopleViews,
  audit: auditViews,
  life: lifeViews,
  webhookDeliveries: webhookDeliveryViews,
  events: eventViews,
  changes: changeViews,
  requests: requestViews,
  graphOperations: graphOperationViews,
  personalReadings: personalReadingViews,
  personalData: personalDataViews,
  bridge: openedOnce({
    apps: appViews,
    institution: appsOfInstitution,
    appPayments: appPaymentViews,
    appTariffs: appTariffViews,
    payouts: payoutViews,
    batches: batchViews,
    collections: collectionViews,
    refunds: refundViews,
    topups: topupViews,
    transactions: transactionViews,
  }),
  unsettled: unsettledViews,
  wallets: walletViews,
  rails: railViews,
  payees: payeeViews,
  receiptSplits: receiptSplitViews,
  idempotencyKeys: idempotencyKeyViews,
  uuids: uuidViews,
  nodes: nodeViews,
});

export type Views = ReturnType<typeof viewsOf>;

type Collections = Omit<Views, 'bridge'> & {
  [C in keyof Views['bridge'] as `bridge.${C}`]: Views['bridge'][C];
};
type Method<C extends keyof Collections, M> = M extends keyof Collections[C] ? Collections[C][M] : never;
type Element<Result> = Result extends readonly (infer Each)[]
  ? Each extends Placed<infer Record>
    ? Record
    : Each
  : Result;

/** One record as a collection shows it: `View<'loans'>`; as another of its methods does: `View<'agents', 'float'>`. */
export type View<C extends keyof Collections, M extends PropertyKey = 'one'> =
  Method<C, M> extends (...args: never) => Promise<infer Result> ? Element<NonNullable<Result>> : never;

export type { Period } from '../postgres/education/views/statements.ts';
export type { Change, ChangePage, FeedEntry } from '../postgres/partners/views/changes.ts';
export type { ClientsSeen } from '../postgres/partners/views/clients-seen.ts';
export type { FeedReader } from '../postgres/partners/views/events.ts';
export type { JournalView } from '../postgres/ledger/views/journals.ts';
export type { SeriesWanted } from '../postgres/ledger/views/series.ts';
export type { Statement, StatementEntry } from '../postgres/ledger/views/statements.ts';
export type { Place, Placed, Slice, Tally } from '../postgres/views/slice.ts';
export type { PersonalPlace, PersonalPage } from '../postgres/privacy/views/personal-data.ts';
export type { NodeType } from '../postgres/views/nodes.ts';
export type { NamedTable } from '../postgres/views/uuids.ts';
export type { RecordId } from '../postgres/views/view.ts';
