/** What a provider shows of a number is cut here; hashes of numbers have 64 characters. */
const LONGEST = 64;

/** A number as we write it where the provider shows it; otherwise what it shows: hidden in part, or a hash. */
export function payerNumber(payer: string | null): string {
  const shown = (payer ?? '').replaceAll(' ', '');
  return /^254\d{9}$/.test(shown) ? `+${shown}` : shown.slice(0, LONGEST);
}
