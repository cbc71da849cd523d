import { refuse } from '../kernel/domain-error.ts';
import { invalidField } from '../kernel/field-error.ts';
import { namesOf } from '../kernel/names.ts';
import { partnerRefusals } from './refusals.ts';

/** The states to which a sandbox can be brought, each with what it holds. */
export const FIXTURES = {
  empty: 'Nothing: no branch, no product, no member.',
  demo: 'A lender with branches, products, savings and five members, and a school with six students; what the planted demo has.',
  loan_in_arrears:
    'The lender of the demo, with a loan of which two instalments were missed, and a loan that is repaid as agreed.',
  school_term:
    'The lender and the school of the demo on the first day of a term: students to enrol, nothing invoiced yet.',
} as const;

export type FixtureName = keyof typeof FIXTURES;
export const FIXTURE_NAMES: readonly FixtureName[] = namesOf(FIXTURES);

/** @throws DomainError validation_failed (invalid) for a name that there is not */
export function requireFixture(name: string): FixtureName {
  const found = FIXTURE_NAMES.find((fixture) => fixture === name);
  if (found) return found;
  throw invalidField('fixture', 'unknown', `There is no fixture of this name. Use ${FIXTURE_NAMES.join(', ')}.`);
}

/** How often a sandbox is reset within an hour, at most: a test suite may begin each file with one. */
export const MOST_RESETS_AN_HOUR = 120;

/**
 * Whether a reset is to begin: false where the same one is under way already.
 * @throws DomainError sandbox_resetting (unavailable) while the sandbox is brought to another state
 */
export function requireReset(fixture: FixtureName, underWay: string | null): boolean {
  if (underWay === null) return true;
  if (underWay === fixture) return false;
  throw refuse(
    partnerRefusals.sandbox_resetting,
    `The sandbox is being reset to ${underWay}. Wait until its state is ready, then reset it to ${fixture}.`,
    { retry_after: RESET_SECONDS },
  );
}

/** Seconds after which a reset of a small sandbox is over. */
export const RESET_SECONDS = 2;
