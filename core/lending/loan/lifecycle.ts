import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const loanLifecycle = lifecycle(
  'loan',
  ['draft', 'ready_to_disburse', 'active', 'closed', 'overpaid', 'rejected', 'withdrawn', 'written_off'],
  {
    create: { from: [], to: 'draft', emits: 'loan.created', means: 'A member applies for a loan of a product.' },
    edit: { from: ['draft'], to: 'draft', emits: 'loan.updated', means: 'The application is changed.' },
    approve: {
      from: ['draft'],
      to: 'ready_to_disburse',
      emits: 'loan.approved',
      means: 'The lender accepts the application; money may leave.',
    },
    reject: {
      from: ['draft'],
      to: 'rejected',
      emits: 'loan.rejected',
      needsReason: true,
      means: 'The lender declines the application.',
    },
    withdraw: {
      from: ['draft', 'ready_to_disburse'],
      to: 'withdrawn',
      emits: 'loan.withdrawn',
      needsReason: true,
      means: 'The member takes the application back.',
    },
    undo_approval: {
      from: ['ready_to_disburse'],
      to: 'draft',
      emits: 'loan.approval_undone',
      means: 'An approval is taken back before money left.',
    },
    book_disbursement: {
      // Money that is confirmed once the loan was paid off was lent all the same.
      from: ['ready_to_disburse', 'active', 'closed', 'overpaid'],
      to: 'active',
      emits: 'loan.disbursed',
      by: 'system',
      means: 'A disbursement was confirmed; the repayment schedule runs.',
    },
    undo_disbursement: {
      from: ['active'],
      to: 'ready_to_disburse',
      emits: 'loan.disbursement_undone',
      needsReason: true,
      means: 'The provider took the money back before anything was repaid; it may be paid out again.',
    },
    book_repayment: {
      from: ['active', 'closed', 'overpaid'],
      to: ['active', 'closed', 'overpaid'],
      emits: 'loan.repaid',
      emitsInto: { closed: 'loan.closed', overpaid: 'loan.overpaid' },
      by: 'system',
      means: 'A repayment was booked; the loan closes when nothing is owed.',
    },
    reverse_repayment: {
      from: ['active', 'closed', 'overpaid'],
      to: ['active', 'closed', 'overpaid'],
      emits: 'loan.repayment_reversed',
      by: 'system',
      means: 'A repayment was taken back, and those after it were allocated anew.',
    },
    charge: {
      from: ['active'],
      to: 'active',
      emits: 'loan.charged',
      needsReason: true,
      means: 'A fee or penalty is charged on an instalment.',
    },
    waive: {
      from: ['active'],
      to: ['active', 'closed', 'overpaid'],
      emits: 'loan.waived',
      emitsInto: { closed: 'loan.closed', overpaid: 'loan.overpaid' },
      needsReason: true,
      means: 'Interest, fees or penalties are forgiven; the loan closes when nothing is owed.',
    },
    reschedule: {
      from: ['active'],
      to: 'active',
      emits: 'loan.rescheduled',
      needsReason: true,
      means: 'What is still to come is agreed anew, as a new version of the schedule.',
    },
    refinance: {
      from: ['active'],
      to: 'closed',
      emits: 'loan.refinanced',
      means: 'A new loan pays this one off.',
    },
    charge_off: {
      from: ['active'],
      to: 'active',
      emits: 'loan.charged_off',
      needsReason: true,
      means: 'The books take the loss; the member still owes, and what comes in is recovery.',
    },
    write_off: {
      from: ['active'],
      to: 'written_off',
      emits: 'loan.written_off',
      needsReason: true,
      means: 'The debt is given up.',
    },
    book_recovery: {
      from: ['written_off'],
      to: 'written_off',
      emits: 'loan.recovered',
      by: 'system',
      means: 'Money came in on a debt that was given up.',
    },
    undo_write_off: {
      from: ['written_off'],
      to: 'active',
      emits: 'loan.write_off_undone',
      needsReason: true,
      means: 'The debt stands again as it was before it was given up.',
    },
    refund_overpayment: {
      from: ['overpaid'],
      to: 'closed',
      emits: 'loan.overpayment_refunded',
      means: 'What was paid too much went back to the member.',
    },
  },
);

export type LoanState = StateOf<typeof loanLifecycle>;
export type LoanAction = ActionOf<typeof loanLifecycle>;
