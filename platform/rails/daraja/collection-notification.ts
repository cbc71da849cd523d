import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { AwaitedPrompt } from '#core/payments/rail.ts';
import type { Receipt } from '#core/payments/receipt.ts';
import { readStkCallback } from './callbacks/stk-callback.ts';
import type { CollectionCode } from './result-codes.ts';

/** What M-Pesa's result of a prompt means. An unknown code settles nothing. */
export function collectionStatus(
  { outcome, reason, means }: CollectionCode,
  providerCode: string,
  receipt: Receipt,
): ProviderStatus {
  switch (outcome) {
    case 'paid':
      return { kind: 'paid', ...receipt };
    case 'not_paid':
      return { kind: 'not_paid', code: reason, message: means, providerCode };
    case 'not_paid_unproven':
      return { kind: 'not_paid', code: reason, message: means, providerCode, unproven: true };
    case 'open':
      return { kind: 'pending' };
    case 'unclear':
      return { kind: 'unclear' };
  }
}

/**
 * What an STK callback says of the prompt that its address belongs to. One that can't be read, or is about another
 * prompt, says nothing: the status is queried. A payment without an amount or a receipt settles nothing either.
 */
export function readCollectionNotification(
  text: string,
  awaited: AwaitedPrompt,
  receivedAt: Temporal.Instant,
): ProviderStatus | null {
  const read = readStkCallback(text);
  if (read.kind === 'unreadable') return null;
  if (awaited.providerRef !== null && read.checkoutRequestId !== awaited.providerRef) return null;
  const { paidAt, amount, receiptNo, checkoutRequestId: providerRef } = read;
  if (read.code.outcome === 'paid' && (amount === null || receiptNo === null)) return { kind: 'unclear' };
  const at = paidAt !== null && Temporal.Instant.compare(paidAt, receivedAt) <= 0 ? paidAt : receivedAt;
  return collectionStatus(read.code, read.providerCode, { providerRef, receiptNo, at, amount });
}
