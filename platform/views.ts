import { idempotencyKeyViews } from './views/idempotency-keys.ts';
import { amlAlertViews } from './views/aml.ts';
import { agentViews } from './views/agents.ts';
import { guaranteeViews } from './views/guarantees.ts';
import { branchViews } from './views/branches.ts';
import { appViews } from './views/payment-bridge/app.ts';
import { batchViews } from './views/payment-bridge/batches.ts';
import { collectionViews } from './views/payment-bridge/collections.ts';
import { payoutViews } from './views/payment-bridge/payouts.ts';
import { refundViews } from './views/payment-bridge/refunds.ts';
import { topupViews } from './views/payment-bridge/topups.ts';
import { transactionViews } from './views/payment-bridge/transactions.ts';
import { educationViews } from './views/education.ts';
import { eventViews } from './views/events.ts';
import { incidentViews } from './views/incidents.ts';
import { ledgerViews } from './views/ledger.ts';
import { disbursementViews } from './views/lending/disbursements.ts';
import { instalmentViews } from './views/lending/instalments.ts';
import { lossProposalViews } from './views/lending/loss-proposals.ts';
import { productViews } from './views/lending/products.ts';
import { repaymentViews } from './views/lending/repayments.ts';
import { loanViews } from './views/loans.ts';
import { memberViews } from './views/members.ts';
import { mobileMoneyViews } from './views/mobile-money.ts';
import { breakViews, reconciliationViews } from './views/reconciliation.ts';
import { savingsAccountViews, savingsProductViews, savingsTransactionViews } from './views/savings.ts';
import { uuidViews } from './views/uuids.ts';
import type { ViewContext } from './views/view.ts';
import { webhookDeliveryViews } from './views/webhook-deliveries.ts';
import { webhookViews } from './views/webhooks.ts';

/** Every way of showing records, by the collection that is shown. */
export function viewsOf(context: ViewContext) {
  return {
    branches: branchViews(context),
    members: memberViews(context),
    products: productViews(context),
    loans: loanViews(context),
    instalments: instalmentViews(context),
    disbursements: disbursementViews(context),
    guarantees: guaranteeViews(context),
    lossProposals: lossProposalViews(context),
    repayments: repaymentViews(context),
    savingsProducts: savingsProductViews(context),
    savingsAccounts: savingsAccountViews(context),
    savingsTransactions: savingsTransactionViews(context),
    mobileMoney: mobileMoneyViews(context),
    reconciliations: reconciliationViews(context),
    breaks: breakViews(context),
    amlAlerts: amlAlertViews(context),
    ...educationViews(context),
    agents: agentViews(context),
    incidents: incidentViews(context),
    ledger: ledgerViews(context),
    webhooks: webhookViews(context),
    webhookDeliveries: webhookDeliveryViews(context),
    events: eventViews(context),
    bridge: {
      apps: appViews(context),
      payouts: payoutViews(context),
      batches: batchViews(context),
      collections: collectionViews(context),
      refunds: refundViews(context),
      topups: topupViews(context),
      transactions: transactionViews(context),
    },
    idempotencyKeys: idempotencyKeyViews(context),
    uuids: uuidViews(context),
  };
}

export type Views = ReturnType<typeof viewsOf>;
