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

/**
 * What was changed since it was first laid before a second person is approved at the version that was seen: otherwise a change
 * between the look and the approval is approved unseen.
 * @param changed what was changed, as the beginning of a sentence
 * @throws DomainError precondition_failed (stale) with current_version
 */
export function requireSeenVersion(
  record: { readonly version: number },
  expected: number | undefined,
  changed: string,
): void {
  if (expected !== undefined) return requireVersion(record, expected);
  throw refuse(
    kernelRefusals.precondition_failed,
    `${changed}. Read it again, and approve it at the version that you have seen; the record is at version ${record.version}.`,
    { current_version: record.version },
  );
}
