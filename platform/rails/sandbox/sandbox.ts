import { setTimeout as sleep } from 'node:timers/promises';
import type { PayoutAnswer, PayoutOrder, PayoutStatus } from '#core/lending/ports.ts';
import type { Store } from '../../postgres/database.ts';
import { readInstant } from '../../postgres/mapping/types.ts';
import type { Clock } from '../../app/transact.ts';
import { instantText } from '../../runtime/wire.ts';
import { payoutNews } from '../daraja/payout-notification.ts';
import { payoutCode } from '../daraja/result-codes.ts';
import type { Rail } from '../rail.ts';
import { behaviourOf, type Behaviour, type News } from './behaviours.ts';
import { writePayoutResult } from './result.ts';

export type SandboxProvider = {
  readonly store: Pick<Store, 'write'>;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Uint8Array;
};

/** From the acceptance to the first news, and from one news to the next. */
const NEWS_AFTER_MS = 1_000;
/** An answer that has to come after the news waits so long for it. */
const LATE_MS = 3_500;
/** News of a payment whose request hangs: after the client has given up waiting. */
const NEWS_AFTER_HANGING_MS = 6_000;
/** Between requests that are turned away. */
const BACKOFF_MS = 100;
const MOST_REQUESTS = 5;
/** What a wrong amount lacks, in minor units. */
const SHORT_BY = 100n;

const RECEIPT_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

type Booked = {
  provider_ref: string;
  receipt_no: string;
  amount: string;
  msisdn: string;
  requests: number;
  accepted_at: unknown;
  notifications_sent: number;
};

/**
 * The sandbox's own provider of mobile money. It plays an outside party: it keeps its books in transactions of its own,
 * knows a payment by the originator id alone, and pays the same id once however often it is sent.
 */
export function sandboxRail({ store, clock, randomBytes }: SandboxProvider, tenantId: number): Rail {
  const book = (order: PayoutOrder, behaviour: Behaviour): Promise<Booked> =>
    store.write(tenantId, async ({ sql }) => {
      const now = clock();
      const turnedAway = behaviour.turnsAway?.times ?? 0;
      const wait = behaviour.answers === 'hang' ? NEWS_AFTER_HANGING_MS : NEWS_AFTER_MS;
      const due = behaviour.news.length > 0 ? instantText(now.add({ milliseconds: wait })) : null;
      const [booked] = await sql<Booked>(
        `insert into sandbox_payment (originator_id, provider_ref, receipt_no, amount, msisdn, accepted_at, notification_due_at)
         values ($1, $2, $3, $4, $5, case when $6::int = 0 then $7::timestamptz end, case when $6::int = 0 then $8::timestamptz end)
         on conflict (tenant_id, originator_id) do update set
           requests = sandbox_payment.requests + 1,
           accepted_at = case when sandbox_payment.accepted_at is null and sandbox_payment.requests >= $6::int
                              then $7::timestamptz else sandbox_payment.accepted_at end,
           notification_due_at = case when sandbox_payment.accepted_at is null and sandbox_payment.requests >= $6::int
                              then $8::timestamptz else sandbox_payment.notification_due_at end
         returning *`,
        [
          order.originatorId,
          providerRef(now, randomBytes),
          receiptNo(randomBytes),
          order.amount.toString(),
          order.msisdn,
          turnedAway,
          instantText(now),
          due,
        ],
      );
      if (!booked) throw new Error('The sandbox’s provider has lost a payment.');
      return booked;
    });

  return {
    send: async (order, deadline): Promise<PayoutAnswer> => {
      const behaviour = behaviourOf(order.msisdn);
      const { answers } = behaviour;
      if (typeof answers === 'object') return answers;
      for (let request = 1; request <= MOST_REQUESTS; request++) {
        const booked = await book(order, behaviour);
        if (booked.accepted_at === null) {
          await sleep(BACKOFF_MS * 2 ** request, undefined, { signal: deadline });
          continue;
        }
        if (answers === 'hang') await untilAborted(deadline);
        if (answers === 'late') await sleep(LATE_MS, undefined, { signal: deadline });
        return { kind: 'accepted', providerRef: booked.provider_ref };
      }
      const because = behaviour.turnsAway?.because ?? 'unknown';
      return { kind: 'rejected', code: because, message: `The provider turned the request away (${because}).` };
    },

    query: (originatorId): Promise<PayoutStatus> =>
      store.write(tenantId, async ({ sql }) => {
        const [booked] = await sql<Booked>('select * from sandbox_payment where originator_id = $1', [originatorId]);
        // What was turned away is not in its books: to whoever asks it is as if it had never come.
        if (!booked || booked.accepted_at === null) return { kind: 'never_received' };
        return statusOf(booked, clock());
      }),

    hear: async (door, text, awaited) => payoutNews(door, text, awaited, clock()),
    closedFor: async () => null,
  };
}

