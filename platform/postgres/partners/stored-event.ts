import { eventIdOf } from '#core/partners/event-id.ts';
import { JOB_REQUEST, type Json, type StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { expression, orNull, unmapped, type Shown } from '../views/columns.ts';

/** The columns of an event that a message of it needs. */
export const eventColumns = {
  ...unmapped('l', { id: 'id', uuid: 'text', type: 'text', occurredAt: 'instant', subjectType: 'text' }),
  ...unmapped('l', { subjectId: 'id', subjectUuid: 'text', subjectVersion: 'integer', requestId: 'text' }),
  idempotencyKey: orNull(expression.text('l.idempotency_key')),
  traceparent: orNull(expression.text('l.traceparent')),
  sequence: orNull(expression.integer('(select f.sequence from feed_entry f where f.event_id = l.id)')),
  data: expression.json<{ readonly [member: string]: Json }>('l.data'),
};

/** An event as it stands in its row. */
export function storedEvent(row: Shown<typeof eventColumns>, { sandbox }: Pick<StoredEvent, 'sandbox'>): StoredEvent {
  return {
    id: eventIdOf(row.uuid),
    type: row.type,
    occurredAt: row.occurredAt,
    sandbox,
    sequence: row.sequence,
    subject: { type: row.subjectType, id: row.subjectId, uuid: row.subjectUuid, version: row.subjectVersion },
    data: row.subjectType === 'result' ? withoutMarks(row.data) : row.data,
    request: row.requestId.startsWith(JOB_REQUEST) ? null : { id: row.requestId, idempotencyKey: row.idempotencyKey },
  };
}

/** Events that were written before marks were left out of them have some still, for as long as events are retained. */
function withoutMarks(data: Shown<typeof eventColumns>['data']): typeof data {
  const { grade: _, total_mark: __, ...others } = data;
  return others;
}
