import { deliveryBody } from '#core/partners/webhook-delivery/payload.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import type { Started } from '#core/partners/use-cases/deliver.ts';
import { validAt } from '#core/partners/validity.ts';
import type { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Post } from '../../../outbound/guarded-request.ts';
import { signatureHeaders } from '../../../outbound/signature.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { readInstant } from '../../../postgres/mapping/types.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import { eventColumns, storedEvent } from '../../../postgres/partners/stored-event.ts';
import { selection } from '../../../postgres/views/columns.ts';

const USER_AGENT = 'Umoja-Webhooks/1.0';

const events = selection(eventColumns);
type Material = ReturnType<typeof events.read>;
/** What is to be posted, and when the event happened that it tells of. */
export type Message = { readonly message: Post; readonly occurredAt: Temporal.Instant };
type Secret = { endpoint_id: string; ciphertext: string; valid_from: unknown; valid_until: unknown };
type Sending = Extract<Started, { kind: 'send' }>;

/** What is to be posted, by delivery: two statements, however many. */
export async function messagesOf(
  tx: TenantTransaction,
  secrets: SigningSecrets,
  sending: readonly Sending[],
  now: Temporal.Instant,
): Promise<Map<number, Message>> {
  if (sending.length === 0) return new Map();
  const rows = await tx.sql(`select ${events.list} from event l where l.id = any($1)`, [
    [...new Set(sending.map(({ delivery }) => delivery.eventId))],
  ]);
  const stored = await tx.sql<Secret>(
    `select s.endpoint_id, s.ciphertext, s.valid_from, s.valid_until
       from unnest($1::bigint[]) as w(id)
      cross join lateral (select * from webhook_secret s where s.endpoint_id = w.id order by s.id desc limit 20) s
      order by s.id desc`,
    [[...new Set(sending.map(({ endpoint }) => endpoint.id))]],
  );
  const eventOf = new Map(rows.map(events.read).map((each) => [each.id, each]));
  const keysOf = new Map<number, readonly string[]>();
  const keysFor = ({ id, clientId }: WebhookEndpoint): readonly string[] => {
    const found =
      keysOf.get(id) ??
      validAt(
        stored
          .filter(({ endpoint_id }) => Number(endpoint_id) === id)
          .map(({ ciphertext, valid_from, valid_until }) => ({
            ciphertext,
            validFrom: readInstant(valid_from),
            validUntil: valid_until === null ? null : readInstant(valid_until),
          })),
        now,
      ).map(({ ciphertext }) => secrets.unseal(ciphertext, clientId));
    keysOf.set(id, found);
    return found;
  };
  return new Map(
    sending.map(({ delivery, endpoint }) => {
      const event = eventOf.get(delivery.eventId);
      if (!event) throw new Error(`The delivery ${delivery.id} has lost its event.`);
      return [delivery.id, messageOf(event, delivery, endpoint, keysFor(endpoint), now)];
    }),
  );
}

function messageOf(
  row: Material,
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  keys: readonly string[],
  now: Temporal.Instant,
): Message {
  const event = storedEvent(row, endpoint);
  const body = deliveryBody(event, delivery.sequence, endpoint.payloadStyle);
  const headers = {
    ...signatureHeaders(event.id, now, body, keys),
    'user-agent': USER_AGENT,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
  };
  return {
    message: { recipient: `webhook ${endpoint.id}`, url: endpoint.url, body, headers },
    occurredAt: event.occurredAt,
  };
}
