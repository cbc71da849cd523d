import { refuse } from './domain-error.ts';
import { kernelRefusals } from './refusals.ts';

/**
 * Refuses a command that was decided on an older version of the record.
 * @param expected the version that the caller read; undefined where the caller didn't say
 * @throws DomainError precondition_failed (stale) with current_version
 */
export function requireVersion(record: { readonly version: number }, expected: number | undefined): void {
  if (expected === undefined || expected === record.version) return;
  throw refuse(
    kernelRefusals.precondition_failed,
    `The record is at version ${record.version}; the request was made for another one. Read it again, then decide.`,
    { current_version: record.version },
  );
}
