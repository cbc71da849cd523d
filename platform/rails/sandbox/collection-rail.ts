import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { CollectionOrder, CollectionRail } from '#core/payments/rail.ts';
import type { Store } from '../../postgres/database.ts';
import { readInstant } from '../../postgres/mapping/types.ts';
import type { Clock } from '../../app/transact.ts';
import { instantText } from '../../runtime/wire.ts';
import { collectionStatus, readCollectionNotification } from '../daraja/collection-notification.ts';
import { collectionCode } from '../daraja/result-codes.ts';
import { compactTime } from '../daraja/wire/times.ts';
import type { SandboxNotifications } from './payout-rail.ts';
import { collectionBehaviourOf, type CollectionBehaviour } from './collection-behaviours.ts';

type Parts = { readonly store: Pick<Store, 'write'>; readonly clock: Clock };

/** As for payouts: from the acceptance to the first notification, and from one to the next; late replies; no reply. */
const NOTIFIED_AFTER_MS = 1_000;
const LATE_MS = 3_500;
const NOTIFIED_AFTER_HANGING_MS = 6_000;
const BACKOFF_MS = 100;
const MOST_REQUESTS = 5;
const MOST_ATTEMPTS = 8;
/** What a wrong amount lacks, in minor units. */
const SHORT_BY = 100n;

type Prompted = {
  checkout_ref: string;
  receipt_no: string;
  amount: string;
  msisdn: string;
  accepted_at: unknown;
  notifications_sent: number;
  notification_attempts: number;
};

/**
 * The sandbox's provider of prompts. It plays an outside party: its books are its own, and a prompt is known by the
 * reference that it gave.
 */
export function sandboxCollectionRail({ store, clock }: Parts, tenantId: number): CollectionRail {
  const book = (
    order: CollectionOrder,
    { notifies, notifiesAfterMs, replies, turnsAway = 0 }: CollectionBehaviour,
  ): Promise<Prompted> =>
    store.write(tenantId, async ({ sql }) => {
      const now = clock();
      const wait = notifiesAfterMs ?? (replies === 'hang' ? NOTIFIED_AFTER_HANGING_MS : NOTIFIED_AFTER_MS);
      const due = notifies.length > 0 ? instantText(now.add({ milliseconds: wait })) : null;
      const [prompted] = await sql<Prompted>(
        `insert into sandbox_prompt (originator_id, checkout_ref, receipt_no, amount, msisdn, accepted_at, notification_due_at)
         values ($1, $2, $3, $4, $5, case when $6::int = 0 then $7::timestamptz end, case when $6::int = 0 then $8::timestamptz end)
         on conflict (tenant_id, originator_id) do update set
           requests = sandbox_prompt.requests + 1,
           accepted_at = case when sandbox_prompt.accepted_at is null and sandbox_prompt.requests >= $6::int
                              then $7::timestamptz else sandbox_prompt.accepted_at end,
           notification_due_at = case when sandbox_prompt.accepted_at is null and sandbox_prompt.requests >= $6::int
                              then $8::timestamptz else sandbox_prompt.notification_due_at end
         returning *`,
        [
          order.originatorId,
          checkoutRef(now),
          randomBytes(5).toString('hex').toUpperCase(),
          order.amount.toString(),
          order.msisdn,
          turnsAway,
          instantText(now),
          due,
        ],
      );
      if (!prompted) throw new Error('The sandbox’s provider has lost a prompt.');
      return prompted;
    });

  return {
    prompt: async (order, deadline): Promise<ProviderReply> => {
      const plan = collectionBehaviourOf(order.msisdn);
      const { replies } = plan;
      if (typeof replies === 'object') return replies;
      for (let request = 1; request <= MOST_REQUESTS; request++) {
        const prompted = await book(order, plan);
        if (prompted.accepted_at === null) {
          await sleep(BACKOFF_MS * 2 ** request, undefined, { signal: deadline });
          continue;
        }
        if (replies === 'hang') await sleep(2 ** 30, undefined, { signal: deadline });
        if (replies === 'late') await sleep(LATE_MS, undefined, { signal: deadline });
        return { kind: 'accepted', providerRef: prompted.checkout_ref };
      }
      return { kind: 'unreachable', message: 'The provider turned the request away too often.', retryAfterSeconds: 60 };
    },

    query: ({ providerRef }): Promise<ProviderStatus> =>
      store.write(tenantId, async ({ sql }) => {
        const [prompted] = await sql<Prompted>('select * from sandbox_prompt where checkout_ref = $1', [providerRef]);
        if (!prompted) return { kind: 'unclear' };
        const plan = collectionBehaviourOf(prompted.msisdn);
        const code =
          prompted.notifications_sent > 0 || plan.notifies.length === 0 ? plan.queried.after : plan.queried.before;
        // As the real one, it gives no receipt and no amount here.
        const paid = { providerRef, receiptNo: null, at: readInstant(prompted.accepted_at), amount: null };
        return collectionStatus(collectionCode(code), code, paid);
      }),

    receive: async (text, awaited) => readCollectionNotification(text, awaited, clock()),
  };
}

