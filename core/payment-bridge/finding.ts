import { refuse } from '../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../kernel/money.ts';
import { requireSecondPerson, type ReviewOutcome } from '../payments/review.ts';
import { bridgeRefusals } from './refusals.ts';

/** What a person found out about a payment in review. Stored as JSON. */
export type Finding = {
  readonly outcome: ReviewOutcome;
  readonly receipt_no: string | null;
  /** What was paid, in minor units, as text; null where nothing was. */
  readonly amount: string | null;
  readonly evidence: string;
  readonly by: string;
};

/**
 * A finding as a person reports it. `amount`: what was paid, in minor units; without one, what the provider says, else
 * what was requested.
 */
export type ReportedFinding = Omit<Finding, 'amount'> & { readonly amount?: Cents | null };

/**
 * Two people settle a payment by the same finding.
 * @throws DomainError four_eyes_required, resolution_differs (conflict)
 */
export function requireSameFinding(first: Finding, second: Finding): void {
  requireSecondPerson(first, second.by);
  // A finding from before amounts were recorded has none.
  const amount = first.amount ?? second.amount;
  if (first.outcome !== second.outcome || first.receipt_no !== second.receipt_no || amount !== second.amount) {
    const found = [first.outcome, amount, first.receipt_no].filter((part) => part !== null).join(' ');
    throw refuse(bridgeRefusals.resolution_differs, `${first.by} found: ${found}.`);
  }
}

/** A finding as it is stored. @throws DomainError validation_failed where nothing or less is said to be paid */
export function findingOf({ amount = null, ...reported }: ReportedFinding, expected: Cents): Finding {
  const paid = reported.outcome === 'paid' ? requirePositive(amount ?? expected, 'amount') : null;
  return { ...reported, amount: paid === null ? null : String(paid) };
}
