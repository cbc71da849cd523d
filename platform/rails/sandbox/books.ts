import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { Store, TenantTransaction } from '../../postgres/database.ts';
import { readInstant } from '../../postgres/mapping/types.ts';
import { businessNow, businessTime } from '../../postgres/tenant-clock.ts';
import { instantText } from '../../runtime/wire.ts';
import { compactTime } from '../daraja/wire/times.ts';

export type SandboxPorts = { readonly store: Pick<Store, 'write'>; readonly clock: () => Temporal.Instant };

/** From the acceptance to the first notification, and from one to the next. */
export const NOTIFIED_AFTER_MS = 1_000;
/** A reply that has to come after the notification waits so long. */
const LATE_MS = 3_500;
/** Notifications of a payment whose request hangs: after the client has stopped waiting. */
const NOTIFIED_AFTER_HANGING_MS = 6_000;
/** Between requests that are turned away. */
const BACKOFF_MS = 100;
const MOST_REQUESTS = 5;
/** A provider stops notifying a receiver that never responds. */
const MOST_ATTEMPTS = 8;
/** What a wrong amount lacks, in minor units. */
export const SHORT_BY = 100n;

/** What is sent to the sandbox's provider, and how the provider treats it. */
export type SandboxRequest = {
  readonly originatorId: string;
  readonly amount: bigint;
  readonly msisdn: string;
  /** `hang`: no reply at all. `late`: the reply comes after the notification. */
  readonly replies: 'accept' | 'hang' | 'late';
  /** The first requests are turned away, with nothing booked. */
  readonly turnedAway: number;
  /** When the first notification is sent; null where none is. */
  readonly notifiedAfterMs: number | null;
};

/** A row of the provider's books. */
export type Booked = {
  readonly originatorId: string;
  readonly providerRef: string;
  readonly receiptNo: string;
  readonly amount: bigint;
  readonly msisdn: string;
  readonly acceptedAt: Temporal.Instant;
  readonly notificationsSent: number;
  /** What a person has answered in the provider's place, and when; null: the number decides. */
  readonly answered: string | null;
  readonly answeredAt: Temporal.Instant | null;
  /** What the payer sent then, where it is not what was requested. */
  readonly answeredAmount: bigint | null;
};

type Row = {
  originator_id: string;
  provider_ref: string;
  receipt_no: string;
  amount: string;
  msisdn: string;
  accepted_at: unknown;
  notifications_sent: number;
  notification_attempts: number;
  answered: string | null;
  answered_at: unknown;
  answered_amount: string | null;
};

/** The books of payouts and those of prompts: their tables, the columns of the provider's reference, and its form. */
const BOOKS = {
  payouts: {
    table: 'sandbox_payment',
    reference: 'provider_ref',
    newReference: payoutReference,
    answeredAmount: 'null::text',
  },
  prompts: {
    table: 'sandbox_prompt',
    reference: 'checkout_ref',
    newReference: promptReference,
    answeredAmount: 'answered_amount::text',
  },
} as const;

/**
 * The books of the sandbox's own provider. It plays an outside party: it writes them in transactions of its own, and
 * books the same originator id once however often it is sent. It lives in the time of its tenant, so that a test clock
 * that is moved brings its notifications.
 */
export function sandboxBooks(ports: SandboxPorts, tenantId: number, kind: Kind) {
  const rows = rowsOf(ports, tenantId, kind);
  return {
    /** Takes a request on, after it was turned away as often as it has to be; null where that was too often. */
    accept: async (request: SandboxRequest, deadline: AbortSignal): Promise<ProviderReply | null> => {
      const wait = (ms: number) => sleep(ms, undefined, { signal: deadline });
      for (let requests = 1; requests <= MOST_REQUESTS; requests++) {
        const row = await rows.book(request);
        if (row.accepted_at === null) {
          await wait(BACKOFF_MS * 2 ** requests);
          continue;
        }
        // Until the deadline aborts it; no process stays alive for it.
        if (request.replies === 'hang') await sleep(2 ** 30, undefined, { signal: deadline, ref: false });
        if (request.replies === 'late') await wait(LATE_MS);
        return { kind: 'accepted', providerRef: row.provider_ref };
      }
      return null;
    },

    /** What was turned away is not in the books. */
    find: async (by: { readonly originatorId: string } | { readonly providerRef: string }): Promise<Booked | null> => {
      const row = await ('originatorId' in by ? rows.byOriginator(by.originatorId) : rows.byReference(by.providerRef));
      return row && row.accepted_at !== null ? bookedFrom(row) : null;
    },

    /** A payment of which a notification is due. */
    due: async (originatorId: string): Promise<Booked | null> => {
      const row = await rows.due(originatorId);
      return row ? bookedFrom(row) : null;
    },

    notified: rows.notified,

    /** The provider's time. */
    now: () => businessNow(ports.store, tenantId, ports.clock),
  };
}

/** The payer's number is stored as all of them are. */
const opened = (row: Row, { sealing }: Pick<TenantTransaction, 'sealing'>): Row => ({
  ...row,
  msisdn: sealing.openAlike(row.msisdn),
});

type Kind = keyof typeof BOOKS;
const columnsOf = (kind: Kind): string =>
  `originator_id::text, ${BOOKS[kind].reference} as provider_ref, receipt_no, amount::text, msisdn, accepted_at,
    notifications_sent, notification_attempts, answered, answered_at, ${BOOKS[kind].answeredAmount} as answered_amount`;

