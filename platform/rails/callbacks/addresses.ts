import { createHmac, timingSafeEqual } from 'node:crypto';
import { PAYOUT_CALLBACKS } from '#core/payments/rail.ts';
import type { Ring } from '../../runtime/ring.ts';

/**
 * The addresses at which a provider notifies us what became of a payment. Callbacks are unsigned, so the address itself is
 * the secret: it is bound to one tenant, one payment and one kind by a MAC of 128 bits, and nothing is stored.
 */
export const CALLBACK_KINDS = [
  ...PAYOUT_CALLBACKS,
  'collection',
  'notification',
  'balance',
  'balance_timeout',
  'paybill_balance',
  'reversal',
  'reversal_timeout',
  'arrival_status',
  'arrival_status_timeout',
] as const;
/**
 * The callbacks of a payout are those of its rail; what a provider sends with a time-out is undocumented.
 * `collection`: what became of a prompt to pay.
 * `notification`: of any payment, where a provider has one address for all of them; its id is the rail's.
 * `reversal`, `reversal_timeout`: of a payment that is returned to its payer; its id is that payment's.
 * `arrival_status`, `arrival_status_timeout`: of a query whether a payment came; its id is that payment's.
 * `balance`, `balance_timeout`: of a query of an institution's accounts; its id is the rail's. `paybill_balance`: of those of
 * a paybill with a shortcode of its own.
 */
export type CallbackKind = (typeof CALLBACK_KINDS)[number];
export type CallbackSubject = { readonly tenantId: number; readonly kind: CallbackKind; readonly originatorId: string };

const MAC_BYTES = 16;
// Digits, letters up to f and signs: none of the words that a provider refuses in addresses can come about.
const TOKEN = /^(\d{1,15})\.([0-9a-f-]{36})\.([0-9a-f]{32})$/;

export type Callbacks = {
  readonly addressOf: (subject: CallbackSubject) => string;
  /** What a callback's address is about; null where it is none of ours. */
  readonly read: (token: string, kind: string) => CallbackSubject | null;
};

/** @param baseUrl where providers reach the REST server, without a slash at its end */
export function callbacksAt(baseUrl: string, ring: Ring): Callbacks {
  const mac = ({ tenantId, kind, originatorId }: CallbackSubject, { key } = ring.current) =>
    createHmac('sha256', key).update(`${kind} ${tenantId} ${originatorId}`).digest().subarray(0, MAC_BYTES);
  return {
    addressOf: (subject) =>
      `${baseUrl}/cb/${subject.tenantId}.${subject.originatorId}.${mac(subject).toString('hex')}/${subject.kind}`,
    read: (token, kind) => {
      const match = TOKEN.exec(token);
      const known = CALLBACK_KINDS.find((each) => each === kind);
      if (!match || known === undefined) return null;
      const subject: CallbackSubject = { tenantId: Number(match[1]), kind: known, originatorId: match[2] ?? '' };
      const received = Buffer.from(match[3] ?? '', 'hex');
      const isOurs = ring.keys.some((key) => timingSafeEqual(received, mac(subject, key)));
      return isOurs ? subject : null;
    },
  };
}
