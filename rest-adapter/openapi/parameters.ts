import { operatorsOf, type List, type ListField } from '#platform/app/lists.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MOST_SORT_KEYS } from '../lists/list-query.ts';
import type { Route } from '../route.ts';
import { exampleOf, schemaFor, type Components, type Json } from './schemas.ts';

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
    ...declared(row.params?.properties, 'path', components),
    ...declared(
      row.query?.properties,
      'query',
      components,
      (row.query as { required?: string[] } | undefined)?.required,
    ),
    ...(row.list ? listParameters(row.list.list, row.list.members) : []),
    shared('IdFormat'),
    shared('RequestId'),
    ...(writing ? [shared('IdempotencyKey')] : []),
    ...(writing && row.method !== 'POST' ? [shared('IfMatch')] : []),
    ...(!writing && etag ? [shared('IfNoneMatch')] : []),
  ];
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
      const { description, examples, ...schema } = schemaFor(property as Json, components);
      return {
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        description: description ?? name,
        schema,
        example: exampleOf({ ...schema, ...(examples ? { examples } : {}) }, components, name),
      };
    });
}

function listParameters(list: List, members: readonly string[]): Json[] {
  const sortable = Object.keys(list.fields).filter((name) => list.fields[name]?.sortable);
  const signed = sortable.flatMap((name) => [name, `-${name}`]);
  return [
    ...Object.entries(list.fields).map(([name, field]) => filterParameter(name, field)),
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
    {
      name: 'include',
      in: 'query',
      description: 'total: count the records that match.',
      schema: { type: 'string', enum: ['total'] },
    },
  ];
}

const VALUES: { readonly [T in ListField['type']]: Json } = {
  id: { anyOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }] },
  event: { type: 'string', pattern: '^evt_[0-9a-f]{32}$' },
  text: { type: 'string' },
  choice: { type: 'string' },
  integer: { type: 'integer' },
  cents: { type: 'integer' },
  instant: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  flag: { type: 'boolean' },
};

/** One parameter a field; the forms with an operator are described in words, since they would be many. */
function filterParameter(name: string, field: ListField): Json {
  const operators = operatorsOf(field);
  return {
    name: `filter[${name}]`,
    in: 'query',
    description:
      `Only records whose ${name} is one of these` +
      `${field.type === 'text' ? '; a value with a comma stands in quotation marks' : ''}. With an operator: ` +
      `${operators.map((operator) => `\`filter[${name}][${operator}]\``).join(', ')}.`,
    explode: false,
    schema: {
      type: 'array',
      items: {
        ...(field.type === 'id' && field.of === undefined ? VALUES.integer : VALUES[field.type]),
        ...(field.choices ? { enum: field.choices } : {}),
      },
    },
    'x-operators': operators,
  };
}
