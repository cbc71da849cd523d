import type { DomainEvent } from '../kernel/event.ts';
import { credit, debit, swapped, type Line } from './journal.ts';
import { earned, money } from './loan-rules.ts';

type Facts = DomainEvent['data'];

/**
 * What the close of business books: one journal for each batch of loans, with the income that time has earned on them
 * and the change of what is set aside for losses.
 */
export const closingRules: { readonly [eventType: string]: (facts: Facts) => readonly Line[] } = {
  'close_of_business.booked': (f) => [...earned(f), ...provisioned(money(f, 'provisioned'))],
};

/** Set aside for losses; released where it is negative. */
function provisioned(change: bigint): readonly Line[] {
  const amount = change < 0n ? -change : change;
  const lines = [...debit('provision', amount), ...credit('loan_loss_allowance', amount)];
  return change < 0n ? swapped(lines) : lines;
}
