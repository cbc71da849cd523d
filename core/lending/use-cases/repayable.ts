import { refuse } from '../../kernel/domain-error.ts';
import { most, type Cents } from '../../kernel/money.ts';
import type { Loan } from '../loan/loan.ts';
import { outstandingOf } from '../loan/loan-record.ts';
import { totalOf } from '../parts.ts';
import type { LendingPorts } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';
import { upTo } from './account/cutting.ts';
import { owedOn } from './account/loan-account.ts';
import { readAccount } from './account/store-account.ts';

/** What is still to be recovered of a debt that was written off, in minor units. */
export function recoverable({ writtenOff, recovered }: Pick<Loan, 'writtenOff' | 'recovered'>): Cents {
  return most(writtenOff - recovered, 0n);
}

/**
 * A loan takes what is owed and, beyond it, what the tenant allows: by default one instalment or a tenth of the
 * principal, whichever is more. The account is read only where the loan's own figures leave it open.
 * @throws DomainError repayment_exceeds_outstanding (conflict) with the amount that is still owed
 */
export async function requireOwed(
  loan: Loan,
  { amount, on }: { readonly amount: Cents; readonly on: Temporal.PlainDate },
  ports: Pick<LendingPorts, 'entries' | 'limits'>,
): Promise<void> {
  const stored = loan.state === 'written_off' ? recoverable(loan) : outstandingOf(loan).total;
  const beyond = ports.limits.overpayment ?? loan.disbursedPrincipal / 10n;
  if (amount <= stored + beyond - loan.overpaid) return;
  const { owed, instalment } = loan.state === 'written_off' ? NOTHING_ELSE : await fullyOwed(loan, on, ports);
  const outstanding = most(stored, owed);
  const allowed =
    outstanding + most(ports.limits.overpayment ?? most(beyond, instalment), loan.overpaid) - loan.overpaid;
  if (amount <= allowed) return;
  throw refuse(
    lendingRefusals.repayment_exceeds_outstanding,
    `Loan ${loan.loanNo} is owed ${outstanding} and takes ${allowed} at most; ${amount} was paid.`,
    { loan_id: loan.id, outstanding_amount: outstanding, most_amount: allowed },
  );
}

const NOTHING_ELSE = { owed: 0n, instalment: 0n };

/** What is owed on a day with the interest that lateness has borne, and what an instalment comes to. */
async function fullyOwed(loan: Loan, on: Temporal.PlainDate, ports: Pick<LendingPorts, 'entries'>) {
  const account = upTo(on, (await readAccount(loan, ports)).account);
  const first = account.rows[0];
  return { owed: totalOf(owedOn(account)), instalment: first ? totalOf(first) : 0n };
}

/**
 * A loan that was refinanced takes no booking any more: the one in its place does.
 * @throws DomainError loan_refinanced (conflict) with refinanced_by
 */
export function requireNotRefinanced(loan: Loan): void {
  if (loan.refinancedBy === null) return;
  throw refuse(
    lendingRefusals.loan_refinanced,
    `Loan ${loan.loanNo} was paid off by loan ${loan.refinancedBy}; book it there.`,
    { loan_id: loan.id, refinanced_by: loan.refinancedBy },
  );
}
