import { isToBank } from './channels.ts';
import type { ProviderReply } from './provider-reply.ts';

/** What the records of payments know of their request to the provider. */
export type PaymentAttempt = {
  /** Our name for the request at the provider: fixed before anything is sent, the same at every try. */
  readonly originatorId: string | null;
  /** The provider's name for it, once it has acknowledged. */
  providerRef: string | null;
  sentAt: Temporal.Instant | null;
  /** How often the provider's status was queried. */
  checks: number;
  /** When a worker checks it next; null where nothing is awaited. */
  nextCheckAt: Temporal.Instant | null;
};

/** How long a request may stay without a reply before a worker checks it. */
export const REPLY_EXPECTED_WITHIN = { seconds: 15 };
/** How soon a provider that could not be reached is tried again. */
export const RETRY_AFTER = { seconds: 15 };
/** When the status is queried again, by how often it was queried before; then the last one for ever. */
const CHECK_AFTER_SECONDS = [60, 120, 300, 600, 1_800, 3_600];
/** How long a provider may stay silent before people have to look. No payment is ever failed on silence. */
const SILENT_HOURS = 24;
/** A bank says what it paid with its statement: a weekend, a holiday and a file that waits for its second signature. */
const SILENT_HOURS_OF_A_BANK = 7 * 24;

export function nextCheck(checks: number, now: Temporal.Instant): Temporal.Instant {
  const step = Math.min(checks, CHECK_AFTER_SECONDS.length - 1);
  return now.add({ seconds: CHECK_AFTER_SECONDS[step] ?? 3_600 });
}

/** Nothing new was learnt: the status is queried again, after ever longer intervals. */
export function checkLater(attempt: Pick<PaymentAttempt, 'checks' | 'nextCheckAt'>, now: Temporal.Instant): void {
  attempt.checks += 1;
  attempt.nextCheckAt = nextCheck(attempt.checks, now);
}

/** How many hours a provider may stay silent on a channel. */
export const silentHoursOn = (channel: string): number => (isToBank(channel) ? SILENT_HOURS_OF_A_BANK : SILENT_HOURS);

/** True where the provider has been silent for so long that people have to look. */
export function isSilentTooLong(since: Temporal.Instant, now: Temporal.Instant, hours = SILENT_HOURS): boolean {
  return since.until(now).total('hours') >= hours;
}

/** One request to the provider. Times are as on the wire: the list is stored as JSON. */
export type Attempt = {
  readonly number: number;
  readonly sent_at: string;
  /** The provider's reply; `open` while there is none. */
  readonly outcome: ProviderReply['kind'] | 'open';
  /** The provider's code, where it gave one. */
  readonly code: string | null;
};

/** The attempts with one more, that begins now. */
export function withAttempt(before: readonly Attempt[], now: Temporal.Instant): readonly Attempt[] {
  const sentAt = now.toString({ smallestUnit: 'millisecond' });
  return [...before, { number: before.length + 1, sent_at: sentAt, outcome: 'open', code: null }];
}

/** The attempts with a reply: to the one that is open, else to one more that a worker has made. */
export function withReply(before: readonly Attempt[], reply: ProviderReply, now: Temporal.Instant): readonly Attempt[] {
  const open = before.at(-1)?.outcome === 'open' ? before : withAttempt(before, now);
  const code = reply.kind === 'rejected' ? (reply.providerCode ?? reply.code) : null;
  return open.map((each, index) => (index < open.length - 1 ? each : { ...each, outcome: reply.kind, code }));
}
