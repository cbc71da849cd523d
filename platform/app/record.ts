import { masked } from '#core/partners/webhook-delivery/payload.ts';
import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '#core/kernel/event.ts';
import { requireOpenBooks } from '#core/ledger/period.ts';
import { linesOf } from '#core/ledger/posting-rules.ts';
import { announce } from '#core/partners/announcement.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { prepared } from '../postgres/prepared.ts';
import { reactionsTo } from './reactions.ts';
import { toWire } from '../runtime/wire.ts';
import { textOf, errorOf } from '../runtime/thrown.ts';

/** What one request did: its events carry its ids, also where several requests share a transaction. */
export type Done = {
  readonly events: readonly DomainEvent[];
  readonly actor: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly traceparent: string | null;
  /** The version of its subject that each event made, where it is not the last one. */
  readonly versions?: ReadonlyMap<DomainEvent, number>;
};

export type Circumstances = {
  readonly command: string;
  /** When the events occurred, in the business time of the tenant. */
  readonly now: Temporal.Instant;
  /** From when our own reactions are due. */
  readonly realTime: Temporal.Instant;
  readonly bookedOn: Temporal.PlainDate;
  /** As far as this process knows; the database knows better, and has the last word. */
  readonly closedThrough: Temporal.PlainDate | null;
  readonly currency: string;
};

/**
 * The books of the day were closed while the command ran. A second try is refused with that reason: see `requireBookable`.
 * Its code is the one of transactions that others got in the way of.
 */
export class BooksJustClosed extends Error {
  readonly code = '40001';
}

/**
 * Refuses events that would be booked in a closed period, before anything of the command is written.
 * @param closedThrough as far as this process knows; the database knows better, and has the last word
 * @throws DomainError period_closed
 */
export function requireBookable(
  events: readonly DomainEvent[],
  bookedOn: Temporal.PlainDate,
  closedThrough: Temporal.PlainDate | null,
): void {
  if (closedThrough === null) return;
  if (events.some((event) => linesOf(event).length > 0)) requireOpenBooks(bookedOn, closedThrough);
}

const EMITTED = `with t as (
       select * from jsonb_to_recordset($1::jsonb) as t(n int, uuid uuid, type text, subject_type text, subject_id bigint,
              subject_uuid uuid, subject_version int, data jsonb, owner_client_id bigint, about_endpoint_id bigint,
              request_id text, idempotency_key text, traceparent text, actor text)),
     emitted as (
       insert into event (uuid, type, subject_type, subject_id, subject_uuid, subject_version, data,
                          owner_client_id, about_endpoint_id, request_id, idempotency_key, traceparent, occurred_at)
       select t.uuid, t.type, t.subject_type, t.subject_id, t.subject_uuid, t.subject_version, t.data,
              t.owner_client_id, t.about_endpoint_id, t.request_id, t.idempotency_key, t.traceparent, $2::timestamptz
         from t order by t.n
       returning id, uuid),
     outboxed as (insert into outbox (event_id) select id from emitted)`;
const AUDIT = `
       insert into audit (event_uuid, command, actor, request_id, event_type, subject_type, subject_id, subject_uuid,
                          subject_version, at)
       select uuid, $3, t.actor, t.request_id, t.type, t.subject_type, t.subject_id, t.subject_uuid, t.subject_version,
              $2::timestamptz
         from t order by t.n`;
const EMIT = prepared(`${EMITTED}${AUDIT}`);
/** The same of events to which we react, as few are. */
const EMIT_WITH_REACTIONS = prepared(
  `${EMITTED},
     audited as (${AUDIT})
     insert into reaction (event_id, handler, due_at)
     select emitted.id, r.handler, $5::timestamptz
       from emitted join jsonb_to_recordset($4::jsonb) as r(uuid uuid, handler text) using (uuid)`,
);

const BOOK = prepared(
  `with booked as (
       insert into journal (uuid, event_uuid, event_type, subject_type, subject_id, booked_on, value_date, currency, reversal_of)
       select j.uuid, j.event_uuid, j.event_type, j.subject_type, j.subject_id, $2::date, j.value_date, $3,
              (select max(x.id) from journal x
                where x.subject_type = j.subject_type and x.subject_id = j.subject_id and x.event_type = j.reverses)
         from jsonb_to_recordset($1::jsonb) as j(uuid uuid, event_uuid uuid, event_type text, subject_type text,
              subject_id bigint, value_date date, reverses text)
       returning id, uuid)
     insert into journal_line (journal_id, account, sub_account, side, amount)
     select booked.id, l.account, l.sub_account, l.side, l.amount::bigint
       from jsonb_to_recordset($4::jsonb) as l(n int, uuid uuid, account text, sub_account text, side text, amount text)
       join booked using (uuid)
      order by l.n`,
);

