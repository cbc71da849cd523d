import type { Sealing } from './keys/tenant-keys.ts';
import type { Terms } from './terms.ts';

/** As wide as the column `callback.terms`: a notification has some hundred terms, which set less than a tenth of it. */
export const SIGNATURE_BITS = 4_096;
const BITS_OF_TERM = 3;

/**
 * The terms of a sealed text as bits, by a key of the tenant: a text has a term only where all its bits are set. One text in a
 * thousand has them by chance, and is opened without result. Who lacks the key learns nothing from them. A row for each
 * term was rejected: a hundred for each notification, for an erasure in a month.
 * @return zeros and ones, as PostgreSQL reads a `bit(4096)`
 */
export function signatureOf(terms: Terms, { hashOf }: Pick<Sealing, 'hashOf'>): string {
  const bits = new Uint8Array(SIGNATURE_BITS);
  for (const term of terms) {
    const hash = Buffer.from(hashOf('text', `term ${term}`), 'base64url');
    for (let n = 0; n < BITS_OF_TERM; n++) bits[hash.readUInt16BE(2 * n) % SIGNATURE_BITS] = 1;
  }
  return bits.join('');
}
