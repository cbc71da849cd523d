import { HOW_TO_SEND_A_COUNTRY, isCountry } from '#core/kernel/countries.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { invalidFields } from '#core/kernel/field-error.ts';
import { textErrors } from '#core/kernel/input-text.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { isDocumentNo } from '#core/kernel/text.ts';
import { isRecord } from '#platform/runtime/is-record.ts';

/** What is wrong with a value, as a sentence that says what to send instead; null where nothing is. */
export type Rule = (value: unknown) => string | null;

/** Text with something in it. PostgreSQL can't keep a NUL. */
export const text =
  (most: number): Rule =>
  (value) => {
    const sent = String(value);
    if (sent.trim() === '') return 'Send some text, or leave it out where it may be left out.';
    if (sent.includes('\0')) return 'Send text without the character U+0000.';
    return [...sent].length > most ? `Send at most ${most} characters.` : null;
  };

/** Anything that the use case checks itself, but for what PostgreSQL can't keep. */
export const storable: Rule = (value) => (holdsNul(value) ? 'Send text without the character U+0000.' : null);

export const wholeNumber =
  (least: number, most: number): Rule =>
  (value) =>
    Number(value) >= least && Number(value) <= most ? null : `Send a whole number from ${least} to ${most}.`;

export const countryCode: Rule = (value) => (isCountry(String(value)) ? null : HOW_TO_SEND_A_COUNTRY);

/** The number of a document of identity, as REST takes it. */
export const documentNo =
  (most: number): Rule =>
  (value) =>
    isDocumentNo(String(value)) && String(value).length <= most
      ? null
      : `Send at most ${most} letters, digits, spaces or / . _ - that begin and end with a letter or digit.`;

/**
 * Checks the input of a mutation for what its type can't say. Values that are null or left out pass.
 * @param rules by place in the input: `name`, `kyc.address.city`
 * @throws DomainError validation_failed (invalid) with an entry for each wrong value
 */
export function check(input: object, rules: { readonly [place: string]: Rule }): void {
  const errors = Object.entries(rules).flatMap(([place, rule]) => {
    const value = place.split('.').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), input);
    const detail = value === null || value === undefined ? null : rule(value);
    return detail === null ? [] : [{ field: place, code: 'invalid_value', detail }];
  });
  if (errors.length === 0) return;
  throw refuse(kernelRefusals.validation_failed, 'The input has invalid values.', { errors });
}

/**
 * Refuses text that is blank or that has what no reader sees, wherever in the input it stands.
 * @throws DomainError validation_failed (invalid) with an entry for each such text
 */
export function requireReadable(input: unknown): void {
  const errors = textErrors(input).map(({ path, ...error }) => ({ field: path.join('.'), ...error }));
  if (errors.length > 0) throw invalidFields('The input has text that can’t be stored.', errors);
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}
