import { refuse } from '../../kernel/domain-error.ts';
import { most, sum, type Cents } from '../../kernel/money.ts';
import { parseDecimal, round } from '../../kernel/rational.ts';
import { conditionsFrom } from '../agreement.ts';
import type { Loan } from '../loan/loan.ts';
import type { LendingPorts } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';

/**
 * The member has deposited enough for a loan of this size beside the others: its product lends so many times the deposits,
 * shares not counted, and what other such loans lend of them already is lent. The member is locked, so that of two approvals
 * at the same moment one counts the other.
 * @throws DomainError deposit_multiple_exceeded (conflict) with deposits, borrowed, most_principal, required_deposits
 */
export async function requireDepositMultiple(
  loan: Loan,
  ports: Pick<LendingPorts, 'deposits' | 'loans'>,
): Promise<void> {
  const multiple = multipleOf(loan);
  const { num, den } = parseDecimal(multiple);
  if (num === 0n) return;
  const deposits = await ports.deposits.of(loan.memberId);
  const borrowed = await borrowedBeside(loan, ports);
  const principal = loan.principal + borrowed;
  if (principal * den <= deposits * num) return;
  const allowed = most(round({ num: deposits * num, den }, 'floor') - borrowed, 0n);
  const others = borrowed > 0n ? `; other loans have taken ${borrowed} of that` : '';
  throw refuse(
    lendingRefusals.deposit_multiple_exceeded,
    `Loan ${loan.loanNo} is of ${loan.principal}; ${multiple} times the member’s deposits of ${deposits} leaves ${allowed}${others}.`,
    {
      loan_id: loan.id,
      principal: loan.principal,
      deposits,
      borrowed,
      most_principal: allowed,
      required_deposits: round({ num: principal * den, den: num }, 'ceiling'),
    },
  );
}

/** What is lent, or approved and to be lent, by the member’s other loans that go by deposits; the one that is refinanced ends. */
async function borrowedBeside(loan: Loan, { loans }: Pick<LendingPorts, 'loans'>): Promise<Cents> {
  const others = (await loans.ofMember(loan.memberId)).filter(
    (each) => each.id !== loan.id && each.id !== loan.refinances && parseDecimal(multipleOf(each)).num > 0n,
  );
  return sum(others.map(({ principalOutstanding, ...each }) => principalOutstanding + stillToLend(each)));
}

/** What a loan may still disburse: all of it before the first disbursement, and the rest where its product pays in parts. */
function stillToLend(loan: Pick<Loan, 'state' | 'conditions' | 'approvedPrincipal' | 'disbursedPrincipal'>): Cents {
  const { mostTranches } = conditionsFrom(loan.conditions).policies;
  const ended = loan.state === 'active' && mostTranches === 1;
  return ended ? 0n : most((loan.approvedPrincipal ?? 0n) - loan.disbursedPrincipal, 0n);
}

const multipleOf = ({ conditions }: Pick<Loan, 'conditions'>): string =>
  conditionsFrom(conditions).policies.depositMultiple;
