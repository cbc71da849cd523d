import type { Declined, Failure } from './payment-attempt.ts';

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

/** Why the provider declined. A reason that is no word of ours is the provider's own code. */
export function failureOf({ code, message, providerCode }: Declined): Failure {
  const known = /^[a-z][a-z_]+$/.test(code);
  return {
    code: known ? code : 'provider_declined',
    message,
    providerCode: providerCode ?? (known ? null : code),
    retryable: RETRYABLE.includes(code),
  };
}

/** Nothing was ever sent. */
export function notSent(message: string): Failure {
  return failureOf({ code: 'provider_unavailable', message });
}
