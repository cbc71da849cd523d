import Type from 'typebox';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import type { LoanServiceAction } from '#core/lending/use-cases/decide-loan.ts';
import { loanServiceSteps } from '#core/lending/use-cases/servicing/steps.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { ProposableRequest } from '#platform/app/transact.ts';
import type { ActionFields } from '../action-body.ts';
import { refuseBesideAction, requireMembers } from '../records.ts';
import type { Handled } from '../route.ts';
import { readStep, stepMembers, stepVariants } from '../step-members.ts';
import { readReschedule, withTermsAtTop } from './terms/read.ts';
import { RescheduleFields } from './terms/schemas.ts';

/** The steps of a loan's life after money was lent, as PATCH takes them. */
export const SERVICE_ACTIONS: LoanServiceAction[] = [...actionsOf(loanServiceSteps), 'reschedule'];

export function isServiceAction(action: string): action is LoanServiceAction {
  return SERVICE_ACTIONS.some((each) => each === action);
}

const { from: _from, ...changes } = RescheduleFields;
/** What each step is sent with. Rescheduling takes terms at the top of the body. */
export const SERVICE_VARIANTS: { readonly [action: string]: ActionFields } = {
  ...stepVariants(loanServiceSteps),
  reschedule: { needs: ['from', 'reason'], takes: Object.keys(changes) },
};

/** What these steps take beside the reason. */
export const ServiceFields = {
  ...stepMembers(loanServiceSteps),
  from: Type.Optional(RescheduleFields.from),
  ...changes,
};

export const SERVICE_REFUSALS = [
  'already_proposed',
  'instalment_paid_ahead',
  'waiver_exceeds_outstanding',
  'loan_charged_off',
  'arrears_below_floor',
  'disbursement_not_undoable',
  'repayment_not_reversible',
  'arrears_paused',
  'arrears_not_paused',
  'savings_account_of_another',
  'savings_account_not_active',
  'account_frozen',
  'aml_hold',
];

type Sent = { readonly action: LoanServiceAction; readonly reason?: string };

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
  const { action, reason, ...members } = body;
  const on = { loanId, version, reason: reason ?? null };
  if (action === 'reschedule') {
    const { needs = [], takes = [] } = SERVICE_VARIANTS['reschedule'] ?? {};
    refuseBesideAction(Object.keys(body), ['action', ...needs, ...takes]);
    requireMembers(action, body, needs);
    return withTermsAtTop(() => app.lending.rescheduleLoan(request, { ...on, change: readReschedule(members, '') }));
  }
  const fields = await readStep({ steps: loanServiceSteps, cycle: loanLifecycle }, body, { app, caller });
  // The fields of a row are those of its use case: the table is typed so.
  const carryOut = app.lending[loanServiceSteps[action].name] as (
    request: ProposableRequest<Loan>,
    command: object,
  ) => Promise<Handled>;
  return carryOut(request, { ...on, ...fields });
}
