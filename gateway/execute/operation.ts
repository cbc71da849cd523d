import {
  executeSync,
  getVariableValues,
  GraphQLError,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  visit,
} from 'graphql';
import type { DocumentNode, NamedTypeNode, OperationDefinitionNode } from 'graphql';
import type { BoundedMap } from './bounded-map.ts';
import { certainly } from './certain.ts';
import { changeFetch, type ChangeFetch } from './change-fetch.ts';
import type { Step } from './fetch.ts';
import { stepsOf } from './fetch.ts';
import type { Fetched } from './fetched.ts';
import type { Graph } from './graph.ts';
import { normalise, variableName, type Normalised } from './normalise.ts';
import { entityFetchesIn, fetchesIn } from './plan-nodes.ts';
import { responsePlaces } from './place.ts';
import { projection } from './project.ts';
import { unmetBy } from './requirements.ts';
import type { Conditions } from './selection.ts';
import { conditionVariables, selectionsOf } from './selection.ts';

/** More fetches than any page needs; each is a call, and each plan has to be searched for. */
const MOST_FETCHES = 100;
/** How many combinations of its conditions are stored for one operation. */
const MOST_READINGS = 16;

/** An operation, ready to be carried out any number of times. */
export type Operation = {
  readonly graph: Graph;
  readonly node: OperationDefinitionNode;
  readonly document: DocumentNode;
  /** Fetches what the operation needs; null where it needs nothing. */
  readonly step: Step | null;
  /** Of a subscription: fetches the change that it is carried out for, before all else. */
  readonly change: ChangeFetch | null;
  /** The values of what stands as a literal in the text. */
  readonly literals: Readonly<Record<string, unknown>>;
  /** What the graph says of itself, where the operation asks for it. */
  readonly introspect: ((variables: Readonly<Record<string, unknown>>) => Fetched) | null;
  /** True for values of all variables that are certainly right as they were sent. */
  readonly areCertain: (sent: Readonly<Record<string, unknown>>) => boolean;
  /** The variables that decide what is selected. */
  readonly conditions: readonly string[];
  readonly read: (conditions: Conditions) => Reading;
};

/** How an operation is read under one set of conditions. */
export type Reading = {
  /** JSON text of `data`. */
  readonly project: (data: Fetched) => string;
  readonly places: ReturnType<typeof responsePlaces>;
};

/** A plan, whatever the values of the literals. */
type Planned = Pick<Operation, 'step' | 'change'>;
export type Plans = BoundedMap<Planned>;

/**
 * @param document valid, with the operation in it
 * @param plans those of the graph so far, by normalised text
 * @throws GraphQLError where nothing can answer the operation, or its plan is too large
 */
export function operationOf(
  graph: Graph,
  document: DocumentNode,
  node: OperationDefinitionNode,
  plans: Plans,
): Operation {
  const normal = normalise(graph.apiSchema, document, node);
  let planned = plans.get(normal.text);
  if (planned === undefined) {
    planned = planOf(graph, normal);
    plans.set(normal.text, planned);
  }
  return {
    graph,
    node,
    document,
    ...planned,
    literals: normal.literals,
    introspect: introspectionOf(graph, normal),
    areCertain: certaintyOf(graph, node),
    conditions: conditionVariables(document),
    read: readingsOf(graph, document, node, normal),
  };
}

function planOf(graph: Graph, normal: Normalised): Planned {
  const node = planned(graph, normal);
  if (node === undefined) {
    if (needsSubgraphs(graph, normal)) throw unplannable();
    return { step: null, change: null };
  }
  const isStream = node.kind === 'Subscription';
  const rest = isStream ? node.rest : node;
  const fetches = fetchesIn(rest) + (isStream ? 1 : 0);
  if (fetches > MOST_FETCHES) throw tooLarge(fetches);
  if (entityFetchesIn(rest).some((each) => unmetBy(each, graph.supergraph) !== null)) throw unplannable();
  return {
    step: rest === undefined ? null : stepsOf(rest, graph.supergraph),
    change: isStream ? changeFetch(node.primary, graph.supergraph) : null,
  };
}

function planned(graph: Graph, { document }: Normalised) {
  try {
    return graph.plan(document).node;
  } catch (error) {
    // The operation is valid by then. The planner runs out of room, or contradicts itself where it finds no way.
    throw error instanceof RangeError ? tooLongToPlan() : unplannable();
  }
}

/** True where the operation has a field, that is not skipped for sure, which only a subgraph can answer. */
function needsSubgraphs(graph: Graph, { document, operation }: Normalised): boolean {
  const allHold = Object.fromEntries(conditionVariables(document).map((name) => [name, true]));
  const noneHolds = Object.fromEntries(conditionVariables(document).map((name) => [name, false]));
  const root = graph.apiSchema.getRootType(operation.operation);
  if (!root) return false;
  return [allHold, noneHolds].some((conditions) =>
    selectionsOf(graph.apiSchema, document, operation, conditions)
      .collect(root, [operation.selectionSet])
      .some(({ name }) => !name.startsWith('__')),
  );
}

