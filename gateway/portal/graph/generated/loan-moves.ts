import type { LoanState } from './graphql.ts';

/** From which states each event of a loan leads, and to which. Derived from its lifecycle. */
export const LOAN_MOVES: {
  readonly [event: string]: { readonly from: readonly LoanState[]; readonly to: readonly LoanState[] };
} = {
  'loan.approval_undone': { from: ['READY_TO_DISBURSE'], to: ['DRAFT'] },
  'loan.approved': { from: ['DRAFT'], to: ['READY_TO_DISBURSE'] },
  'loan.arrears_paused': { from: ['ACTIVE'], to: ['ACTIVE'] },
  'loan.arrears_resumed': { from: ['ACTIVE'], to: ['ACTIVE'] },
  'loan.charged': { from: ['ACTIVE'], to: ['ACTIVE'] },
  'loan.charged_off': { from: ['ACTIVE'], to: ['ACTIVE'] },
  'loan.closed': { from: ['ACTIVE', 'CLOSED', 'OVERPAID'], to: ['CLOSED'] },
  'loan.created': { from: [], to: ['DRAFT'] },
  'loan.disbursed': { from: ['READY_TO_DISBURSE', 'ACTIVE', 'CLOSED', 'OVERPAID'], to: ['ACTIVE'] },
  'loan.disbursement_reduced': { from: ['ACTIVE', 'CLOSED', 'OVERPAID'], to: ['ACTIVE', 'CLOSED', 'OVERPAID'] },
  'loan.disbursement_undone': { from: ['ACTIVE'], to: ['READY_TO_DISBURSE', 'ACTIVE', 'CLOSED', 'OVERPAID'] },
  'loan.overpaid': { from: ['ACTIVE', 'CLOSED', 'OVERPAID'], to: ['OVERPAID'] },
  'loan.overpayment_refunded': { from: ['OVERPAID', 'WRITTEN_OFF'], to: ['CLOSED', 'WRITTEN_OFF'] },
  'loan.overpayment_transferred': { from: ['OVERPAID', 'WRITTEN_OFF'], to: ['CLOSED', 'WRITTEN_OFF'] },
  'loan.recovered': { from: ['WRITTEN_OFF'], to: ['WRITTEN_OFF'] },
  'loan.recovery_reversed': { from: ['WRITTEN_OFF'], to: ['WRITTEN_OFF'] },
  'loan.refinanced': { from: ['ACTIVE'], to: ['CLOSED'] },
  'loan.refinancing_adjusted': { from: ['ACTIVE', 'CLOSED', 'OVERPAID'], to: ['ACTIVE', 'CLOSED', 'OVERPAID'] },
  'loan.refund_reclaimed': { from: ['ACTIVE', 'CLOSED', 'OVERPAID', 'WRITTEN_OFF'], to: ['ACTIVE', 'WRITTEN_OFF'] },
  'loan.rejected': { from: ['DRAFT'], to: ['REJECTED'] },
  'loan.repaid': { from: ['ACTIVE', 'CLOSED', 'OVERPAID'], to: ['ACTIVE'] },
  'loan.repayment_reversed': { from: ['ACTIVE', 'CLOSED', 'OVERPAID'], to: ['ACTIVE', 'CLOSED', 'OVERPAID'] },
  'loan.rescheduled': { from: ['ACTIVE'], to: ['ACTIVE'] },
  'loan.updated': { from: ['DRAFT'], to: ['DRAFT'] },
  'loan.waived': { from: ['ACTIVE'], to: ['ACTIVE'] },
  'loan.withdrawn': { from: ['DRAFT', 'READY_TO_DISBURSE'], to: ['WITHDRAWN'] },
  'loan.write_off_undone': { from: ['WRITTEN_OFF'], to: ['ACTIVE'] },
  'loan.written_off': { from: ['ACTIVE'], to: ['WRITTEN_OFF'] },
};
