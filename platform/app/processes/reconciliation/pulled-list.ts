import { createHash } from 'node:crypto';
import type { StatementLine } from '#core/reconciliation/movements.ts';
import type { Statement } from '#core/reconciliation/reconciliation.ts';
import { pullTransactions, type PulledTransaction } from '../../../rails/daraja/apis/pull.ts';
import type { Daraja } from '../../../rails/daraja/connection/call.ts';
import { PROVIDER_ZONE } from '../../../rails/daraja/wire/times.ts';

type Collected = { readonly collectedFrom: Temporal.Instant; readonly collectedUntil: Temporal.Instant };

/** What the provider has collected lately, as a statement. */
export type PulledList =
  | {
      readonly kind: 'pulled';
      readonly statement: Statement & Collected;
      readonly lines: readonly StatementLine[];
      /** Rows that have no readable receipt or amount: a person has to review them on the portal. */
      readonly unreadable: number;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** What is younger may not have reached the list yet, nor us. */
const SETTLED_AFTER = { minutes: 15 };
const REPLY_DEADLINE_MS = 30_000;
/** A list that goes on is none of two days. */
const MOST_PAGES = 1_000;
/** What was compared last may have reached the list later. */
const OVERLAP = { hours: 1 };
/** The provider keeps a list for 48 hours, and a long one takes its time. */
const REACHES_BACK = { hours: 47, minutes: 30 };

/**
 * Pulls what a paybill collected since yesterday's beginning, or since it was compared last, where that is longer ago: as far back
 * as the provider keeps it.
 * @param pulledUntil up to when it was compared last; null where it never was
 */
export async function pullList(
  daraja: Daraja,
  shortcode: string,
  pulledUntil: Temporal.Instant | null,
): Promise<PulledList> {
  const now = daraja.now();
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(PROVIDER_ZONE).toPlainDate();
  const through = dayOf(now);
  const yesterday = through.subtract({ days: 1 }).toZonedDateTime(PROVIDER_ZONE).toInstant();
  const wanted = pulledUntil === null ? yesterday : earlier(yesterday, pulledUntil.subtract(OVERLAP));
  const kept = now.subtract(REACHES_BACK);
  const range = { shortcode, from: later(wanted, kept), until: now.subtract(SETTLED_AFTER) };
  const found: PulledTransaction[] = [];
  let unreadable = 0;
  for (let page = 0; ; page++) {
    const deadline = AbortSignal.timeout(REPLY_DEADLINE_MS);
    const pulled = await pullTransactions(daraja, { ...range, offset: found.length + unreadable }, deadline);
    if (pulled.kind !== 'pulled') {
      return { kind: 'refused', why: pulled.kind === 'rejected' ? pulled.means : 'It can’t be reached just now.' };
    }
    if (pulled.transactions.length + pulled.unreadable === 0) break;
    if (page === MOST_PAGES) return { kind: 'refused', why: 'Its list does not end.' };
    found.push(...pulled.transactions);
    unreadable += pulled.unreadable;
  }
  const lines = found.map((each, index) => lineOf(each, index, range.until));
  const digest = createHash('sha256').update(JSON.stringify([shortcode, String(range.until), found], asText));
  const statement = {
    source: 'pull',
    from: dayOf(range.from),
    through,
    opening: null,
    closing: null,
    collectedFrom: range.from,
    collectedUntil: range.until,
  } as const;
  return { kind: 'pulled', statement: { ...statement, digest: digest.digest('hex') }, lines, unreadable };
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) <= 0 ? a : b);
const later = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) >= 0 ? a : b);

function lineOf(
  { receiptNo, at, amount, msisdn, billReference }: PulledTransaction,
  index: number,
  until: Temporal.Instant,
): StatementLine {
  return {
    lineNo: index + 1,
    receiptNo,
    kind: 'movement',
    at: at ?? until,
    amount,
    msisdn,
    accountReference: billReference,
    originatorId: null,
    linkedReceiptNo: null,
  };
}

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
