import { isAlwaysThin } from '../event-types.ts';

/** The request id of what a job does begins so: no partner's request caused it. */
export const JOB_REQUEST = 'job_';

/** A value of JSON. Events are stored in this form, so money has become a number before. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** An event as it was stored in the outbox. */
export type StoredEvent = {
  /** evt_...: the webhook-id of every delivery of it. */
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Temporal.Instant;
  readonly sandbox: boolean;
  /** It is an example that a client has sent to its own webhook: nothing of the kind happened now. */
  readonly isTest?: true;
  /** Its number among all events of the tenant, as the feed has it; null until the feed has it, a moment after its commit. */
  readonly sequence: number | null;
  /** `id`: the integer, or the uuid for a client that wants those. */
  readonly subject: {
    readonly type: string;
    readonly id: number | string;
    readonly uuid: string;
    readonly version: number;
  };
  readonly data: { readonly [member: string]: Json };
  /** The request that caused it; null where a job or a callback did. */
  readonly request: { readonly id: string; readonly idempotencyKey: string | null } | null;
};

/** A body that would be larger goes thin. */
const MAX_BODY_BYTES = 65_536;

/** What a delivery is beside its event. */
export type Delivered = {
  /** Its number among those to the webhook: without a gap. */
  readonly number: number;
  readonly style: 'full' | 'thin';
  /** What the event is about, as the API shows it when it is sent; null where there is none. */
  readonly record: { readonly [member: string]: Json } | null;
};

/** True where a delivery of the event carries its record. */
export const carriesRecord = (type: string, style: Delivered['style']): boolean =>
  style === 'full' && !isAlwaysThin(type);

/**
 * The body of a delivery: the bytes that are signed and sent. One that would be too large goes without its record, and then
 * without its data.
 */
export const deliveryBody = (emitted: StoredEvent, delivered: Delivered): string =>
  JSON.stringify(deliveredEvent(emitted, delivered));

/** The same before it is written down, for those who fetch it. */
export function deliveredEvent(emitted: StoredEvent, delivered: Delivered): Written {
  const forms = formsOf({ emitted, delivered });
  return forms.find((form) => sizeOf(form) <= MAX_BODY_BYTES) ?? forms[2];
}

/** A batch may have so many bytes beside its events. */
const BATCH_ENVELOPE_BYTES = 512;

/**
 * What one batch carries, which is never larger than the body of one event may be: as many of the first as fit, at least one.
 * Those that went together before go together again: where they have grown too large meanwhile, all go without their records,
 * and then without their data.
 */
export function batchedEvents(each: readonly Emitted[], composition: 'open' | 'fixed'): readonly Written[] {
  const room = MAX_BODY_BYTES - BATCH_ENVELOPE_BYTES;
  const forms = each.map(formsOf);
  // What each carries at most, without more than so many of its parts.
  const without = (parts: 0 | 1 | 2) =>
    forms.map((these) => these.slice(parts).find((form) => sizeOf(form) < room) ?? these[2]);
  const largest = without(0);
  if (composition === 'fixed') {
    const whole = [largest, without(1), without(2)].find(
      (events) => events.reduce((sum, event) => sum + sizeOf(event) + 1, 0) <= room,
    );
    if (whole !== undefined) return whole;
  }
  let used = 0;
  const beyond = largest.findIndex((event) => (used += sizeOf(event) + 1) > room);
  return beyond === -1 ? largest : largest.slice(0, Math.max(1, beyond));
}

/** The body of a batch: the bytes that are signed and sent. Its events are what each would be alone. */
export const batchBody = (id: string, { sandbox }: { readonly sandbox: boolean }, events: readonly Written[]): string =>
  JSON.stringify({
    id,
    type: BATCH_TYPE,
    timestamp: events.at(-1)?.['timestamp'],
    api_version: API_VERSION,
    sandbox,
    data: events,
  });

/** The type of the body of a batch: no event has it. */
export const BATCH_TYPE = 'batch';
const API_VERSION = 'v1';

/** An event as it is written down. */
export type Written = { readonly [member: string]: Json };

/** An event, and what its delivery is beside it. */
type Emitted = { readonly emitted: StoredEvent; readonly delivered: Delivered };

/** What a delivery may carry, the most first: with its record, without it, and without its data. */
function formsOf({ emitted, delivered }: Emitted): readonly [Written, Written, Written] {
  const { number, style, record } = delivered;
  const numbered = { delivery_sequence: number };
  const thin = written(emitted, numbered, {});
  if (style === 'thin') return [thin, thin, thin];
  const full = written(emitted, numbered, publicData(emitted));
  const carries = record !== null && carriesRecord(emitted.type, style);
  return [carries ? { ...full, record: masked(record) } : full, full, thin];
}

const sizeOf = (body: object): number => new TextEncoder().encode(JSON.stringify(body)).length;

/** An event as it is read: a delivery without its number, for it is one to no webhook. */
export function feedEntry(emitted: StoredEvent): Written {
  return written(emitted, {}, publicData(emitted));
}

/** The part of an event's data that is published. */
function publicData({ type, data }: StoredEvent): Json {
  return isAlwaysThin(type) ? {} : masked(data);
}

function written(emitted: StoredEvent, numbers: { readonly [name: string]: number }, data: Json) {
  const { id, type, sequence, subject, request } = emitted;
  return {
    id,
    type,
    timestamp: emitted.occurredAt.toString({ fractionalSecondDigits: 3 }),
    api_version: API_VERSION,
    sandbox: emitted.sandbox,
    ...(emitted.isTest ? { test: true } : {}),
    ...(sequence === null ? {} : { sequence }),
    ...numbers,
    subject: { type: subject.type, id: subject.id, uuid: subject.uuid, version: subject.version },
    data,
    request: request === null ? null : { id: request.id, idempotency_key: request.idempotencyKey },
  };
}

/** Members whose values identify a person: identity numbers and telephone numbers. */
const PERSONAL = /^(?:.*_)?(?:national_id|id_number|phone|phone_number|msisdn)$/;

/** What a payer typed as the account: where it is a telephone number it is mostly their own. */
const TYPED = 'account_reference';
/** A telephone number as people write it, without what they put between its digits: in E.164, or as it is dialled in Kenya. */
const TELEPHONE = /^(?:\+\d{8,15}|254\d{9}|0[17]\d{8})$/;
const BETWEEN_DIGITS = /[\s().-]/g;

/** The data with identity and telephone numbers reduced to their last three characters, at any depth. */
export function masked(data: Json): Json {
  if (Array.isArray(data)) return data.map(masked);
  if (data === null || typeof data !== 'object') return data;
  // `Array.isArray` excludes no readonly lists from a type: what is left is an object.
  const members = Object.entries(data as { readonly [member: string]: Json });
  return Object.fromEntries(
    members.map(([member, value]) => [member, isPersonal(member, value) ? maskedValue(value) : masked(value)]),
  );
}

function isPersonal(member: string, value: Json): boolean {
  if (PERSONAL.test(member)) return true;
  return member === TYPED && typeof value === 'string' && TELEPHONE.test(value.replaceAll(BETWEEN_DIGITS, ''));
}

function maskedValue(value: Json): Json {
  if (typeof value === 'number') return maskedValue(String(value));
  if (typeof value !== 'string') return Array.isArray(value) ? value.map(maskedValue) : masked(value);
  return value.length <= 3 ? '***' : `${'*'.repeat(value.length - 3)}${value.slice(-3)}`;
}
