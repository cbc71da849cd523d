import { deliveryBody, type Json } from '#core/partners/webhook-delivery/payload.ts';
import type { AttemptResult, Begun } from '#core/partners/webhook-delivery/attempt.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { recordAttempt, startDelivery } from '#core/partners/use-cases/deliver.ts';
import { validAt } from '#core/partners/validity.ts';
import { MAX_IN_FLIGHT, type WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Caller } from '../auth/caller.ts';
import type { App } from '../compose.ts';
import type { Post } from '../outbound/guarded-request.ts';
import { signatureHeaders } from '../outbound/signature.ts';
import type { TenantTransaction } from '../persistence/database.ts';
import { readInstant } from '../persistence/types.ts';
import { eventIdOf } from './event-id.ts';
import type { SigningSecrets } from './signing-secrets.ts';

const USER_AGENT = 'Umoja-Webhooks/1.0';
/** The request id of what a job does begins so: no partner's request caused it. */
export const JOB_REQUEST = 'job_';

/** What is to be done about a delivery: send this, come back then, or nothing. */
export type Opened =
  | { readonly kind: 'send'; readonly begun: Begun; readonly message: Post; readonly sandbox: boolean }
  | { readonly kind: 'wait'; readonly until: Temporal.Instant }
  | { readonly kind: 'nothing' };

/** What an attempt leaves to do: when this delivery is due again, and which others have been called. */
export type Closed = { readonly nextAttemptAt: Temporal.Instant | null; readonly called: readonly string[] };

/** A delivery is two transactions with the partner's server between them, never inside. */
export type Deliveries = {
  readonly open: (caller: Caller, deliveryId: number) => Promise<Opened>;
  readonly record: (caller: Caller, deliveryId: number, result: AttemptResult) => Promise<Closed>;
};

export function deliveries(
  { transact, worlds }: Pick<App, 'transact' | 'worlds'>,
  secrets: SigningSecrets,
): Deliveries {
  return {
    open: (caller, deliveryId) =>
      transact.run<Opened>('startDelivery', caller, async (tx, given) => {
        const { result, events } = await startDelivery({ deliveryId }, worlds.partners(tx, given));
        if (result.kind !== 'send') return { result: result.kind === 'wait' ? result : { kind: 'nothing' }, events };
        const { begun, delivery, endpoint } = result;
        const message = await messageOf(tx, secrets, delivery, endpoint, begun.startedAt);
        return { result: { kind: 'send', begun, message, sandbox: endpoint.sandbox }, events };
      }),

    record: (caller, deliveryId, result) =>
      transact.run<Closed>('recordAttempt', caller, async (tx, given) => {
        const { result: recorded, events } = await recordAttempt({ deliveryId, result }, worlds.partners(tx, given));
        const { delivery, endpoint } = recorded;
        const called = await callParked(tx, delivery, endpoint, given.now);
        return { result: { nextAttemptAt: delivery.nextAttemptAt, called }, events };
      }),
  };
}

type Material = {
  uuid: string;
  type: string;
  occurred_at: unknown;
  subject_type: string;
  subject_id: string;
  subject_uuid: string;
  subject_version: number;
  data: { readonly [member: string]: Json };
  request_id: string;
  idempotency_key: string | null;
  traceparent: string | null;
  secrets: { ciphertext: string; valid_from: string; valid_until: string | null }[];
};

async function messageOf(
  tx: TenantTransaction,
  secrets: SigningSecrets,
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  now: Temporal.Instant,
): Promise<Post> {
  const [told] = await tx.sql<Material>(
    `select e.uuid, e.type, e.occurred_at, e.subject_type, e.subject_id, e.subject_uuid, e.subject_version, e.data,
            e.request_id, e.idempotency_key, e.traceparent,
            (select coalesce(jsonb_agg(s order by s.id desc), '[]')
               from (select id, ciphertext, valid_from, valid_until from webhook_secret
                      where endpoint_id = $2 order by id desc limit 20) s) as secrets
       from event e where e.id = $1`,
    [delivery.eventId, endpoint.id],
  );
  if (!told) throw new Error(`The delivery ${delivery.id} has lost its event.`);
  const id = eventIdOf(told.uuid);
  const body = deliveryBody(
    {
      id,
      type: told.type,
      occurredAt: readInstant(told.occurred_at),
      sandbox: endpoint.sandbox,
      subject: {
        type: told.subject_type,
        id: Number(told.subject_id),
        uuid: told.subject_uuid,
        version: told.subject_version,
      },
      data: told.data,
      request: told.request_id.startsWith(JOB_REQUEST)
        ? null
        : { id: told.request_id, idempotencyKey: told.idempotency_key },
    },
    delivery.sequence,
    endpoint.payloadStyle,
  );
  const valid = validAt(
    told.secrets.map(({ ciphertext, valid_from, valid_until }) => ({
      ciphertext,
      validFrom: readInstant(valid_from),
      validUntil: valid_until === null ? null : readInstant(valid_until),
    })),
    now,
  ).map(({ ciphertext }) => secrets.unseal(ciphertext, endpoint.clientId));
  return {
    url: endpoint.url,
    body,
    headers: {
      ...signatureHeaders(id, now, body, valid),
      'user-agent': USER_AGENT,
      ...(told.traceparent === null ? {} : { traceparent: told.traceparent }),
    },
  };
}

/**
 * Calls the next that wait behind others at the endpoint, as this one makes room: one for one, and one more while much
 * is free, so that calls which were lost with a worker are made up for. Rows that somebody else is at are passed by.
 * @returns the ids of those that are called
 */
async function callParked(
  tx: TenantTransaction,
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  now: Temporal.Instant,
): Promise<string[]> {
  if (endpoint.state !== 'active' || endpoint.openUntil !== null) return [];
  // The unit of work has not been flushed: in the rows this one still stands where it stood before.
  const isOver = delivery.finishedAt !== null;
  const rows = await tx.sql<{ id: string }>(
    `with room as (
       select case when count(*) < ${MAX_IN_FLIGHT / 2} then 2 else 1 end as free
         from webhook_delivery d where d.endpoint_id = $1 and d.started_at is not null and d.id <> $2)
     update webhook_delivery set parked = false, next_attempt_at = $3
      where id in (
        select d.id from webhook_delivery d
         where d.endpoint_id = $1 and d.parked and d.id <> $2
           and not ($4 and exists (
             select from webhook_delivery e
              where e.endpoint_id = d.endpoint_id and e.subject_key = d.subject_key and e.sequence < d.sequence
                and e.state in ('pending', 'delivering', 'retrying') and not (e.id = $2 and $5)))
         order by d.sequence limit (select free from room) for update skip locked)
     returning id`,
    [endpoint.id, delivery.id, now.toString(), endpoint.ordered, isOver],
  );
  return rows.map(({ id }) => id);
}
