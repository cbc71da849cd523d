import { amlAlertLifecycle } from '#core/aml/alert/lifecycle.ts';
import { amlAlertSteps } from '#core/aml/use-cases/review-alert.ts';
import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import { proposalSteps } from '#core/approvals/use-cases/proposals.ts';
import type { StepTable } from '#core/kernel/steps.ts';
import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { floatTopUpLifecycle } from '#core/lending/float-top-up/lifecycle.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { loanProductLifecycle } from '#core/lending/product/lifecycle.ts';
import { floatTopUpSteps } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { loanDecisions } from '#core/lending/use-cases/decide-loan.ts';
import { incidentSteps } from '#core/lending/use-cases/disbursing/incidents.ts';
import { disbursementSteps } from '#core/lending/use-cases/disbursing/steps.ts';
import { loanProductSteps } from '#core/lending/use-cases/offer-product.ts';
import { loanServiceSteps } from '#core/lending/use-cases/servicing/steps.ts';
import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { deathClaimSteps } from '#core/membership/use-cases/death-claim/steps.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import { incidentLifecycle } from '#core/payments/incident/lifecycle.ts';
import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import { reconciliationBreakSteps } from '#core/reconciliation/use-cases/work-break.ts';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { savingsAccountSteps } from '#core/savings/use-cases/move-savings-account.ts';
import type { Resolvers } from '../schema.ts';
import { stepMutations, type StepSource } from '../step-mutations.ts';
import type { StepsOfType } from '../steps.ts';
import type { LendingContext } from './context.ts';
import { change } from './resolvers/mutations/change.ts';

const others = ({ loaders }: LendingContext) => ({
  disbursement: loaders.disbursements,
  loan: loaders.loans.byUuid,
  'loan product': loaders.products.byUuid,
  member: loaders.members.byUuid,
  'savings account': loaders.savingsAccounts,
});

const on = <Table extends StepTable, Record extends { readonly id: number }>(
  source: StepSource<LendingContext, Table, Record>,
): { readonly table: StepsOfType; readonly mutations: Resolvers<LendingContext>[string] } => ({
  table: source,
  mutations: stepMutations(change, { ...source, others }),
});

const TABLES = [
  on({
    type: 'Member',
    noun: 'member',
    id: 'memberId',
    scope: 'members:write',
    ownScopes: { erase: [['members:write', 'privacy:write']] },
    cycle: memberLifecycle,
    steps: memberSteps,
    records: ({ loaders }) => loaders.members.byUuid,
    bound: ({ app }) => app.membership,
  }),
  on({
    type: 'DeathClaim',
    noun: 'claim',
    id: 'deathClaimId',
    scope: 'members:write',
    cycle: deathClaimLifecycle,
    steps: deathClaimSteps,
    records: ({ loaders }) => loaders.deathClaims,
    bound: ({ app }) => app.deathClaims,
  }),
  on({
    type: 'LoanProduct',
    noun: 'product',
    id: 'productId',
    scope: 'loan_products:write',
    cycle: loanProductLifecycle,
    steps: loanProductSteps,
    records: ({ loaders }) => loaders.products.byUuid,
    bound: ({ app }) => app.lending,
  }),
  on({
    type: 'Loan',
    noun: 'loan',
    id: 'loanId',
    scope: 'loans:write',
    cycle: loanLifecycle,
    steps: { ...loanDecisions, ...loanServiceSteps },
    records: ({ loaders }) => loaders.loans.byUuid,
    bound: ({ app }) => app.lending,
  }),
  on({
    type: 'Disbursement',
    noun: 'disbursement',
    id: 'disbursementId',
    scope: 'disbursements:write',
    cycle: disbursementLifecycle,
    steps: disbursementSteps,
    records: ({ loaders }) => loaders.disbursements,
    bound: ({ app }) => app.lending,
    also: ({ loanId }) => ({ loanId }),
  }),
  on({
    type: 'FloatTopUp',
    noun: 'float top-up',
    id: 'floatTopUpId',
    scope: 'disbursements:write',
    cycle: floatTopUpLifecycle,
    steps: floatTopUpSteps,
    records: ({ loaders }) => loaders.floatTopUps,
    bound: ({ app }) => app.lending,
  }),
  on({
    type: 'Incident',
    noun: 'incident',
    id: 'incidentId',
    scope: 'disbursements:write',
    cycle: incidentLifecycle,
    steps: incidentSteps,
    records: ({ loaders }) => loaders.incidents,
    bound: ({ app }) => app.lending,
  }),
  on({
    type: 'Proposal',
    noun: 'proposal',
    id: 'proposalId',
    scope: 'approvals:write',
    // Who has made it takes it back, and makes it with the scope of its own command: an officer decides about nothing.
    ownScopes: { withdraw: [['approvals:write'], ['approvals:read']] },
    cycle: proposalLifecycle,
    steps: proposalSteps,
    records: ({ loaders }) => loaders.proposals,
    bound: ({ app }) => app.approvals,
  }),
  on({
    type: 'SavingsAccount',
    noun: 'account',
    id: 'savingsAccountId',
    scope: 'savings_accounts:write',
    cycle: savingsAccountLifecycle,
    steps: savingsAccountSteps,
    records: ({ loaders }) => loaders.savingsAccounts,
    bound: ({ app }) => app.savings,
  }),
  on({
    type: 'AmlAlert',
    noun: 'alert',
    id: 'alertId',
    scope: 'aml_alerts:write',
    cycle: amlAlertLifecycle,
    steps: amlAlertSteps,
    records: ({ loaders }) => loaders.amlAlerts,
    bound: ({ app }) => app.aml,
  }),
  on({
    type: 'ReconciliationBreak',
    noun: 'break',
    id: 'breakId',
    scope: 'mobile_money:write',
    cycle: breakLifecycle,
    steps: reconciliationBreakSteps,
    records: ({ loaders }) => loaders.breaks,
    bound: ({ app }) => app.reconciliation,
  }),
];

/** What steps.graphql is derived from. */
export const lendingSteps = TABLES.map(({ table }) => table);
/** Their mutations, by name. */
export const lendingStepMutations = Object.assign({}, ...TABLES.map(({ mutations }) => mutations));
