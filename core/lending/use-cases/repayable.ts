import { refuse } from '../../kernel/domain-error.ts';
import { least, most, type Cents } from '../../kernel/money.ts';
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

type Paid = { readonly amount: Cents; readonly on: Temporal.PlainDate };
type Bounding = Pick<LendingPorts, 'entries' | 'limits'>;

/**
 * A loan takes what is owed and, beyond it, what the tenant allows.
 * @throws DomainError repayment_exceeds_outstanding (conflict) with the amount that is still owed
 */
export async function requireOwed(loan: Loan, paid: Paid, ports: Bounding): Promise<void> {
  const { allowed, outstanding } = await boundsOf(loan, paid, ports);
  if (paid.amount > allowed) throw exceedsOutstanding(loan, paid, { allowed, outstanding });
}

/**
 * The part of a payment that a loan takes, in minor units.
 * @throws DomainError repayment_exceeds_outstanding (conflict) where it takes nothing
 */
export async function partTaken(loan: Loan, paid: Paid, ports: Bounding): Promise<Cents> {
  const { allowed, outstanding } = await boundsOf(loan, paid, ports);
  if (allowed <= 0n) throw exceedsOutstanding(loan, paid, { allowed, outstanding });
  return least(paid.amount, allowed);
}

/**
 * What a loan takes at most: what is owed and, by default, one instalment or a tenth of the principal beyond it,
 * whichever is more. The account is read only where the loan's own figures leave open whether it takes this payment.
 */
async function boundsOf(loan: Loan, { amount, on }: Paid, ports: Bounding) {
  const stored = loan.state === 'written_off' ? recoverable(loan) : outstandingOf(loan).total;
  const beyond = ports.limits.overpayment ?? loan.disbursedPrincipal / 10n;
  if (amount <= stored + beyond - loan.overpaid) return { outstanding: stored, allowed: amount };
  const { owed, instalment } = loan.state === 'written_off' ? NOTHING_ELSE : await fullyOwed(loan, on, ports);
  const outstanding = most(stored, owed);
  const allowed =
    outstanding + most(ports.limits.overpayment ?? most(beyond, instalment), loan.overpaid) - loan.overpaid;
  return { outstanding, allowed };
}

function exceedsOutstanding(
  { id, loanNo }: Loan,
  { amount }: Paid,
  { allowed, outstanding }: { readonly allowed: Cents; readonly outstanding: Cents },
) {
  return refuse(
    lendingRefusals.repayment_exceeds_outstanding,
    `Loan ${loanNo} is owed ${outstanding} and takes ${allowed} at most; ${amount} was paid.`,
    { loan_id: id, outstanding_amount: outstanding, most_amount: allowed, paid_amount: amount },
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
