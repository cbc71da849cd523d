import { DomainError, refuse } from './domain-error.ts';
import type { Cents } from './money.ts';
import { kernelRefusals } from './refusals.ts';

/**
 * One value of a command that a rule refuses.
 * - `field`: where it is in the command, from the top: names of members and indexes of lists, joined by dots, such as
 *   `guardians.0.phone`. Adapters make of it what their callers know, each in one place.
 * - `code`: what is wrong, for a program; `detail`: what is wrong and what to send instead, for a person.
 */
export type FieldError = {
  readonly field: string;
  readonly code: string;
  readonly detail: string;
  /** The amounts that `detail` names, for readers to whom they are shown as money. Minor units. */
  readonly amounts?: Amounts;
};
export type Amounts = { readonly [name: string]: Cents };

/** At most so many are listed; a command with more has another problem. */
const MOST_ERRORS = 50;

/** The refusal of a command with every value that is wrong with it. */
export function invalidFields(message: string, errors: readonly FieldError[]): DomainError {
  return refuse(kernelRefusals.validation_failed, message, { errors: errors.slice(0, MOST_ERRORS) });
}

/** The refusal of one value: for a rule that is checked alone. */
export function invalidField(field: string, code: string, detail: string, message = detail): DomainError {
  return invalidFields(message, [{ field, code, detail }]);
}

/** The refusal of one value whose sentence names amounts: with them. */
export function invalidAmount(field: string, code: string, detail: string, amounts: Amounts): DomainError {
  return invalidFields(detail, [{ field, code, detail, amounts }]);
}

/** The refusal of a field that names a record which does not exist, or which can't be used here. */
export function unusableReference(field: string, message: string, detail: string): DomainError {
  return refuse(kernelRefusals.unknown_reference, message, { errors: [{ field, code: 'unknown_reference', detail }] });
}

/** The fields that a refusal names, in their order. */
export function fieldErrorsOf({ details }: DomainError): readonly FieldError[] {
  // The details of a refusal have no types; where they hold `errors`, these are of fields.
  return Array.isArray(details['errors']) ? (details['errors'] as readonly FieldError[]) : [];
}

/** An error as it is; a refusal that names fields, with the names that the caller has for them. */
export function withFieldsRenamed(error: unknown, rename: (field: string) => string): unknown {
  if (!(error instanceof DomainError) || fieldErrorsOf(error).length === 0) return error;
  const errors = fieldErrorsOf(error).map((entry) => ({ ...entry, field: rename(entry.field) }));
  return new DomainError(error.kind, error.code, error.message, { ...error.details, errors });
}
