import type { Fact, Facts } from '#core/kernel/event-facts.ts';

/** A JSON Schema (draft 2020-12). */
export type Schema = { readonly [keyword: string]: unknown };

const PLAIN = {
  // The integer, or the uuid where the client wants uuids.
  id: {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', format: 'uuid' },
    ],
  },
  uuid: { type: 'string', format: 'uuid' },
  money: { type: 'integer' },
  count: { type: 'integer', minimum: 0 },
  flag: { type: 'boolean' },
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  date: { type: 'string', format: 'date' },
  instant: { type: 'string', format: 'date-time' },
  map: { type: 'object' },
} as const;

/** The schema of an object of facts, of which only the required ones are always there. It allows unknown members. */
export function schemaOfFacts(required: Facts, optional: Facts = {}): Schema {
  const properties = Object.entries({ ...required, ...optional }).map(([name, fact]) => [name, schemaOfFact(fact)]);
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(required) };
}

/** The schema of one fact. */
export function schemaOfFact(fact: Fact): Schema {
  const schema = bareSchemaOf(fact);
  return { ...(fact.nullable ? { anyOf: [schema, { type: 'null' }] } : schema), description: fact.means };
}

function bareSchemaOf(fact: Fact): Schema {
  switch (fact.kind) {
    case 'oneOf':
      return { enum: [...fact.choices] };
    case 'someOf':
      return { type: 'array', items: { enum: [...fact.choices] } };
    case 'object':
      return schemaOfFacts(fact.facts);
    default:
      return PLAIN[fact.kind];
  }
}
