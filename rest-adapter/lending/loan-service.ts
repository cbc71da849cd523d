import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { invalidField, unusableReference } from '#core/kernel/field-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import { actionsOf } from '#core/kernel/steps.ts';
import type { LoanServiceAction } from '#core/lending/use-cases/decide-loan.ts';
import type { ProposableRequest } from '#platform/app/transact.ts';
import { referenceIn, refuseBesideAction, type Identified, type Ids } from '../records.ts';
import type { Handled } from '../route.ts';
import { date, nullable, positiveCents, reference, text } from '../shapes.ts';
import { readDate, readReschedule, withTermsAtTop } from './terms/read.ts';
import { RescheduleFields } from './terms/schemas.ts';

/** Steps of a loan's life after money was lent, as PATCH takes them: what each needs, and what it may have beside. */
export const SERVICE_STEPS = {
  undo_disbursement: { needs: ['reversal_receipt_no', 'reason'], takes: ['disbursement_id'] },
  charge: { needs: ['part', 'amount', 'reason'], takes: ['instalment'] },
  waive: { needs: ['part', 'reason'], takes: ['amount', 'instalment'] },
  reschedule: { needs: ['from', 'reason'], takes: Object.keys(RescheduleFields) },
  refinance: { needs: ['product_id', 'term_months'], takes: ['top_up'] },
  charge_off: { needs: ['reason'], takes: [] },
  write_off: { needs: ['reason'], takes: [] },
  undo_write_off: { needs: ['reason'], takes: [] },
  refund_overpayment: { needs: ['channel'], takes: ['reference'] },
  transfer_to_savings: { needs: ['savings_account_id'], takes: [] },
  pause_arrears: { needs: ['reason'], takes: ['until'] },
  resume_arrears: { needs: [], takes: [] },
} as const satisfies { readonly [A in LoanServiceAction]: { needs: readonly string[]; takes: readonly string[] } };

export const SERVICE_ACTIONS = actionsOf(SERVICE_STEPS);

export function isServiceAction(action: string): action is LoanServiceAction {
  return Object.hasOwn(SERVICE_STEPS, action);
}

const { from, ...changes } = RescheduleFields;

