import type { WebhookAttempt } from '#core/partners/webhook-delivery/attempt.ts';
import { WebhookDelivery } from '#core/partners/webhook-delivery/webhook-delivery.ts';
import { WebhookEndpoint } from '#core/partners/webhook-endpoint/webhook-endpoint.ts';
import type { Row, TenantTransaction } from '../database.ts';
import { readInstant } from '../mapping/types.ts';
import { instantText } from '../../runtime/wire.ts';

/** Deliveries, their webhooks and their log, for the use cases of those who deliver. */
export type DeliveryRows = {
  /** Those of the ids that there are, locked, in the order of their ids. Each is read once. */
  readonly deliveries: (ids: readonly number[]) => Promise<WebhookDelivery[]>;
  readonly endpoints: (ids: readonly number[]) => Promise<WebhookEndpoint[]>;
  readonly log: (attempt: WebhookAttempt) => void;
  /** Writes what has changed since it was read or written last. */
  readonly save: () => Promise<void>;
};

/**
 * The rows of a batch of deliveries by plain statements, as few as there can be. MikroORM's unit of work cost more than
 * all else of a delivery, and PostgreSQL had to plan its updates of many rows anew each time. The rows are locked, so
 * no version is compared.
 */
export function deliveryRows({ sql }: TenantTransaction): DeliveryRows {
  const deliveries = keep(
    (ids) => sql('select * from webhook_delivery where id = any($1) order by id for no key update', [ids]),
    readDelivery,
    writtenDelivery,
  );
  const endpoints = keep(
    (ids) => sql('select * from webhook where id = any($1) order by id for no key update', [ids]),
    readEndpoint,
    writtenEndpoint,
  );
  let attempts: WebhookAttempt[] = [];

  const save = async (): Promise<void> => {
    const logged = attempts;
    attempts = [];
    if (logged.length > 0) {
      await sql(
        `insert into webhook_attempt (delivery_id, number, trigger, started_at, duration_ms, resolved_address, status,
                                      error_class, problem, reply_body, next_attempt_at)
         select a.* from jsonb_to_recordset($1::jsonb) as a(delivery_id bigint, number int, trigger text,
                started_at timestamptz, duration_ms int, resolved_address text, status int, error_class text,
                problem text, reply_body text, next_attempt_at timestamptz)`,
        [JSON.stringify(logged.map(writtenAttempt))],
      );
    }
    const changed = deliveries.changed();
    if (changed.length > 0) {
      await sql(
        `update webhook_delivery d
            set version = d.version + 1, state = v.state, trigger = v.trigger, attempts = v.attempts,
                attempts_of_round = v.attempts_of_round, next_attempt_at = v.next_attempt_at, parked = v.parked,
                turn_at = v.turn_at, started_at = v.started_at, last_status = v.last_status,
                last_error_class = v.last_error_class, last_failed_at = v.last_failed_at, finished_at = v.finished_at
           from jsonb_to_recordset($1::jsonb) as v(id bigint, state text, trigger text, attempts int,
                attempts_of_round int, next_attempt_at timestamptz, parked boolean, turn_at timestamptz,
                started_at timestamptz, last_status int, last_error_class text, last_failed_at timestamptz,
                finished_at timestamptz)
          where d.id = v.id`,
        [JSON.stringify(changed.map(({ written }) => written))],
      );
      for (const { kept } of changed) kept.version += 1;
    }
    const touched = endpoints.changed();
    if (touched.length === 0) return;
    await sql(
      `update webhook w
          set version = v.version, state = v.state, disabled_reason = v.disabled_reason,
              consecutive_failures = v.consecutive_failures, open_until = v.open_until, failed_probes = v.failed_probes,
              failing_since = v.failing_since, failed_events = v.failed_events, notice_hours = v.notice_hours
         from jsonb_to_recordset($1::jsonb) as v(id bigint, version int, state text, disabled_reason text,
              consecutive_failures int, open_until timestamptz, failed_probes int, failing_since timestamptz,
              failed_events int, notice_hours int)
        where w.id = v.id`,
      [JSON.stringify(touched.map(({ written }) => written))],
    );
  };
  return { deliveries: deliveries.all, endpoints: endpoints.all, log: (attempt) => void attempts.push(attempt), save };
}

/** What has been read of one table, and how it was written when it was. */
function keep<Kept extends { id: number }>(
  select: (ids: readonly number[]) => Promise<Row[]>,
  read: (row: never) => Kept,
  write: (kept: Kept) => object,
) {
  const found = new Map<number, Kept | null>();
  const before = new Map<Kept, string>();
  return {
    all: async (ids: readonly number[]): Promise<Kept[]> => {
      const unread = ids.filter((id) => !found.has(id));
      for (const id of unread) found.set(id, null);
      for (const row of unread.length === 0 ? [] : await select(unread)) {
        const kept = read(row as never);
        found.set(kept.id, kept);
        before.set(kept, JSON.stringify(write(kept)));
      }
      const there = ids.flatMap((id) => found.get(id) ?? []);
      return [...new Set(there)].sort((a, b) => a.id - b.id);
    },
    changed: (): { readonly kept: Kept; readonly written: object }[] =>
      [...before].flatMap(([kept, was]) => {
        const written = write(kept);
        const is = JSON.stringify(written);
        if (is === was) return [];
        before.set(kept, is);
        return [{ kept, written }];
      }),
  };
}

