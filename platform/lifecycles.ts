import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';

/** Every lifecycle with the table that keeps its state. All that is derived from lifecycles reads this list. */
export const lifecycles: readonly { readonly table: string; readonly lifecycle: Lifecycle }[] = [
  { table: 'member', lifecycle: memberLifecycle },
  { table: 'loan', lifecycle: loanLifecycle },
  { table: 'disbursement', lifecycle: disbursementLifecycle },
  { table: 'repayment', lifecycle: repaymentLifecycle },
  { table: 'api_client', lifecycle: apiClientLifecycle },
  { table: 'webhook', lifecycle: webhookLifecycle },
  { table: 'webhook_delivery', lifecycle: deliveryLifecycle },
];
