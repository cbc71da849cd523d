import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { openParts, type Instalment } from '../loan/instalment.ts';
import type { LendingWorld } from '../ports.ts';
import { lendingRefusals } from '../refusals.ts';
import { Repayment, type Allocation, type FundSource } from '../repayment/repayment.ts';
import { allocatePayment } from '../schedule/servicing/allocation.ts';
import { findLoan } from './find-loan.ts';

export type RecordRepayment = {
  readonly loanId: number;
  readonly version?: number | undefined;
  /** Minor units. */
  readonly amount: Cents;
  readonly channel: FundSource;
  readonly paidAt?: Temporal.Instant | null;
  /** The payer's or provider's reference; unique per channel. */
  readonly reference?: string | null;
  readonly msisdn?: string | null;
};

/**
 * Money that a member paid is booked to a loan: the oldest instalment first and, within it, penalties, fees,
 * interest, principal. What is left when nothing is owed belongs to the member.
 * @throws DomainError loan_not_repayable, duplicate_reference (conflict), validation_failed (invalid), not_found
 */
export async function recordRepayment(
  command: RecordRepayment,
  world: Pick<LendingWorld, 'loans' | 'instalments' | 'repayments' | 'newUuid' | 'actor' | 'now' | 'businessDate'>,
): Promise<Outcome<Repayment>> {
  requirePositive(command.amount, 'amount');
  const loan = await findLoan(command, world.loans.lock);
  if (loan.state !== 'active' && loan.state !== 'overpaid' && loan.state !== 'closed') {
    throw refuse(
      lendingRefusals.loan_not_repayable,
      `Loan ${loan.loanNo} is ${loan.state}; nothing was disbursed on it.`,
      {
        loan_id: loan.id,
        current_state: loan.state,
      },
    );
  }
  const paidAt = command.paidAt ?? world.now;
  if (Temporal.Instant.compare(paidAt, world.now) > 0) {
    throw refuse(kernelRefusals.validation_failed, 'paid_at lies in the future.', {
      errors: [{ pointer: '#/paid_at', code: 'range', detail: 'Send the instant at which the money was received.' }],
    });
  }
  const reference = command.reference ?? null;
  if (reference !== null) {
    const earlier = await world.repayments.findByReference(command.channel, reference);
    if (earlier) {
      throw refuse(kernelRefusals.duplicate_reference, `The reference ${reference} was booked before.`, {
        existing_id: earlier.id,
      });
    }
  }
  const instalments = await world.instalments.of(loan.id, loan.scheduleVersion);
  const allocation = allocate(command.amount, instalments, world.businessDate(paidAt));
  const booked = loan.bookRepayment(allocation);
  const { repayment, event } = Repayment.book(
    {
      uuid: world.newUuid(),
      loanId: loan.id,
      receiptNo: await world.repayments.nextReceiptNo(),
      amount: command.amount,
      channel: command.channel,
      reference,
      msisdn: command.msisdn ?? null,
      paidAt,
      receivedBy: world.actor,
      ...allocation,
    },
    booked.newlyEarned,
  );
  world.repayments.add(repayment);
  return outcome(repayment, event, booked.event);
}

/** Books a payment on the rows by the society’s usual order and says where the money went. */
function allocate(amount: Cents, instalments: readonly Instalment[], on: Temporal.PlainDate): Allocation {
  const open = instalments.map((row) => ({ number: row.number, dueDate: row.dueDate, ...openParts(row) }));
  const { parts, overpayment, perInstalment } = allocatePayment(amount, on, open);
  const rows = new Map(instalments.map((row) => [row.number, row]));
  for (const { number, ...put } of perInstalment) rows.get(number)?.pay(put, on);
  return { ...parts, overpayment };
}
