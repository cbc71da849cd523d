import type { DomainError } from '../kernel/domain-error.ts';
import { invalidFields, type FieldError } from '../kernel/field-error.ts';

/** The refusal of a command with everything that is wrong with it, at most 50 entries. */
export function invalid(errors: readonly FieldError[]): DomainError {
  const first = errors[0]?.detail ?? '';
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return invalidFields(`${first}${rest}`, errors);
}

/** An error for a whole number outside its range, or nothing. */
export function wholeNumberError(field: string, value: number, min: number, max: number): FieldError[] {
  if (Number.isInteger(value) && value >= min && value <= max) return [];
  return [{ field, code: 'range', detail: `${field} must be a whole number from ${min} to ${max}.` }];
}

/** An error for a text that is too short or too long, or nothing. */
export function lengthError(field: string, value: string, min: number, max: number): FieldError[] {
  if (value.length >= min && value.length <= max) return [];
  return [{ field, code: 'length', detail: `${field} must have ${min} to ${max} characters.` }];
}
