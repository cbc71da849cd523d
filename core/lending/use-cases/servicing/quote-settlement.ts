import { refuse } from '../../../kernel/domain-error.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import type { SettlementQuote } from '../../schedule/servicing/early-settlement.ts';
import { quoteOn } from '../account/receiving.ts';
import { readAccount } from '../account/store-account.ts';
import { findLoan } from '../find-loan.ts';

/** What settles a loan on a day, good until that day ends where the institution is. */
export type LoanQuote = SettlementQuote & { readonly loanId: number; readonly validUntil: Temporal.Instant };

/**
 * What settles a loan on a day: today, unless another one to come is named. Nothing is written.
 * @throws DomainError loan_not_repayable (conflict), validation_failed (invalid), not_found
 */
export async function quoteSettlement(
  command: { readonly loanId: number; readonly on?: Temporal.PlainDate | null },
  ports: Pick<LendingPorts, 'loans' | 'entries' | 'today' | 'endOfDay'>,
): Promise<LoanQuote> {
  const loan = await findLoan(command, ports.loans.get);
  if (loan.state !== 'active') {
    throw refuse(
      lendingRefusals.loan_not_repayable,
      `Loan ${loan.loanNo} is ${loan.state}; there is nothing to settle.`,
      {
        loan_id: loan.id,
        current_state: loan.state,
      },
    );
  }
  const on = command.on ?? ports.today;
  if (Temporal.PlainDate.compare(on, ports.today) < 0) {
    throw invalidField(
      'on',
      'range',
      `Send a date from ${ports.today.toString()} on.`,
      'A loan is settled today or later.',
    );
  }
  const { account } = await readAccount(loan, ports);
  return { ...quoteOn(account, on), loanId: loan.id, validUntil: ports.endOfDay(on) };
}
