import { outcome } from '#core/kernel/outcome.ts';
import type { LendingWorld } from '#core/lending/ports.ts';
import type { Repayment } from '#core/lending/repayment/repayment.ts';
import { pledgeGuarantee, withdrawGuarantee } from '#core/lending/use-cases/guarantees.ts';
import { actOnProduct, offerProduct } from '#core/lending/use-cases/offer-product.ts';
import { settleLoan } from '#core/lending/use-cases/record-repayment.ts';
import { reverseRepayment, type ReverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import { chargeLoan, waiveCharge } from '#core/lending/use-cases/servicing/charge-loan.ts';
import { chargeOffLoan, undoWriteOff, writeOffLoan } from '#core/lending/use-cases/servicing/give-up-loan.ts';
import { refinanceLoan } from '#core/lending/use-cases/servicing/refinance-loan.ts';
import { refundOverpayment } from '#core/lending/use-cases/servicing/refund-overpayment.ts';
import { rescheduleLoan } from '#core/lending/use-cases/servicing/reschedule-loan.ts';
import { undoDisbursement } from '#core/lending/use-cases/servicing/undo-disbursement.ts';
import type { MobileMoneyWorld } from '#core/mobile-money/ports.ts';
import { returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import type { TenantTransaction } from '../persistence/database.ts';
import type { Answered, Asked, Given, Transact } from '../transact.ts';
import type { Answering } from './bindings.ts';

type WorldOf<World> = (tx: TenantTransaction, given: Given) => World;
type Worlds = { readonly lending: WorldOf<LendingWorld>; readonly mobileMoney: WorldOf<MobileMoneyWorld> };

/** What becomes of a loan after it was applied for, bound to transactions. */
export function bindLoanService(forLoans: Answering<LendingWorld>, transact: Transact, worlds: Worlds) {
  return {
    offerProduct: forLoans(offerProduct),
    actOnProduct: forLoans(actOnProduct),
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
    /** Undoes a repayment. Money that came by mobile money goes back into suspense, in the same transaction. */
    reverseRepayment: (asked: Asked<Repayment>, command: ReverseRepayment): Promise<Answered> =>
      transact.answer('reverseRepayment', asked, async (tx, given) => {
        const { result, events } = await reverseRepayment(command, worlds.lending(tx, given));
        const undone = { bookedUuid: result.uuid, reason: command.reason ?? '', undone: events };
        const returned = await returnToSuspense(undone, worlds.mobileMoney(tx, given));
        return outcome(result, ...returned.events);
      }),
    pledgeGuarantee: forLoans(pledgeGuarantee),
    withdrawGuarantee: forLoans(withdrawGuarantee),
  };
}
