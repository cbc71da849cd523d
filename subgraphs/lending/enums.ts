import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { CHANNELS } from '#core/lending/disbursement/disbursement.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import { FUND_SOURCES } from '#core/lending/repayment/repayment.ts';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { enumResolvers, type LifecyclesByType } from '../derive-enums.ts';
import { enumValues } from '../enums.ts';
import type { Resolvers } from '../schema.ts';

/** What enums.graphql is derived from. */
export const lendingLifecycles: LifecyclesByType = {
  Member: memberLifecycle,
  Loan: loanLifecycle,
  Disbursement: disbursementLifecycle,
  Repayment: repaymentLifecycle,
  Webhook: webhookLifecycle,
};

/** The enums that are derived, and those that schema.graphql spells out. */
export const lendingEnums: Resolvers<never> = {
  ...enumResolvers(lendingLifecycles),
  KycIdType: enumValues(['national_id']),
  LoanProductState: enumValues(['active', 'retired']),
  InterestMethod: enumValues(['declining_equal_instalments', 'flat']),
  InstalmentState: enumValues(['pending', 'partially_paid', 'paid', 'overdue']),
  DisbursementChannel: enumValues(CHANNELS),
  RepaymentChannel: enumValues(FUND_SOURCES),
  WebhookPayloadStyle: enumValues(['full', 'thin']),
};
