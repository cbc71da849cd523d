import { refuse } from '../../kernel/domain-error.ts';
import { parseDecimal, round } from '../../kernel/rational.ts';
import { conditionsFrom } from '../agreement.ts';
import type { Loan } from '../loan/loan.ts';
import type { LendingPorts } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';

/**
 * The member has deposited enough for a loan of this size: its product lends so many times the deposits, shares not counted.
 * @throws DomainError deposit_multiple_exceeded (conflict) with deposits, most_principal, required_deposits
 */
export async function requireDepositMultiple(loan: Loan, ports: Pick<LendingPorts, 'deposits'>): Promise<void> {
  const { depositMultiple } = conditionsFrom(loan.conditions).policies;
  const { num, den } = parseDecimal(depositMultiple);
  if (num === 0n) return;
  const deposits = await ports.deposits.of(loan.memberId);
  if (loan.principal * den <= deposits * num) return;
  const most = round({ num: deposits * num, den }, 'floor');
  throw refuse(
    lendingRefusals.deposit_multiple_exceeded,
    `Loan ${loan.loanNo} is of ${loan.principal}; ${depositMultiple} times the member’s deposits of ${deposits} is ${most}.`,
    {
      loan_id: loan.id,
      deposits,
      most_principal: most,
      required_deposits: round({ num: loan.principal * den, den: num }, 'ceiling'),
    },
  );
}
