import { operatorsOf, type ListField, type Operator, type Search } from '#platform/app/lists.ts';
import { includeParameter } from '../included.ts';
import { LONGEST_SEARCHED } from '#platform/app/lists.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MOST_SORT_KEYS } from '../lists/list-query.ts';
import type { Route } from '../route.ts';
import { EXAMPLE, recordedExample } from './recorded.ts';
import { exampleOf, schemaFor, type Components, type Json } from './schemas.ts';
import { referTo } from './shared.ts';

type ListOf = NonNullable<Route['list']>;

/** Parameters that many operations share. */
export const sharedParameters: { readonly [name: string]: Json } = {
  IdFormat: {
    name: 'id_format',
    in: 'query',
    description: 'uuid: ids in the reply are uuids instead of integers. The client’s setting is the default.',
    schema: { type: 'string', enum: ['integer', 'uuid'] },
  },
  RequestId: {
    name: 'X-Request-ID',
    in: 'header',
    description: 'Your id for the request, 1 to 128 visible characters; echoed. One is made where it is missing.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe: for 24 hours the same key gets the same reply, byte for byte, with Idempotent-Replayed: true.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '2f1c7c2e-8a55-4c4f-9a43-0d8a1f1f6a55',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag that you decided on, or "v7" for the version alone. A newer version is 412, nothing is changed.',
    schema: { type: 'string' },
    example: '"v7"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag that you have. An unchanged reply is 304 without a body.',
    schema: { type: 'string' },
    example: '"v7-2jmj7l5rSw0yVb_vlWAYkK"',
  },
};

const shared = (name: keyof typeof sharedParameters): Json => ({ $ref: `#/components/parameters/${name}` });

export function parametersOf(
  row: Route,
  components: Components,
  { etag }: { readonly etag: boolean },
): readonly Json[] {
  const writing = row.method !== 'GET';
  return [
    ...declared(row.params?.properties, 'path', components).map((parameter) => paired(parameter, row.operation)),
    ...declared(
      row.query?.properties,
      'query',
      components,
      // The schema of an object lists what it requires, which its type leaves out.
      (row.query as { required?: string[] } | undefined)?.required,
    ),
    ...(row.list ? listParameters(row.list, components) : []),
    shared('IdFormat'),
    shared('RequestId'),
    ...(writing ? [shared('IdempotencyKey')] : []),
    ...(writing && row.method !== 'POST' ? [shared('IfMatch')] : []),
    ...(!writing && etag ? [shared('IfNoneMatch')] : []),
  ];
}

/** The parameter as it was in the request of the operation’s example. */
function paired({ example, ...parameter }: Json, operation: string): Json {
  const value = recordedExample(operation)?.params?.[String(parameter['name'])] ?? example;
  return { ...parameter, examples: { [EXAMPLE]: { value } } };
}

function declared(
  properties: object | undefined,
  where: 'path' | 'query',
  components: Components,
  required: readonly string[] = [],
): Json[] {
  return Object.entries(properties ?? {})
    .filter(([name]) => name !== 'id_format')
    .map(([name, property]) => {
      // A property of a schema is a schema.
      const { description, examples, ...schema } = schemaFor(property as Json, components);
      return {
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        description: description ?? name,
        // Names stand in one value, with commas between them.
        ...(schema['type'] === 'array' ? { explode: false } : {}),
        schema,
        example: exampleOf({ ...schema, ...(examples ? { examples } : {}) }, components, name),
      };
    });
}

