import { Supergraph } from '@apollo/federation-internals';
import { composeServices } from '@apollo/composition';
import { Kind, parse, print, visit } from 'graphql';
import type {
  ConstDirectiveNode,
  DocumentNode,
  GraphQLError,
  ObjectTypeDefinitionNode,
  ObjectTypeExtensionNode,
} from 'graphql';
import { separateAccessRules } from './access/rules.ts';
import { markedAsComposed } from './as-composed.ts';

/** One subgraph as composition sees it. `url` is where a gateway of another make would find it. */
export type ComposedSubgraph = { readonly name: string; readonly url: string; readonly typeDefs: DocumentNode };

type Compose = (subgraphs: ComposedSubgraph[]) => {
  readonly supergraphSdl?: string | undefined;
  readonly errors?: readonly GraphQLError[] | undefined;
};

/**
 * Composes the type definitions of the subgraphs into the supergraph (Federation 2) that a gateway serves.
 * Only `npm run derive` and tests compose; the gateway loads the file that was committed.
 * @param compose the composition of another library
 * @throws Error that lists every conflict with its code, its subgraph and its place in that subgraph's schema; and where the
 * subgraphs ask for a kind of security that this gateway does not enforce
 */
export function composeSupergraph(
  subgraphs: readonly ComposedSubgraph[],
  compose: Compose = (open) => composeServices([...open]),
): string {
  const { open, scopes } = withoutScopesOfNodes(subgraphs);
  const { supergraphSdl, errors } = compose(open);
  if (errors !== undefined || supergraphSdl === undefined) {
    throw new Error(
      `The subgraphs don't compose:\n${(errors ?? []).map((error) => `- ${conflict(error)}`).join('\n')}`,
    );
  }
  const supergraph = `\n${withScopes(supergraphSdl, scopes).trimEnd()}\n`;
  // What was written into it behind composition's back is proven here, as no start does it again.
  Supergraph.build(separateAccessRules(parse(supergraph)).document, { validateSupergraph: true });
  return markedAsComposed("Derived from the subgraphs' schema files by `npm run derive`. Don't edit.", supergraph);
}

type Scopes = ReadonlyMap<string, ConstDirectiveNode>;

/**
 * Composition demands of an interface the scopes of all its types together, one list for each combination: millions, of
 * records that each have a scope to read and one to write. So the types of an interface are composed without their scopes,
 * which they have again in the supergraph. What the interface itself shows, its fields’ resolvers guard.
 * @throws Error where two subgraphs want different scopes of such a type
 */
function withoutScopesOfNodes(subgraphs: readonly ComposedSubgraph[]): { open: ComposedSubgraph[]; scopes: Scopes } {
  const types = subgraphs.flatMap(({ typeDefs }) => typeDefs.definitions.filter(isObject));
  const implementing = new Set(types.flatMap(({ name, interfaces }) => (interfaces?.length ? [name.value] : [])));
  const scopes = new Map<string, ConstDirectiveNode>();
  const strip = (node: ObjectType): ObjectType => {
    const own = node.directives?.find(isScopes);
    if (!own || !implementing.has(node.name.value)) return node;
    const before = scopes.get(node.name.value);
    if (before && print(before) !== print(own)) throw new Error(`${node.name.value} has two kinds of scopes.`);
    scopes.set(node.name.value, own);
    return { ...node, directives: (node.directives ?? []).filter((each) => each !== own) };
  };
  const open = subgraphs.map((subgraph) => ({
    ...subgraph,
    typeDefs: visit(subgraph.typeDefs, { ObjectTypeDefinition: strip, ObjectTypeExtension: strip }),
  }));
  return { open, scopes };
}

/** The supergraph with these scopes behind the other directives of the types. */
function withScopes(supergraph: string, scopes: Scopes): string {
  const types = parse(supergraph).definitions.filter(isObject);
  const places = types.flatMap(({ name, directives }) => {
    const scope = scopes.get(name.value);
    const end = directives?.at(-1)?.loc?.end;
    return scope && end !== undefined ? [{ end, text: `\n  ${print(scope)}` }] : [];
  });
  return places
    .toReversed()
    .reduce((text, { end, text: more }) => text.slice(0, end) + more + text.slice(end), supergraph);
}

type ObjectType = ObjectTypeDefinitionNode | ObjectTypeExtensionNode;
const isObject = (node: { readonly kind: string }): node is ObjectType =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION;
const isScopes = ({ name }: ConstDirectiveNode) => name.value === 'requiresScopes';

function conflict(error: GraphQLError): string {
  const code = typeof error.extensions.code === 'string' ? `${error.extensions.code}: ` : '';
  const places = (error.nodes ?? []).flatMap((node) => {
    const at = node.loc?.startToken;
    // Composition adds the name of the subgraph, which the types of nodes leave out.
    const subgraph = (node as { subgraph?: string }).subgraph;
    return at === undefined ? [] : [`${subgraph ?? node.loc?.source.name ?? '?'} ${at.line}:${at.column}`];
  });
  return `${code}${error.message}${places.length > 0 ? ` (${places.join(', ')})` : ''}`;
}