function statusOf(booked: Booked, now: Temporal.Instant): PayoutStatus {
  const { asked } = behaviourOf(booked.msisdn);
  if (asked === 'pending') return { kind: 'pending' };
  const at = paidAt(booked);
  if (Temporal.Instant.compare(now, at) < 0) return { kind: 'pending' };
  if (asked === 'declined') {
    return { kind: 'not_paid', code: 'provider_declined', message: 'The provider says that the payment was declined.' };
  }
  if (typeof asked === 'object') {
    const { outcome, means } = payoutCode(asked.code);
    return { kind: 'not_paid', code: outcome, message: means, providerCode: asked.code };
  }
  return {
    kind: 'paid',
    providerRef: booked.provider_ref,
    receiptNo: booked.receipt_no,
    at,
    amount: amountPaid(booked),
  };
}

const paidAt = (booked: Booked) => readInstant(booked.accepted_at).add({ milliseconds: NEWS_AFTER_MS / 2 });

function amountPaid(booked: Booked): bigint {
  const wrong = behaviourOf(booked.msisdn).news.some((news) => news.kind === 'result' && news.wrongAmount);
  return BigInt(booked.amount) - (wrong ? SHORT_BY : 0n);
}

/** A callback that the sandbox's provider has to make. */
export type DueNews = { readonly kind: 'payout' | 'payout_timeout' | 'collection'; readonly body: object };

export type SandboxNews = {
  /** The next news of a payment, if it is due. */
  readonly due: (tenantId: number, originatorId: string) => Promise<DueNews | null>;
  /** It was taken, or it wasn't and is told again later. */
  readonly told: (tenantId: number, originatorId: string, taken: boolean) => Promise<void>;
};

/** A provider gives up on a receiver that never takes its news. */
const MOST_ATTEMPTS = 8;

/** The news of the sandbox's provider, for a worker that posts them. */
export function sandboxNews({ store, clock }: Pick<SandboxProvider, 'store' | 'clock'>): SandboxNews {
  return {
    due: (tenantId, originatorId) =>
      store.write(tenantId, async ({ sql }) => {
        const [booked] = await sql<Booked>(
          'select * from sandbox_payment where originator_id = $1 and notification_due_at <= $2',
          [originatorId, instantText(clock())],
        );
        const news = booked && behaviourOf(booked.msisdn).news[booked.notifications_sent];
        return booked && news ? callbackOf(originatorId, booked, news) : null;
      }),
    told: (tenantId, originatorId, taken) =>
      store.write(tenantId, async ({ sql }) => {
        const [booked] = await sql<Booked & { notification_attempts: number }>(
          'select * from sandbox_payment where originator_id = $1 and notification_due_at is not null for update',
          [originatorId],
        );
        if (!booked) return;
        const told = booked.notifications_sent + (taken ? 1 : 0);
        const attempts = taken ? 0 : booked.notification_attempts + 1;
        const isOver = attempts >= MOST_ATTEMPTS || told >= behaviourOf(booked.msisdn).news.length;
        const next = clock().add({ milliseconds: NEWS_AFTER_MS * 2 ** attempts });
        await sql(
          'update sandbox_payment set notifications_sent = $2, notification_attempts = $3, notification_due_at = $4 where originator_id = $1',
          [originatorId, told, attempts, isOver ? null : instantText(next)],
        );
      }),
  };
}

function callbackOf(originatorId: string, booked: Booked, news: News): DueNews {
  if (news.kind === 'timeout') return { kind: 'payout_timeout', body: {} };
  const body = writePayoutResult({
    originatorId,
    providerRef: booked.provider_ref,
    code: news.code,
    description: news.description,
    receiptNo: booked.receipt_no,
    amount: amountPaid(booked),
    msisdn: booked.msisdn,
    at: paidAt(booked),
  });
  return { kind: 'payout', body };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** `AG_yyyymmdd_<20 hex>`, the day being the provider's. */
function providerRef(now: Temporal.Instant, randomBytes: (size: number) => Uint8Array): string {
  const day = now.toZonedDateTimeISO('Africa/Nairobi').toPlainDate().toString().replaceAll('-', '');
  return `AG_${day}_${Buffer.from(randomBytes(10)).toString('hex')}`;
}

/** Ten letters and digits. 252 is the largest multiple of 36 in a byte: beyond it some would come more often. */
function receiptNo(randomBytes: (size: number) => Uint8Array): string {
  let receipt = '';
  while (receipt.length < 10) {
    for (const byte of randomBytes(16)) {
      if (byte < 252 && receipt.length < 10) receipt += RECEIPT_ALPHABET[byte % 36];
    }
  }
  return receipt;
}
