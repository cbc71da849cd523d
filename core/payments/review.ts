import { refuse } from '../kernel/domain-error.ts';
import { kernelRefusals } from '../kernel/refusals.ts';

/** What became of a payment that the provider's statuses do not settle, as a person found it. */
export type ReviewOutcome = 'paid' | 'not_paid';

/**
 * Two people are two people: what one has proposed, another approves.
 * @throws DomainError four_eyes_required (conflict)
 */
export function requireSecondPerson(
  proposal: { readonly by: string },
  by: string,
  details: { readonly [name: string]: string | number } = {},
): void {
  if (proposal.by !== by) return;
  throw refuse(
    kernelRefusals.four_eyes_required,
    `${by} has proposed the outcome; a second person has to approve it.`,
    details,
  );
}
