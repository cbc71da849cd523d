import type { News } from '#core/payment-bridge/payment-attempt.ts';
import type { CollectionRail } from '#core/payment-bridge/ports.ts';
import { readStkCallback } from './daraja/callbacks/stk-callback.ts';
import type { CollectionCode } from './daraja/result-codes.ts';

/** A prompt that a callback's address belongs to, as we know it. */
export type AwaitedPrompt = { readonly originatorId: string; readonly providerRef: string | null };

/** A way to ask payers for money, whole: it asks, is asked, and understands what its provider tells at our addresses. */
export type PromptRail = CollectionRail & {
  /** What a callback says; null where it says nothing of the prompt that its address belongs to. */
  readonly hear: (text: string, awaited: AwaitedPrompt) => Promise<News | null>;
};

/** The way of asking of one tenant. */
export type PromptRailOf = (tenantId: number, mode: 'sandbox' | 'live') => PromptRail;

/** Where no provider is configured nobody can be asked, and it is said so. */
export const nobodyToAsk: PromptRail = {
  ask: async () => ({ kind: 'unreachable', message: 'No provider is configured to collect; nobody was asked.' }),
  query: async () => ({ kind: 'pending' }),
  hear: async () => null,
};

/** What M-Pesa's result of a prompt means. A code that nobody has seen settles nothing. */
export function newsOf(
  { outcome, reason, means }: CollectionCode,
  providerCode: string,
  paid: Omit<News & { kind: 'paid' }, 'kind'>,
): News {
  switch (outcome) {
    case 'paid':
      return { kind: 'paid', ...paid };
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
 * prompt, says nothing: the provider is asked. A payment without an amount or a receipt settles nothing either.
 */
export function promptNews(text: string, awaited: AwaitedPrompt, receivedAt: Temporal.Instant): News | null {
  const read = readStkCallback(text);
  if (read.kind === 'unreadable') return null;
  if (awaited.providerRef !== null && read.checkoutRequestId !== awaited.providerRef) return null;
  const { paidAt, amount, receiptNo, checkoutRequestId: providerRef } = read;
  if (read.code.outcome === 'paid' && (amount === null || receiptNo === null)) return { kind: 'unclear' };
  const at = paidAt !== null && Temporal.Instant.compare(paidAt, receivedAt) <= 0 ? paidAt : receivedAt;
  return newsOf(read.code, read.providerCode, { providerRef, receiptNo, at, amount });
}
