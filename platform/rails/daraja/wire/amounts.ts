import { MAX_CENTS, type Cents } from '#core/kernel/money.ts';

/**
 * An amount as Daraja takes it: whole shillings, as text (portal, "B2C", `Amount`).
 * Null where the amount has cents or is not positive: it can't be sent, and is never rounded.
 */
export function wholeShillings(amount: Cents): string | null {
  return amount > 0n && amount % 100n === 0n ? (amount / 100n).toString() : null;
}

/**
 * An amount as Daraja writes it, in minor units: `10`, `300`, `1.00`, `5.0`, `-1980.00`, and `1,000.00` with commas that
 * part thousands. Read from its text, never over a float. Null where it can't be read to the cent.
 */
export function readCents(text: string | null): Cents | null {
  const parts = /^(-?)(\d{1,14}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2})0*)?$/.exec(text?.trim() ?? '');
  if (parts === null) return null;
  const cents = BigInt((parts[2] ?? '0').replaceAll(',', '')) * 100n + BigInt((parts[3] ?? '').padEnd(2, '0'));
  if (cents > MAX_CENTS) return null;
  return parts[1] === '-' ? -cents : cents;
}
