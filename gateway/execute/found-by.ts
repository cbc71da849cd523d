import { isInterfaceType, isObjectType, Kind, parse } from 'graphql';
import type { GraphQLSchema, SelectionNode } from 'graphql';
import type { Fetched } from './fetched.ts';
import { argumentsOf, graphNamed } from './requirements.ts';

type Holds = (value: unknown) => boolean;

/**
 * Whether a subgraph can find an entity by what represents it: one of the keys by which it finds any has to be in there.
 * The planner wants what it needs of some kinds of an interface under their condition, and the rest of all of them: of
 * another kind there is a representation without a key, of which nothing was selected. Sent, it would be an error.
 */
export function foundBy(supergraph: GraphQLSchema, subgraph: string): (representation: Fetched) => boolean {
  const graph = graphNamed(supergraph, subgraph);
  const known = new Map<string, readonly Holds[]>();
  const keysOf = (name: string): readonly Holds[] => {
    const type = supergraph.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    return (type.astNode?.directives ?? []).flatMap((directive) => {
      const { graph: of, key, resolvable } = argumentsOf(directive);
      const isKey = directive.name.value === 'join__type' && of === graph && resolvable !== false;
      return isKey && typeof key === 'string' ? [holding(key)] : [];
    });
  };
  return (representation) => {
    const name = String(representation['__typename']);
    let keys = known.get(name);
    if (keys === undefined) known.set(name, (keys = keysOf(name)));
    return keys.some((holds) => holds(representation));
  };
}

function holding(key: string): Holds {
  const [operation] = parse(`{ ${key} }`, { noLocation: true }).definitions;
  const within = (selections: readonly SelectionNode[]): Holds => {
    const fields = selections.flatMap((each) =>
      each.kind === Kind.FIELD
        ? [{ name: each.name.value, holds: each.selectionSet ? within(each.selectionSet.selections) : ANYTHING }]
        : [],
    );
    // What a key selects within is an object of a representation.
    const ofObject: Holds = (value) =>
      fields.every(({ name, holds }) => (value as Fetched)[name] !== undefined && holds((value as Fetched)[name]));
    return (value) =>
      Array.isArray(value) ? value.every(ofObject) : typeof value === 'object' && value !== null && ofObject(value);
  };
  return operation?.kind === Kind.OPERATION_DEFINITION ? within(operation.selectionSet.selections) : ANYTHING;
}

/** A name that is null is for the subgraph to look at; without the object that holds it there is none. */
const ANYTHING: Holds = () => true;
