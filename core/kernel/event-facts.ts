import { eventTypesOf } from './event-types.ts';
import type { Lifecycle } from './lifecycle.ts';

/** What a fact is. `money`: minor units; `texts`: a list; `map`: names and values that nothing foresees. */
type FactKind =
  | {
      readonly kind: 'uuid' | 'money' | 'count' | 'flag' | 'text' | 'texts' | 'date' | 'instant' | 'map';
    }
  /** The integer of a record: of the kind that is named, or, where it is null, of the one whose uuid stands beside it. */
  | { readonly kind: 'id'; readonly of: string | null }
  /** One of the choices, or a list of some of them. */
  | { readonly kind: 'oneOf' | 'someOf'; readonly choices: readonly string[] }
  | { readonly kind: 'object'; readonly facts: Facts };

/** One fact of an event: what it is, what it means in a sentence, and whether it may be null. */
export type Fact = FactKind & { readonly means: string; readonly nullable?: true };
export type Facts = { readonly [name: string]: Fact };

/**
 * What the events of one subject carry. This is the one place where it is written: the catalogue that partners read
 * derives from it, and every event that a test emits is checked against it.
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
  /** In events of one type beside those, always; a fact in `sometimes` may be one of these. */
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
  const emitting = Object.values(lifecycle?.verbs ?? {}).filter(
    ({ emits, emitsInto = {} }) => emits === type || Object.values(emitsInto).includes(type),
  );
  return [...new Set(emitting.map(({ means }) => means))].join(' ');
}

const plain =
  (kind: Exclude<FactKind, { choices: unknown } | { facts: unknown } | { of: unknown }>['kind']) =>
  (means: string): Fact => ({ kind, means });

/** The kinds of facts: each takes what it means, in a sentence. */
export const fact = {
  id: (of: string, means: string): Fact => ({ kind: 'id', of, means }),
  idBeside: (means: string): Fact => ({ kind: 'id', of: null, means }),
  uuid: plain('uuid'),
  money: plain('money'),
  count: plain('count'),
  flag: plain('flag'),
  text: plain('text'),
  texts: plain('texts'),
  date: plain('date'),
  instant: plain('instant'),
  map: plain('map'),
  oneOf: (choices: readonly string[], means: string): Fact => ({ kind: 'oneOf', choices, means }),
  someOf: (choices: readonly string[], means: string): Fact => ({ kind: 'someOf', choices, means }),
  state: ({ states }: Lifecycle): Fact => ({ kind: 'oneOf', choices: states, means: 'The state after the event.' }),
  object: (facts: Facts, means: string): Fact => ({ kind: 'object', facts, means }),
  nullable: (known: Fact): Fact => ({ ...known, nullable: true }),
} as const;
