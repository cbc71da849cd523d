import { refuse } from '../../kernel/domain-error.ts';
import { parseDecimal, round } from '../../kernel/rational.ts';
import { conditionsFrom } from '../agreement.ts';
import type { Loan } from '../loan/loan.ts';
import type { LendingPorts } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';

/**
 * The member has saved enough for a loan of this size: its product lends so many times the savings, shares not counted.
 * @throws DomainError savings_too_small (conflict) with savings, most_principal, required_savings
 */
export async function requireSavings(loan: Loan, ports: Pick<LendingPorts, 'deposits'>): Promise<void> {
  const { savingsMultiple } = conditionsFrom(loan.conditions).policies;
  const { num, den } = parseDecimal(savingsMultiple);
  if (num === 0n) return;
  const savings = await ports.deposits.of(loan.memberId);
  if (loan.principal * den <= savings * num) return;
  const most = round({ num: savings * num, den }, 'floor');
  throw refuse(
    lendingRefusals.savings_too_small,
    `Loan ${loan.loanNo} is of ${loan.principal}; ${savingsMultiple} times the member’s savings of ${savings} is ${most}.`,
    {
      loan_id: loan.id,
      savings,
      most_principal: most,
      required_savings: round({ num: loan.principal * den, den: num }, 'ceiling'),
    },
  );
}
