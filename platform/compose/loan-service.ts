import type { LendingWorld } from '#core/lending/ports.ts';
import { pledgeGuarantee, withdrawGuarantee } from '#core/lending/use-cases/guarantees.ts';
import { settleLoan } from '#core/lending/use-cases/record-repayment.ts';
import { reverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import { chargeLoan, waiveCharge } from '#core/lending/use-cases/servicing/charge-loan.ts';
import { chargeOffLoan, undoWriteOff, writeOffLoan } from '#core/lending/use-cases/servicing/give-up-loan.ts';
import { refinanceLoan } from '#core/lending/use-cases/servicing/refinance-loan.ts';
import { refundOverpayment } from '#core/lending/use-cases/servicing/refund-overpayment.ts';
import { rescheduleLoan } from '#core/lending/use-cases/servicing/reschedule-loan.ts';
import { undoDisbursement } from '#core/lending/use-cases/servicing/undo-disbursement.ts';
import type { Answering } from './bindings.ts';

/** What becomes of a loan after it was applied for, bound to transactions. */
export function bindLoanService(forLoans: Answering<LendingWorld>) {
  return {
    chargeLoan: forLoans(chargeLoan),
    waiveCharge: forLoans(waiveCharge),
    rescheduleLoan: forLoans(rescheduleLoan),
    refinanceLoan: forLoans(refinanceLoan),
    chargeOffLoan: forLoans(chargeOffLoan),
    writeOffLoan: forLoans(writeOffLoan),
    undoWriteOff: forLoans(undoWriteOff),
    undoDisbursement: forLoans(undoDisbursement),
    refundOverpayment: forLoans(refundOverpayment),
    settleLoan: forLoans(settleLoan),
    reverseRepayment: forLoans(reverseRepayment),
    pledgeGuarantee: forLoans(pledgeGuarantee),
    withdrawGuarantee: forLoans(withdrawGuarantee),
  };
}
