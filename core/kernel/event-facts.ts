import { eventTypesOf } from './event-types.ts';
import type { Lifecycle } from './lifecycle.ts';

/** One fact of an event, as a JSON Schema (draft 2020-12) that receivers can use. */
export type Fact = { readonly [keyword: string]: unknown };
export type Facts = { readonly [name: string]: Fact };

/**
 * What the events of one subject carry. This is the one place where it is written: the catalogue that partners read
 * derives from it, and every event that a test emits is held against it.
 */
export type EventFacts = {
  /** The types: those of the lifecycle, and others with what each means. */
  readonly lifecycle?: Lifecycle;
  readonly others?: { readonly [type: string]: string };
  /** What `subject.type` says. */
  readonly subjectType: string;
  /** In every event of the subject. */
  readonly always: Facts;
  /** In some of them. */
  readonly sometimes?: Facts;
  /** In events of one type beside those, always; a fact in `sometimes` may come to be one of these. */
  readonly of?: { readonly [type: string]: Facts };
};

/** One event type: what it means, what it is about, and what it carries. */
export type EventType = {
  readonly type: string;
  readonly subjectType: string;
  readonly means: string;
  readonly required: Facts;
  readonly optional: Facts;
};

/** The event types of a subject, in the order of its lifecycle. */
export function typesWithFacts({
  lifecycle,
  others = {},
  subjectType,
  always,
  sometimes,
  of,
}: EventFacts): EventType[] {
  const types = [...(lifecycle ? eventTypesOf(lifecycle) : []), ...Object.keys(others)];
  return types.map((type) => {
    const required = { ...always, ...of?.[type] };
    const optional = Object.fromEntries(Object.entries(sometimes ?? {}).filter(([name]) => !(name in required)));
    return { type, subjectType, means: others[type] ?? meaningOf(type, lifecycle), required, optional };
  });
}

/** What the verbs mean that emit the type. */
function meaningOf(type: string, lifecycle: Lifecycle | undefined): string {
  const verbs = Object.values(lifecycle?.verbs ?? {});
  const told = verbs.filter(({ emits, emitsInto = {} }) => emits === type || Object.values(emitsInto).includes(type));
  return [...new Set(told.map(({ means }) => means))].join(' ');
}

const described =
  (schema: Fact) =>
  (description: string): Fact => ({ ...schema, description });

/** The kinds of facts: each takes what it says, in a sentence. */
export const fact = {
  id: described({ type: 'integer', minimum: 1 }),
  uuid: described({ type: 'string', format: 'uuid' }),
  /** Minor units. */
  money: described({ type: 'integer' }),
  count: described({ type: 'integer', minimum: 0 }),
  text: described({ type: 'string' }),
  date: described({ type: 'string', format: 'date' }),
  instant: described({ type: 'string', format: 'date-time' }),
  texts: described({ type: 'array', items: { type: 'string' } }),
  oneOf: (choices: readonly string[], description: string): Fact => ({ enum: [...choices], description }),
  /** Some of the choices. */
  someOf: (choices: readonly string[], description: string): Fact => ({
    type: 'array',
    items: { enum: [...choices] },
    description,
  }),
  /** The state after the event. */
  state: ({ states }: Lifecycle): Fact => ({ enum: [...states], description: 'The state after the event.' }),
  object: (facts: Facts, description: string): Fact => ({
    type: 'object',
    properties: facts,
    required: Object.keys(facts),
    description,
  }),
  /** Names and values that no schema foresees. */
  map: described({ type: 'object' }),
  nullable: ({ description, ...schema }: Fact): Fact => ({ anyOf: [schema, { type: 'null' }], description }),
} as const;
