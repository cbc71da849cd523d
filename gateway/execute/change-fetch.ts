import type { FetchNode } from '@apollo/query-planner';
import { getNamedType, Kind, parse, print, visit } from 'graphql';
import type { DefinitionNode, FieldNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { FetchFailure, type Request, type Run } from './fetch.ts';
import { isObject, type Fetched } from './fetched.ts';
import { rewritesOf } from './representation.ts';

/**
 * Fetches the change of the feed that a subscription is carried out for: its field is an entity, known by `sequence`.
 * @returns false where there is nothing that its reader may see
 * @throws FetchFailure where it can't be said
 */
export type ChangeFetch = (run: Run, sequence: number) => Promise<boolean>;

/** @param node the fetch with which the plan of a subscription begins */
export function changeFetch(node: FetchNode, supergraph: GraphQLSchema): ChangeFetch {
  const { operation, field, fragments } = partsOf(node);
  const type = getNamedType(supergraph.getSubscriptionType()?.getFields()[field.name.value]?.type)?.name;
  if (type === undefined) throw new Error(`The supergraph has no subscription ${field.name.value}.`);
  const key = field.alias?.value ?? field.name.value;
  const names = variablesIn([field, ...fragments]);
  const request: Request = {
    subgraph: node.serviceName,
    query: entityQuery({ operation, field, fragments, type, names }),
    operationName: node.operationName,
    isChange: false,
  };
  const rewrite = rewritesOf(supergraph, node.outputRewrites);

  return async (run, sequence) => {
    const picked = Object.fromEntries([...names].map((name) => [name, run.variables[name]]));
    const representations = [{ __typename: type, sequence }];
    const { data, errors = [] } = await run.send(request, { ...picked, representations });
    const found: unknown = data?.['_entities'];
    const entity: unknown = Array.isArray(found) ? found[0] : undefined;
    if (!isObject(entity)) {
      if (entity === null && errors.length === 0) return false;
      throw new FetchFailure('unreadable', errors[0]?.message ?? 'Not the change that was requested.');
    }
    for (const error of errors) {
      const [, , ...within] = error.path ?? [];
      run.troubles.push({ request, at: [], error, objects: null, within: [key, ...within] });
    }
    const fetched: Fetched = { [key]: entity };
    rewrite?.(fetched);
    Object.assign(run.data, fetched);
    return true;
  };
}

function partsOf({ operation: text }: FetchNode) {
  const { definitions } = parse(text, { noLocation: true });
  const operation = definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const field = operation?.selectionSet.selections.find((node) => node.kind === Kind.FIELD);
  if (operation === undefined || field?.selectionSet === undefined)
    throw new Error('The plan of a subscription begins with something else than its field.');
  return { operation, field, fragments: definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION) };
}

type Parts = {
  readonly operation: OperationDefinitionNode;
  readonly field: FieldNode;
  readonly fragments: readonly DefinitionNode[];
  readonly type: string;
  readonly names: ReadonlySet<string>;
};

function entityQuery({ operation, field, fragments, type, names }: Parts): string {
  const declared = (operation.variableDefinitions ?? []).filter(({ variable }) => names.has(variable.name.value));
  const variables = ['$representations: [_Any!]!', ...declared.map(print)].join(', ');
  const selection = field.selectionSet === undefined ? '' : print(field.selectionSet);
  const name = operation.name?.value ?? '';
  return [
    `query ${name}(${variables}) { _entities(representations: $representations) { ... on ${type} ${selection} } }`,
    ...fragments.map(print),
  ].join('\n');
}

/** The variables that are used below the field; its own arguments say which changes are wanted, not what is shown. */
function variablesIn([field, ...fragments]: readonly [FieldNode, ...DefinitionNode[]]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of [field.selectionSet, ...fragments]) {
    if (node !== undefined) visit(node, { Variable: ({ name }) => void names.add(name.value) });
  }
  return names;
}
