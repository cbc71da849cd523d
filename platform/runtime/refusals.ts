import { refusals } from '#core/kernel/domain-error.ts';

/** Refusals of the platform: those of no context. */
export const platformRefusals = refusals({
  idempotency_key_reused: {
    kind: 'invalid',
    title: 'The Idempotency-Key belongs to another request',
    remedy: 'Use a new key for a new request; repeat a request unchanged.',
  },
  idempotency_request_in_progress: {
    kind: 'conflict',
    title: 'The first request with this Idempotency-Key is still running',
    remedy: 'Wait for retry_after seconds and send the same request again.',
  },
  rate_limited: {
    kind: 'limited',
    title: 'Too many requests of this client',
    remedy: 'Wait for retry_after seconds; spread requests over the window.',
  },
});