/**
 * Writes down what a command did, in its own transaction: the events with their outbox rows, the audit trail, our own
 * reactions that follow, and the journals that the ledger's rules make of money events. Two statements, however many;
 * they leave with whatever comes next.
 */
export function recordEvents(
  tx: Pick<TenantTransaction, 'later'>,
  done: readonly Done[],
  circumstances: Circumstances,
): void {
  const emitted = done.flatMap(({ events, ...request }) =>
    events.map((event) => ({ event, request, uuid: randomUUID(), announcement: announce(event, ownerOf(event)) })),
  );
  if (emitted.length === 0) return;
  const reactions = emitted.flatMap(({ event, uuid }) => reactionsTo(event).map((handler) => ({ uuid, handler })));
  const written = [
    JSON.stringify(
      emitted.map(({ event, request, uuid, announcement }, n) => ({
        n,
        uuid,
        type: event.type,
        subject_type: event.subjectType,
        subject_id: event.subject.id,
        subject_uuid: event.subject.uuid,
        subject_version: request.versions?.get(event) ?? event.subject.version,
        // As partners receive it: nobody reads more than the last characters of a number.
        data: masked(toWire(event.data)),
        owner_client_id: announcement.ownerClientId,
        about_endpoint_id: announcement.aboutEndpointId,
        request_id: request.requestId,
        idempotency_key: request.idempotencyKey,
        traceparent: request.traceparent,
        actor: request.actor,
      })),
    ),
    circumstances.now.toString(),
    circumstances.command,
  ];
  if (reactions.length === 0) tx.later(EMIT, written);
  else tx.later(EMIT_WITH_REACTIONS, [...written, JSON.stringify(reactions), circumstances.realTime.toString()]);
  bookJournals(tx, emitted, circumstances);
}

/** The app whose record it is, and which alone may receive it; null where it is the institution's. */
function ownerOf({ internal }: DomainEvent): number | null {
  const appId = internal['app_id'];
  return typeof appId === 'number' ? appId : null;
}

function bookJournals(
  tx: Pick<TenantTransaction, 'later'>,
  emitted: readonly { event: DomainEvent; uuid: string }[],
  { bookedOn, closedThrough, currency }: Circumstances,
): void {
  const journals = emitted
    .map(({ event, uuid }) => ({ event, eventUuid: uuid, uuid: randomUUID(), lines: linesOf(event) }))
    .filter(({ lines }) => lines.length > 0);
  if (journals.length === 0) return;
  tx.later(
    BOOK,
    [
      JSON.stringify(
        journals.map(({ event, eventUuid, uuid }) => ({
          uuid,
          event_uuid: eventUuid,
          event_type: event.type,
          subject_type: event.subjectType,
          subject_id: event.subject.id,
          value_date: valueDateOf(event, bookedOn, closedThrough).toString(),
          // The event of the same subject whose journal this one undoes.
          reverses: event.internal['reverses'] ?? null,
        })),
      ),
      bookedOn.toString(),
      currency,
      JSON.stringify(
        journals
          .flatMap(({ uuid, lines }) => lines.map((line) => ({ uuid, line })))
          .map(({ uuid, line }, n) => ({
            n,
            uuid,
            account: line.account,
            sub_account: line.of,
            side: line.side,
            // As text: JSON has no exact integers beyond 2^53.
            amount: line.amount.toString(),
          })),
      ),
    ],
    (error) => (textOf(error, 'constraint') === 'books_are_open' ? new BooksJustClosed(errorOf(error).message) : error),
  );
}

/** The day that the money of an event counts for. Of a closed day it counts for the first one that is open. */
function valueDateOf(
  { internal }: DomainEvent,
  bookedOn: Temporal.PlainDate,
  closedThrough: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const own = internal['value_date'];
  if (typeof own !== 'string') return bookedOn;
  const valued = Temporal.PlainDate.from(own);
  const firstOpen = closedThrough?.add({ days: 1 }) ?? valued;
  return [valued, firstOpen].some((day) => Temporal.PlainDate.compare(day, bookedOn) >= 0)
    ? bookedOn
    : Temporal.PlainDate.compare(valued, firstOpen) < 0
      ? firstOpen
      : valued;
}
