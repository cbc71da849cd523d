import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  concatAST,
  GraphQLError,
  GraphQLNonNull,
  GraphQLString,
  isEnumType,
  isObjectType,
  isScalarType,
  parse,
  Source,
  visit,
} from 'graphql';
import type { DocumentNode, GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { scalars } from './scalars.ts';

/**
 * The type definitions of one subgraph, read from its files: the schema that a person writes, and the enums that
 * `npm run derive` writes from the lifecycles.
 *
 *     readTypeDefs(new URL('schema.graphql', import.meta.url), new URL('enums.graphql', import.meta.url))
 *
 * @throws Error naming file, line and column where one does not parse
 */
export function readTypeDefs(...files: readonly URL[]): DocumentNode {
  return concatAST(files.map((file) => typeDefs(readFileSync(file, 'utf8'), fileURLToPath(file))));
}

/** Type definitions given as text; `name` is what an error calls them. */
export function typeDefs(text: string, name: string): DocumentNode {
  try {
    return parse(new Source(text, name));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const at = error.locations?.[0];
    throw new Error(`${name}:${at?.line ?? 0}:${at?.column ?? 0}: ${error.message}`, { cause: error });
  }
}

/** The resolvers of a subgraph by type. */
export type Resolvers<Context> = { readonly [type: string]: TypeResolvers<Context> };
export type TypeResolvers<Context> = {
  /** Of an entity: the record for a key that another subgraph holds; null where it is unknown or not for this caller. */
  readonly __resolveReference?: (reference: KnownToAuthor, context: Context) => unknown;
  /** Of an interface or union: the name of the type that a value has. */
  readonly __resolveType?: (value: KnownToAuthor, context: Context) => string | Promise<string>;
  /** A field; or, of an enum, the value inside for a name in the schema: `READY_TO_DISBURSE: 'ready_to_disburse'`. */
  readonly [member: string]: GraphQLFieldResolver<KnownToAuthor, Context> | string | undefined;
};
/** The author of a resolver knows what its parent is: the view or record that the field above it resolved to. */
// oxlint-disable-next-line typescript/no-explicit-any
type KnownToAuthor = any;

/** The executable schema of a subgraph, with the scalars of scalars.ts that it declares. */
export function subgraphSchema<Context>(
  name: string,
  typeDefs: DocumentNode,
  resolvers: Resolvers<Context>,
): GraphQLSchema {
  const used = Object.entries(scalars).filter(([scalar]) =>
    typeDefs.definitions.some((node) => node.kind === 'ScalarTypeDefinition' && node.name.value === scalar),
  );
  // The library's resolvers know no context; ours are typed by their subgraph's.
  const schema = buildSubgraphSchema([{ typeDefs, resolvers: { ...resolvers, ...Object.fromEntries(used) } as never }]);
  declareNotNull(schema);
  const unresolved = enumDefaults(typeDefs);
  if (unresolved.length > 0) {
    throw new Error(`The subgraph ${name} has defaults of enums, which no resolver sees: ${unresolved.join(', ')}.`);
  }
  const strays = strayResolvers(schema, resolvers);
  if (strays.length > 0) {
    throw new Error(`The subgraph ${name} has resolvers for what its schema does not have: ${strays.join(', ')}.`);
  }
  const unnamed = unresolvedEnums(typeDefs, resolvers);
  if (unnamed.length > 0) {
    throw new Error(`The subgraph ${name} has values of enums without what they are inside: ${unnamed.join(', ')}.`);
  }
  return schema;
}

/** The federation's specification has `sdl: String!`; the library leaves the mark out. */
function declareNotNull(schema: GraphQLSchema): void {
  const service = schema.getType('_Service');
  const sdl = isObjectType(service) ? service.getFields()['sdl'] : undefined;
  if (sdl !== undefined) sdl.type = new GraphQLNonNull(GraphQLString);
}

/** The library reads defaults before it knows an enum's values inside: a resolver would get REGISTERED, not registered. */
function enumDefaults(typeDefs: DocumentNode): string[] {
  const found: string[] = [];
  visit(typeDefs, {
    InputValueDefinition: ({ name, defaultValue }) => {
      if (defaultValue !== undefined)
        visit(defaultValue, { EnumValue: ({ value }) => void found.push(`${name.value} = ${value}`) });
    },
  });
  return found;
}

/** Inside, a value is never spelled as in the schema: without its resolver, a record that has it could not be shown. */
function unresolvedEnums(typeDefs: DocumentNode, resolvers: Resolvers<never>): string[] {
  return typeDefs.definitions.flatMap((node) =>
    node.kind === 'EnumTypeDefinition'
      ? (node.values ?? [])
          .filter(({ name: value }) => resolvers[node.name.value]?.[value.value] === undefined)
          .map(({ name: value }) => `${node.name.value}.${value.value}`)
      : [],
  );
}

/** The library drops a resolver whose field is misspelt without a word; a typing mistake is to stop the start instead. */
function strayResolvers(schema: GraphQLSchema, resolvers: Resolvers<never>): string[] {
  return Object.entries(resolvers).flatMap(([typeName, members]) => {
    const type = schema.getType(typeName);
    if (type === undefined || isScalarType(type)) return [typeName];
    const known = (member: string): boolean => {
      if (member.startsWith('__')) return !isEnumType(type);
      if (isObjectType(type)) return member in type.getFields();
      return isEnumType(type) && type.getValue(member) !== undefined;
    };
    return Object.keys(members)
      .filter((member) => !known(member))
      .map((member) => `${typeName}.${member}`);
  });
}
