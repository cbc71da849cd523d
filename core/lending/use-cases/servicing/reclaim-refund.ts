import type { DomainEvent } from '../../../kernel/event.ts';
import { least, written, type Cents } from '../../../kernel/money.ts';
import { report } from '../../../payments/payment-incidents.ts';
import { LoanEntry } from '../../loan/entry.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import type { Repayment } from '../../repayment/repayment.ts';
import { amountOf } from '../account/loan-account.ts';
import { bookEntry, nextNumber, type Change } from '../account/store-account.ts';
import { findLoan } from '../find-loan.ts';
import { followGuarantees } from '../guarantees.ts';

type Reclaiming = Pick<
  LendingPorts,
  'loans' | 'instalments' | 'entries' | 'closes' | 'today' | 'guarantees' | 'actor' | 'newUuid' | 'workList'
>;

/**
 * So much of what went to the member was never paid too much: the refunds are less by it, the last one first. What they
 * are less by is owed; see `reclaimRefund`.
 * @param entries all of the loan
 * @param from the number of the first entry that is added
 */
export function lessRefunded(
  loan: Loan,
  entries: readonly LoanEntry[],
  amount: Cents,
  { actor, from }: Pick<LendingPorts, 'actor'> & { readonly from: number },
): Change {
  const reverse: LoanEntry[] = [];
  const add: LoanEntry[] = [];
  let left = amount;
  for (const refund of entries.filter(({ kind, reversed }) => kind === 'refund' && !reversed).toReversed()) {
    if (left === 0n) break;
    const less = least(left, amountOf(refund));
    left -= less;
    reverse.push(refund);
    const { kind, on } = refund;
    const stays = { loanId: loan.id, number: from + add.length, kind, on, amount: amountOf(refund) - less };
    if (stays.amount > 0n) add.push(LoanEntry.book({ ...stays, bookedBy: actor }));
  }
  if (left > 0n) throw new Error(`Loan ${loan.loanNo} has refunded ${left} less than its account says.`);
  return { reverse, add };
}

/**
 * The member owes what they were refunded of a payment that its provider has taken back: on the loan, or on the one that took
 * its place, as a charge that is no income. It falls due with the next instalment, and people have to look.
 */
export async function reclaimRefund(
  loan: Loan,
  { uuid, reference }: Repayment,
  amount: Cents,
  ports: Reclaiming,
): Promise<readonly DomainEvent[]> {
  if (amount === 0n) return [];
  const debtor = await inPlaceOf(loan, ports);
  const reason = 'The payment of which it was refunded was taken back.';
  const charge = { kind: 'charge', on: ports.today, amount, part: 'penalties', source: uuid, reason } as const;
  const figures = debtor.state === 'written_off' ? null : (await bookEntry(debtor, charge, ports)).figures;
  // The account of a debt that was written off rests. It takes the charge for when that is undone.
  if (figures === null) {
    const number = nextNumber(await ports.entries.of(debtor.id));
    ports.entries.add(LoanEntry.book({ ...charge, loanId: debtor.id, number, bookedBy: ports.actor }));
  }
  const reclaimed = debtor.reclaimRefund(amount, figures);
  const seen =
    `A payment was taken back after ${written(amount)} of it had gone to the member as paid too much. Loan ` +
    `${debtor.loanNo} owes that now, beside what the payment had paid: collect it.`;
  const subject = { type: 'repayment', uuid };
  const kind = 'taken_back_after_refund';
  const noticed = await report({ kind, subject, receiptNo: reference, amount, seen }, ports);
  return [reclaimed, ...noticed, ...(await followGuarantees(debtor, ports))];
}

/** The loan itself, or the last of those that took its place. */
async function inPlaceOf(loan: Loan, ports: Pick<LendingPorts, 'loans'>): Promise<Loan> {
  let debtor = loan;
  while (debtor.refinancedBy !== null) debtor = await findLoan({ loanId: debtor.refinancedBy }, ports.loans.lock);
  return debtor;
}
