import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutOrder, PayoutRail } from '#core/payments/rail.ts';
import type { Store } from '../../postgres/database.ts';
import { readInstant } from '../../postgres/mapping/types.ts';
import type { Clock } from '../../app/transact.ts';
import { instantText } from '../../runtime/wire.ts';
import { readPayoutNotification } from '../daraja/payout-notification.ts';
import { payoutCode } from '../daraja/result-codes.ts';
import { payoutBehaviourOf, type PayoutBehaviour, type Notification } from './payout-behaviours.ts';
import { writePayoutResult } from './payout-result.ts';

export type SandboxProvider = {
  readonly store: Pick<Store, 'write'>;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Uint8Array;
};

/** From the acceptance to the first notification, and from one to the next. */
const NOTIFIED_AFTER_MS = 1_000;
/** A reply that has to come after the notification waits so long. */
const LATE_MS = 3_500;
/** Notifications of a payment whose request hangs: after the client has stopped waiting. */
const NOTIFIED_AFTER_HANGING_MS = 6_000;
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
 * The sandbox's own provider of mobile money. It plays an outside party: its books are written in transactions of its own; it
 * knows a payment by the originator id alone, and pays the same id once however often it is sent.
 */
export function sandboxPayoutRail({ store, clock, randomBytes }: SandboxProvider, tenantId: number): PayoutRail {
  const book = (order: PayoutOrder, behaviour: PayoutBehaviour): Promise<Booked> =>
    store.write(tenantId, async ({ sql }) => {
      const now = clock();
      const turnedAway = behaviour.turnsAway?.times ?? 0;
      const wait = behaviour.replies === 'hang' ? NOTIFIED_AFTER_HANGING_MS : NOTIFIED_AFTER_MS;
      const due = behaviour.notifications.length > 0 ? instantText(now.add({ milliseconds: wait })) : null;
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
    send: async (order, deadline): Promise<ProviderReply> => {
      const behaviour = payoutBehaviourOf(order.msisdn);
      const { replies } = behaviour;
      if (typeof replies === 'object') return replies;
      for (let request = 1; request <= MOST_REQUESTS; request++) {
        const booked = await book(order, behaviour);
        if (booked.accepted_at === null) {
          await sleep(BACKOFF_MS * 2 ** request, undefined, { signal: deadline });
          continue;
        }
        if (replies === 'hang') await untilAborted(deadline);
        if (replies === 'late') await sleep(LATE_MS, undefined, { signal: deadline });
        return { kind: 'accepted', providerRef: booked.provider_ref };
      }
      const because = behaviour.turnsAway?.because ?? 'unknown';
      return { kind: 'rejected', code: because, message: `The provider turned the request away (${because}).` };
    },

    query: (originatorId): Promise<ProviderStatus> =>
      store.write(tenantId, async ({ sql }) => {
        const [booked] = await sql<Booked>('select * from sandbox_payment where originator_id = $1', [originatorId]);
        // What was turned away is not in its books: a query does not find it.
        if (!booked || booked.accepted_at === null) return { kind: 'never_received' };
        return statusOf(booked, clock());
      }),

    receive: async (callback, text, awaited) => readPayoutNotification(callback, text, awaited, clock()),
    closedFor: async () => null,
  };
}

function statusOf(booked: Booked, now: Temporal.Instant): ProviderStatus {
  const { queried } = payoutBehaviourOf(booked.msisdn);
  if (queried === 'pending') return { kind: 'pending' };
  const at = paidAt(booked);
  if (Temporal.Instant.compare(now, at) < 0) return { kind: 'pending' };
  if (queried === 'declined') {
    return { kind: 'not_paid', code: 'provider_declined', message: 'The provider says that the payment was declined.' };
  }
  if (typeof queried === 'object') {
    const { outcome, means } = payoutCode(queried.code);
    return { kind: 'not_paid', code: outcome, message: means, providerCode: queried.code };
  }
  return {
    kind: 'paid',
    providerRef: booked.provider_ref,
    receiptNo: booked.receipt_no,
    at,
    amount: amountPaid(booked),
  };
}

const paidAt = (booked: Booked) => readInstant(booked.accepted_at).add({ milliseconds: NOTIFIED_AFTER_MS / 2 });

function amountPaid(booked: Booked): bigint {
  const wrong = payoutBehaviourOf(booked.msisdn).notifications.some(
    (each) => each.kind === 'result' && each.wrongAmount,
  );
  return BigInt(booked.amount) - (wrong ? SHORT_BY : 0n);
}

/** A callback that the sandbox's provider has to send. */
export type DueNotification = { readonly kind: 'payout' | 'payout_timeout' | 'collection'; readonly body: object };

export type SandboxNotifications = {
  /** The next notification of a payment, if it is due. */
  readonly due: (tenantId: number, originatorId: string) => Promise<DueNotification | null>;
  /** It was received, or it wasn't and is sent again later. */
  readonly sent: (tenantId: number, originatorId: string, outcome: 'received' | 'refused') => Promise<void>;
};

/** A provider stops notifying a receiver that never responds. */
const MOST_ATTEMPTS = 8;

/** The notifications of the sandbox's provider, for a worker that posts them. */
export function sandboxPayoutNotifications({
  store,
  clock,
}: Pick<SandboxProvider, 'store' | 'clock'>): SandboxNotifications {
  return {
    due: (tenantId, originatorId) =>
      store.write(tenantId, async ({ sql }) => {
        const [booked] = await sql<Booked>(
          'select * from sandbox_payment where originator_id = $1 and notification_due_at <= $2',
          [originatorId, instantText(clock())],
        );
        const notification = booked && payoutBehaviourOf(booked.msisdn).notifications[booked.notifications_sent];
        return booked && notification ? callbackOf(originatorId, booked, notification) : null;
      }),
    sent: (tenantId, originatorId, outcome) =>
      store.write(tenantId, async ({ sql }) => {
        const [booked] = await sql<Booked & { notification_attempts: number }>(
          'select * from sandbox_payment where originator_id = $1 and notification_due_at is not null for update',
          [originatorId],
        );
        if (!booked) return;
        const sent = booked.notifications_sent + (outcome === 'received' ? 1 : 0);
        const attempts = outcome === 'received' ? 0 : booked.notification_attempts + 1;
        const isOver = attempts >= MOST_ATTEMPTS || sent >= payoutBehaviourOf(booked.msisdn).notifications.length;
        const next = clock().add({ milliseconds: NOTIFIED_AFTER_MS * 2 ** attempts });
        await sql(
          'update sandbox_payment set notifications_sent = $2, notification_attempts = $3, notification_due_at = $4 where originator_id = $1',
          [originatorId, sent, attempts, isOver ? null : instantText(next)],
        );
      }),
  };
}

function callbackOf(originatorId: string, booked: Booked, notification: Notification): DueNotification {
  if (notification.kind === 'timeout') return { kind: 'payout_timeout', body: {} };
  const body = writePayoutResult({
    originatorId,
    providerRef: booked.provider_ref,
    code: notification.code,
    description: notification.description,
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
