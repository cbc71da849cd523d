import type { Fact, Facts } from '../../kernel/event-facts.ts';
import type { Json, StoredEvent } from './payload.ts';

/** A record that an event names by its integer id. */
export type Reference = { readonly of: string; readonly id: number };

type Data = StoredEvent['data'];

/**
 * The records that the data of an event name by their integers.
 * @param facts what events of its type carry
 */
export function referencesIn(data: Data, facts: Facts): Reference[] {
  return Object.entries(facts).flatMap(([name, fact]): Reference[] => {
    const value = data[name];
    if (fact.kind === 'id') return typeof value === 'number' && fact.of !== null ? [{ of: fact.of, id: value }] : [];
    return fact.kind === 'object' && isObject(value) ? referencesIn(value, fact.facts) : [];
  });
}

/**
 * An event as a client sees it that knows records by their uuids. A record that is gone keeps its integer: it names
 * nothing any more.
 */
export function inUuids(event: StoredEvent, facts: Facts, uuidOf: (record: Reference) => string | null): StoredEvent {
  const { subject } = event;
  return { ...event, subject: { ...subject, id: subject.uuid }, data: replaced(event.data, facts, uuidOf) };
}

function replaced(data: Data, facts: Facts, uuidOf: (record: Reference) => string | null): Data {
  const shown = (name: string, value: Json): Json => {
    const fact: Fact | undefined = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact?.kind === 'object' && isObject(value)) return replaced(value, fact.facts, uuidOf);
    if (fact?.kind !== 'id' || typeof value !== 'number') return value;
    if (fact.of !== null) return uuidOf({ of: fact.of, id: value }) ?? value;
    return data['uuid'] ?? value;
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shown(name, value)]));
}

const isObject = (value: Json | undefined): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
