/**
 * Why an attempt failed. `reply_error`: a connection was made but what came back was no complete HTTP reply
 * (garbage, reset, closed early). `interrupted`: our own worker died or stood still during the attempt.
 */
export const ERROR_CLASSES = [
  'dns_error',
  'connection_refused',
  'tls_error',
  'timeout',
  'blocked_address',
  'redirect_refused',
  'http_4xx',
  'http_5xx',
  'reply_error',
  'interrupted',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** What set an attempt off. */
export const TRIGGERS = ['event', 'resend', 'recover', 'test'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** At most so many bytes of a reply are read and stored. */
export const MAX_REPLY_BYTES = 16_384;

/** An attempt that was let through and has begun. */
export type Begun = {
  /** 1 for the first attempt of the delivery's life; never used twice. */
  readonly number: number;
  readonly trigger: Trigger;
  readonly kind: 'probe' | 'ordinary';
  readonly startedAt: Temporal.Instant;
};

/** What came of sending: exactly one of success (`errorClass` null, `status` 2xx) and failure. */
export type Reply = {
  readonly status: number | null;
  readonly errorClass: ErrorClass | null;
  /** One sentence for a person who looks at the log; null on success. */
  readonly problem: string | null;
  /** Seconds that the receiver asked us to wait, from Retry-After; null where it didn't. */
  readonly retryAfterSeconds: number | null;
  readonly resolvedAddress: string | null;
  readonly durationMs: number;
  /** The first 16 kB of the reply as text; null where none came. */
  readonly replyBody: string | null;
};

export type AttemptResult = Begun & Reply;

/** A line of the attempt log. Written once, never changed. */
export class WebhookAttempt {
  id!: number;
  createdAt!: Temporal.Instant;
  deliveryId!: number;
  number!: number;
  trigger!: Trigger;
  startedAt!: Temporal.Instant;
  durationMs!: number;
  resolvedAddress!: string | null;
  status!: number | null;
  errorClass!: ErrorClass | null;
  problem!: string | null;
  /** Of a batch, with its first delivery alone. */
  replyBody!: string | null;
  /** When the delivery is tried next, as it was decided after this attempt; null where it is not. */
  nextAttemptAt!: Temporal.Instant | null;
  /** bat_...: the batch that carried it; null where it had a post of its own. */
  batchId!: string | null;

  static of(
    deliveryId: number,
    result: AttemptResult,
    nextAttemptAt: Temporal.Instant | null,
    batchId: string | null = null,
  ): WebhookAttempt {
    const attempt = new WebhookAttempt();
    attempt.deliveryId = deliveryId;
    attempt.number = result.number;
    attempt.trigger = result.trigger;
    attempt.startedAt = result.startedAt;
    attempt.durationMs = result.durationMs;
    attempt.resolvedAddress = result.resolvedAddress;
    attempt.status = result.status;
    attempt.errorClass = result.errorClass;
    attempt.problem = result.problem;
    attempt.replyBody = result.replyBody;
    attempt.nextAttemptAt = nextAttemptAt;
    attempt.batchId = batchId;
    return attempt;
  }
}
