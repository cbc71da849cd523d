import Type from 'typebox';
import { REPAYMENT_CHANNELS } from '#core/lending/repayment/repayment.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { repaymentLifecycle, type RepaymentState } from '#core/lending/repayment/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, instant, nullable, object } from '../shapes.ts';

/** A repayment as it is shown. */
export const RepaymentSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    loan_id: anyId('The loan that it was booked to: the one of the address.'),
    amount: cents('Minor units.'),
    channel: Type.Enum([...REPAYMENT_CHANNELS]),
    reference: nullable(Type.String()),
    receipt_no: Type.String({ description: 'Our receipt.' }),
    state: Type.Enum([...repaymentLifecycle.states]),
    allocation: object({
      principal: cents('Minor units.'),
      interest: cents('Minor units.'),
      fees: cents('Minor units.'),
      penalties: cents('Minor units.'),
      overpayment: cents('Beyond what was owed; it belongs to the member.'),
    }),
    recovered: cents('What of it came in on a debt that was written off, minor units.'),
    moved_from: nullable(Type.String({ format: 'uuid', description: 'The repayment that its money was moved from.' })),
    state_reason: nullable(Type.String({ description: 'Why it was reversed.' })),
    reversed_at: nullable(instant('When it was reversed.')),
    loan_state: Type.String({ description: 'The loan’s state now.' }),
    available_actions: actionList(repaymentLifecycle.personal),
    paid_at: instant('When the money was received.'),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was booked.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Repayment' },
);

export function repaymentBody(repayment: View<'repayments'>, ids: Ids) {
  return {
    id: ids(repayment),
    uuid: repayment.uuid,
    loan_id: ids({ id: repayment.loanId, uuid: repayment.loanUuid }),
    amount: repayment.amount,
    channel: repayment.channel,
    reference: repayment.reference,
    receipt_no: repayment.receiptNo,
    state: repayment.state,
    allocation: repayment.allocation,
    recovered: repayment.recovered,
    moved_from: repayment.movedFrom,
    state_reason: repayment.stateReason,
    reversed_at: repayment.reversedAt,
    loan_state: repayment.loanState,
    // The database checks that a state is one of the lifecycle's.
    available_actions: availableActions(repaymentLifecycle, repayment.state as RepaymentState),
    paid_at: repayment.paidAt,
    version: repayment.version,
    created_at: repayment.createdAt,
    updated_at: repayment.updatedAt,
  };
}
