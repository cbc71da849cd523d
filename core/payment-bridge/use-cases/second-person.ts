import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Finding } from '../payment-attempt.ts';
import { bridgeRefusals } from '../refusals.ts';

/** What a person found out; `amount`: what was paid, minor units; without one, what the provider told, else what was asked. */
export type Found = Omit<Finding, 'amount'> & { readonly amount?: Cents | null };

/**
 * What two people find settles a payment: they have to be two, and to find the same.
 * @throws DomainError four_eyes_required, resolution_differs (conflict)
 */
export function requireSecondPerson(first: Finding, second: Finding): void {
  if (first.by === second.by) {
    throw refuse(kernelRefusals.four_eyes_required, `${second.by} has said so already; a second person has to.`);
  }
  // What was found before amounts were asked for says none.
  const amount = first.amount ?? second.amount;
  if (first.outcome !== second.outcome || first.receipt_no !== second.receipt_no || amount !== second.amount) {
    const found = [first.outcome, amount, first.receipt_no].filter((part) => part !== null).join(' ');
    throw refuse(bridgeRefusals.resolution_differs, `${first.by} found: ${found}.`);
  }
}

/** A finding as it is kept. @throws DomainError validation_failed where nothing or less is said to be paid */
export function foundOf({ amount = null, ...found }: Found, told: Cents): Finding {
  const paid = found.outcome === 'paid' ? requirePositive(amount ?? told, 'amount') : null;
  return { ...found, amount: paid === null ? null : String(paid) };
}
