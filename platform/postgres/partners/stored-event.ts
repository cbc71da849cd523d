import { JOB_REQUEST, type Json, type StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { readInstant } from '../mapping/types.ts';
import { eventIdOf } from '#core/partners/event-id.ts';

/** The columns of an event that its telling needs; `e` is the event. */
export const EVENT_COLUMNS = `e.uuid, e.type, e.occurred_at, e.subject_type, e.subject_id, e.subject_uuid,
  e.subject_version, e.data, e.request_id, e.idempotency_key, e.traceparent`;

export type EventRow = {
  readonly uuid: string;
  readonly type: string;
  readonly occurred_at: unknown;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_uuid: string;
  readonly subject_version: number;
  readonly data: { readonly [member: string]: Json };
  readonly request_id: string;
  readonly idempotency_key: string | null;
  readonly traceparent: string | null;
};

/** An event as it stands in its row. */
export function storedEvent(row: EventRow, sandbox: boolean): StoredEvent {
  return {
    id: eventIdOf(row.uuid),
    type: row.type,
    occurredAt: readInstant(row.occurred_at),
    sandbox,
    subject: {
      type: row.subject_type,
      id: Number(row.subject_id),
      uuid: row.subject_uuid,
      version: row.subject_version,
    },
    data: row.data,
    request: row.request_id.startsWith(JOB_REQUEST)
      ? null
      : { id: row.request_id, idempotencyKey: row.idempotency_key },
  };
}
