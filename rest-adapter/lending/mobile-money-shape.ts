import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { mobileMoneyLifecycle } from '#core/mobile-money/transaction/lifecycle.ts';
import { DESTINATION_TYPES, MOBILE_MONEY_CHANNELS } from '#core/mobile-money/transaction/mobile-money-record.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, instant, nullable, object } from '../shapes.ts';

export const MobileMoneySchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    channel: Type.Enum([...MOBILE_MONEY_CHANNELS], {
      description:
        'mpesa_paybill: paid of the payer’s own accord; mpesa_stk, airtel: prompted on the payer’s phone; bank: a credit on the statement of the bank.',
    }),
    amount: cents('Minor units, less the rest that its place did not take: a record of its own in suspense.'),
    msisdn: Type.String({ description: 'The payer’s number, as the provider gives it.' }),
    account_reference: Type.String({ description: 'What the payer typed, or was prompted with.' }),
    state: Type.Enum([...mobileMoneyLifecycle.states]),
    state_reason: nullable(Type.String({ description: 'Why it lies in suspense, failed or was reversed.' })),
    receipt_no: nullable(Type.String({ description: 'The provider’s receipt; the rest of a payment has the same.' })),
    paid_at: nullable(instant('When the payer paid.')),
    expires_at: nullable(instant('Until when a collection is waited for.')),
    provider_ref: nullable(Type.String({ description: 'The provider’s name for the prompt of a collection.' })),
    destination: nullable(
      object({ type: Type.Enum([...DESTINATION_TYPES]), id: anyId('The loan, savings account or student.') }),
    ),
    booked_as: nullable(
      object({
        type: Type.String({ description: 'repayment, savings_transaction or payment.' }),
        uuid: Type.String({ format: 'uuid' }),
      }),
    ),
    merged_into_id: nullable(anyId('The payment that holds the money of a merged collection.')),
    rest_of_id: nullable(anyId('The payment of which this is what its place did not take, or its parts left.')),
    return_proposal: nullable(
      object(
        {
          reason: Type.String(),
          evidence: Type.String(),
          proposed_by: Type.String(),
          approved_by: nullable(Type.String({ description: 'Who agreed.' })),
        },
        { description: 'Why one person says that it has to go back to its payer; another one has to agree.' },
      ),
    ),
    available_actions: actionList(mobileMoneyLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was recorded.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'MobileMoneyTransaction' },
);

export function mobileMoneyBody(transaction: View<'mobileMoney'>, ids: Ids) {
  const { destination } = transaction;
  return {
    id: ids(transaction),
    uuid: transaction.uuid,
    channel: transaction.channel,
    amount: transaction.amount,
    msisdn: transaction.msisdn,
    account_reference: transaction.accountReference,
    state: transaction.state,
    state_reason: transaction.stateReason,
    receipt_no: transaction.receiptNo,
    paid_at: transaction.paidAt,
    expires_at: transaction.expiresAt,
    provider_ref: transaction.providerRef,
    destination: destination && { type: destination.type, id: ids(destination) },
    booked_as: transaction.bookedAs,
    merged_into_id: transaction.mergedInto && ids(transaction.mergedInto),
    rest_of_id: transaction.restOf && ids(transaction.restOf),
    return_proposal: returnProposalBody(transaction.returnProposal),
    available_actions: availableActions(mobileMoneyLifecycle, transaction.state),
    version: transaction.version,
    created_at: transaction.createdAt,
    updated_at: transaction.updatedAt,
  };
}

function returnProposalBody(proposal: View<'mobileMoney'>['returnProposal']) {
  if (proposal === null) return null;
  const { reason, evidence, by, approvedBy } = proposal;
  return { reason, evidence, proposed_by: by, approved_by: approvedBy };
}
