import type { TSchema } from 'typebox';
import { HOW_TO_SEND_A_COUNTRY } from '#core/kernel/countries.ts';
import { HOW_TO_SEND_A_PHONE } from '#platform/runtime/phone-numbers.ts';

/** What is wrong with a value, as the validator reports it. The names are those of JSON Schema’s own errors. */
export type Failure = {
  readonly keyword: string;
  /** The schema that the value breaks, from the top. */
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** The keywords of a schema that a sentence is made from. */
type Words = {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Words[];
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly [SEND]?: string;
};

/** A keyword of ours: what to send, where the form of a text has a better description than an example. */
export const SEND = 'x-send';

/** More choices than these are in the document; a sentence names the first of them. */
const MOST_CHOICES = 30;

const KINDS: { readonly [type: string]: string } = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const FORMATS: { readonly [format: string]: string } = {
  date: 'a date such as 2026-01-31',
  'date-time': 'an instant such as 2026-01-31T08:00:00Z',
  uuid: 'a uuid such as 0198c0de-0000-7000-8000-000000000001',
  email: 'an email address such as ann@example.com',
};

/** Formats of ours say what to do. */
const REMEDIES: { readonly [format: string]: string } = {
  'phone-number': HOW_TO_SEND_A_PHONE,
  'country-code': HOW_TO_SEND_A_COUNTRY,
};

/**
 * What is wrong with a value and what to send instead, in a sentence without the words of JSON Schema. It is made from the
 * keyword that the value breaks and from the schema around it.
 */
export function sentenceOf(name: string, failure: Failure, root: TSchema): string {
  const schema = schemaAt(root, failure.schemaPath);
  const remedy = failure.keyword === 'format' ? REMEDIES[schema.format ?? ''] : undefined;
  if (remedy !== undefined) return `${name}: ${remedy}`;
  return `${name} ${faultOf(failure, schema)}.`;
}

function faultOf({ keyword, params }: Failure, schema: Words): string {
  const limit = Number(params['limit'] ?? 0);
  switch (keyword) {
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `has to be ${rangeOf(schema, keyword, limit)}`;
    case 'minLength':
      return `has to have at least ${counted(limit, 'character')}`;
    case 'maxLength':
      return `has to have at most ${counted(limit, 'character')}`;
    case 'minItems':
      return `has to have at least ${counted(limit, 'item')}`;
    case 'maxItems':
      return `has to have at most ${counted(limit, 'item')}. Send fewer`;
    case 'minProperties':
      return `has to have at least ${counted(limit, 'field')}`;
    case 'maxProperties':
      return `has to have at most ${counted(limit, 'field')}`;
    case 'uniqueItems':
      return 'has an item twice. Send each once';
    default:
      return `has to be ${wordsFor(schema)}`;
  }
}

/** What a schema takes: of a choice, what each of its branches does. */
function wordsFor(schema: Words): string {
  if (schema.anyOf !== undefined) return listed([...new Set(schema.anyOf.map(wordsFor))]);
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum !== undefined) return choicesOf(schema.enum);
  if (schema[SEND] !== undefined) return schema[SEND];
  const format = FORMATS[schema.format ?? ''];
  if (format !== undefined) return format;
  const [example] = schema.examples ?? [];
  if (schema.pattern !== undefined && example !== undefined) return `text such as ${String(example)}`;
  return KINDS[schema.type ?? ''] ?? 'of another form';
}

function choicesOf(choices: readonly unknown[]): string {
  const shown = choices.slice(0, MOST_CHOICES).map(String);
  if (shown.length === 1) return String(shown[0]);
  const rest = choices.length > shown.length ? ', or another that the document names' : '';
  return `one of ${shown.join(', ')}${rest}`;
}

/** Both ends where a person set them; an end that only keeps numbers exact is none. */
function rangeOf({ minimum, maximum }: Words, keyword: string, limit: number): string {
  if (keyword === 'exclusiveMinimum') return `above ${limit}`;
  if (keyword === 'exclusiveMaximum') return `below ${limit}`;
  const ends = [minimum, maximum].filter((end) => end !== undefined && Math.abs(end) < Number.MAX_SAFE_INTEGER);
  if (ends.length === 2) return `from ${ends[0]} to ${ends[1]}`;
  return keyword === 'minimum' ? `at least ${limit}` : `at most ${limit}`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;
}

/** The schema that a path such as #/properties/phone/anyOf/0 points at. */
function schemaAt(root: TSchema, path: string): Words {
  const parts = path.split('/').slice(1);
  // The validator made the path from this schema: each part is there.
  const at = parts.reduce<unknown>(
    (schema, part) =>
      (schema as Record<string, unknown> | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
  // What stands at a path of a schema is a schema.
  return (at ?? {}) as Words;
}
