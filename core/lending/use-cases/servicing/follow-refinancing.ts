import { refuse } from '../../../kernel/domain-error.ts';
import type { DomainEvent } from '../../../kernel/event.ts';
import type { Cents } from '../../../kernel/money.ts';
import { LoanEntry } from '../../loan/entry.ts';
import type { ClosedDays } from '../../loan/closed-days.ts';
import type { Loan } from '../../loan/loan.ts';
import { minusParts, NO_PARTS, partsOf } from '../../parts.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { amountOf } from '../account/loan-account.ts';
import { quoteOn } from '../account/receiving.ts';
import {
  entryOf,
  followAllocations,
  nextNumber,
  plan,
  readAccount,
  rewrite,
  type BookedEntry,
  type Change,
  type NewEntry,
  type Plan,
} from '../account/store-account.ts';
import { followGuarantees } from '../guarantees.ts';
import { lessRefunded } from './reclaim-refund.ts';

type Following = Pick<
  LendingPorts,
  'loans' | 'instalments' | 'entries' | 'closes' | 'repayments' | 'guarantees' | 'actor' | 'today'
>;

/** What changes of a loan that was refinanced: a payment of before is taken back, or part of what was lent. */
export type RefinancedChange = {
  readonly reverse: readonly LoanEntry[];
  readonly add: readonly NewEntry[];
  /** What becomes of refunds of what would not have been paid too much: the change is refused, or they are owed. */
  readonly refunds: 'stand' | 'are_owed';
};

/** The loan without what was taken back, and what that means for the one in its place. */
export type Refollowed = {
  readonly entered: BookedEntry;
  /** What went to the member of this loan, or of one in its place, and is owed now; minor units. See `reclaimRefund`. */
  readonly reclaimed: Cents;
  /** Emits what the successor paid more or less; called once the loan has its other figures. */
  readonly settle: () => Promise<readonly DomainEvent[]>;
};

/**
 * A provider takes back an earlier repayment, or part of the money lent, of a loan that another one paid off. It stays
 * paid off: what settles it is worked out again for the day of the refinancing, and its successor is charged or relieved
 * by the difference from that day on.
 * @throws DomainError disbursement_not_undoable (conflict) where the successor can’t bear it, or what either was paid too much is refunded
 */
export async function changeRefinanced(old: Loan, change: RefinancedChange, ports: Following): Promise<Refollowed> {
  const successor = old.refinancedBy === null ? null : await ports.loans.lock(old.refinancedBy);
  if (!successor) throw new Error(`Loan ${old.loanNo} has lost the loan in its place.`);
  const { account: before, entries } = await readAccount(old, ports);
  const settlement = entryOf(old, entries, successor.uuid);
  const closed = closedBefore(settlement.on, await ports.closes.of(old.id));
  const added = change.add.map((entry, index) => booked(old, entry, nextNumber(entries) + index, ports));
  takePlaces(added, change.reverse);
  const reverse = [...change.reverse, settlement];
  const quote = quoteOn(plan(old, entries, { reverse, add: added }, closed).after, settlement.on);
  if (quote.total <= 0n) throw cantBear(old, `Less than nothing would be owed on loan ${old.loanNo}.`);
  const { on, source } = settlement;
  const number = nextNumber(entries) + added.length;
  const again = booked(old, { kind: 'settlement', on, amount: quote.total, source }, number, ports);
  const whole = { reverse, add: [...added, again] };
  const { planned, reclaimed } = withRefunds(old, entries, whole, { closed, refunds: change.refunds, ports });
  const paid = minusParts(
    partsOf(planned.after.allocations.get(again.number)!),
    partsOf(before.allocations.get(settlement.number)!),
  );
  const followed = await chargeSuccessor(successor, old, { amount: quote.total, refunds: change.refunds }, ports);
  const entered = await rewrite(old, before, planned, ports);
  const amount = quote.total - amountOf(settlement);
  return {
    entered,
    reclaimed: reclaimed + followed.reclaimed,
    settle: async () => [old.adjustSettlement({ amount, paid }, entered.figures, NO_PARTS), ...followed.events],
  };
}

