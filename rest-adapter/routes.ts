import { educationRoutes } from './education/routes.ts';
import { idempotencyKeyRoutes } from './idempotency-keys.ts';
import { agentRoutes } from './lending/agents.ts';
import { amlAlertRoutes } from './lending/aml-alerts.ts';
import { appPaymentRoutes } from './lending/app-payments.ts';
import { appTariffRoutes } from './lending/app-tariffs.ts';
import { branchRoutes } from './lending/branches.ts';
import { disbursementRoutes } from './lending/disbursements.ts';
import { floatTopUpRoutes } from './lending/float-top-ups.ts';
import { guaranteeRoutes } from './lending/guarantees.ts';
import { proposalRoutes } from './lending/proposals.ts';
import { incidentRoutes } from './lending/incidents.ts';
import { loanRoutes } from './lending/loans.ts';
import { deathClaimRoutes } from './lending/death-claims.ts';
import { memberRoutes } from './lending/members.ts';
import { mobileMoneyRoutes } from './lending/mobile-money.ts';
import { productRoutes } from './lending/products.ts';
import { postingRoutes } from './lending/postings.ts';
import { receiptRoutes } from './lending/receipts.ts';
import { reconciliationRoutes } from './lending/reconciliation.ts';
import { repaymentRoutes } from './lending/repayments.ts';
import { savingsAccountRoutes } from './lending/savings-accounts.ts';
import { savingsProductRoutes } from './lending/savings-products.ts';
import { savingsTransactionRoutes } from './lending/savings-transactions.ts';
import { schedulePreviewRoutes } from './lending/schedule-preview.ts';
import { scheduleRoutes } from './lending/schedule.ts';
import { appRoutes } from './payment-bridge/app.ts';
import { balanceRoutes } from './payment-bridge/balances.ts';
import { batchRoutes } from './payment-bridge/batches.ts';
import { collectionRoutes } from './payment-bridge/collections.ts';
import { lookupRoutes } from './payment-bridge/lookups.ts';
import { payoutRoutes } from './payment-bridge/payouts.ts';
import { refundRoutes } from './payment-bridge/refunds.ts';
import { testHelperRoutes } from './payment-bridge/test-helpers.ts';
import { topupRoutes } from './payment-bridge/topups.ts';
import { transactionRoutes } from './payment-bridge/transactions.ts';
import { bridgeEventRoutes, webhookEndpointRoutes } from './payment-bridge/webhook-endpoints.ts';
import { webhookStepRoutes } from './payment-bridge/webhook-steps.ts';
import { testClockRoutes } from './lending/test-clock.ts';
import { testResetRoutes } from './lending/test-reset.ts';
import { waitingApprovalRoutes } from './lending/waiting-approvals.ts';
import type { Route } from './route.ts';
import { webhookActionRoutes } from './webhooks/actions.ts';
import { deliveryRoutes } from './webhooks/deliveries.ts';
import { webhookRoutes } from './webhooks/endpoints.ts';
import { exportRoutes } from './personal/export.ts';
import { personalReadingRoutes } from './personal/readings.ts';
import { requestRoutes } from './requests/routes.ts';
import { pollRoutes } from './webhooks/poll.ts';
import { changeRoutes } from './webhooks/changes.ts';
import { eventRoutes, eventTypeRoutes } from './webhooks/events.ts';
import { bridgeWebhooks, lendingWebhooks } from './webhooks/surfaces.ts';

/** Every row of every surface. The server, the document of the API and the contract test read this list. */
export const routes: readonly Route[] = [
  ...memberRoutes,
  ...deathClaimRoutes,
  ...branchRoutes,
  ...productRoutes,
  ...schedulePreviewRoutes,
  ...loanRoutes,
  ...scheduleRoutes,
  ...guaranteeRoutes,
  ...disbursementRoutes,
  ...incidentRoutes,
  ...proposalRoutes,
  ...waitingApprovalRoutes,
  ...agentRoutes,
  ...floatTopUpRoutes,
  ...repaymentRoutes,
  ...savingsProductRoutes,
  ...savingsAccountRoutes,
  ...savingsTransactionRoutes,
  ...mobileMoneyRoutes,
  ...receiptRoutes,
  ...postingRoutes,
  ...appPaymentRoutes,
  ...appTariffRoutes,
  ...reconciliationRoutes,
  ...amlAlertRoutes,
  ...webhookRoutes,
  ...webhookActionRoutes,
  ...deliveryRoutes(lendingWebhooks),
  ...pollRoutes(lendingWebhooks),
  ...eventRoutes,
  ...eventTypeRoutes(lendingWebhooks),
  ...changeRoutes,
  ...requestRoutes,
  ...personalReadingRoutes,
  ...exportRoutes,
  ...educationRoutes,
  ...appRoutes,
  ...balanceRoutes,
  ...collectionRoutes,
  ...payoutRoutes,
  ...batchRoutes,
  ...refundRoutes,
  ...topupRoutes,
  ...transactionRoutes,
  ...lookupRoutes,
  ...testHelperRoutes,
  ...webhookEndpointRoutes,
  ...webhookStepRoutes,
  ...deliveryRoutes(bridgeWebhooks),
  ...pollRoutes(bridgeWebhooks),
  ...eventTypeRoutes(bridgeWebhooks),
  ...bridgeEventRoutes,
  ...idempotencyKeyRoutes,
  ...testClockRoutes,
  ...testResetRoutes,
];
