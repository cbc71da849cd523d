import Type from 'typebox';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandRequest } from '#platform/app/transact.ts';
import { refuseBesideAction, requireMembers } from '../records.ts';
import type { Handled } from '../route.ts';
import { instant, nullable, positiveCents, readInstant, text } from '../shapes.ts';
import { namesOf } from '#core/kernel/names.ts';

/** What people do about money on its way, as PATCH takes it: what each step needs, and what it may have beside. */
export const DISBURSEMENT_STEPS = {
  confirm_by_bank: { needs: ['provider_ref'], takes: ['paid_at'] },
  cancel: { needs: ['reason'], takes: [] },
  propose_outcome: { needs: ['outcome', 'evidence'], takes: ['receipt_no', 'paid_at', 'amount'] },
  approve_outcome: { needs: [], takes: [] },
  reverse: { needs: ['reversal_receipt_no', 'reason'], takes: [] },
  return_part: { needs: ['amount', 'reversal_receipt_no', 'reason'], takes: [] },
} as const satisfies { readonly [action: string]: { needs: readonly string[]; takes: readonly string[] } };

type Step = keyof typeof DISBURSEMENT_STEPS;
export const DISBURSEMENT_ACTIONS = namesOf(DISBURSEMENT_STEPS);

export const StepFields = {
  provider_ref: Type.Optional(text('confirm_by_bank: the bank’s own reference.', 64)),
  paid_at: Type.Optional(nullable(instant('confirm_by_bank, propose_outcome: when it was paid; now by default.'))),
  reason: Type.Optional(text('Why, in a sentence that an auditor understands.', 500)),
  outcome: Type.Optional(Type.Enum(['paid', 'not_paid'], { description: 'propose_outcome: what became of it.' })),
  evidence: Type.Optional(
    text('propose_outcome: where it can be seen, such as a line of the provider’s statement.', 500),
  ),
  receipt_no: Type.Optional(nullable(text('propose_outcome: the provider’s receipt, where it was paid.', 64))),
  amount: Type.Optional(
    positiveCents('propose_outcome: what was paid, if less; return_part: what came back. Minor units.'),
  ),
  reversal_receipt_no: Type.Optional(text('reverse, return_part: the provider’s receipt or the bank’s reference.', 64)),
};

type Sent = {
  readonly action: Step;
  readonly provider_ref?: string;
  readonly paid_at?: string | null;
  readonly reason?: string;
  readonly outcome?: 'paid' | 'not_paid';
  readonly evidence?: string;
  readonly receipt_no?: string | null;
  readonly amount?: number;
  readonly reversal_receipt_no?: string;
};

/** Carries out one of these steps. */
export function takeStep(
  lending: App['lending'],
  on: { readonly loanId: number; readonly disbursementId: number; readonly version: number | undefined },
  sent: object & { readonly action: string },
  request: CommandRequest<Disbursement>,
): Promise<Handled> {
  // The schema of the endpoint has let it through.
  const body = sent as Sent;
  const { needs, takes } = DISBURSEMENT_STEPS[body.action];
  refuseBesideAction(Object.keys(body), ['action', ...needs, ...takes]);
  requireMembers(body.action, body, needs);
  const paidAt = body.paid_at == null ? null : readInstant('paid_at', body.paid_at);
  const reason = body.reason ?? null;
  const back = { ...on, reference: body.reversal_receipt_no ?? '', reason };
  switch (body.action) {
    case 'confirm_by_bank':
      return lending.confirmByBank(request, { ...on, providerRef: body.provider_ref ?? '', paidAt });
    case 'cancel':
      return lending.cancelDisbursement(request, { ...on, reason });
    case 'propose_outcome':
      return lending.proposeOutcome(request, {
        ...on,
        outcome: body.outcome ?? 'not_paid',
        evidence: body.evidence ?? null,
        receiptNo: body.receipt_no ?? null,
        paidAt,
        amount: body.amount === undefined ? null : BigInt(body.amount),
      });
    case 'approve_outcome':
      return lending.approveOutcome(request, on);
    case 'reverse':
      return lending.reverseDisbursement(request, back);
    case 'return_part':
      return lending.returnPartOfDisbursement(request, { ...back, amount: BigInt(body.amount ?? 0) });
  }
}
