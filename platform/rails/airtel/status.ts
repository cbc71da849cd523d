import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { meaningOf } from './codes.ts';
import type { AirtelReply } from './connection.ts';

/**
 * What Airtel's reply says became of a payment. It names no amount: that what moved is what was requested is seen on the
 * statement. A reply without its receipt settles nothing.
 */
export function statusFrom(kind: 'payout' | 'collection', reply: AirtelReply, now: Temporal.Instant): ProviderStatus {
  if (reply.kind !== 'replied') return { kind: 'pending' };
  const { outcome, reason, means, code } = meaningOf(kind, reply.state, reply.responseCode);
  switch (outcome) {
    case 'paid':
      if (reply.airtelId === null) return { kind: 'unclear' };
      return { kind: 'paid', providerRef: reply.airtelId, receiptNo: reply.airtelId, at: now, amount: null };
    case 'not_paid':
      return { kind: 'not_paid', code: reason, message: means, ...(code === null ? {} : { providerCode: code }) };
    case 'never_received':
      return { kind: 'never_received' };
    case 'open':
    case 'unclear':
      return { kind: 'pending' };
  }
}
