import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { Finding } from '../carriage.ts';
import { bridgeRefusals } from '../refusals.ts';

/**
 * What two people find settles a payment: they have to be two, and to find the same.
 * @throws DomainError four_eyes_required, resolution_differs (conflict)
 */
export function requireSecondPerson(first: Finding, second: Finding): void {
  if (first.by === second.by) {
    throw refuse(kernelRefusals.four_eyes_required, `${second.by} has said so already; a second person has to.`);
  }
  if (first.outcome !== second.outcome || first.receipt_no !== second.receipt_no) {
    throw refuse(bridgeRefusals.resolution_differs, `${first.by} found: ${first.outcome} ${first.receipt_no ?? ''}.`);
  }
}
