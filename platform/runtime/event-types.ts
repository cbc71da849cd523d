import { approvalFacts } from '#core/approvals/event-facts.ts';
import { amlFacts } from '#core/aml/event-facts.ts';
import { educationFacts } from '#core/education/event-facts.ts';
import { fact, typesWithFacts, type EventType } from '#core/kernel/event-facts.ts';
import { lendingFacts } from '#core/lending/event-facts.ts';
import { membershipFacts } from '#core/membership/event-facts.ts';
import { mobileMoneyFacts } from '#core/mobile-money/event-facts.ts';
import { partnerFacts } from '#core/partners/event-facts.ts';
import { isAlwaysThin, scopesOfEvent } from '#core/partners/event-types.ts';
import { peopleFacts } from '#core/people/event-facts.ts';
import { bridgeFacts } from '#core/payment-bridge/event-facts.ts';
import { reconciliationFacts } from '#core/reconciliation/event-facts.ts';
import { savingsFacts } from '#core/savings/event-facts.ts';
import { schemaOfFact, schemaOfFacts, type Schema } from './fact-schema.ts';

/** Every event type with what it carries, as the contexts write it down. */
export const writtenTypes: readonly EventType[] = [
  ...approvalFacts,
  ...membershipFacts,
  ...lendingFacts,
  ...savingsFacts,
  ...mobileMoneyFacts,
  ...amlFacts,
  ...partnerFacts,
  ...peopleFacts,
  ...educationFacts,
  ...bridgeFacts,
  ...reconciliationFacts,
].flatMap(typesWithFacts);

/** Those that a client may receive, by type: what GET /event_types lists. */
export const eventTypes: ReadonlyMap<string, EventType> = new Map(
  writtenTypes.filter(({ type }) => scopesOfEvent(type) !== null).map((row) => [row.type, row]),
);

/** The data of an event of the type, as a JSON Schema. It lets unknown members be: more may come. */
function dataSchemaOf({ type, required, optional }: EventType): Schema {
  return isAlwaysThin(type) ? { type: 'object', maxProperties: 0 } : schemaOfFacts(required, optional);
}

/** A whole delivery of an event of the type, as a JSON Schema (draft 2020-12). */
function eventSchemaOf(row: EventType): Schema {
  const full = dataSchemaOf(row);
  const thin = { type: 'object', maxProperties: 0 };
  const text = { type: 'string' };
  const properties = {
    id: { type: 'string', pattern: '^evt_[0-9a-f]{32}$' },
    type: { const: row.type },
    timestamp: { type: 'string', format: 'date-time' },
    api_version: { const: 'v1' },
    sandbox: { type: 'boolean' },
    test: {
      type: 'boolean',
      description: 'True: an example that was requested of the webhook. Nothing of the kind happened.',
    },
    sequence: { type: 'integer', minimum: 1, description: 'Its number in GET /changes.' },
    delivery_sequence: {
      type: 'integer',
      minimum: 1,
      description: 'Among the deliveries to the webhook: without a gap.',
    },
    subject: {
      type: 'object',
      properties: {
        type: { const: row.subjectType },
        id: schemaOfFact(fact.id(row.subjectType, 'In the client’s id format.')),
        uuid: { type: 'string', format: 'uuid' },
        version: { type: 'integer' },
      },
      required: ['type', 'id', 'uuid', 'version'],
    },
    // A webhook that requested thin events, and data beyond 64 kB, get none.
    data: isAlwaysThin(row.type) ? thin : { anyOf: [full, thin] },
    record: {
      type: 'object',
      description:
        'The subject as the API shows it when this is sent: its version is that of the event, or a later one. Personal numbers ' +
        'are masked, other personal data left out. Missing where the webhook is thin, the record is gone, or the API shows none.',
    },
    request: {
      anyOf: [
        {
          type: 'object',
          properties: { id: text, idempotency_key: { anyOf: [text, { type: 'null' }] } },
          required: ['id', 'idempotency_key'],
        },
        { type: 'null' },
      ],
    },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: row.type,
    description: row.means,
    type: 'object',
    properties,
    // GET /events shows an event before it has a number; the feed is no delivery.
    required: Object.keys(properties).filter(
      (name) => name !== 'record' && name !== 'test' && !name.endsWith('sequence'),
    ),
  };
}

/** The catalogue as partners see it, by name. `scope` is null for events about a client's own webhooks. */
export const shownEventTypes = [...eventTypes.values()]
  .map((row) => {
    const needed = scopesOfEvent(row.type);
    // Where there are several, as OAuth writes them.
    const scope = needed === null || needed === 'own' ? null : needed.join(' ');
    const { type, subjectType, means: description } = row;
    return { type, subjectType, description, scope, schema: eventSchemaOf(row) };
  })
  .toSorted((a, b) => (a.type < b.type ? -1 : 1));
