import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  execute,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  valueFromASTUntyped,
} from 'graphql';
import type {
  DocumentNode,
  FormattedExecutionResult,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLNamedType,
  SelectionSetNode,
} from 'graphql';
import { FetchFailure } from '#gate/execute/fetch.ts';

/** What may go wrong, decided by what is resolved, never by how it was requested. */
export type Faults = {
  /** Of so many fields one throws, and one is null. 0: none. */
  readonly oneIn: number;
  readonly seed: number;
  /** Subgraphs that don’t answer at all. */
  readonly down: readonly string[];
  /** Subgraphs whose answer is not waited for any longer. */
  readonly late?: readonly string[];
};
export const noFaults: Faults = { oneIn: 0, seed: 0, down: [] };

export type MockSubgraph = {
  readonly name: string;
  readonly typeDefs: DocumentNode;
  readonly answer: (
    request: { readonly query: string; readonly variables: Readonly<Record<string, unknown>> },
    faults: Faults,
  ) => Promise<FormattedExecutionResult>;
};

export type Thing = {
  readonly __typename?: string;
  readonly identity: number;
  /** How long its lists are, where a page of so many was requested. */
  readonly size?: number;
  readonly [key: string]: unknown;
};

/**
 * A subgraph that answers from its schema alone. An object has a number; each of its fields follows from this number,
 * from the field and its arguments, so that all subgraphs agree about it. A key of object 7 ends in `-7`. A field that
 * requires others answers with what it was given of them.
 */
export function mockSubgraph(name: string, sdl: string | DocumentNode): MockSubgraph {
  const typeDefs = typeof sdl === 'string' ? parse(sdl) : sdl;
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: {} as never }]);
  prepare(schema);
  return {
    name,
    typeDefs,
    async answer({ query, variables }, faults) {
      if (faults.down.includes(name)) throw new Error(`${name} is away`);
      if (faults.late?.includes(name)) throw new FetchFailure('timeout', `${name} is late`);
      const result = await execute({
        schema,
        document: parse(query),
        variableValues: variables,
        rootValue: { identity: 0 },
        contextValue: { faults },
        fieldResolver: resolve,
      });
      const errors = result.errors?.map((error) => ({ ...error.toJSON(), extensions: { code: 'refused_by_test' } }));
      return {
        ...(result.data === undefined ? {} : { data: JSON.parse(JSON.stringify(result.data)) }),
        ...(errors === undefined ? {} : { errors }),
      };
    },
  };
}

function prepare(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: Thing) => value.__typename;
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (field.name !== '_entities' && field.name !== '_service') delete field.resolve;
  }
  const entities = schema.getQueryType()?.getFields()['_entities'];
  if (entities)
    entities.resolve = (_: unknown, { representations }: { representations: Thing[] }) =>
      representations.map((each) => (isFound(schema, each) ? entityOf(schema, each) : new Error('found by no key')));
}

/** An entity is found by one of the keys that its subgraph declares, other than those that find nothing. */
function isFound(schema: GraphQLSchema, { __typename: name, ...shown }: Readonly<Record<string, unknown>>): boolean {
  return directivesOf(schema.getType(String(name))).some(({ name: { value }, arguments: passed = [] }) => {
    const { fields, resolvable } = Object.fromEntries(
      passed.map((each) => [each.name.value, valueFromASTUntyped(each.value)]),
    );
    return value === 'key' && resolvable !== false && holds(shown, parse(`{ ${String(fields)} }`));
  });
}

function holds(shown: unknown, selected: DocumentNode): boolean {
  const within = (value: unknown, { selections }: SelectionSetNode): boolean =>
    selections.every((each) => {
      if (each.kind !== Kind.FIELD || typeof value !== 'object' || value === null) return false;
      const inner = (value as Thing)[each.name.value];
      return inner !== undefined && (each.selectionSet === undefined || within(inner, each.selectionSet));
    });
  return selected.definitions.every((each) => 'selectionSet' in each && within(shown, each.selectionSet));
}

/** What is shown of an entity is a part of it; its number is at the end of each of its keys. */
function entityOf(schema: GraphQLSchema, representation: Readonly<Record<string, unknown>>): Thing | null {
  const { __typename: name, ...shown } = representation;
  const identity = identityIn(shown);
  if (identity === null) return null;
  const type = schema.getType(String(name));
  const typename = isAbstractType(type) ? typeOf(schema, String(name), identity) : String(name);
  return { ...shown, __typename: typename, identity };
}

function identityIn(value: unknown): number | null {
  if (typeof value === 'string') {
    const found = /-(\d+)$/.exec(value)?.[1];
    return found === undefined ? null : Number(found);
  }
  if (typeof value !== 'object' || value === null) return null;
  // Its own keys come before those of what lies within it.
  const own = Object.values(value);
  for (const inner of [...own.filter((each) => typeof each === 'string'), ...own]) {
    const found = identityIn(inner);
    if (found !== null) return found;
  }
  return null;
}

function typeOf(schema: GraphQLSchema, name: string, identity: number): string {
  const type = schema.getType(name);
  if (!isAbstractType(type)) return name;
  const names = schema
    .getPossibleTypes(type)
    .map((each) => each.name)
    .toSorted();
  return names[identity % names.length] ?? name;
}

