import { shownEventTypes } from '#platform/runtime/event-types.ts';
import { referTo, repeatedIn } from './shared.ts';
import { BATCH_LIMITS } from '#core/partners/webhook-endpoint/batch.ts';
import { BATCH_TYPE } from '#core/partners/webhook-delivery/payload.ts';
import { isAlwaysThin } from '#core/partners/event-types.ts';
import { DELIVERED } from '../webhooks/delivered-records.ts';
import { exampleOf, schemaFor, type Components, type Json } from './schemas.ts';

type ShownType = (typeof shownEventTypes)[number];

/** loan.written_off: LoanWrittenOffEvent */
const nameOf = (type: string) => `${titled(type)}Event`;

const titled = (words: string) =>
  words
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * The requests that our side makes: one for each event type, with what its delivery carries. `Event` is any of them,
 * distinguished by `type`.
 */
export function webhookOperations(components: Components): Json {
  const repeated = repeatedIn(shownEventTypes.flatMap((row) => Object.values(ownOf(row))));
  const shared = (name: string, part: Json) => (repeated(part) ? referTo('schemas', components, name, part) : part);
  const operations = shownEventTypes.map((row) => [row.type, { post: operationOf(row, components, shared) }] as const);
  const references = shownEventTypes.map(({ type }) => [type, `#/components/schemas/${nameOf(type)}`] as const);
  components.set('Event', {
    description: 'A delivery of any event.',
    oneOf: references.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(references) },
  });
  components.set('EventBatch', BATCH_SCHEMA);
  return { ...Object.fromEntries(operations), batch: { post: batchOperation() } };
}

const BATCH_SCHEMA: Json = {
  description: 'Deliveries to a webhook that takes batches.',
  type: 'object',
  properties: {
    id: {
      type: 'string',
      pattern: '^bat_[0-9a-f]{32}$',
      description: 'The webhook-id: the same where the same deliveries come again.',
    },
    type: { const: BATCH_TYPE },
    timestamp: { type: 'string', format: 'date-time', description: 'Of the last event.' },
    api_version: { type: 'string' },
    sandbox: { type: 'boolean' },
    data: {
      type: 'array',
      items: { $ref: '#/components/schemas/Event' },
      minItems: 1,
      maxItems: BATCH_LIMITS.max,
      description: 'As each would come alone, in the order of delivery_sequence.',
    },
  },
  required: ['id', 'type', 'timestamp', 'api_version', 'sandbox', 'data'],
};

/** What a webhook receives that takes batches, in place of the requests above. */
function batchOperation(): Json {
  const { timestamp, api_version, sandbox } = ENVELOPE;
  const event = { ...ENVELOPE, type: 'webhook.test', delivery_sequence: 12, subject: { ...SUBJECT, type: 'webhook' } };
  return {
    operationId: 'onEventBatch',
    summary: 'Several events',
    description: 'What a webhook with batch is sent: deliveries in their order, one post after the other.',
    tags: ['Webhooks'],
    security: [{}],
    parameters: headerReferences(),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/EventBatch' },
          example: {
            timestamp,
            api_version,
            sandbox,
            id: 'bat_5f1d7a84db4a1ef25d9c3e6b7a0c1d2e',
            type: BATCH_TYPE,
            data: [{ ...event, data: { client_id: 3, message: 'This is a test of your webhook.', example_of: null } }],
          },
        },
      },
    },
    responses: EVENT_RESPONSES,
  };
}

/** What the schema of an event says, by its members: it is that of an object. */
const membersOf = ({ schema }: ShownType) =>
  (idsAsIntegers(schema) as { readonly properties: { readonly [member: string]: Json } }).properties;

/** Of what it is, and what it says: events of one subject have much of that in common. */
function ownOf(row: ShownType): { readonly subject: Json; readonly data: Json } {
  const { subject = {}, data = {} } = membersOf(row);
  return { subject, data };
}

function operationOf(row: ShownType, components: Components, sharedPart: (name: string, part: Json) => Json): Json {
  const { type, subjectType, description, scope } = row;
  const name = nameOf(type);
  const { data, subject, record, type: named, ...shared } = membersOf(row);
  components.set('EventEnvelope', { type: 'object', properties: shared, required: REQUIRED });
  const own = {
    type: named,
    subject: sharedPart(`${titled(subjectType)}Subject`, subject ?? {}),
    data: sharedPart(`${titled(subjectType)}Facts`, data ?? {}),
  };
  const shown = isAlwaysThin(type) ? undefined : DELIVERED[subjectType]?.schema;
  const properties = shown
    ? { ...own, record: { ...schemaFor(shown, components), description: record?.['description'] } }
    : own;
  components.set(name, {
    description,
    allOf: [{ $ref: '#/components/schemas/EventEnvelope' }, { type: 'object', properties, required: Object.keys(own) }],
  });
  return {
    operationId: `on${name}`,
    summary: type,
    description: `${description} ${scope === null ? 'It concerns your own webhooks.' : `Receiving it takes ${scope}.`}`,
    tags: ['Webhooks'],
    security: [{}],
    parameters: headerReferences(),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${name}` },
          example: {
            ...ENVELOPE,
            type,
            subject: { ...SUBJECT, type: subjectType },
            data: exampleOf(data ?? {}, components, 'data') ?? {},
          },
        },
      },
    },
    responses: EVENT_RESPONSES,
  };
}

const EVENT_RESPONSES: Json = {
  '2XX': { $ref: '#/components/responses/EventReceived' },
  '410': { $ref: '#/components/responses/EventUnwanted' },
};

const headerReferences = () => Object.keys(WEBHOOK_HEADERS).map((key) => ({ $ref: `#/components/parameters/${key}` }));

/** How a receiver replies. */
export const EVENT_REPLIES: { readonly [name: string]: Json } = {
  EventReceived: {
    description: 'Received. Anything else, or nothing within 15 s, is tried again by the schedule.',
  },
  EventUnwanted: { description: 'Wanted no more: the webhook is disabled.' },
};

const ENVELOPE = {
  id: 'evt_0198c0de4b1d7c3a9f005a1e2d3c4b5a',
  timestamp: '2026-01-31T08:00:00.000Z',
  api_version: 'v1',
  sandbox: true,
  sequence: 1234,
  request: { id: 'b7c1f0a2', idempotency_key: null },
};
const SUBJECT = { id: 9, uuid: '0198c0de-4b1d-7c3a-9f00-5a1e2d3c4b5a', version: 7 };

/** Of the envelope: `sequence` is missing for the moment until an event has its number. */
const REQUIRED = ['id', 'timestamp', 'api_version', 'sandbox', 'request'];

/** The document shows one form of ids everywhere, in events too: see `anyId`. */
function idsAsIntegers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(idsAsIntegers);
  if (node === null || typeof node !== 'object') return node;
  // In a schema, `anyOf` is a list of schemas.
  const { anyOf, ...rest } = node as { readonly anyOf?: readonly Json[] };
  const [integer, uuid] = anyOf ?? [];
  if (integer?.['type'] === 'integer' && uuid?.['format'] === 'uuid') return { ...integer, ...rest };
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, idsAsIntegers(member)]));
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** What each delivery is sent with. */
export const WEBHOOK_HEADERS: { readonly [name: string]: Json } = {
  WebhookId: header('webhook-id', 'The event’s id, or that of a batch: the same at every try.', ENVELOPE.id),
  WebhookTimestamp: header('webhook-timestamp', 'When this try was made, in Unix seconds.', '1769846400'),
  WebhookSignature: header(
    'webhook-signature',
    'By the scheme of Standard Webhooks: verify it before the body is read. The newest secret comes first.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};
