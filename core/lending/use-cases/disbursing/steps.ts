import { amount, choice, instant, optional, text, type FieldsOf } from '../../../kernel/step-fields.ts';
import { stepOn, type StepTable } from '../../../kernel/steps.ts';
import { PAYMENT_OUTCOME } from '../../../payments/choices.ts';
import { cancelDisbursement, confirmDisbursementByBank } from './bank-transfer.ts';
import type { ReturnDisbursement, ReturnPart } from './returns.ts';
import { approveDisbursementOutcome, proposeDisbursementOutcome } from './review.ts';

const step = stepOn<'loanId' | 'disbursementId'>();
const reversalReceiptNo = text(64, 'The provider’s receipt of the reversal, or the bank’s reference of the return.');

/** What people do about money on its way. Starting a disbursement is another command. */
export const disbursementSteps = {
  confirm_by_bank: step({
    name: 'confirmDisbursementByBank',
    means: 'The bank made a transfer, and gives its own reference. A repeated confirmation changes nothing.',
    run: confirmDisbursementByBank,
    fields: {
      providerRef: text(64, 'The bank’s own reference.'),
      paidAt: optional(instant('When it was paid; now where it is left out.')),
    },
  }),
  cancel: step({
    name: 'cancelDisbursement',
    means: 'A transfer that a bank was to make is not made.',
    run: cancelDisbursement,
    fields: {},
  }),
  propose_outcome: step({
    name: 'proposeDisbursementOutcome',
    means: 'Says what became of a payment in review, with the evidence. Another person has to agree.',
    run: proposeDisbursementOutcome,
    reasonIn: 'evidence',
    fields: {
      outcome: choice(PAYMENT_OUTCOME, 'What became of it.'),
      evidence: text(500, 'Where it is seen, such as a line of the provider’s statement.'),
      receiptNo: optional(text(64, 'The provider’s receipt, where it was paid.')),
      paidAt: optional(instant('When it was paid; now where it is left out.')),
      amount: optional(amount('What was paid, where it is less than was requested.')),
    },
  }),
  approve_outcome: step({
    name: 'approveDisbursementOutcome',
    means: 'Agrees with what was proposed, and books it.',
    run: approveDisbursementOutcome,
    fields: {},
  }),
  reverse: {
    name: 'reverseDisbursement',
    means: 'The money came back whole, or a claim was recovered. Beyond what one person reverses it takes two.',
    isProposable: true,
    fields: { reversalReceiptNo } satisfies FieldsOf<ReturnDisbursement, 'loanId' | 'disbursementId'>,
  },
  return_part: {
    name: 'returnPartOfDisbursement',
    means:
      'Part of the money came back: so much less was lent, and the schedule is recalculated. Beyond what one person ' +
      'reverses it takes two.',
    isProposable: true,
    fields: { reversalReceiptNo, amount: amount('How much came back.') } satisfies FieldsOf<
      ReturnPart,
      'loanId' | 'disbursementId'
    >,
  },
} as const satisfies StepTable;