const instant = (value: unknown) => (value === null ? null : readInstant(value));
const text = (value: Temporal.Instant | null) => value && instantText(value);

type DeliveryRow = Record<'id' | 'uuid' | 'endpoint_id' | 'client_id' | 'event_id' | 'event_type', string> &
  Record<'subject_key' | 'sequence', string> &
  Record<'version' | 'attempts' | 'attempts_of_round', number> &
  Record<'created_at' | 'updated_at' | 'next_attempt_at' | 'turn_at' | 'started_at', unknown> &
  Record<'last_failed_at' | 'finished_at', unknown> & {
    parked: boolean;
    state: WebhookDelivery['state'];
    trigger: WebhookDelivery['trigger'];
    last_status: number | null;
    last_error_class: WebhookDelivery['lastErrorClass'];
  };

function readDelivery(row: DeliveryRow): WebhookDelivery {
  const columns: Columns<WebhookDelivery> = {
    id: Number(row.id),
    uuid: row.uuid,
    version: row.version,
    createdAt: readInstant(row.created_at),
    updatedAt: readInstant(row.updated_at),
    endpointId: Number(row.endpoint_id),
    clientId: Number(row.client_id),
    eventId: Number(row.event_id),
    eventType: row.event_type,
    subjectKey: row.subject_key,
    sequence: Number(row.sequence),
    state: row.state,
    trigger: row.trigger,
    attempts: row.attempts,
    attemptsOfRound: row.attempts_of_round,
    nextAttemptAt: instant(row.next_attempt_at),
    parked: row.parked,
    turnAt: instant(row.turn_at),
    startedAt: instant(row.started_at),
    lastStatus: row.last_status,
    lastErrorClass: row.last_error_class,
    lastFailedAt: instant(row.last_failed_at),
    finishedAt: instant(row.finished_at),
  };
  return Object.assign(new WebhookDelivery(), columns);
}

function writtenDelivery(delivery: WebhookDelivery) {
  return {
    id: delivery.id,
    state: delivery.state,
    trigger: delivery.trigger,
    attempts: delivery.attempts,
    attempts_of_round: delivery.attemptsOfRound,
    next_attempt_at: text(delivery.nextAttemptAt),
    parked: delivery.parked,
    turn_at: text(delivery.turnAt),
    started_at: text(delivery.startedAt),
    last_status: delivery.lastStatus,
    last_error_class: delivery.lastErrorClass,
    last_failed_at: text(delivery.lastFailedAt),
    finished_at: text(delivery.finishedAt),
  };
}

type EndpointRow = Record<'id' | 'uuid' | 'client_id' | 'url' | 'last_sequence', string> &
  Record<'version' | 'consecutive_failures' | 'failed_probes' | 'failed_events' | 'notice_hours', number> &
  Record<'created_at' | 'updated_at' | 'open_until' | 'failing_since', unknown> & {
    events: string[];
    description: string | null;
    ordered: boolean;
    rate_limit_per_second: number | null;
    metadata: WebhookEndpoint['metadata'];
    payload_style: WebhookEndpoint['payloadStyle'];
    sandbox: boolean;
    state: WebhookEndpoint['state'];
    disabled_reason: WebhookEndpoint['disabledReason'];
  };

function readEndpoint(row: EndpointRow): WebhookEndpoint {
  const columns: Columns<WebhookEndpoint> = {
    id: Number(row.id),
    uuid: row.uuid,
    version: row.version,
    createdAt: readInstant(row.created_at),
    updatedAt: readInstant(row.updated_at),
    clientId: Number(row.client_id),
    url: row.url,
    events: row.events,
    description: row.description,
    ordered: row.ordered,
    rateLimitPerSecond: row.rate_limit_per_second,
    metadata: row.metadata,
    payloadStyle: row.payload_style,
    sandbox: row.sandbox,
    state: row.state,
    disabledReason: row.disabled_reason,
    lastSequence: Number(row.last_sequence),
    consecutiveFailures: row.consecutive_failures,
    openUntil: instant(row.open_until),
    failedProbes: row.failed_probes,
    failingSince: instant(row.failing_since),
    failedEvents: row.failed_events,
    noticeHours: row.notice_hours,
  };
  return Object.assign(new WebhookEndpoint(), columns);
}

function writtenEndpoint(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    version: endpoint.version,
    state: endpoint.state,
    disabled_reason: endpoint.disabledReason,
    consecutive_failures: endpoint.consecutiveFailures,
    open_until: text(endpoint.openUntil),
    failed_probes: endpoint.failedProbes,
    failing_since: text(endpoint.failingSince),
    failed_events: endpoint.failedEvents,
    notice_hours: endpoint.noticeHours,
  };
}

function writtenAttempt(attempt: WebhookAttempt) {
  return {
    delivery_id: attempt.deliveryId,
    number: attempt.number,
    trigger: attempt.trigger,
    started_at: instantText(attempt.startedAt),
    duration_ms: attempt.durationMs,
    resolved_address: attempt.resolvedAddress,
    status: attempt.status,
    error_class: attempt.errorClass,
    problem: attempt.problem,
    reply_body: attempt.replyBody,
    next_attempt_at: text(attempt.nextAttemptAt),
  };
}

/** Every field of a class of the core: one that is forgotten here is a type error. */
type Columns<T> = { [Field in keyof T as T[Field] extends (...args: never[]) => unknown ? never : Field]: T[Field] };
