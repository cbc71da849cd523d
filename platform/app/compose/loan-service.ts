import { unusableReference } from '#core/kernel/field-error.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import { pledgeGuarantee, withdrawGuarantee } from '#core/lending/use-cases/guarantees.ts';
import { loanProductSteps, editProduct, offerProduct } from '#core/lending/use-cases/offer-product.ts';
import { loanServiceSteps, type TransferLoanOverpayment } from '#core/lending/use-cases/servicing/steps.ts';
import { transferOverpayment } from '#core/lending/use-cases/servicing/transfer-overpayment.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import { receiveTransfer } from '#core/savings/use-cases/receive-transfer.ts';
import { refunded } from '../processes/leaving-money.ts';
import type { ScreenAll } from '../processes/screening.ts';
import type { CommandRequest, Handled, Transact } from '../transact.ts';
import { runIn, type Handling, type PortsOf } from './bindings.ts';

export type LoanServicePorts = {
  readonly lending: PortsOf<LendingPorts>;
  readonly savings: PortsOf<SavingsPorts>;
};

type LoanServiceParts = {
  readonly transact: Transact;
  readonly ports: LoanServicePorts;
  readonly screenAll: ScreenAll;
};

/** What becomes of a loan after it was applied for, bound to transactions. Compliance looks at a refund before it is paid. */
export function bindLoanService(
  forLoans: Handling<LendingPorts>,
  { transact, ports: allPorts, screenAll }: LoanServiceParts,
) {
  const steps = forLoans(runIn(loanServiceSteps));
  return {
    ...forLoans({
      offerProduct,
      editProduct,
      ...runIn(loanProductSteps),
    }),
    ...steps,
    refundLoanOverpayment: async (...[request, command]: Parameters<typeof steps.refundLoanOverpayment>) => {
      await screenAll(request, (tx) => refunded(command, tx));
      return steps.refundLoanOverpayment(request, command);
    },
    /** An overpayment leaves lending and is taken by savings, in one transaction. */
    transferLoanOverpayment: (request: CommandRequest<Loan>, command: TransferLoanOverpayment): Promise<Handled> =>
      transact.handle('transferLoanOverpayment', request, async (tx, context) => {
        const { savingsAccountId, ...on } = command;
        const savings = allPorts.savings(tx, context);
        const account = await savings.savingsAccounts.get(savingsAccountId);
        if (!account) throw noSuchAccount(savingsAccountId);
        const leaving = { ...on, savingsAccountUuid: account.uuid };
        const { result, events } = await transferOverpayment(leaving, allPorts.lending(tx, context));
        const { loan, amount, words } = result;
        const arriving = { savingsAccountId, amount, memberId: loan.memberId } as const;
        const saved = await receiveTransfer({ ...arriving, from: 'loan_overpayments', words }, savings);
        return outcome(loan, ...events, ...saved.events);
      }),
    ...forLoans({
      pledgeGuarantee,
      withdrawGuarantee,
    }),
  };
}

const noSuchAccount = (id: number) =>
  unusableReference(
    'savings_account_id',
    `savings_account_id ${id} names nothing that can be used here.`,
    'Use the id of one of its accounts.',
  );
