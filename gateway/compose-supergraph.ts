import { composeServices } from '@apollo/composition';
import type { DocumentNode, GraphQLError } from 'graphql';

/** One subgraph as composition sees it. `url` is where a gateway of another make would find it. */
export type ComposedSubgraph = { readonly name: string; readonly url: string; readonly typeDefs: DocumentNode };

/**
 * Composes the type definitions of the subgraphs into the supergraph (Federation 2) that a gateway serves.
 * Only `npm run derive` and tests compose; the gateway loads the file that was committed.
 * @throws Error that lists every conflict with its code, its subgraph and its place in that subgraph's schema
 */
export function composeSupergraph(subgraphs: readonly ComposedSubgraph[]): string {
  const { supergraphSdl, errors } = composeServices(subgraphs.map((subgraph) => ({ ...subgraph })));
  if (errors !== undefined) {
    throw new Error(`The subgraphs don't compose:\n${errors.map((error) => `- ${conflict(error)}`).join('\n')}`);
  }
  return `# Derived from the subgraphs' schema files by \`npm run derive\`. Don't edit.\n\n${supergraphSdl.trimEnd()}\n`;
}

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
