import { refuse } from '../../../kernel/domain-error.ts';
import { least } from '../../../kernel/money.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { mayBeSamePerson, type Actor, type Word } from '../../../kernel/two-people.ts';
import type { Loan } from '../../loan/loan.ts';
import type { Figures } from '../../loan/loan-record.ts';
import type { LendingPorts } from '../../ports.ts';
import type { Repayment } from '../../repayment/repayment.ts';
import { lendingRefusals } from '../../refusals.ts';
import { bookEntry } from '../account/store-account.ts';
import { recoverable } from '../repayable.ts';

/**
 * Something was paid too much that is the member's: what came in beyond a debt that was written off is, unless an earlier
 * recovery was taken back since. Then the member owes again.
 * @throws DomainError nothing_overpaid, debt_not_recovered (conflict) with what is still to be recovered
 */
export function requireOverpaid(loan: Loan): void {
  if (loan.overpaid === 0n) {
    throw refuse(lendingRefusals.nothing_overpaid, `Nothing was paid too much on loan ${loan.loanNo}.`, {
      loan_id: loan.id,
    });
  }
  const left = loan.state === 'written_off' ? recoverable(loan) : 0n;
  if (left === 0n) return;
  throw refuse(
    lendingRefusals.debt_not_recovered,
    `Of loan ${loan.loanNo}, which was written off, ${left} is still to be recovered. Reverse the repayment that brought ` +
      `${loan.overpaid} too much and book it again.`,
    { loan_id: loan.id, outstanding_amount: left, overpaid: loan.overpaid },
  );
}

/** How what was paid too much leaves a loan; by no channel where it passes to savings. */
type OverpaymentLeaving = {
  readonly action: 'refund_overpayment' | 'transfer_to_savings';
  readonly channel: string | null;
};

/**
 * Money does not leave by the word of one person alone: who has recorded by hand what was paid too much neither pays it back
 * nor moves it to savings, from which it could be withdrawn, where two people are wanted. So it is with what they have recorded
 * of late and what was not too much by itself: the member's own payment was too much for it. What a provider has reported is no
 * person’s word.
 * @throws DomainError four_eyes_required (conflict) with repayment_id
 */
export async function requireRecordedByAnother(
  loan: Loan,
  { action, channel }: OverpaymentLeaving,
  ports: Pick<LendingPorts, 'repayments' | 'fourEyes' | 'phoneChangeDays' | 'now' | keyof Actor>,
): Promise<void> {
  if (!ports.fourEyes) return;
  const since = ports.now.subtract({ hours: 24 * ports.phoneChangeDays });
  for (const repayment of await ports.repayments.booked(loan.id)) {
    const { id, receiptNo, overpayment } = repayment;
    // Cash that goes out by the counter at which it came in is missing there, if it never came.
    const isMissing = channel === 'cash' && repayment.channel === 'cash';
    if (overpayment === 0n && (isMissing || !isOfLate(repayment, since))) continue;
    const recorder = await recorderAmong(repayment, ports);
    if (recorder === null) continue;
    throw refuse(
      kernelRefusals.four_eyes_required,
      `${recorder} has recorded repayment ${receiptNo} of a loan that was paid too much: another person decides where that goes.`,
      { loan_id: loan.id, action, repayment_id: id },
    );
  }
}

/** Who acts, where that is one of those who have said that a payment came, or have moved it here; null where it is not. */
async function recorderAmong(
  repayment: Repayment,
  ports: Pick<LendingPorts, 'repayments' | keyof Actor>,
): Promise<string | null> {
  for (const recorder of await recordersOf(repayment, ports))
    if (await mayBeSamePerson(recorder, ports)) return recorder;
  return null;
}

/** Those who have said that a payment came, or have moved it here. */
async function recordersOf(
  repayment: Repayment,
  { repayments }: Pick<LendingPorts, 'repayments'>,
): Promise<readonly string[]> {
  const recorders = new Set<string>();
  for (let each: Repayment | null = repayment; each !== null;) {
    const { isNamed = false, by = [] } = (await repayments.broughtBy(each.uuid)) ?? {};
    for (const recorder of isNamed ? [] : [each.receivedBy, ...by]) recorders.add(recorder);
    each = each.movedFrom === null ? null : await repayments.byUuid(each.movedFrom);
  }
  return [...recorders];
}

const isOfLate = ({ createdAt }: Repayment, since: Temporal.Instant): boolean =>
  Temporal.Instant.compare(createdAt, since) >= 0;

/**
 * By whose word there is something that was paid too much: of each payment that `requireRecordedByAnother` looks at, no more than
 * all that was. Who moves it to savings says no more than they do: they don’t pay it out there.
 */
export async function wordsOnOverpayment(
  { id, overpaid }: Loan,
  ports: Pick<LendingPorts, 'repayments' | 'phoneChangeDays' | 'now'>,
): Promise<readonly Word[]> {
  const since = ports.now.subtract({ hours: 24 * ports.phoneChangeDays });
  const words: Word[] = [];
  for (const repayment of await ports.repayments.booked(id)) {
    const { overpayment, amount, channel } = repayment;
    if (overpayment === 0n && !isOfLate(repayment, since)) continue;
    const by = await recordersOf(repayment, ports);
    const said = overpayment === 0n ? amount : overpayment;
    if (by.length > 0) words.push({ by, channel, amount: least(said, overpaid), passedIn: [] });
  }
  return words;
}

/**
 * All that was paid too much leaves the account of the loan.
 * @returns the figures without it; null where the debt was written off: its account rests, and what came in beyond it is the
 *   member's all the same
 */
export async function overpaymentLeaves(
  loan: Loan,
  ports: Pick<LendingPorts, 'loans' | 'instalments' | 'entries' | 'closes' | 'today' | 'actor'>,
): Promise<Figures | null> {
  if (loan.state === 'written_off') return null;
  const entry = { kind: 'refund', on: ports.today, amount: loan.overpaid } as const;
  return (await bookEntry(loan, entry, ports)).figures;
}
