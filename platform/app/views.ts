import { idempotencyKeyViews } from '../postgres/partners/views/idempotency-keys.ts';
import { amlAlertViews } from '../postgres/aml/views/alerts.ts';
import { agentViews } from '../postgres/lending/views/agents.ts';
import { guaranteeViews } from '../postgres/lending/views/guarantees.ts';
import { branchViews } from '../postgres/membership/views/branches.ts';
import { appViews } from '../postgres/payment-bridge/views/app.ts';
import { batchViews } from '../postgres/payment-bridge/views/batches.ts';
import { collectionViews } from '../postgres/payment-bridge/views/collections.ts';
import { payoutViews } from '../postgres/payment-bridge/views/payouts.ts';
import { refundViews } from '../postgres/payment-bridge/views/refunds.ts';
import { topupViews } from '../postgres/payment-bridge/views/topups.ts';
import { transactionViews } from '../postgres/payment-bridge/views/transactions.ts';
import { educationViews } from '../postgres/education/views.ts';
import { eventViews } from '../postgres/partners/views/events.ts';
import { incidentViews } from '../postgres/lending/views/incidents.ts';
import { ledgerViews } from '../postgres/ledger/views/ledger.ts';
import { disbursementViews } from '../postgres/lending/views/disbursements.ts';
import { instalmentViews } from '../postgres/lending/views/instalments.ts';
import { lossProposalViews } from '../postgres/lending/views/loss-proposals.ts';
import { productViews } from '../postgres/lending/views/products.ts';
import { repaymentViews } from '../postgres/lending/views/repayments.ts';
import { loanViews } from '../postgres/lending/views/loans.ts';
import { memberViews } from '../postgres/membership/views/members.ts';
import { mobileMoneyViews } from '../postgres/mobile-money/views/transactions.ts';
import { breakViews, reconciliationViews } from '../postgres/reconciliation/views/reconciliations.ts';
import {
  savingsAccountViews,
  savingsProductViews,
  savingsTransactionViews,
} from '../postgres/savings/views/savings.ts';
import { uuidViews } from '../postgres/views/uuids.ts';
import type { ViewContext } from '../postgres/views/view.ts';
import { webhookDeliveryViews } from '../postgres/partners/views/webhook-deliveries.ts';
import { webhookViews } from '../postgres/partners/views/webhooks.ts';

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

type Collections = Omit<Views, 'bridge'> & {
  [C in keyof Views['bridge'] as `bridge.${C}`]: Views['bridge'][C];
};
type Method<C extends keyof Collections, M> = M extends keyof Collections[C] ? Collections[C][M] : never;
type Element<Result> = Result extends readonly (infer Each)[] ? Each : Result;

/** One record as a collection shows it: `View<'loans'>`; as another of its methods does: `View<'agents', 'float'>`. */
export type View<C extends keyof Collections, M extends PropertyKey = 'one'> =
  Method<C, M> extends (...args: never) => Promise<infer Result> ? Element<NonNullable<Result>> : never;

/** What a collection is filtered by: `ViewFilter<'loans'>`. */
export type ViewFilter<C extends keyof Collections> =
  Method<C, 'slice'> extends (filter: infer Filter, ...more: never) => unknown ? Filter : never;

export type { Period } from '../postgres/education/views/statements.ts';
export type { FeedReader } from '../postgres/partners/views/events.ts';
export type { Slice, Tally } from '../postgres/views/slice.ts';
export type { NamedTable } from '../postgres/views/uuids.ts';
export type { RecordId } from '../postgres/views/view.ts';
