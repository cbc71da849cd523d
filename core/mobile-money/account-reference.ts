/** What a payer typed as the account, in the forms in which records are looked up. */
export type AccountReference = {
  /** Upper case, without spaces and `-_./`: two spellings of one reference have the same key. */
  readonly key: string;
  /** The loan's number that it may be: `L-000012`. */
  readonly loanNo: string | null;
  /** The savings account's number that it may be: `SA-000012`. */
  readonly accountNo: string | null;
};

/** Numbers that people read have at least so many digits. */
const DIGITS = 6;

/**
 * Reads an account reference as forgivingly as payers type: `l-12`, `L 000012` and `L000012` are one loan. Nothing is
 * looked up here, and nothing is guessed: a reference that reads as a number of ours is that number or none.
 */
export function readAccountReference(text: string): AccountReference {
  const key = text.toUpperCase().replaceAll(/[\s\-_./]/g, '');
  return { key, loanNo: numbered(key, 'L'), accountNo: numbered(key, 'SA') };
}

function numbered(key: string, prefix: string): string | null {
  const digits = new RegExp(`^${prefix}(\\d{1,15})$`).exec(key)?.[1];
  if (digits === undefined) return null;
  const number = digits.replace(/^0+(?=\d)/, '').padStart(DIGITS, '0');
  return `${prefix}-${number}`;
}

/** The form under which two references are compared: the number that it reads as, or its key. */
export function comparableReference(text: string): string {
  const { key, loanNo, accountNo } = readAccountReference(text);
  return loanNo ?? accountNo ?? key;
}