function listParameters({ list, members, includes }: ListOf, components: Components): Json[] {
  const sortable = Object.keys(list.fields).filter((name) => list.fields[name]?.sortable);
  const signed = sortable.flatMap((name) => [name, `-${name}`]);
  return [
    ...Object.entries(list.fields).flatMap(([name, field]) => filterParameters(name, field, components)),
    ...(list.search ? [searchParameter(list.search)] : []),
    {
      name: 'sort',
      in: 'query',
      description: `Up to ${MOST_SORT_KEYS} fields, - for descending; the id is appended.`,
      explode: false,
      schema: { type: 'array', maxItems: MOST_SORT_KEYS, items: { type: 'string', enum: signed } },
    },
    {
      name: 'fields',
      in: 'query',
      description: 'Members to show; all where it is missing.',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: members } },
    },
    {
      name: 'limit',
      in: 'query',
      description: `Records of a page; more than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
      schema: { type: 'integer', minimum: 1, default: DEFAULT_LIMIT },
    },
    {
      name: 'cursor',
      in: 'query',
      description: 'next_cursor or prev_cursor of a page of this list, with the same filter and sort.',
      schema: { type: 'string' },
    },
    includeParameterOf(includes),
  ];
}

function includeParameterOf(includes: ListOf['includes']): Json {
  const [name, where, total] = ['include', 'query', 'total: count the records that match.'];
  if (Object.keys(includes).length === 0) {
    return { name, in: where, description: total, schema: { type: 'string', enum: ['total'] } };
  }
  // A schema is an object, and stays one as JSON.
  const { description, ...schema } = JSON.parse(JSON.stringify(includeParameter(includes, ['total']))) as Json;
  return { name, in: where, description: `${total} ${String(description)}`, explode: false, schema };
}

function searchParameter({ means, needs, example }: Search): Json {
  return {
    name: 'q',
    in: 'query',
    description: `${means}.${needs === undefined ? '' : ` Needs ${needs} as well.`}`,
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_SEARCHED },
    example,
  };
}

const VALUES: { readonly [T in ListField['type']]: Json } = {
  id: { type: 'integer' },
  event: { type: 'string', pattern: '^evt_[0-9a-f]{32}$' },
  text: { type: 'string' },
  choice: { type: 'string' },
  integer: { type: 'integer' },
  cents: { type: 'integer' },
  instant: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  flag: { type: 'boolean' },
};

/** What the value of a filter does; without an operator it is one of those that are named. */
const MEANINGS: { readonly [O in Operator]: (name: string) => string } = {
  eq: (name) => `${name} is this.`,
  ne: (name) => `${name} is not this.`,
  gt: (name) => `${name} is above this.`,
  gte: (name) => `${name} is this or above.`,
  lt: (name) => `${name} is below this.`,
  lte: (name) => `${name} is this or below.`,
  in: (name) => `${name} is one of these.`,
  nin: (name) => `${name} is none of these.`,
  prefix: (name) => `${name} begins with this.`,
  null: (name) => `true: ${name} is empty; false: it is not.`,
};

/** Choices that are many stand in the document once, and not with each operator. */
const MANY_CHOICES = 12;

function valueOf(name: string, { type, choices }: ListField, components: Components): Json {
  const value = { ...VALUES[type], ...(choices ? { enum: choices } : {}) };
  if (choices === undefined || choices.length < MANY_CHOICES) return value;
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return referTo('schemas', components, `${words.join('')}Choices`, value);
}

/** One parameter for each field and operator: a generated client knows the type of each. */
function filterParameters(name: string, field: ListField, components: Components): Json[] {
  const value = valueOf(name, field, components);
  const quoted = field.type === 'text' ? ' A value with a comma stands in quotation marks.' : '';
  const several = { explode: false, schema: { type: 'array', items: value } };
  const schemaOf = (operator: Operator): Json => {
    if (operator === 'in' || operator === 'nin') return several;
    if (operator === 'null') return { schema: { type: 'boolean' } };
    return { schema: operator === 'prefix' ? { type: 'string' } : value };
  };
  return [
    { name: `filter[${name}]`, in: 'query', description: `${name} is one of these.${quoted}`, ...several },
    ...operatorsOf(field).map((operator) => ({
      name: `filter[${name}][${operator}]`,
      in: 'query',
      description: MEANINGS[operator](name),
      ...schemaOf(operator),
    })),
  ];
}