/** A request is a row, however often it is sent: it is accepted once it was turned away as often as it has to be. */
function bookingOf(kind: Kind): string {
  const { table, reference } = BOOKS[kind];
  return `insert into ${table} (originator_id, ${reference}, receipt_no, amount, msisdn, accepted_at, notification_due_at)
         values ($1, $2, $3, $4, $5, case when $6::int = 0 then $7::timestamptz end, case when $6::int = 0 then $8::timestamptz end)
         on conflict (tenant_id, originator_id) do update set
           requests = ${table}.requests + 1,
           accepted_at = case when ${table}.accepted_at is null and ${table}.requests >= $6::int
                              then $7::timestamptz else ${table}.accepted_at end,
           notification_due_at = case when ${table}.accepted_at is null and ${table}.requests >= $6::int
                              then $8::timestamptz else ${table}.notification_due_at end
         returning ${columnsOf(kind)}`;
}

/** The rows of one of the books, each read and written in a transaction of its own. */
function rowsOf({ store, clock }: SandboxPorts, tenantId: number, kind: Kind) {
  const { table, reference, newReference } = BOOKS[kind];
  const columns = columnsOf(kind);
  const rowBy = (where: string, params: (now: string) => readonly unknown[]) =>
    store.write(tenantId, async (tx) => {
      const values = params(instantText(businessTime(clock(), tx)));
      const [row] = await tx.sql<Row>(`select ${columns} from ${table} where ${where}`, values);
      return row && opened(row, tx);
    });

  /** Books a request once, and counts how often it was sent. */
  const book = (request: SandboxRequest): Promise<Row> =>
    store.write(tenantId, async (tx) => {
      const { sql } = tx;
      const now = businessTime(clock(), tx);
      const { originatorId, amount, msisdn, turnedAway, notifiedAfterMs } = request;
      const notifiedAt = notifiedAfterMs === null ? null : instantText(now.add({ milliseconds: notifiedAfterMs }));
      const [row] = await sql<Row>(bookingOf(kind), [
        originatorId,
        newReference(now),
        newReceipt(),
        amount.toString(),
        tx.sealing.sealAlike(msisdn),
        turnedAway,
        instantText(now),
        notifiedAt,
      ]);
      if (!row) throw new Error('The sandbox’s provider has lost a payment.');
      return opened(row, tx);
    });

  return {
    book,
    byOriginator: (originatorId: string) => rowBy('originator_id = $1', () => [originatorId]),
    byReference: (providerRef: string) => rowBy(`${reference} = $1`, () => [providerRef]),
    due: (originatorId: string) =>
      rowBy('originator_id = $1 and notification_due_at <= $2', (now) => [originatorId, now]),

    /** A notification was received, or it wasn't and is sent again later. @param total how many the payment has */
    notified: (booked: Booked, outcome: 'received' | 'refused', total: number): Promise<void> =>
      store.write(tenantId, async (tx) => {
        const { sql } = tx;
        // What a person has answered meanwhile is still to be notified.
        const [row] = await sql<Row>(
          `select ${columns} from ${table} where originator_id = $1 and notification_due_at is not null
              and answered_at is not distinct from $2::timestamptz for update`,
          [booked.originatorId, booked.answeredAt && instantText(booked.answeredAt)],
        );
        if (!row) return;
        const sent = row.notifications_sent + (outcome === 'received' ? 1 : 0);
        const attempts = outcome === 'received' ? 0 : row.notification_attempts + 1;
        const isOver = attempts >= MOST_ATTEMPTS || sent >= total;
        const next = businessTime(clock(), tx).add({ milliseconds: NOTIFIED_AFTER_MS * 2 ** attempts });
        await sql(
          `update ${table} set notifications_sent = $2, notification_attempts = $3, notification_due_at = $4
            where originator_id = $1`,
          [booked.originatorId, sent, attempts, isOver ? null : instantText(next)],
        );
      }),
  };
}

/** When a payment is first notified: later where its request hangs. */
export const notifiedAfter = (replies: SandboxRequest['replies']): number =>
  replies === 'hang' ? NOTIFIED_AFTER_HANGING_MS : NOTIFIED_AFTER_MS;

function bookedFrom(row: Row): Booked {
  return {
    originatorId: row.originator_id,
    providerRef: row.provider_ref,
    receiptNo: row.receipt_no,
    amount: BigInt(row.amount),
    msisdn: row.msisdn,
    acceptedAt: readInstant(row.accepted_at),
    notificationsSent: row.notifications_sent,
    answered: row.answered,
    answeredAt: row.answered_at === null ? null : readInstant(row.answered_at),
    answeredAmount: row.answered_amount === null ? null : BigInt(row.answered_amount),
  };
}

/** `AG_yyyymmdd_<20 hex>`, the day being the provider's. */
function payoutReference(now: Temporal.Instant): string {
  return `AG_${compactTime(now).slice(0, 8)}_${randomBytes(10).toString('hex')}`;
}

/** `ws_CO_<ddMMyyyyHHmmss><digits>`. */
function promptReference(now: Temporal.Instant): string {
  const stamp = compactTime(now);
  const date = `${stamp.slice(6, 8)}${stamp.slice(4, 6)}${stamp.slice(0, 4)}`;
  return `ws_CO_${date}${stamp.slice(8)}${randomBytes(6).readUIntBE(0, 6)}`;
}

const RECEIPT_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A receipt as the provider writes one: ten letters and digits. 252 is the largest multiple of 36 in a byte: beyond it some would come more often. */
export function newReceipt(): string {
  let receipt = '';
  while (receipt.length < 10) {
    for (const byte of randomBytes(16)) {
      if (byte < 252 && receipt.length < 10) receipt += RECEIPT_ALPHABET[byte % 36];
    }
  }
  return receipt;
}
