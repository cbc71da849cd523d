/**
 * Account references that a payer types on a phone: at most 12 characters of A-Z0-9 (the limit of an STK
 * push) with a check character, so that a slip of the finger finds no student rather than another one.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The check character of ISO/IEC 7064 MOD 37,36: it catches every single wrong character and nearly every
 * swap of neighbours. `body` is of A-Z0-9.
 */
export function checkCharacter(body: string): string {
  let product = 36;
  for (const character of body) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) throw new RangeError(`"${character}" is not one of A-Z0-9.`);
    const sum = (product + value) % 36 || 36;
    product = (sum * 2) % 37;
  }
  return ALPHABET.charAt((37 - product) % 36);
}

/** The pay code of the n-th student of an institution: `S`, at least seven digits, the check character. */
export function studentPayCode(sequence: number): string {
  return withCheck(`S${String(sequence).padStart(7, '0')}`);
}

/** True for a code whose check character agrees. */
export function isPayCode(code: string): boolean {
  return /^[A-Z0-9]{2,12}$/.test(code) && checkCharacter(code.slice(0, -1)) === code.slice(-1);
}

/** A body with its check character. Throws RangeError beyond 12 characters. */
export function withCheck(body: string): string {
  const code = `${body}${checkCharacter(body)}`;
  if (code.length > 12) throw new RangeError(`The pay code ${code} is longer than 12 characters.`);
  return code;
}