/** What these steps take beside the reason. */
export const ServiceFields = {
  reversal_receipt_no: Type.Optional(text('undo_disbursement: the provider’s receipt for the reversal.', 64)),
  disbursement_id: Type.Optional(reference('undo_disbursement: which one; the last by default.')),
  part: Type.Optional(
    Type.Enum(['interest', 'fees', 'penalties'], { description: 'charge (fees, penalties) and waive: what for.' }),
  ),
  amount: Type.Optional(positiveCents('charge and waive: how much; a waiver without it forgives all, minor units.')),
  instalment: Type.Optional(
    Type.Integer({ minimum: 1, description: 'charge and waive: on which instalment; the next one, or any.' }),
  ),
  from: Type.Optional(from),
  ...changes,
  product_id: Type.Optional(reference('refinance: the product of the new loan.')),
  top_up: Type.Optional(positiveCents('refinance: lent beyond what pays this loan off, minor units.')),
  channel: Type.Optional(Type.Enum(['cash', 'bank'], { description: 'refund_overpayment: where it is paid from.' })),
  reference: Type.Optional(nullable(text('refund_overpayment: of the payment.', 128))),
  savings_account_id: Type.Optional(reference('transfer_to_savings: a savings account of the same member.')),
  until: Type.Optional(
    nullable(date('pause_arrears: the last day on which lateness is not counted; open by default.')),
  ),
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

type Sent = {
  readonly action: LoanServiceAction;
  readonly reason?: string;
  readonly part?: string;
  readonly amount?: number;
  readonly instalment?: number;
  readonly reversal_receipt_no?: string;
  readonly disbursement_id?: number | string;
  readonly savings_account_id?: number | string;
  readonly until?: string | null;
  readonly product_id?: number | string;
  readonly term_months?: number;
  readonly top_up?: number;
  readonly channel?: string;
  readonly reference?: string | null;
};

/** Carries out one of these steps. */
export async function serveLoan(
  app: App,
  call: {
    readonly caller: Caller;
    readonly ids: Ids;
    readonly body: Sent;
    readonly loanId: number;
    readonly version: number | undefined;
    readonly request: ProposableRequest<Loan>;
  },
): Promise<Handled> {
  const { caller, body, loanId, version, request } = call;
  requireMembers(body);
  const on = { loanId, version, reason: body.reason ?? null };
  const { lending } = app;
  switch (body.action) {
    case 'undo_disbursement':
      return lending.undoDisbursement(request, {
        ...on,
        reversalReceiptNo: body.reversal_receipt_no ?? '',
        disbursementId: await disbursementIn(app, caller, body),
      });
    case 'charge':
      if (body.part === 'interest') throw wrong('part', 'choice', 'Charge fees or penalties.');
      return lending.chargeLoan(request, {
        ...on,
        part: body.part as 'fees',
        amount: BigInt(body.amount ?? 0),
        instalment: body.instalment ?? null,
      });
    case 'waive':
      return lending.waiveCharge(request, {
        ...on,
        part: body.part as 'fees',
        amount: body.amount === undefined ? null : BigInt(body.amount),
        instalment: body.instalment ?? null,
      });
    case 'reschedule': {
      const { action: _action, reason: _reason, ...change } = body;
      return withTermsAtTop(() => lending.rescheduleLoan(request, { ...on, change: readReschedule(change, '') }));
    }
    case 'refinance':
      return lending.refinanceLoan(request, {
        ...on,
        productId: await referenceIn(app, caller, 'product_id', body.product_id ?? 0, (views) => views.products.one),
        termMonths: body.term_months ?? 0,
        topUp: body.top_up === undefined ? null : BigInt(body.top_up),
      });
    case 'charge_off':
      return lending.chargeOffLoan(request, on);
    case 'write_off':
      return lending.writeOffLoan(request, on);
    case 'undo_write_off':
      return lending.undoWriteOff(request, on);
    case 'refund_overpayment':
      return lending.refundOverpayment(request, {
        ...on,
        channel: body.channel as 'cash',
        reference: body.reference ?? null,
      });
    case 'transfer_to_savings':
      return lending.transferToSavings(request, { ...on, savingsAccount: await savingsAccountIn(app, caller, body) });
    case 'pause_arrears':
      return lending.pauseArrears(request, { ...on, until: untilIn(body) });
    case 'resume_arrears':
      return lending.resumeArrears(request, on);
  }
}

const untilIn = ({ until }: Sent) => (until == null ? null : readDate('until', until));

/** The disbursement that is named; null for the last one. */
async function disbursementIn(app: App, caller: Caller, { disbursement_id: sent }: Sent): Promise<number | null> {
  if (sent === undefined) return null;
  return referenceIn(app, caller, 'disbursement_id', sent, (views) => views.disbursements.one);
}

/** The account is named to lending by its uuid and to savings by its id: both are needed. */
async function savingsAccountIn(app: App, caller: Caller, body: Sent): Promise<Identified> {
  const sent = body.savings_account_id ?? 0;
  const id = typeof sent === 'string' ? sent.toLowerCase() : sent;
  const account = await app.read(caller, (views) => views.savingsAccounts.one(id));
  if (account) return account;
  throw unusableReference(
    'savings_account_id',
    `savings_account_id ${sent} names nothing that can be used here.`,
    'Use the id of one of its accounts.',
  );
}

function requireMembers(body: Sent): void {
  const { needs, takes } = SERVICE_STEPS[body.action];
  refuseBesideAction(Object.keys(body), ['action', 'reason', ...needs, ...takes]);
  const missing = needs.filter((name) => !Object.hasOwn(body, name));
  if (missing.length === 0) return;
  throw refuse(kernelRefusals.validation_failed, `The action ${body.action} needs ${missing.join(', ')}.`, {
    errors: missing.map((name) => ({ field: name, code: 'required', detail: `${name} is required.` })),
  });
}

function wrong(name: string, code: string, detail: string) {
  return invalidField(name, code, detail);
}
