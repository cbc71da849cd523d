import { isCountry } from '#core/kernel/countries.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { REVERSAL_CAUSES } from '#core/payments/payment-receipt.ts';
import type { RecordId } from '#platform/app/views.ts';
import { isPhoneNumber } from '#platform/runtime/phone-numbers.ts';
import Type, { type TObject, type TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { SEND } from './sentences.ts';
import { instantIn } from './times.ts';

/** Pieces of schemas that many routes share. Objects refuse unknown members. */

export const object = <P extends Record<string, TSchema>>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** A schema that the document shows as another one: its JSON form is what the document is made of. */
export function documentedAs<Checked extends TSchema>(documented: object, checked: Checked): Checked {
  return Object.defineProperty(checked, 'toJSON', { value: () => documented });
}

/** A whole number in the query of a path, which the document shows as one. */
export const wholeParameter = (pattern: string, documented: object) =>
  Type.Optional(documentedAs({ type: 'integer', ...documented }, Type.String({ pattern })));

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Money on the wire: an integer of minor units, within what JSON carries exactly. */
export const cents = (description: string, options: object = {}) =>
  Type.Integer({ description, minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991, ...options });

export const positiveCents = (description: string) => cents(description, { minimum: 1 });

/**
 * An id in a reply: an integer, or a uuid for a client that wants those. The document shows the integer alone, so that a
 * generated client has one type for an id wherever it stands; the other form is a variant, described once.
 */
export const anyId = (description: string) =>
  documentedAs(
    { type: 'integer', description, examples: [1] },
    Type.Union([Type.Integer(), Type.String({ format: 'uuid' })], { description }),
  );

export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const date = (description: string) => Type.String({ format: 'date', description });
export const text = (description: string, maxLength: number, options: object = {}) =>
  Type.String({ description, minLength: 1, maxLength, ...options });

/** What a format of ours means; the document shows its name beside the pattern. */
Format.Set('phone-number', isPhoneNumber);
Format.Set('country-code', isCountry);

/** A number that its telephone plan has, in international form. */
export const phone = (description: string) =>
  Type.String({
    description,
    pattern: '^\\+[1-9][0-9]{6,14}$',
    format: 'phone-number',
    examples: ['+254712345678'],
  });

/** A country that exists. */
export const country = (description: string) =>
  Type.String({ description, pattern: '^[A-Z]{2}$', format: 'country-code', examples: ['KE'] });

/** A number that is no whole one, as a text: nothing of it is lost on the way. */
export const decimalText = (description: string, digits: number, places: number, example: string) =>
  Type.String({
    description,
    pattern: `^[0-9]{1,${digits}}([.][0-9]{1,${places}})?$`,
    examples: [example],
    [SEND]: `a number as text such as "${example}", with at most ${places} decimal places`,
  });

/** A currency by its three letters. */
export const currencyCode = (description: string) =>
  Type.String({ description, pattern: '^[A-Z]{3}$', examples: ['KES'], [SEND]: 'three capital letters such as KES' });

/** The number of a document of identity. Case, spaces, hyphens, dots and underscores don't make it another one. */
export const documentNo = (description: string, maxLength: number) =>
  Type.String({
    description,
    maxLength,
    pattern: '^[A-Za-z0-9]([A-Za-z0-9 /._-]*[A-Za-z0-9])?$',
    examples: ['29384756'],
    [SEND]: `letters and digits, with spaces, slashes, dots and hyphens between them, at most ${maxLength} characters`,
  });

const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
const ID = /^([1-9][0-9]{0,15}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/;

/** Why a booking is reversed: it decides whether its receipt may be booked again. */
export const reversalCause = Type.Enum([...REVERSAL_CAUSES], {
  description:
    'corrected, by default: the booking was wrong, and its receipt may be booked again. taken_back: the provider or the ' +
    'bank has the money again, so its receipt is never booked again.',
});

/** A record in a path: its integer id or its uuid. */
export const pathId = (description: string) =>
  documentedAs(
    { type: 'integer', minimum: 1, description, examples: [1] },
    Type.String({ pattern: ID.source, description, examples: ['1'], [SEND]: 'an integer id or a uuid' }),
  );

/** The path parameters of a single record. */
export const onePath = (noun: string): TObject<{ id: ReturnType<typeof pathId> }> =>
  object({ id: pathId(`The ${noun}’s id: the integer or the uuid.`) });

/** A record that a body refers to: its integer id, as the document shows it, or its uuid. */
export const reference = (description: string) =>
  documentedAs(
    { type: 'integer', minimum: 1, description, examples: [1] },
    Type.Union(
      [
        Type.Integer({ minimum: 1, maximum: 9_007_199_254_740_991, [SEND]: 'the id of a record' }),
        Type.String({ pattern: UUID, examples: ['0198c0de-0000-7000-8000-000000000001'], [SEND]: 'a uuid' }),
      ],
      { description },
    ),
  );

/** A record that a body names by its uuid alone. */
export const uuidText = (description: string) =>
  Type.String({ pattern: UUID, description, examples: ['0198c0de-0000-7000-8000-000000000001'], [SEND]: 'a uuid' });

/** Reads a path id: both forms are accepted everywhere. Null for text that names nothing. */
export function readId(text: string): RecordId | null {
  if (!ID.test(text)) return null;
  return /^\d+$/.test(text) ? Number(text) : text.toLowerCase();
}

export const ID_FORMATS: string[] = ['integer', 'uuid'];

/** On every operation: what ids look like in the reply. */
export const ID_FORMAT = Type.Optional(
  Type.Enum(ID_FORMATS, { description: 'uuid: ids in the reply are uuids instead of integers.' }),
);

/**
 * The instant in a field of a body. What the schema lets through and can’t be stored is refused here.
 * @throws DomainError validation_failed (invalid)
 */
export function readInstant(field: string, text: string): Temporal.Instant {
  const instant = instantIn(text);
  if (instant) return instant;
  throw invalidField(
    field,
    'format',
    'Send an instant such as 2026-01-31T08:00:00Z.',
    `${field} is no instant that can be stored.`,
  );
}