function readingsOf(graph: Graph, document: DocumentNode, node: OperationDefinitionNode, { dataKeys }: Normalised) {
  const names = conditionVariables(document);
  const readings = new Map<string, Reading>();
  return (conditions: Conditions): Reading => {
    const key = names.map((name) => (conditions[name] === true ? 1 : 0)).join('');
    let reading = readings.get(key);
    if (reading === undefined) {
      const selections = selectionsOf(graph.apiSchema, document, node, conditions);
      reading = {
        project: projection(selections, dataKeys, graph.supergraph),
        places: responsePlaces(selections, dataKeys),
      };
      if (readings.size >= MOST_READINGS) readings.delete(readings.keys().next().value ?? '');
      readings.set(key, reading);
    }
    return reading;
  };
}

function introspectionOf(graph: Graph, { document }: Normalised): Operation['introspect'] {
  const isIntrospection = (name: string) => name === '__schema' || name === '__type';
  let isFound = false;
  visit(document, {
    Field(node) {
      isFound ||= isIntrospection(node.name.value);
    },
  });
  if (!isFound) return null;
  // What lies within is left as it is; of all else, nothing is to be resolved here.
  const only = visit(document, {
    Field: (node) => (isIntrospection(node.name.value) ? false : null),
  });
  const own = withFragmentsOfIntrospection(document, only);
  return (variableValues) => {
    const { data, errors } = executeSync({ schema: graph.apiSchema, document: own, rootValue: {}, variableValues });
    if (errors !== undefined) throw errors[0] ?? new Error('The graph could not describe itself.');
    // Without errors there is data.
    return structuredClone(data) as Fetched;
  };
}

/** Fragments on types of the introspection are left whole. */
function withFragmentsOfIntrospection(whole: DocumentNode, only: DocumentNode): DocumentNode {
  const definitions = only.definitions.map((definition, index) =>
    definition.kind === Kind.FRAGMENT_DEFINITION && definition.typeCondition.name.value.startsWith('__')
      ? (whole.definitions[index] ?? definition)
      : definition,
  );
  return { ...only, definitions };
}

function certaintyOf({ apiSchema }: Graph, { variableDefinitions = [] }: OperationDefinitionNode) {
  const checks = variableDefinitions.map(({ variable, type, defaultValue }) => {
    // A type of any shape is looked up; the declaration knows one of them only.
    const named = typeFromAST(apiSchema, type as NamedTypeNode);
    const mayBeAbsent = named !== undefined && !isNonNullType(named) && defaultValue === undefined;
    return { name: variable.name.value, isCertain: isInputType(named) ? certainly(named) : () => false, mayBeAbsent };
  });
  return (sent: Readonly<Record<string, unknown>>): boolean =>
    checks.every(({ name, isCertain, mayBeAbsent }) =>
      Object.hasOwn(sent, name) ? isCertain(sent[name]) : mayBeAbsent,
    );
}

/** The values of an operation’s variables as they are sent to subgraphs, and as its conditions see them. */
export function valuesFor(operation: Operation, sent: Readonly<Record<string, unknown>>) {
  const definitions = operation.node.variableDefinitions ?? [];
  if (definitions.length === 0) return { variables: operation.literals, conditions: {}, errors: null };
  let values = sent;
  if (!operation.areCertain(sent)) {
    const { coerced, errors } = getVariableValues(operation.graph.apiSchema, definitions, sent);
    if (errors !== undefined) return { variables: {}, conditions: {}, errors };
    values = coerced;
  }
  const variables: Record<string, unknown> = { ...operation.literals };
  for (const { variable } of definitions) {
    const name = variable.name.value;
    // As the client sent it, not as it was understood: the subgraph reads it for itself.
    if (Object.hasOwn(sent, name)) variables[variableName(name)] = sent[name];
  }
  const conditions: Record<string, boolean> = {};
  for (const name of operation.conditions) conditions[name] = conditions[variableName(name)] = values[name] === true;
  return { variables, conditions, errors: null };
}

function unplannable(): GraphQLError {
  return new GraphQLError(
    'No subgraph can answer this selection: nothing that they share leads to it. Select it through another field.',
    { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } },
  );
}

function tooLongToPlan(): GraphQLError {
  return new GraphQLError(
    'The operation can’t be planned: there are too many ways to fetch what it selects. Ask for less, or in several operations.',
    { extensions: { code: 'OPERATION_TOO_LARGE', limit: 'plan', http: { status: 400 } } },
  );
}

function tooLarge(found: number): GraphQLError {
  return new GraphQLError(
    `The operation takes ${found} fetches from subgraphs; ${MOST_FETCHES} are allowed. Ask for less, or in several operations.`,
    { extensions: { code: 'OPERATION_TOO_LARGE', limit: 'plan', allowed: MOST_FETCHES, found, http: { status: 400 } } },
  );
}
