import { refuse } from '../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../kernel/money.ts';
import { requireWithinRole, type RoleLimited } from '../kernel/personal-limits.ts';
import { requireSecondPerson, type Acting } from '../kernel/two-people.ts';
import type { ReviewOutcome } from '../payments/review.ts';
import type { Paid } from '../payments/provider-status.ts';
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
 * what was requested. `by`: who reports it on a command line; otherwise the client that does.
 */
export type ReportedFinding = Omit<Finding, 'amount' | 'by'> & {
  readonly amount?: Cents | null;
  readonly by?: string | null;
};

/** A payment of an app in review, as far as people settle it. */
type Reviewed = {
  readonly findings: readonly Finding[];
  /** Minor units. */
  readonly amount: Cents;
  /** The app's key: who requested a payment does not decide what became of it. */
  readonly requestedBy: string;
  propose(finding: Finding): void;
  agree(finding: Finding): void;
};

/**
 * A person says what became of a payment in review. The first finding waits for a second person; the client that proposed it
 * may propose another one in its place, and a command line proposes only. Returns what two people agree on; null where
 * it waits.
 * @throws DomainError four_eyes_required, approval_needs_client, resolution_differs (conflict), role_limit_exceeded (forbidden),
 *   validation_failed
 */
export async function reviewed(
  payment: Reviewed,
  finding: Finding,
  acting: Acting & Partial<RoleLimited>,
): Promise<Finding | null> {
  const [first] = payment.findings;
  const proposesAnother = first?.by === finding.by && !saysTheSame(first, finding);
  if (!first || !acting.mayApprove || proposesAnother) {
    payment.propose(finding);
    return null;
  }
  await requireSecondPerson(first.by, acting, { action: 'review' });
  await requireSecondPerson(payment.requestedBy, acting, { action: 'review' });
  requireWithinRole('approve', first.amount === null ? payment.amount : BigInt(first.amount), acting);
  if (!saysTheSame(first, finding)) {
    const found = [first.outcome, first.amount, first.receipt_no].filter((part) => part !== null).join(' ');
    throw refuse(bridgeRefusals.resolution_differs, `${first.by} found: ${found}.`);
  }
  payment.agree(finding);
  return finding;
}

function saysTheSame(first: Finding, second: Finding): boolean {
  return first.outcome === second.outcome && first.receipt_no === second.receipt_no && first.amount === second.amount;
}

/** A finding as it is stored. @throws DomainError validation_failed where nothing or less is said to be paid */
export function findingOf(
  { amount = null, by = null, ...reported }: ReportedFinding,
  expected: Cents,
  { actor }: Pick<Acting, 'actor'>,
): Finding {
  const paid = reported.outcome === 'paid' ? requirePositive(amount ?? expected, 'amount') : null;
  return { ...reported, by: by ?? actor, amount: paid === null ? null : String(paid) };
}

/** What people found, as the provider would report it. */
export function paidAsFound({ receipt_no: receiptNo, amount }: Finding, now: Temporal.Instant): Paid {
  return { kind: 'paid', providerRef: null, receiptNo, at: now, amount: amount === null ? null : BigInt(amount) };
}