/** The loan in the place of another one lends what settles that now. */
async function chargeSuccessor(
  loan: Loan,
  old: Loan,
  { amount, refunds }: { readonly amount: Cents } & Pick<RefinancedChange, 'refunds'>,
  ports: Following,
): Promise<{ readonly events: readonly DomainEvent[]; readonly reclaimed: Cents }> {
  if (loan.chargedOffOn !== null || loan.state === 'written_off') {
    throw cantBear(old, `Loan ${loan.loanNo}, which paid it off, was written off as a loss.`);
  }
  const { account: before, entries } = await readAccount(loan, ports);
  const lent = entryOf(loan, entries, old.uuid);
  const delta = amount - amountOf(lent);
  const again: NewEntry = { kind: 'disbursement', on: lent.on, amount, source: old.uuid };
  if (loan.refinancedBy !== null) {
    const next = await changeRefinanced(loan, { reverse: [lent], add: [again], refunds }, ports);
    const { entered, reclaimed } = next;
    const adjusted = loan.adjustRefinancing(delta, entered.figures, entered.moved);
    const elsewhere = await followAllocations(loan, entered, ports);
    return { events: [adjusted, ...elsewhere, ...(await next.settle())], reclaimed };
  }
  const added = booked(loan, again, nextNumber(entries), ports);
  takePlaces([added], [lent]);
  const closed = await ports.closes.of(loan.id);
  const whole = { reverse: [lent], add: [added] };
  const { planned, reclaimed } = withRefunds(loan, entries, whole, { closed, refunds, ports });
  const entered = await rewrite(loan, before, planned, ports);
  const events = [
    ...(await followAllocations(loan, entered, ports)),
    loan.adjustRefinancing(delta, entered.figures, entered.moved),
    ...(await followGuarantees(loan, ports)),
  ];
  return { events, reclaimed };
}

type Refunds = Pick<RefinancedChange, 'refunds'> & {
  readonly closed: ClosedDays | null;
  readonly ports: Pick<Following, 'actor'>;
};

/** What a change makes of an account. Where it leaves less paid too much than was refunded, the rest is owed or stands in its way. */
function withRefunds(
  loan: Loan,
  entries: readonly LoanEntry[],
  change: Change,
  { closed, refunds, ports: { actor } }: Refunds,
): { readonly planned: Plan; readonly reclaimed: Cents } {
  const planned = plan(loan, entries, change, closed);
  const { overpaid } = planned.after;
  if (overpaid >= 0n) return { planned, reclaimed: 0n };
  if (refunds === 'stand')
    throw cantBear(loan, `What was paid too much on loan ${loan.loanNo} went back to the member.`);
  const from = nextNumber([...entries, ...change.add]);
  const less = lessRefunded(loan, entries, -overpaid, { actor, from });
  const whole = { reverse: [...change.reverse, ...less.reverse], add: [...change.add, ...less.add] };
  return { planned: plan(loan, entries, whole, closed), reclaimed: -overpaid };
}

const booked = (loan: Loan, entry: NewEntry, number: number, { actor }: Pick<LendingPorts, 'actor'>) =>
  LoanEntry.book({ ...entry, loanId: loan.id, number, bookedBy: actor });

/**
 * What is lent otherwise counts where it was lent: within a day entries count by their numbers, and what was repaid on the
 * day of the refinancing came after it.
 */
function takePlaces(added: readonly LoanEntry[], reversed: readonly LoanEntry[]): void {
  for (const entry of added) {
    const before = reversed.find(({ kind, source }) => kind === entry.kind && source === entry.source);
    if (before) [entry.number, before.number] = [before.number, entry.number];
  }
}

/** Days that were closed before a loan was paid off. */
function closedBefore(on: Temporal.PlainDate, closed: ClosedDays | null): ClosedDays | null {
  const last = on.subtract({ days: 1 });
  if (closed === null || Temporal.PlainDate.compare(closed.first, last) > 0) return null;
  return Temporal.PlainDate.compare(closed.last, last) > 0 ? { ...closed, last } : closed;
}

function cantBear(loan: Loan, message: string) {
  return refuse(lendingRefusals.disbursement_not_undoable, message, { loan_id: loan.id });
}
