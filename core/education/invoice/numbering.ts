import { withCheck } from '../pay-code.ts';

/** The n-th invoice of a year: `INV-2025-000123`. */
export function invoiceNumber(year: number, sequence: number): string {
  return `INV-${year}-${String(sequence).padStart(6, '0')}`;
}

/** The n-th credit note of a year: `CN-2025-000007`. */
export function creditNoteNumber(year: number, sequence: number): string {
  return `CN-${year}-${String(sequence).padStart(6, '0')}`;
}

/** The pay code of the n-th invoice of a year: `V`, the year's two last digits, the number, a check character. */
export function invoicePayCode(year: number, sequence: number): string {
  return withCheck(`V${String(year % 100).padStart(2, '0')}${String(sequence).padStart(6, '0')}`);
}
