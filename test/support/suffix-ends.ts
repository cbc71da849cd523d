import type { Movement } from './suffix-table.ts';

/** The suffixes of the specification (daraja, section 11), which every provider's other side knows. */
export const SUFFIXES = Array.from({ length: 20 }, (_, suffix) => String(suffix).padStart(3, '0'));

/** What the specification says of those that are not paid; null where it says nothing of the movement. */
const UNPAID: { readonly [M in Movement]: { readonly [suffix: string]: string | null } } = {
  disbursement: outgoing(),
  payout: outgoing(),
  collection: {
    '001': 'failed',
    '002': 'failed',
    '003': 'expired',
    '004': 'cancelled_by_payer',
    '005': 'expired',
    '008': 'review',
    '012': 'review',
    '014': null,
    '015': 'review',
    '017': 'failed',
    '018': null,
    '019': 'failed',
  },
  // The institution's own: what never has a status expires, and what comes is taken, whatever its amount.
  prompt: {
    '001': 'failed',
    '002': 'failed',
    '003': 'expired',
    '004': 'cancelled_by_payer',
    '005': 'expired',
    '008': 'expired',
    '012': 'expired',
    '014': null,
    '017': 'failed',
    '018': null,
    '019': 'failed',
  },
};

function outgoing(): { readonly [suffix: string]: string } {
  const failed = ['001', '002', '003', '004', '017', '018', '019'].map((suffix) => [suffix, 'failed'] as const);
  const lookedInto = ['008', '012', '015'].map((suffix) => [suffix, 'review'] as const);
  return Object.fromEntries([...failed, ...lookedInto]);
}

const PAID = {
  disbursement: 'confirmed',
  payout: 'succeeded',
  collection: 'succeeded',
  prompt: 'unallocated',
} as const;

/** How a movement has to end by the specification; null where it says nothing. */
export function specifiedEnd(movement: Movement, suffix: string): string | null {
  const unpaid = UNPAID[movement][suffix];
  return unpaid === undefined ? PAID[movement] : unpaid;
}

/** By how much the float or the balance of the app has to have changed, by the state in which a payment of it ends. */
export function changeBy(movement: Movement, ends: string, amount: bigint): bigint {
  if (movement === 'collection' || movement === 'prompt') return ends === PAID[movement] ? amount : 0n;
  return ends === 'failed' ? 0n : -amount;
}
