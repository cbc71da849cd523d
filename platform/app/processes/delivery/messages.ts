import { createHash } from 'node:crypto';
import {
  batchBody,
  batchedEvents,
  carriesRecord,
  deliveryBody,
  type Delivered,
  type StoredEvent,
} from '#core/partners/webhook-delivery/payload.ts';
import type { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import type { Started } from '#core/partners/use-cases/deliver.ts';
import { validAt } from '#core/partners/validity.ts';
import type { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Post } from '../../../outbound/guarded-request.ts';
import { signatureHeaders } from '../../../outbound/signature.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Views } from '../../views.ts';
import { readInstant } from '../../../postgres/mapping/types.ts';
import { onWire, recordsRead, type Apart, type ShowRecords, type WantedRecord } from './records.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import { withIds } from '../../../postgres/partners/event-ids.ts';
import { withExamples } from '../../../postgres/partners/tested-events.ts';
import { eventColumns, storedEvent } from '../../../postgres/partners/stored-event.ts';
import { selection } from '../../../postgres/views/columns.ts';

const USER_AGENT = 'Umoja-Webhooks/1.0';

const events = selection(eventColumns);
/** What is to be posted: of a batch, the deliveries that found room in it. */
export type Message = {
  readonly message: Post;
  readonly joining: readonly WebhookDelivery[];
  readonly batchId: string | null;
  /** When the events happened that it carries, by delivery. */
  readonly occurredAt: ReadonlyMap<number, Temporal.Instant>;
};
type IdFormat = 'integer' | 'uuid';
type Sender = {
  readonly endpoint_id: string;
  readonly id_format: IdFormat;
  readonly scopes: readonly string[];
  readonly ciphertext: string;
  readonly valid_from: unknown;
  readonly valid_until: unknown;
};
type Sending = Extract<Started, { kind: 'send' }>;
/** One of the deliveries that a post may carry. */
type Addressed = Pick<Sending, 'endpoint' | 'delivery'>;
/** An event as a client sees it, and the trace that it belongs to. */
type Shown = { readonly event: StoredEvent; readonly traceparent: string | null };

/** What messages are made with. */
type Made = {
  readonly secrets: SigningSecrets;
  /** How records look to partners; they are read in the transaction of the deliveries. */
  readonly showRecords: ShowRecords;
  readonly views: Views;
  readonly log: Pick<Log, 'error'>;
};

/**
 * What is to be posted, by attempt that has begun: two statements, however many, one for each kind of record that full ones carry, and
 * another where clients want uuids.
 */
export async function messagesOf(
  tx: TenantTransaction,
  { secrets, showRecords, views, log }: Made,
  sending: readonly Sending[],
  now: Temporal.Instant,
): Promise<Map<Sending, Message>> {
  if (sending.length === 0) return new Map();
  const addressed = sending.flatMap(addressedIn);
  const senders = await tx.sql<Sender>(
    `select w.id as endpoint_id, c.id_format, c.scopes, s.ciphertext, s.valid_from, s.valid_until
       from webhook w
       join api_client c on c.id = w.client_id
      cross join lateral (select * from webhook_secret s where s.endpoint_id = w.id order by s.id desc limit 20) s
      where w.id = any($1)
      order by s.id desc`,
    [[...new Set(sending.map(({ endpoint }) => endpoint.id))]],
  );
  const sendersOf = Map.groupBy(senders, ({ endpoint_id }) => Number(endpoint_id));
  const formatOf = ({ endpoint }: Addressed): IdFormat => sendersOf.get(endpoint.id)?.[0]?.id_format ?? 'integer';
  const scopesOf = ({ endpoint }: Addressed): readonly string[] => {
    const held = sendersOf.get(endpoint.id)?.[0]?.scopes ?? [];
    return endpoint.scopes.filter((scope) => held.includes(scope));
  };
  const shown = await eventsOf(tx, addressed, formatOf, scopesOf);
  const wanted = new Map(
    addressed.flatMap((each): [WebhookDelivery, WantedRecord][] => {
      const { endpoint, delivery } = each;
      const event = shown[formatOf(each)].get(delivery.eventId)?.event;
      if (!event || !carriesRecord(event.type, endpoint.payloadStyle)) return [];
      const reader = { clientId: endpoint.clientId, scopes: scopesOf(each) };
      return [[delivery, { event, reader, idFormat: formatOf(each) }]];
    }),
  );
  const deliveryOf = new Map([...wanted].map(([delivery, asked]) => [asked, delivery]));
  const onFault = (asked: WantedRecord, error: unknown): void => {
    const { id, eventType } = deliveryOf.get(asked) ?? {};
    log.error({ error: faultOf(error), delivery_id: id, event_type: eventType }, NOT_SHOWN);
  };
  const recordOf = await recordsRead([...wanted.values()], {
    show: (these) => showRecords(views, these),
    apart: apartIn(tx),
    onFault,
  });
  const keysOf = new Map<number, readonly string[]>();
  const keysFor = ({ id, clientId }: WebhookEndpoint): readonly string[] => {
    const found = keysOf.get(id) ?? keysAmong(sendersOf.get(id) ?? [], now, (box) => secrets.unseal(box, clientId));
    keysOf.set(id, found);
    return found;
  };
  const partOf = (each: Addressed): Part => {
    const { delivery, endpoint } = each;
    const event = shown[formatOf(each)].get(delivery.eventId);
    if (!event) throw new Error(`The delivery ${delivery.id} has lost its event.`);
    const asked = wanted.get(delivery);
    const record = asked
      ? onWire(
          () => recordOf(asked),
          (error) => onFault(asked, error),
        )
      : null;
    const delivered = { number: delivery.sequence, style: endpoint.payloadStyle, record };
    return { delivery, emitted: event.event, traceparent: event.traceparent, delivered };
  };
  return new Map(
    sending.map((each) => {
      const { endpoint } = each;
      return [each, messageOf(each, addressedIn(each).map(partOf), keysFor(endpoint), now)];
    }),
  );
}

const addressedIn = ({ endpoint, delivery, mayJoin }: Sending): Addressed[] =>
  [delivery, ...(mayJoin ?? [])].map((each) => ({ endpoint, delivery: each }));

/** One of the events that a post may carry. */
type Part = {
  readonly delivery: WebhookDelivery;
  readonly emitted: StoredEvent;
  readonly traceparent: string | null;
  readonly delivered: Delivered;
};

const NOT_SHOWN = 'The record of a delivery could not be shown.';

/** What failed, without the values: a fault of the database repeats what is stored. */
function faultOf(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? { code } : error;
}

/**
 * A read within the transaction of the deliveries, which a failure of it does not end. The savepoint leaves together with
 * what is read behind it, and is not released: that would be another round trip for each batch.
 */
const apartIn =
  ({ sql }: TenantTransaction): Apart =>
  async (read) => {
    try {
      const [, found] = await Promise.all([sql('savepoint record_shown'), read()]);
      return found;
    } catch (error) {
      await sql('rollback to savepoint record_shown');
      throw error;
    }
  };

/** The events that are sent, by id, in each format of ids that a receiver of theirs wants. */
async function eventsOf(
  { sql }: TenantTransaction,
  sending: readonly Addressed[],
  formatOf: (each: Addressed) => IdFormat,
  scopesOf: (each: Addressed) => readonly string[],
): Promise<{ readonly [Format in IdFormat]: ReadonlyMap<number, Shown> }> {
  const ids = [...new Set(sending.map(({ delivery }) => delivery.eventId))];
  const rows = (await sql(`select ${events.list} from event l where l.id = any($1)`, [ids])).map(events.read);
  const sandbox = sending.some(({ endpoint }) => endpoint.sandbox);
  const inFormat = async (format: IdFormat) => {
    const wanted = new Set(sending.filter((each) => formatOf(each) === format).map(({ delivery }) => delivery.eventId));
    const found = rows.filter(({ id }) => wanted.has(id));
    const stored = found.map((row) => storedEvent(row, { sandbox }));
    // A test goes to one webhook.
    const examples = await withExamples(sql, stored, ({ id }) => {
      const place = stored.findIndex((each) => each.id === id);
      const to = sending.find(({ delivery }) => delivery.eventId === found[place]?.id);
      return to === undefined ? null : { clientId: to.endpoint.clientId, scopes: scopesOf(to) };
    });
    const shown = await withIds(sql, examples, format);
    return new Map(
      found.flatMap(({ id, traceparent }, n): [number, Shown][] => {
        const event = shown[n];
        return event ? [[id, { event, traceparent }]] : [];
      }),
    );
  };
  return { integer: await inFormat('integer'), uuid: await inFormat('uuid') };
}

/** The secrets in force among those of one webhook, newest first. */
function keysAmong(
  senders: readonly Sender[],
  now: Temporal.Instant,
  open: (ciphertext: string) => string,
): readonly string[] {
  const boxes = senders.map(({ ciphertext, valid_from, valid_until }) => ({
    ciphertext,
    validFrom: readInstant(valid_from),
    validUntil: valid_until === null ? null : readInstant(valid_until),
  }));
  return validAt(boxes, now).map(({ ciphertext }) => open(ciphertext));
}

function messageOf(
  { endpoint, delivery, mayJoin }: Sending,
  parts: readonly Part[],
  keys: readonly string[],
  now: Temporal.Instant,
): Message {
  const [first] = parts;
  if (!first) throw new Error(`The delivery ${delivery.id} has nothing to send.`);
  const { id, body, carried } =
    mayJoin === null
      ? { id: first.emitted.id, body: deliveryBody(first.emitted, first.delivered), carried: [first] }
      : batchOf(endpoint, delivery.batchOf === null ? 'open' : 'fixed', parts);
  const headers = {
    ...signatureHeaders(id, now, body, keys),
    'user-agent': USER_AGENT,
    ...(first.traceparent === null ? {} : { traceparent: first.traceparent }),
  };
  return {
    message: { recipient: `webhook ${endpoint.id}`, url: endpoint.url, body, headers },
    joining: carried.slice(1).map((part) => part.delivery),
    batchId: mayJoin === null ? null : id,
    occurredAt: new Map(carried.map((part) => [part.delivery.id, part.emitted.occurredAt])),
  };
}

/** The id follows from what is carried: the same deliveries come again under the same id, and others under another. */
function batchOf(endpoint: WebhookEndpoint, composition: 'open' | 'fixed', parts: readonly Part[]) {
  const events = batchedEvents(parts, composition);
  const carried = parts.slice(0, events.length);
  const contents = [endpoint.uuid, ...carried.map(({ emitted }) => emitted.id)].join(' ');
  const id = `bat_${createHash('sha256').update(contents).digest('hex').slice(0, 32)}`;
  return { id, body: batchBody(id, endpoint, events), carried };
}
