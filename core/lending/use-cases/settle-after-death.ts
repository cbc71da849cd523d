import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { least, requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import type { Loan } from '../loan/loan.ts';
import { lendingRefusals } from '../refusals.ts';
import type { Repayment } from '../repayment/repayment.ts';
import { quoteOn } from './account/receiving.ts';
import { accountAsOf, readAccount } from './account/store-account.ts';
import { findLoan } from './find-loan.ts';
import { receive, type Receiving } from './record-repayment.ts';
import { recoverable, requireNotRefinanced } from './repayable.ts';

type OnClaim = {
  readonly loanId: number;
  /** Who died. */
  readonly memberId: number;
  readonly deathClaimId: number;
};

/** What settles a loan, or is still to be recovered of it, on a day; minor units. */
async function owedOn(loan: Loan, on: Temporal.PlainDate, ports: Receiving): Promise<Cents> {
  if (loan.state === 'written_off') return recoverable(loan);
  if (loan.state !== 'active') return 0n;
  const owed = quoteOn((await readAccount(loan, ports)).account, on).total;
  // What closes have charged since, because the payment was not known, it does not owe; what was paid since, it did not then.
  return least(owed, quoteOn(await accountAsOf(loan, on, ports), on).total);
}

async function findOwn({ loanId, memberId }: OnClaim, ports: Receiving): Promise<Loan> {
  const loan = await findLoan({ loanId }, ports.loans.lock);
  if (loan.memberId !== memberId) {
    const detail = `Loan ${loan.loanNo} is another member’s. Name a loan of the member who died.`;
    throw invalidField('loan_id', 'of_another', detail);
  }
  return loan;
}

/**
 * The insurer pays on the loan of a member who died, into the bank. A payment that was booked on the loan as any other one
 * becomes part of the claim, once.
 * @param command.amount minor units; what is more than is owed is taken as far as the loan takes it
 * @throws DomainError those of recordRepayment, loan_not_repayable (conflict), validation_failed (invalid), not_found
 */
export async function settleByInsurance(
  command: OnClaim & {
    readonly amount: Cents;
    readonly reference: string;
    readonly paidAt: Temporal.Instant | null;
    /** Before it no insurer pays. */
    readonly diedOn: Temporal.PlainDate;
  },
  ports: Receiving,
): Promise<Outcome<Repayment>> {
  requirePositive(command.amount, 'amount');
  const loan = await findOwn(command, ports);
  const { loanId, deathClaimId, amount, reference, paidAt, diedOn } = command;
  const paidOn = ports.businessDate(paidAt ?? ports.now);
  if (Temporal.PlainDate.compare(paidOn, diedOn) < 0) {
    throw invalidField('paid_at', 'range', `The member died on ${diedOn.toString()}: no insurer paid before.`);
  }
  const settles = loan.state === 'active' && amount >= (await owedOn(loan, paidOn, ports));
  const received = await receive(
    { loanId, amount, channel: 'bank', reference, paidAt, deathClaimId },
    settles ? 'settlement' : 'repayment',
    ports,
  );
  if (!received.isReplay) return received;
  const { result: repayment } = received;
  if (repayment.deathClaimId === deathClaimId) return replay(repayment);
  requirePaidAfter(repayment, diedOn, ports);
  repayment.deathClaimId = deathClaimId;
  return outcome(repayment);
}

/** What was paid before the member died the insurer did not pay. */
function requirePaidAfter({ paidAt }: Repayment, diedOn: Temporal.PlainDate, ports: Receiving): void {
  if (Temporal.PlainDate.compare(ports.businessDate(paidAt), diedOn) >= 0) return;
  const detail = 'This payment was made before the member died. Name the one of the insurer.';
  throw invalidField('reference', 'range', detail);
}

/** How much a set-off books: what was named, or all that is owed, as far as there is money. */
export async function amountToSetOff(
  command: OnClaim & { readonly amount: Cents | null; readonly available: Cents },
  ports: Receiving,
): Promise<Cents> {
  const loan = await findOwn(command, ports);
  requireNotRefinanced(loan);
  const owed = await owedOn(loan, ports.today, ports);
  const amount = command.amount ?? least(owed, command.available);
  if (owed > 0n && amount <= owed) return requirePositive(amount, 'amount');
  throw refuse(
    lendingRefusals.repayment_exceeds_outstanding,
    `Loan ${loan.loanNo} is owed ${owed}; no more than that is set off.`,
    { loan_id: loan.id, outstanding_amount: owed, most_amount: owed },
  );
}

/**
 * What a member who died had saved pays on the loan; it leaves the account in the same transaction. No more than is owed is
 * set off, today: see amountToSetOff.
 * @throws DomainError loan_not_repayable, loan_refinanced (conflict), not_found
 */
export async function setOffAfterDeath(
  command: OnClaim & { readonly amount: Cents },
  ports: Receiving,
): Promise<Outcome<Repayment>> {
  const { loanId, deathClaimId, amount } = command;
  const loan = await findOwn(command, ports);
  const settles = loan.state === 'active' && amount >= (await owedOn(loan, ports.today, ports));
  return receive({ loanId, amount, channel: 'savings', deathClaimId }, settles ? 'settlement' : 'repayment', ports);
}
