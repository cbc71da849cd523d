import { Kind, visit } from 'graphql';
import type { DirectiveNode, DocumentNode } from 'graphql';

/**
 * The same supergraph with the keys by which a subgraph finds an entity before those by which it finds none. Where a field
 * requires another, the planner goes back to the subgraph by the first key of the type, whether the subgraph finds anything
 * by it or not: it sent representations by which nothing was found, or another entity.
 */
export function keysInOrder(supergraph: DocumentNode): DocumentNode {
  const ordered = <Node extends { readonly directives?: readonly DirectiveNode[] | undefined }>(node: Node) => {
    const { directives = [] } = node;
    const last = directives.filter(findsNothing);
    if (last.length === 0) return undefined;
    return { ...node, directives: [...directives.filter((each) => !findsNothing(each)), ...last] };
  };
  return visit(supergraph, { ObjectTypeDefinition: ordered, InterfaceTypeDefinition: ordered });
}

const findsNothing = ({ name, arguments: passed = [] }: DirectiveNode): boolean =>
  name.value === 'join__type' &&
  passed.some(
    (each) => each.name.value === 'resolvable' && each.value.kind === Kind.BOOLEAN && each.value.value === false,
  );
