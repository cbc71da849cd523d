import { parse } from 'csv-parse/sync';
import { canonicalText, phoneKey } from '#core/kernel/text.ts';

/**
 * The values of a filter, which commas separate. A value that has one itself stands in quotation marks, as in CSV
 * (RFC 4180): `"Kamau, Ann"`; a quotation mark within it is doubled.
 * @returns null where the quotation marks don't match
 */
export function valuesIn(text: string): readonly string[] | null {
  if (!text.includes('"')) return text.split(',');
  try {
    // Without `columns` the library makes a list for each line, which its type leaves open.
    const [values, ...more] = parse(text, { relax_column_count: true, trim: true }) as string[][];
    return values !== undefined && more.length === 0 ? values : null;
  } catch {
    return null;
  }
}

/** A text as records have it: NFC, and without what stands around it. */
export const textIn = canonicalText;

/** Forms decode a plus sign as a space: of an instant and of a telephone number it is clear what was meant. */
export const withPlus = (text: string): string => text.replace(/^ (?=\d)|(?<=T[\d:.]+) (?=\d\d:?\d\d$)/, '+');

/**
 * A telephone number as records have it, `+` and digits, of one written with spaces, hyphens or brackets, or with its
 * plus sign lost on the way.
 * @returns null where it is none
 */
export function phoneIn(text: string): string | null {
  const sent = withPlus(text);
  return sent.includes('+') ? phoneKey(sent) : null;
}
