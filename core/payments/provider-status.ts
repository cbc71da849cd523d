import type { Decline } from './provider-reply.ts';
import { receiptKey } from './payment-receipt.ts';
import type { Receipt } from './receipt.ts';

/** What a provider says became of a request: in a notification, or in the reply to a status query. */
export type ProviderStatus =
  | Paid
  | NotPaid
  /** Money moved, but not as it was requested: people have to look. */
  | { readonly kind: 'mismatch'; readonly code: string; readonly message: string }
  /** The provider has never seen the request. */
  | { readonly kind: 'never_received' }
  /** The provider itself doesn't know: its own queue timed out, or its code settles nothing. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'pending' };

/** A status as it is recorded: a receipt of blanks, or of what no one sees, is none. */
export function statusOf(status: ProviderStatus): ProviderStatus {
  if (status.kind !== 'paid' || status.receiptNo === null || receiptKey(status.receiptNo) !== '') return status;
  return { ...status, receiptNo: null };
}

export type Paid = { readonly kind: 'paid' } & Receipt;

export type NotPaid = {
  readonly kind: 'not_paid';
  /** Very likely; races have been seen, so the status is queried once more before anything is settled. */
  readonly unproven?: true;
} & Decline;

/** How a status arrived. `query`: it is the reply to a status query, so the provider's books say so. */
export const STATUS_SOURCES = ['notification', 'query'] as const;
export type StatusSource = (typeof STATUS_SOURCES)[number];

/** Whether a status says that nothing was paid, and needs a query before it is believed. */
export function needsQuery(status: NotPaid, source: StatusSource): boolean {
  return status.unproven === true && source === 'notification';
}

/** The state in which a collection ends that was not paid, by the reason. */
export function unpaidState({ code }: Pick<Decline, 'code'>): 'failed' | 'expired' | 'cancelled_by_payer' {
  switch (code) {
    case 'cancelled_by_payer':
      return 'cancelled_by_payer';
    case 'expired':
    case 'payer_unreachable':
      return 'expired';
    default:
      return 'failed';
  }
}
