import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ring } from '../../runtime/ring.ts';

/**
 * The addresses at which a provider validates and confirms payments to a paybill. Nothing of ours precedes such a
 * payment, so an address belongs to a shortcode rather than to a payment: it is registered once, and is the secret.
 */
export const PAYBILL_CALLBACKS = ['paybill_validation', 'paybill_confirmation'] as const;
/** `paybill_validation`: whether a payment is wanted, before it is made. `paybill_confirmation`: that it was made. */
export type PaybillCallback = (typeof PAYBILL_CALLBACKS)[number];
export type Paybill = { readonly tenantId: number; readonly shortcode: string };

const MAC_BYTES = 16;
const TOKEN = /^(\d{1,15})\.(\d{5,7})\.([0-9a-f]{32})$/;

export type Paybills = {
  readonly addressOf: (paybill: Paybill, callback: PaybillCallback) => string;
  /** Whose address it is; null where it is none of ours. */
  readonly read: (token: string, callback: PaybillCallback) => Paybill | null;
};

/** @param baseUrl where providers reach the REST server, without a slash at its end */
export function paybillsAt(baseUrl: string, ring: Ring): Paybills {
  const mac = ({ tenantId, shortcode }: Paybill, callback: PaybillCallback, { key } = ring.current) =>
    createHmac('sha256', key).update(`${callback} ${tenantId} ${shortcode}`).digest().subarray(0, MAC_BYTES);
  return {
    addressOf: (paybill, callback) =>
      `${baseUrl}/cb/${paybill.tenantId}.${paybill.shortcode}.${mac(paybill, callback).toString('hex')}/${callback}`,
    read: (token, callback) => {
      const match = TOKEN.exec(token);
      if (!match) return null;
      const paybill: Paybill = { tenantId: Number(match[1]), shortcode: match[2] ?? '' };
      const received = Buffer.from(match[3] ?? '', 'hex');
      return ring.keys.some((key) => timingSafeEqual(received, mac(paybill, callback, key))) ? paybill : null;
    },
  };
}
