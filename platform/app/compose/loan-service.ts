import { outcome } from '#core/kernel/outcome.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { OnLoan } from '#core/lending/use-cases/find-loan.ts';
import type { Repayment } from '#core/lending/repayment/repayment.ts';
import { pledgeGuarantee, withdrawGuarantee } from '#core/lending/use-cases/guarantees.ts';
import * as products from '#core/lending/use-cases/offer-product.ts';
import { loanProductSteps, editProduct, offerProduct } from '#core/lending/use-cases/offer-product.ts';
import { reallocateRepayment, type ReallocateRepayment } from '#core/lending/use-cases/reallocate-repayment.ts';
import { undoWriteOff } from '#core/lending/use-cases/servicing/give-up-loan.ts';
import { refinanceLoan } from '#core/lending/use-cases/servicing/refinance-loan.ts';
import { refundOverpayment } from '#core/lending/use-cases/servicing/refund-overpayment.ts';
import { pauseArrears, resumeArrears } from '#core/lending/use-cases/servicing/pause-arrears.ts';
import { transferOverpayment } from '#core/lending/use-cases/servicing/transfer-overpayment.ts';
import { undoDisbursement } from '#core/lending/use-cases/servicing/undo-disbursement.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { followReallocation } from '#core/mobile-money/use-cases/allocate.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import { receiveTransfer } from '#core/savings/use-cases/receive-transfer.ts';
import type { CommandRequest, Handled, Transact } from '../transact.ts';
import { stepsIn, type Handling, type PortsOf } from './bindings.ts';

export type LoanServicePorts = {
  readonly lending: PortsOf<LendingPorts>;
  readonly savings: PortsOf<SavingsPorts>;
  readonly mobileMoney: PortsOf<MobileMoneyPorts>;
};

export type TransferToSavings = OnLoan & { readonly savingsAccount: { readonly id: number; readonly uuid: string } };

/** What becomes of a loan after it was applied for, bound to transactions. */
export function bindLoanService(forLoans: Handling<LendingPorts>, transact: Transact, allPorts: LoanServicePorts) {
  return {
    ...forLoans({
      offerProduct,
      editProduct,
      ...stepsIn(products, loanProductSteps),
      refinanceLoan,
      undoWriteOff,
      undoDisbursement,
      pauseArrears,
      resumeArrears,
      refundOverpayment,
    }),
    /** An overpayment leaves lending and is taken by savings, in one transaction. */
    transferToSavings: (request: CommandRequest<Loan>, command: TransferToSavings): Promise<Handled> =>
      transact.handle('transferToSavings', request, async (tx, context) => {
        const { savingsAccount, ...on } = command;
        const leaving = { ...on, savingsAccountUuid: savingsAccount.uuid };
        const { result, events } = await transferOverpayment(leaving, allPorts.lending(tx, context));
        const { loan, amount } = result;
        const arriving = { savingsAccountId: savingsAccount.id, amount, memberId: loan.memberId } as const;
        const saved = await receiveTransfer({ ...arriving, from: 'loan_overpayments' }, allPorts.savings(tx, context));
        return outcome(loan, ...events, ...saved.events);
      }),
    /** Moves a repayment to another loan. Mobile money that it is of follows, in the same transaction. */
    reallocateRepayment: (request: CommandRequest<Repayment>, command: ReallocateRepayment): Promise<Handled> =>
      transact.handle('reallocateRepayment', request, async (tx, context) => {
        const lending = allPorts.lending(tx, context);
        const { result, events } = await reallocateRepayment(command, lending);
        const { repayment, from } = result;
        const loan = await lending.loans.get(repayment.loanId);
        if (!loan) throw new Error(`Repayment ${repayment.uuid} has lost its loan.`);
        const destination = { type: 'loan', id: loan.id, uuid: loan.uuid } as const;
        const booking = { type: 'repayment', uuid: repayment.uuid };
        const moved = { bookedUuid: from.uuid, destination, booking, moved: events };
        const followed = await followReallocation(moved, allPorts.mobileMoney(tx, context));
        return outcome(repayment, ...followed.events);
      }),
    ...forLoans({
      pledgeGuarantee,
      withdrawGuarantee,
    }),
  };
}
