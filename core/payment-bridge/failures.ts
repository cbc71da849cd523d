import type { Decline } from '../payments/provider-reply.ts';
import type { Paid } from '../payments/provider-status.ts';

/** Why money did not move, in our words beside the provider's. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly providerCode: string | null;
  /** A new request, under a new reference, may succeed. */
  readonly retryable: boolean;
};

/** Reasons after which a new request, under a new reference, may succeed. */
const RETRYABLE: readonly string[] = [
  'provider_float_insufficient',
  'provider_busy',
  'provider_config',
  'provider_unavailable',
  'recipient_limit',
  'insufficient_funds',
  'wrong_pin',
  'expired',
  'cancelled_by_payer',
  'payer_unreachable',
  'payer_busy',
  'prompt_failed',
  'repeated',
];

/** Why the provider declined. A reason that is none of our codes is the provider's own code. */
export function failureOf({ code, message, providerCode }: Decline): Failure {
  const known = /^[a-z][a-z_]+$/.test(code);
  return {
    code: known ? code : 'provider_declined',
    message,
    providerCode: providerCode ?? (known ? null : code),
    retryable: RETRYABLE.includes(code),
  };
}

/** Nothing was sent. */
export function notSent(message: string): Failure {
  return failureOf({ code: 'provider_unavailable', message });
}

/** Compliance has begun to look at the recipient while the payout waited: nothing was sent. */
export const HELD_BACK: Failure = {
  code: 'recipient_held',
  message: 'Payments to this number wait for a check by the institution; nothing was sent.',
  providerCode: null,
  retryable: true,
};

/** Two people found that nothing was paid. */
export const FOUND_UNPAID: Failure = {
  code: 'not_paid',
  message: 'Two people found it unpaid.',
  providerCode: null,
  retryable: true,
};

/** The provider says that it paid, at a time at which it can't have: people have to look. */
export function implausibleTime({ receiptNo, at }: Pick<Paid, 'receiptNo' | 'at'>) {
  const message = `The provider dates the payment ${receiptNo ?? 'without a receipt'} at ${at.toString()}, which can’t be.`;
  return { code: 'implausible_time', message };
}
