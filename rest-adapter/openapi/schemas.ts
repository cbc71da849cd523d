import type { TSchema } from 'typebox';
import { SEND } from '../sentences.ts';

/** A JSON Schema as it stands in the document. */
export type Json = { readonly [member: string]: unknown };

/** Schemas that carry a name, gathered while a document is written. */
export type Components = Map<string, Json>;

/** A schema for the document: named ones become components and are referred to. */
export function schemaFor(schema: TSchema | Json, components: Components): Json {
  // A schema is an object, and stays one when it is referred to.
  return refer(JSON.parse(JSON.stringify(schema)), components) as Json;
}

function refer(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((item) => refer(item, components));
  if (value === null || typeof value !== 'object') return value;
  // Looked at above: an object. `$id` and `SEND` are texts wherever schemas have them.
  const { $id: name, [SEND]: _, ...rest } = asMap(value as { $id?: string; [SEND]?: string } & Record<string, unknown>);
  const written = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, refer(member, components)]));
  if (name === undefined) return written;
  const known = components.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(written)) {
    throw new Error(`Two schemas are called ${name}.`);
  }
  components.set(name, written);
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Names and values of the caller's own, in the words that generators and contract tests know as a map: they read what a value is
 * in `additionalProperties`, and few of them `patternProperties`. The two mean the same where one pattern holds for all.
 */
function asMap<S extends Record<string, unknown>>(schema: S): S {
  // As JSON Schema defines it.
  const [pattern, ...more] = Object.entries((schema['patternProperties'] as Record<string, Json> | undefined) ?? {});
  if (pattern === undefined || more.length > 0 || 'properties' in schema) return schema;
  const [names, values] = pattern;
  const { patternProperties: _, ...rest } = schema;
  const map = {
    ...rest,
    ...(names === '^.*$' ? {} : { propertyNames: { pattern: names } }),
    additionalProperties: values,
  };
  // What was taken from the schema is not read again.
  return map as unknown as S;
}

const EXAMPLE_TEXTS: Readonly<Record<string, string>> = {
  uuid: '0198c0de-4b1d-7c3a-9f00-5a1e2d3c4b5a',
  date: '2026-01-31',
  'date-time': '2026-01-31T08:00:00.000Z',
};

/** A value that a schema allows, the same at every call: examples in the document are made of it. */
export function exampleOf(schema: Json, components: Components, name = ''): unknown {
  if (typeof schema['$ref'] === 'string') {
    const target = components.get(schema['$ref'].split('/').at(-1) ?? '');
    return target ? exampleOf(target, components, name) : null;
  }
  // As JSON Schema defines these words, here and below.
  const [example] = [
    ...((schema['examples'] as unknown[] | undefined) ?? []),
    ...((schema['enum'] as unknown[]) ?? []),
  ];
  if (example !== undefined) return example;
  if (schema['const'] !== undefined) return schema['const'];
  const [choice] = ((schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined) ?? [];
  if (choice) return exampleOf(choice, components, name);
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {}).map(([member, inner]) => [
          member,
          exampleOf(inner, components, member),
        ]),
      );
    case 'array':
      return [exampleOf((schema['items'] as Json | undefined) ?? {}, components, name)];
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 1), 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return EXAMPLE_TEXTS[String(schema['format'])] ?? (name === '' ? 'text' : name);
    default:
      return null;
  }
}
