/**
 * JSON as providers send it, with every number as the text in which it came: codes come as `0`, `"0"` or
 * `"SFC_IC0003"`, amounts as `10`, `"300"` or `1.00`, receipts of time as numbers of fourteen digits. As text all of
 * them read the same way, and no amount takes a detour over binary fractions.
 */
export type Json = string | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** A text longer than this is no field of theirs that we use. */
const MAX_TEXT = 1_000;

type WithSource = { readonly source?: string };

/** Reads JSON; undefined where it is none, or nested deeper than the machine's stack. Never throws. */
export function readJson(text: string): Json | undefined {
  try {
    // The reviver leaves no number, so that this is our Json.
    return JSON.parse(text, (_name: string, value: unknown, context?: WithSource) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    ) as Json;
  } catch {
    return undefined;
  }
}

/** A member of an object; undefined where it is absent or the value is no object. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  // `Array.isArray` excludes no readonly lists from a type: what is left is an object.
  return Object.hasOwn(value, name) ? (value as { readonly [member: string]: Json })[name] : undefined;
}

/** A text without the blanks around it, fit for a database; null where it is empty, absent or no text. */
export function textOf(value: Json | undefined): string | null {
  if (typeof value !== 'string') return null;
  const text = value.slice(0, MAX_TEXT).toWellFormed().replaceAll('\u0000', '').trim();
  return text === '' ? null : text;
}

export function textAt(value: Json | undefined, name: string): string | null {
  return textOf(memberOf(value, name));
}

/** An id of theirs or ours, as it may be stored and compared: at most 128 printable characters without blanks. */
export function idAt(value: Json | undefined, name: string): string | null {
  return asId(textAt(value, name));
}

export function asId(text: string | null): string | null {
  return text !== null && /^[\x21-\x7e]{1,128}$/.test(text) ? text : null;
}

/** A list, or the single thing in place of a list of one. */
export function listOf(value: Json | undefined, most: number): readonly Json[] {
  if (value === undefined || value === null) return [];
  // `Array.isArray` says nothing about the items.
  return Array.isArray(value) ? (value as readonly Json[]).slice(0, most) : [value];
}
