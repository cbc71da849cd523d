import { amount, choice, day, number, optional, record, text, type FieldsOf } from '../../../kernel/step-fields.ts';
import { stepOn, type Step } from '../../../kernel/steps.ts';
import type { LoanServiceAction } from '../decide-loan.ts';
import type { OnLoan } from '../find-loan.ts';
import type { ChargeLoan, WaiveCharge } from './charge-loan.ts';
import { pauseArrears, resumeArrears } from './pause-arrears.ts';
import type { RefinanceLoan } from './refinance-loan.ts';
import { refundOverpayment } from './refund-overpayment.ts';
import type { UndoDisbursement } from './undo-disbursement.ts';

type FieldsOfStep<Command> = FieldsOf<Command, 'loanId'>;
const step = stepOn<'loanId'>();

/** What leaves for savings: transferOverpayment, and what savings does with it. */
export type TransferLoanOverpayment = OnLoan & { readonly savingsAccountId: number };

const CHARGEABLE = {
  name: 'ChargeablePart',
  means: 'What can be charged on an instalment.',
  words: { fees: 'A fee.', penalties: 'A penalty.' },
};
const WAIVABLE = {
  name: 'WaivablePart',
  means: 'What can be forgiven.',
  words: { interest: 'Interest.', fees: 'Fees.', penalties: 'Penalties.' },
};
const REFUNDED_FROM = {
  name: 'RefundChannel',
  means: 'Where money that was paid too much is given back from.',
  words: { cash: 'Cash at the counter.', bank: 'A transfer from the society’s bank.' },
};

/**
 * The life of a loan after money was lent, a row for each verb: REST's {action} with its members, the graph's mutation
 * with its input, and the bindings follow. Rescheduling takes terms, which both APIs read by hand.
 */
export const loanServiceSteps = {
  undo_disbursement: {
    name: 'undoLoanDisbursement',
    means:
      'Writes down that the provider took the only disbursement back, before anything was repaid. Beyond what one person ' +
      'reverses it takes two.',
    isProposable: true,
    fields: {
      reversalReceiptNo: text(64, 'The provider’s receipt for the reversal.'),
      disbursementId: optional(record('disbursement', 'Which disbursement; the last one where it is left out.')),
    } satisfies FieldsOfStep<UndoDisbursement>,
  },
  charge: {
    name: 'chargeLoan',
    means: 'Puts a fee or penalty on an instalment; it is income immediately.',
    isProposable: true,
    fields: {
      part: choice(CHARGEABLE, 'What it is charged as.'),
      amount: amount('How much.'),
      instalment: optional(number(1, 1200, 'On which instalment; the next one that falls due where it is left out.')),
    } satisfies FieldsOfStep<ChargeLoan>,
  },
  waive: {
    name: 'waiveLoanCharge',
    means: 'Forgives interest, fees or penalties. Principal is never waived: it is written off.',
    isProposable: true,
    fields: {
      part: choice(WAIVABLE, 'What is forgiven.'),
      amount: optional(amount('How much; all that is open where it is left out.')),
      instalment: optional(number(1, 1200, 'On which instalment; the oldest first where it is left out.')),
    } satisfies FieldsOfStep<WaiveCharge>,
  },
  refinance: {
    name: 'refinanceLoan',
    means:
      'Pays a loan off with a new one, which the payload shows. No money moves; fees at disbursement fall due with the next ' +
      'instalment.',
    isProposable: true,
    fields: {
      productId: record('loan product', 'The product of the new loan.'),
      termMonths: number(1, 600, 'The new loan’s term in months.'),
      topUp: optional(amount('Lent beyond what pays the old loan off; disbursed like any other money.')),
    } satisfies FieldsOfStep<RefinanceLoan>,
  },
  charge_off: {
    name: 'chargeOffLoan',
    means: 'Takes the loss of a loan into the books; the member still owes it.',
    isProposable: true,
    fields: {},
  },
  write_off: {
    name: 'writeOffLoan',
    means: 'Gives a debt up. What comes in later is recovery.',
    isProposable: true,
    fields: {},
  },
  undo_write_off: {
    name: 'undoLoanWriteOff',
    means: 'Lets a debt stand again as it was before it was written off.',
    isProposable: true,
    fields: {},
  },
  refund_overpayment: step({
    name: 'refundLoanOverpayment',
    means: 'Gives back what was paid too much; the loan is closed.',
    run: refundOverpayment,
    fields: {
      channel: choice(REFUNDED_FROM, 'Where it is paid from.'),
      reference: optional(text(128, 'Of the payment. One by bank or a provider has one.')),
    },
  }),
  transfer_to_savings: {
    name: 'transferLoanOverpayment',
    means: 'Saves what was paid too much for the member; the loan is closed.',
    fields: {
      savingsAccountId: record('savings account', 'A savings account of the same member.'),
    } satisfies FieldsOfStep<TransferLoanOverpayment>,
  },
  pause_arrears: step({
    name: 'pauseLoanArrears',
    means: 'Days of lateness are not counted for a while; what is owed stays owed.',
    run: pauseArrears,
    fields: {
      until: optional(day('The last day on which lateness is not counted; until it is resumed where it is left out.')),
    },
  }),
  resume_arrears: step({
    name: 'resumeLoanArrears',
    means: 'Days of lateness count again.',
    run: resumeArrears,
    fields: {},
  }),
} as const satisfies { readonly [Action in Exclude<LoanServiceAction, 'reschedule'>]: Step };
