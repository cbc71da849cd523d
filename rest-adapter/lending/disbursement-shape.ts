import Type from 'typebox';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { CHANNELS } from '#core/lending/disbursement/channel.ts';
import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, instant, nullable, object } from '../shapes.ts';
import { evidenceBody, EvidenceSchema } from './evidence.ts';

/** A disbursement as it is shown. */
export const DisbursementSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    loan_id: anyId('The loan that is paid out.'),
    agent_id: nullable(Type.String({ description: 'The agent whose float pays; null where a bank does.' })),
    amount: cents('Principal that is lent with it, minor units.'),
    netted_fees: cents('Fees deducted from it, minor units: the recipient gets the rest.'),
    channel: Type.Enum([...CHANNELS]),
    msisdn: nullable(Type.String({ description: 'The recipient on mobile money.' })),
    bank_account: nullable(Type.String({ description: 'The recipient’s account at a bank.' })),
    business: nullable(
      object(
        {
          type: Type.Enum(['paybill', 'till']),
          number: Type.String({ description: 'The shortcode of the paybill, or the number of the till.' }),
          account: nullable(Type.String({ description: 'The account at the paybill.' })),
        },
        { description: 'The business that is paid.' },
      ),
    ),
    state: Type.Enum([...disbursementLifecycle.states]),
    provider_ref: nullable(Type.String({ description: 'The provider’s reference; ours while it has given none.' })),
    receipt_no: nullable(Type.String({ description: 'The provider’s receipt, once it has paid.' })),
    failure: nullable(
      object({
        code: Type.String({ description: 'Why it was not paid, or why people have to look.' }),
        message: nullable(Type.String()),
        provider_code: nullable(Type.String({ description: 'The provider’s own code.' })),
      }),
    ),
    charge: nullable(cents('What the provider charged for it, minor units.')),
    returned: cents('What came back of it, minor units: it was never lent.'),
    proposal: nullable(
      object(
        {
          outcome: Type.Enum(['paid', 'not_paid']),
          receipt_no: nullable(Type.String()),
          paid_at: nullable(instant('When it was paid.')),
          amount: nullable(cents('What was paid, minor units.')),
          evidence: Type.String(),
          proposed_by: Type.String(),
          proposed_at: instant('When it was proposed.'),
          approved_by: nullable(Type.String({ description: 'Who agreed.' })),
        },
        { description: 'What a person says became of it, until another one agrees.' },
      ),
    ),
    evidence: EvidenceSchema,
    available_actions: actionList(disbursementLifecycle.personal),
    sent_at: nullable(instant('When the provider took it.')),
    settled_at: nullable(instant('When it was paid, or failed.')),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was requested.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Disbursement' },
);

export function disbursementBody(disbursement: View<'disbursements'>, ids: Ids) {
  return {
    id: ids(disbursement),
    uuid: disbursement.uuid,
    loan_id: ids({ id: disbursement.loanId, uuid: disbursement.loanUuid }),
    agent_id: disbursement.agentNo,
    amount: disbursement.amount,
    netted_fees: disbursement.netted,
    channel: disbursement.channel,
    msisdn: disbursement.msisdn,
    bank_account: disbursement.bankAccount,
    business: disbursement.business,
    state: disbursement.state,
    provider_ref: disbursement.providerRef,
    receipt_no: disbursement.receiptNo,
    failure:
      disbursement.failureCode === null
        ? null
        : {
            code: disbursement.failureCode,
            message: disbursement.failureMessage,
            provider_code: disbursement.providerCode,
          },
    charge: disbursement.charge,
    returned: disbursement.returned,
    proposal: proposalBody(disbursement.proposal),
    evidence: evidenceBody(disbursement.evidence),
    available_actions: availableActions(disbursementLifecycle, disbursement.state),
    sent_at: disbursement.sentAt,
    settled_at: disbursement.settledAt,
    version: disbursement.version,
    created_at: disbursement.createdAt,
    updated_at: disbursement.updatedAt,
  };
}

function proposalBody(proposal: View<'disbursements'>['proposal']) {
  if (proposal === null) return null;
  return {
    outcome: proposal.outcome,
    receipt_no: proposal.receiptNo,
    paid_at: proposal.paidAt,
    amount: proposal.amount === null ? null : BigInt(proposal.amount),
    evidence: proposal.evidence,
    proposed_by: proposal.by,
    proposed_at: proposal.at,
    approved_by: proposal.approvedBy,
  };
}
