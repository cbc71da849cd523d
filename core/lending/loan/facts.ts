import type { DomainEvent } from '../../kernel/event.ts';
import type { Earned } from './income.ts';
import type { Parts } from '../parts.ts';

/** Income for the ledger, as facts of an event. */
export function earnedFacts({ interest, fees, penalties }: Earned): DomainEvent['internal'] {
  return { earned_interest: interest, earned_fees: fees, earned_penalties: penalties };
}

/** Parts of an amount for the ledger, as facts of an event under this name. */
export function prefixed(name: string, parts: Parts): DomainEvent['internal'] {
  return Object.fromEntries(Object.entries(parts).map(([part, amount]) => [`${name}_${part}`, amount]));
}
