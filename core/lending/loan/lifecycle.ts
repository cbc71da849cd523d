import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const loanLifecycle = lifecycle(
  'loan',
  ['draft', 'ready_to_disburse', 'active', 'closed', 'overpaid', 'rejected', 'withdrawn'],
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
      from: ['ready_to_disburse', 'active'],
      to: 'active',
      emits: 'loan.disbursed',
      by: 'system',
      means: 'A disbursement was confirmed; the repayment schedule runs.',
    },
    book_repayment: {
      from: ['active', 'closed', 'overpaid'],
      to: ['active', 'closed', 'overpaid'],
      emits: 'loan.repaid',
      emitsInto: { closed: 'loan.closed', overpaid: 'loan.overpaid' },
      by: 'system',
      means: 'A repayment was booked; the loan closes when nothing is owed.',
    },
  },
);

export type LoanState = StateOf<typeof loanLifecycle>;
export type LoanAction = ActionOf<typeof loanLifecycle>;