/** The notifications of the sandbox's provider of prompts, for a worker that posts them. */
export function sandboxCollectionNotifications({ store, clock }: Parts): SandboxNotifications {
  return {
    due: (tenantId, originatorId) =>
      store.write(tenantId, async ({ sql }) => {
        const [prompted] = await sql<Prompted>(
          'select * from sandbox_prompt where originator_id = $1 and notification_due_at <= $2',
          [originatorId, instantText(clock())],
        );
        const code = prompted && collectionBehaviourOf(prompted.msisdn).notifies[prompted.notifications_sent];
        return prompted && code !== undefined ? { kind: 'collection', body: callbackOf(prompted, code) } : null;
      }),
    sent: (tenantId, originatorId, outcome) =>
      store.write(tenantId, async ({ sql }) => {
        const [prompted] = await sql<Prompted>(
          'select * from sandbox_prompt where originator_id = $1 and notification_due_at is not null for update',
          [originatorId],
        );
        if (!prompted) return;
        const sent = prompted.notifications_sent + (outcome === 'received' ? 1 : 0);
        const attempts = outcome === 'received' ? 0 : prompted.notification_attempts + 1;
        const isOver = attempts >= MOST_ATTEMPTS || sent >= collectionBehaviourOf(prompted.msisdn).notifies.length;
        const next = clock().add({ milliseconds: NOTIFIED_AFTER_MS * 2 ** attempts });
        await sql(
          'update sandbox_prompt set notifications_sent = $2, notification_attempts = $3, notification_due_at = $4 where originator_id = $1',
          [originatorId, sent, attempts, isOver ? null : instantText(next)],
        );
      }),
  };
}

function callbackOf(prompted: Prompted, code: string): object {
  const paid = code === '0' || code === 'short';
  const amount = BigInt(prompted.amount) - (code === 'short' ? SHORT_BY : 0n);
  const items = [
    { Name: 'Amount', Value: Number(amount) / 100 },
    { Name: 'MpesaReceiptNumber', Value: prompted.receipt_no },
    { Name: 'TransactionDate', Value: Number(compactTime(readInstant(prompted.accepted_at))) },
    { Name: 'PhoneNumber', Value: Number(prompted.msisdn.slice(1)) },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: prompted.checkout_ref.slice(-12),
        CheckoutRequestID: prompted.checkout_ref,
        ResultCode: paid ? 0 : Number(code),
        ResultDesc: paid ? 'The service request is processed successfully.' : collectionCode(code).means,
        ...(paid ? { CallbackMetadata: { Item: items } } : {}),
      },
    },
  };
}

/** `ws_CO_<ddMMyyyyHHmmss><digits>`. */
function checkoutRef(now: Temporal.Instant): string {
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(\d{6})$/.exec(compactTime(now)) ?? [];
  return `ws_CO_${day}${month}${year}${time}${randomBytes(6).readUIntBE(0, 6)}`;
}
