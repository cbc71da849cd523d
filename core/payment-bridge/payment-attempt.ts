import type { Cents } from '../kernel/money.ts';

/** Why a provider declined: a reason in our words, and its own code where it gave one. */
export type Declined = { readonly code: string; readonly message: string; readonly providerCode?: string };

/** What a provider answers to a request of ours. The answer is no result: it only says whether it was taken. */
export type Answer =
  | { readonly kind: 'accepted'; readonly providerRef: string }
  /** The provider read the request and declined: no money moves. */
  | ({ readonly kind: 'rejected' } & Declined)
  /** Surely nothing was sent. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** Sent, and no answer: it may have been taken or not. */
  | { readonly kind: 'unknown' };

/** What a provider says became of a request: a callback, or the answer to a question of ours. */
export type News =
  | {
      readonly kind: 'paid';
      readonly providerRef: string | null;
      /** Null where the provider tells none. */
      readonly receiptNo: string | null;
      readonly at: Temporal.Instant;
      /** What moved, in minor units; null where the provider doesn't say. */
      readonly amount: Cents | null;
      /** Whom the provider knows under the number. */
      readonly recipientName?: string | null;
    }
  | ({
      readonly kind: 'not_paid';
      /** Very likely; races have been seen, so the provider is asked once more before anything is settled. */
      readonly unproven?: true;
    } & Declined)
  /** The provider says that money moved, but not as it was asked to: people have to look. */
  | { readonly kind: 'mismatch'; readonly code: string; readonly message: string }
  /** The provider has never seen the request. */
  | { readonly kind: 'never_received' }
  /** The provider itself doesn't know, or answered with a code that settles nothing. */
  | { readonly kind: 'unclear' }
  | { readonly kind: 'pending' };

/** One request to the provider. Times are as on the wire: the list is kept as JSON. */
export type Attempt = {
  readonly number: number;
  readonly sent_at: string;
  /** What was answered; `open` while nothing was. */
  readonly outcome: Answer['kind'] | 'open';
  /** The provider's code, where it gave one. */
  readonly code: string | null;
};

/** The attempts with one more, that begins now. */
export function attempted(before: readonly Attempt[], now: Temporal.Instant): readonly Attempt[] {
  const sentAt = now.toString({ smallestUnit: 'millisecond' });
  return [...before, { number: before.length + 1, sent_at: sentAt, outcome: 'open', code: null }];
}

/** The attempts with an answer: to the one that is open, else to one more that a worker has made. */
export function answered(before: readonly Attempt[], answer: Answer, now: Temporal.Instant): readonly Attempt[] {
  const open = before.at(-1)?.outcome === 'open' ? before : attempted(before, now);
  const code = answer.kind === 'rejected' ? (answer.providerCode ?? answer.code) : null;
  return open.map((each, index) => (index < open.length - 1 ? each : { ...each, outcome: answer.kind, code }));
}

/** The attempts as if they had been made so much earlier. */
export function aged(attempts: readonly Attempt[], seconds: number): readonly Attempt[] {
  return attempts.map((each) => ({
    ...each,
    sent_at: Temporal.Instant.from(each.sent_at).subtract({ seconds }).toString({ smallestUnit: 'millisecond' }),
  }));
}

/** Why money did not move, in our words beside the provider's. */
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly providerCode: string | null;
  /** A new request, under a new reference, may succeed. */
  readonly retryable: boolean;
};

/** What a person found out about a payment in review. Kept as JSON. */
export type Finding = {
  readonly outcome: 'paid' | 'not_paid';
  readonly receipt_no: string | null;
  /** What was paid, in minor units, as text; null where nothing was. */
  readonly amount: string | null;
  readonly evidence: string;
  readonly by: string;
};

/** Facts of the app's own about a request. */
export type Metadata = { readonly [key: string]: string };

/** When the provider is asked again, by how often it was asked before; then the last one for ever. */
const CHECK_AFTER_SECONDS = [60, 120, 300, 600, 1_800, 3_600];
/** How long a request may stay without an answer before a worker looks after it. */
export const ANSWER_EXPECTED_WITHIN = { seconds: 15 };
/** How long silence is borne before people have to look. Nothing is ever failed on silence. */
const PATIENCE_HOURS = 24;

export function nextCheck(checks: number, now: Temporal.Instant): Temporal.Instant {
  const step = Math.min(checks, CHECK_AFTER_SECONDS.length - 1);
  return now.add({ seconds: CHECK_AFTER_SECONDS[step] ?? 3_600 });
}

/** True where nobody has said for so long what became of it that people have to look. */
export function patienceIsOver(since: Temporal.Instant, now: Temporal.Instant): boolean {
  return since.until(now).total('hours') >= PATIENCE_HOURS;
}

/**
 * A person's name as others may see it: the first letter of each word. Some providers put the number before it; null
 * where there is nothing else.
 */
export function maskedName(named: string): string | null {
  const name = named.replace(/^\+?\d[\d\s*]*-\s*/, '').trim();
  if (!/\p{L}/u.test(name)) return null;
  return name
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}***`)
    .join(' ')
    .slice(0, 100);
}
