import { disbursementViews, instalmentViews, productViews, repaymentViews } from './views/lending.ts';
import { loanViews } from './views/loans.ts';
import { memberViews } from './views/members.ts';
import type { ViewContext } from './views/view.ts';
import { webhookViews } from './views/webhooks.ts';

/** Every way of showing records, by the collection that is shown. */
export function viewsOf(context: ViewContext) {
  return {
    members: memberViews(context),
    products: productViews(context),
    loans: loanViews(context),
    instalments: instalmentViews(context),
    disbursements: disbursementViews(context),
    repayments: repaymentViews(context),
    webhooks: webhookViews(context),
  };
}

export type Views = ReturnType<typeof viewsOf>;
