import Type from 'typebox';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import { loanDecisions } from '#core/lending/use-cases/decide-loan.ts';
import { loanServiceSteps } from '#core/lending/use-cases/servicing/steps.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { ProposableRequest } from '#platform/app/transact.ts';
import type { ActionFields } from '../action-body.ts';
import { refuseBesideAction, requireMembers } from '../records.ts';
import type { Handled } from '../route.ts';
import { stepMembers, stepVariants, takeStep } from '../step-members.ts';
import { readReschedule, withTermsAtTop } from './terms/read.ts';
import { RescheduleFields } from './terms/schemas.ts';

const { from: _from, ...changes } = RescheduleFields;
/** Steps of a loan that both APIs derive from their rows. */
const loanTable = { steps: { ...loanDecisions, ...loanServiceSteps }, cycle: loanLifecycle };
const RESCHEDULE: ActionFields = { needs: ['from', 'reason'], takes: Object.keys(changes) };

export const LOAN_ACTIONS: PersonalLoanAction[] = [...actionsOf(loanTable.steps), 'reschedule'];

/** What each step is sent with. Rescheduling takes terms at the top of the body. */
export const LOAN_VARIANTS: { readonly [action: string]: ActionFields } = {
  ...stepVariants(loanTable),
  reschedule: RESCHEDULE,
};

/** What the steps take. */
export const LoanStepFields = {
  ...stepMembers(loanTable),
  from: Type.Optional(RescheduleFields.from),
  ...changes,
};

export const SERVICE_REFUSALS = [
  'already_proposed',
  'instalment_paid_ahead',
  'waiver_exceeds_outstanding',
  'loan_charged_off',
  'refinancing_terms_changed',
  'arrears_below_floor',
  'disbursement_not_undoable',
  'repayment_not_reversible',
  'arrears_paused',
  'arrears_not_paused',
  'debt_not_recovered',
  'savings_account_of_another',
  'savings_account_not_active',
  'account_frozen',
  'aml_hold',
];

type PersonalLoanAction = keyof typeof loanTable.steps | 'reschedule';
type Sent = { readonly action: PersonalLoanAction; readonly reason?: string };

/** Carries out one of these steps. */
export async function serveLoan(
  app: App,
  call: {
    readonly caller: Caller;
    readonly body: Sent;
    readonly loanId: number;
    readonly version: number | undefined;
    readonly request: ProposableRequest<Loan>;
  },
): Promise<Handled> {
  const { caller, body, loanId, version, request } = call;
  const { action, reason = null, ...members } = body;
  const on = { loanId, version };
  if (action !== 'reschedule') return takeStep(loanTable, body, { app, caller, bound: app.lending, on, request });
  const { needs = [], takes = [] } = RESCHEDULE;
  refuseBesideAction(Object.keys(body), ['action', ...needs, ...takes]);
  requireMembers(action, body, needs);
  return withTermsAtTop(() =>
    app.lending.rescheduleLoan(request, { ...on, reason, change: readReschedule(members, '') }),
  );
}
