import type { DomainEvent } from '../kernel/event.ts';
import { credit, debit, swapped, type Line } from './journal.ts';
import { earned, money } from './loan-rules.ts';

type Facts = DomainEvent['data'];

/**
 * What the close of business books: one journal for each batch of loans, with the income that time has earned on them
 * and the change of what is set aside for losses; one for each batch of savings accounts, with the interest of the day;
 * and one for each posting of interest and tax.
 */
export const closingRules: { readonly [eventType: string]: (facts: Facts) => readonly Line[] } = {
  'close_of_business.booked': (f) => [...earned(f), ...provisioned(money(f, 'provisioned'))],
  'close_of_business.savings_booked': (f) => savingsEarned(money(f, 'savings_interest')),
  'savings_transaction.interest_posted': (f) => [
    ...debit('interest_payable', money(f, 'amount')),
    ...credit('savings_control', money(f, 'amount')),
  ],
  'savings_transaction.tax_withheld': (f) => [
    ...debit('savings_control', money(f, 'amount')),
    ...credit('withholding_tax', money(f, 'amount')),
  ],
};

/** Interest that savings have earned; forgone where it is negative. */
function savingsEarned(change: bigint): readonly Line[] {
  const amount = change < 0n ? -change : change;
  const lines = [...debit('interest_on_savings', amount), ...credit('interest_payable', amount)];
  return change < 0n ? swapped(lines) : lines;
}

/** Set aside for losses; released where it is negative. */
function provisioned(change: bigint): readonly Line[] {
  const amount = change < 0n ? -change : change;
  const lines = [...debit('provision', amount), ...credit('loan_loss_allowance', amount)];
  return change < 0n ? swapped(lines) : lines;
}
