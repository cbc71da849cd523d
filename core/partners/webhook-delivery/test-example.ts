import type { Fact, Facts } from '../../kernel/event-facts.ts';
import type { Json, StoredEvent } from './payload.ts';

/** A record that there is not: a refusal says so to who looks it up. */
const NO_ID = 999_999_999_999;
const NO_UUID = '00000000-0000-4000-8000-000000000000';

/** What an example event is about, and says. */
export type Example = Pick<StoredEvent, 'subject' | 'data'>;

/**
 * Data of an event that never was, by what events of its type carry. Its ids name nothing.
 * @param at when the test was requested
 */
export function madeExample(subjectType: string, facts: Facts, at: Temporal.Instant): Example {
  return {
    subject: { type: subjectType, id: NO_ID, uuid: NO_UUID, version: 1 },
    data: valuesOf(facts, at),
  };
}

const valuesOf = (facts: Facts, at: Temporal.Instant): { readonly [member: string]: Json } =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, valueOf(fact, at)]));

function valueOf(fact: Fact, at: Temporal.Instant): Json {
  switch (fact.kind) {
    case 'id':
      return NO_ID;
    case 'uuid':
      return NO_UUID;
    case 'money':
      return 100_000;
    case 'count':
      return 1;
    case 'flag':
      return false;
    case 'text':
      return 'example';
    case 'texts':
      return ['example'];
    case 'date':
      return at.toString().slice(0, 10);
    case 'instant':
      return at.toString({ fractionalSecondDigits: 3 });
    case 'map':
      return {};
    case 'oneOf':
      return fact.choices[0] ?? '';
    case 'someOf':
      return fact.choices.slice(0, 1);
    case 'object':
      return valuesOf(fact.facts, at);
  }
}

/** The test as its webhook receives it: under its own id, with the type and the content of an example, and marked as a test. */
export const asExample = (test: StoredEvent, type: string, example: Example): StoredEvent => ({
  ...test,
  type,
  isTest: true,
  subject: example.subject,
  data: example.data,
});
