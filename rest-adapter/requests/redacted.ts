import type { Route } from '../route.ts';

/** A JSON Schema, as far as it is read here. */
type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

const HIDDEN = '***';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;
/** Numbers and words that say who a person is, or are secret, whatever type they have. */
const PERSONAL = /birth|national|passport|phone|msisdn|secret|token/;

/**
 * A document as it may be logged: what the schema knows as a number, a flag, one of some words, a uuid or an instant is
 * shown, any other text hidden, and what the schema does not know left out. So a new field is hidden until it is known to
 * be harmless.
 */
export function redacted(value: unknown, schema: Schema | null | undefined, name = ''): unknown {
  if (value === null || value === undefined) return null;
  const { branches, items, properties } = readingOf(schema);
  if (Array.isArray(value)) {
    return value.slice(0, MOST_ITEMS).map((item) => redacted(item, items, name));
  }
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([member]) => properties.has(member))
        .map(([member, inner]) => [member, redacted(inner, properties.get(member), member)]),
    );
  }
  return isHarmless(value, branches) && !PERSONAL.test(name) ? value : HIDDEN;
}

const MOST_ITEMS = 20;

/** What a schema says of the values that it knows. */
type Reading = {
  readonly branches: readonly Schema[];
  readonly items: Schema | undefined;
  readonly properties: ReadonlyMap<string, Schema>;
};
const NOTHING: Reading = { branches: [], items: undefined, properties: new Map() };
const readings = new WeakMap<Schema, Reading>();

/** Schemas live as long as the process, and each is read once. */
function readingOf(schema: Schema | null | undefined): Reading {
  if (!schema) return NOTHING;
  let reading = readings.get(schema);
  if (!reading) {
    const branches = branchesOf(schema);
    const items = branches.find((branch) => branch.items)?.items;
    const properties = new Map(branches.flatMap((branch) => Object.entries(branch.properties ?? {})));
    readings.set(schema, (reading = { branches, items, properties }));
  }
  return reading;
}

function branchesOf(schema: Schema | null | undefined): readonly Schema[] {
  return schema?.anyOf ? schema.anyOf.flatMap(branchesOf) : schema ? [schema] : [];
}

function isHarmless(value: unknown, branches: readonly Schema[]): boolean {
  if (branches.some((branch) => branch.enum?.includes(value) || branch.const === value)) return true;
  switch (typeof value) {
    case 'boolean':
      return branches.some(({ type }) => type === 'boolean');
    case 'number':
      return branches.some(({ type }) => type === 'integer' || type === 'number');
    case 'string':
      return branches.length > 0 && (UUID.test(value) || INSTANT.test(value));
    default:
      return false;
  }
}

/** What a refusal says without the words in which it may repeat what was sent. */
export function redactedProblem(problem: unknown): unknown {
  // Written by us: a problem is an object.
  const { code, status, title, retryable, parameter, errors } = problem as { readonly [name: string]: unknown };
  const places = Array.isArray(errors) ? errors.slice(0, MOST_ITEMS) : [];
  return {
    code,
    status,
    title,
    retryable,
    ...(typeof parameter === 'string' && PLACE.test(parameter) ? { parameter } : {}),
    ...(places.length === 0
      ? {}
      : {
          errors: places.map((each: { readonly pointer?: unknown; readonly code?: unknown }) => ({
            pointer: typeof each.pointer === 'string' && PLACE.test(each.pointer) ? each.pointer : HIDDEN,
            code: each.code,
          })),
        }),
  };
}

/** The name of a parameter or a pointer to a field, as ours are written. */
const PLACE = /^[#/a-z_[\]]{1,60}(\/\d{1,3}(\/[a-z_]{1,60})?)?$/;

/** National ids have seven digits or eight. Ids of ours as long are shown where there is a record of that id. */
const SHORTER_THAN_NATIONAL_ID = /^\d{1,6}$/;

/**
 * The path with the ids that it names; whatever else stands in it is hidden.
 * @param status of the reply: what names no record may name a person
 */
export function redactedPath(
  { path }: Pick<Route, 'path'>,
  params: Readonly<Record<string, string | undefined>>,
  status: number,
): string {
  const number = status === 404 ? SHORTER_THAN_NATIONAL_ID : /^\d{1,9}$/;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    const isId = /(^|_)id$/.test(name) && (number.test(value) || UUID.test(value) || PUBLIC_ID.test(value));
    return isId ? value : HIDDEN;
  });
}
const PUBLIC_ID = /^[a-z]{2,12}_[0-9a-f]{32}$/;