export type Context = { readonly faults: Faults };

export function resolve(
  parent: Thing,
  passed: Readonly<Record<string, unknown>>,
  context: Context,
  info: GraphQLResolveInfo,
) {
  const { fieldName, parentType, returnType } = info;
  const { faults } = context;
  const { identity, __typename: _, size: __, ...shown } = parent;
  const number = hash(parentType.name === 'Query' ? 'Query' : '', identity, fieldName, JSON.stringify(passed));
  if (faults.oneIn > 0 && !isKey(fieldName)) {
    const fate = hash(faults.seed, number) % faults.oneIn;
    if (fate === 0) throw new Error(`${parentType.name}.${fieldName} of ${identity} failed`);
    if (fate === 1) return null;
  }
  const required = requiredBy(info);
  if (required !== null) return `${fieldName}-${identity} of ${canonical(partOf(shown, required))}`;
  if (Object.hasOwn(parent, fieldName) && Object.keys(passed).length === 0)
    return numbered(parent[fieldName], getNamedType(returnType), identity);
  const { first } = passed as { first?: number };
  const page = first === undefined ? {} : { size: first };
  return valueOf(returnType, info, parent, { number, page });
}

/** What a representation shows of an object within is an object with a number, too. */
function numbered(value: unknown, type: GraphQLNamedType, identity: number): unknown {
  if (Array.isArray(value)) return value.map((each) => numbered(each, type, identity));
  if (typeof value !== 'object' || value === null || 'identity' in value) return value;
  return { ...value, identity: isEntity(type) ? (identityIn(value) ?? identity) : identity };
}

const isEntity = (type: GraphQLNamedType) => directivesOf(type).some(({ name }) => name.value === 'key');

/** Where a type is extended, as in the first version of the federation, its keys stand there. */
const directivesOf = (type: GraphQLNamedType | undefined) =>
  [type?.astNode, ...(type?.extensionASTNodes ?? [])].flatMap((node) => node?.directives ?? []);

const isKey = (name: string) => /^(id|upc|sku|email|no|code|plate)$/.test(name);

type Seed = { readonly number: number; readonly page: { readonly size?: number } };

/** What a field requires of its object; null for a field that requires nothing. */
export function requiredBy({ parentType, fieldName }: GraphQLResolveInfo): SelectionSetNode | null {
  const { directives = [] } = parentType.getFields()[fieldName]?.astNode ?? {};
  const fields = directives.find(({ name }) => name.value === 'requires')?.arguments?.[0]?.value;
  const [selected] = fields?.kind === Kind.STRING ? parse(`{ ${fields.value} }`).definitions : [];
  return selected?.kind === Kind.OPERATION_DEFINITION ? selected.selectionSet : null;
}

/** Of what was sent, what was required: the rest of it depends on what else was selected. */
function partOf(value: unknown, required: SelectionSetNode): unknown {
  if (Array.isArray(value)) return value.map((each) => partOf(each, required));
  if (typeof value !== 'object' || value === null) return value;
  const part: Record<string, unknown> = {};
  for (const each of required.selections) {
    if (each.kind === Kind.INLINE_FRAGMENT) Object.assign(part, partOf(value, each.selectionSet));
    if (each.kind !== Kind.FIELD) continue;
    const inner = (value as Thing)[each.name.value];
    if (inner !== undefined)
      part[each.name.value] = each.selectionSet === undefined ? inner : partOf(inner, each.selectionSet);
  }
  return part;
}

function valueOf(type: GraphQLOutputType, info: GraphQLResolveInfo, parent: Thing, { number, page }: Seed): unknown {
  const nullable = getNullableType(type);
  const { identity } = parent;
  if (isListType(nullable)) {
    const inner = nullable.ofType as GraphQLOutputType;
    const length = parent.size ?? page.size ?? hash(number, 'length') % 4;
    return Array.from({ length }, (_, index) =>
      !isNonNullType(inner) && hash(number, index) % 5 === 0
        ? null
        : valueOf(inner, info, { identity }, { number: hash(number, index), page: {} }),
    );
  }
  const named = getNamedType(nullable);
  if (isEnumType(named)) return named.getValues()[number % named.getValues().length]?.value;
  if (isAbstractType(named) || isObjectType(named)) {
    // A value belongs to its object; it has no number of its own.
    const own = isEntity(named) || isAbstractType(named) ? number % 7 : identity;
    return { ...page, identity: own, __typename: typeOf(info.schema, named.name, own) };
  }
  if (isKey(info.fieldName)) return `${info.fieldName}-${identity}`;
  switch (named.name) {
    case 'Int':
      return number % 1_000;
    case 'Float':
      return (number % 1_000) / 8;
    case 'Boolean':
      return number % 2 === 0;
    case 'ID':
      return `${info.fieldName}-${identity}`;
    default:
      return `${info.fieldName} "${number % 100}" of ${identity}`;
  }
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([key]) => key !== '__typename');
  return `{${entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inner]) => `${key}:${canonical(inner)}`)
    .join()}}`;
}

/** FNV-1a: a number that follows from words. */
export function hash(...words: readonly (string | number)[]): number {
  let number = 0x811c9dc5;
  for (const character of words.join('|')) number = Math.imul(number ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((number ^ (number >>> 15)) >>> 0) % 1_000_003;
}
