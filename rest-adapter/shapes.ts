import Type, { type TObject, type TSchema } from 'typebox';

/** Pieces of schemas that many routes share. Objects refuse unknown members. */

export const object = <P extends Record<string, TSchema>>(properties: P, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Money on the wire: an integer of minor units, within what JSON carries exactly. */
export const cents = (description: string, options: object = {}) =>
  Type.Integer({ description, minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991, ...options });

export const positiveCents = (description: string) => cents(description, { minimum: 1 });

export const integerId = (description: string) =>
  Type.Integer({ description, minimum: 1, maximum: 9_007_199_254_740_991 });

/** An id in a reply: an integer, or a uuid for a client that wants those. */
export const anyId = (description: string) =>
  Type.Union([Type.Integer(), Type.String({ format: 'uuid' })], { description });

export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const date = (description: string) => Type.String({ format: 'date', description });
export const text = (description: string, maxLength: number, options: object = {}) =>
  Type.String({ description, minLength: 1, maxLength, ...options });
export const phone = (description: string) =>
  Type.String({ description, pattern: '^\\+[1-9][0-9]{6,14}$', examples: ['+254712345678'] });

const ID = '^([1-9][0-9]{0,15}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';

/** A record in a path: its integer id or its uuid. */
export const pathId = (description: string) => Type.String({ pattern: ID, description });

/** The path parameters of a single record. */
export const onePath = (noun: string): TObject<{ id: ReturnType<typeof pathId> }> =>
  object({ id: pathId(`The ${noun}’s id: the integer or the uuid.`) });

/** Reads a path id: both forms are accepted everywhere. */
export function readId(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text.toLowerCase();
}
