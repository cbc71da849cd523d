import type { FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner';
import { isInterfaceType, isObjectType, Kind, parse, valueFromASTUntyped } from 'graphql';
import type { DirectiveNode, GraphQLSchema, SelectionNode } from 'graphql';
import type { Conditions } from './selection.ts';
import { conditionVariables, isIncluded } from './selection.ts';

/** What of an entity need not be sent, by the names of its fields, because only fields that are skipped require it. */
export type Unneeded = {
  readonly whole: ReadonlySet<string>;
  /** Something within them may be missing: others require the rest. */
  readonly inPart: ReadonlySet<string>;
};

export const NONE_UNNEEDED: Unneeded = { whole: new Set(), inPart: new Set() };
const CONDITION = /@(?:include|skip)\b/;
/** How many combinations of its conditions are stored for one fetch. */
const MOST_READINGS = 16;

/**
 * The planner fetches what a skipped field requires under the condition of that field, and then wants it of every entity:
 * without this, all else of that fetch would be missing, without an error.
 * @param node a fetch of entities
 */
export function unneededOf(node: FetchNode, supergraph: GraphQLSchema): (conditions: Conditions) => Unneeded {
  if (!CONDITION.test(node.operation)) return () => NONE_UNNEEDED;
  const document = parse(node.operation, { noLocation: true });
  const names = conditionVariables(document);
  const selections = entitySelections(node);
  const rules = rulesOf(supergraph, node.serviceName);
  const readings = new Map<string, Unneeded>();

  return (conditions) => {
    const key = names.map((name) => (conditions[name] === true ? 1 : 0)).join('');
    let unneeded = readings.get(key);
    if (unneeded === undefined) {
      const required = { bySkipped: new Set<string>(), byOthers: new Set<string>() };
      collect(selections, { conditions, rules, required, types: [], isSkipped: false });
      const { bySkipped, byOthers } = required;
      unneeded = { whole: bySkipped.difference(byOthers), inPart: bySkipped.intersection(byOthers) };
      if (readings.size >= MOST_READINGS) readings.delete(readings.keys().next().value ?? '');
      readings.set(key, unneeded);
    }
    return unneeded;
  };
}

/**
 * The field of a fetch that requires another which the fetch does not send; null where all is sent. The planner makes
 * such fetches where a chain of required fields comes back to a subgraph, and the field would be calculated from nothing.
 */
export function unmetBy(node: FetchNode, supergraph: GraphQLSchema): string | null {
  const { required } = rulesOf(supergraph, node.serviceName);
  if (required.size === 0) return null;
  const sent = new Set(namesSent(node.requires ?? []));
  const within = (selections: readonly SelectionNode[], types: readonly string[]): string | null => {
    for (const each of selections) {
      if (each.kind === Kind.INLINE_FRAGMENT) {
        const type = each.typeCondition?.name.value;
        const found = within(each.selectionSet.selections, type === undefined ? types : [...types, type]);
        if (found !== null) return found;
      }
      if (each.kind !== Kind.FIELD) continue;
      const names = types.flatMap((type) => required.get(`${type}.${each.name.value}`) ?? []);
      if (names.some((name) => !sent.has(name))) return each.name.value;
    }
    return null;
  };
  return within(entitySelections(node), []);
}

const namesSent = (selections: readonly QueryPlanSelectionNode[]): readonly string[] =>
  selections.flatMap((each) => (each.kind === 'Field' ? [each.name] : namesSent(each.selections)));

/** What a fetch of entities selects of each. */
function entitySelections({ operation: text }: FetchNode): readonly SelectionNode[] {
  const [operation] = parse(text, { noLocation: true }).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return [];
  const [entities] = operation.selectionSet.selections;
  return entities?.kind === Kind.FIELD ? (entities.selectionSet?.selections ?? []) : [];
}

type Collecting = {
  readonly conditions: Conditions;
  readonly rules: Rules;
  readonly required: { readonly bySkipped: Set<string>; readonly byOthers: Set<string> };
  /** The types under whose conditions the selections stand. */
  readonly types: readonly string[];
  readonly isSkipped: boolean;
};

function collect(selections: readonly SelectionNode[], within: Collecting): void {
  const { conditions, rules, required } = within;
  for (const selection of selections) {
    const isSkipped = within.isSkipped || !isIncluded(selection, conditions);
    // The fetches of a plan have no fragments with names.
    if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const type = selection.typeCondition?.name.value;
      const types = type === undefined ? within.types : [...within.types, type];
      for (const each of types) for (const name of rules.keys.get(each) ?? []) required.byOthers.add(name);
      collect(selection.selectionSet.selections, { ...within, types, isSkipped });
      continue;
    }
    const into = isSkipped ? required.bySkipped : required.byOthers;
    for (const type of within.types)
      for (const name of rules.required.get(`${type}.${selection.name.value}`) ?? []) into.add(name);
  }
}

/** What one subgraph wants of an entity, by the names of its fields: to find it, and for a field that requires others. */
type Rules = {
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly required: ReadonlyMap<string, readonly string[]>;
};

const known = new WeakMap<GraphQLSchema, Map<string, Rules>>();

function rulesOf(supergraph: GraphQLSchema, subgraph: string): Rules {
  const bySubgraph = known.get(supergraph) ?? new Map<string, Rules>();
  known.set(supergraph, bySubgraph);
  const rules = bySubgraph.get(subgraph) ?? readRules(supergraph, subgraph);
  bySubgraph.set(subgraph, rules);
  return rules;
}

function readRules(supergraph: GraphQLSchema, subgraph: string): Rules {
  const keys = new Map<string, readonly string[]>();
  const required = new Map<string, readonly string[]>();
  const graph = graphNamed(supergraph, subgraph);
  const texts = (directives: readonly DirectiveNode[] = [], directive: string, argument: string) =>
    directives.flatMap((each) => {
      const passed = argumentsOf(each);
      const text = passed[argument];
      return each.name.value === directive && passed['graph'] === graph && typeof text === 'string' ? [text] : [];
    });
  for (const type of Object.values(supergraph.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    keys.set(type.name, texts(type.astNode?.directives, 'join__type', 'key').flatMap(namesIn));
    for (const field of type.astNode?.fields ?? []) {
      const names = texts(field.directives, 'join__field', 'requires').flatMap(namesIn);
      if (names.length > 0) required.set(`${type.name}.${field.name.value}`, names);
    }
  }
  return { keys, required };
}

/** The name that a subgraph has in the directives of a supergraph. */
export function graphNamed(supergraph: GraphQLSchema, subgraph: string): unknown {
  const values = supergraph.getType('join__Graph')?.astNode;
  const graphs = values?.kind === Kind.ENUM_TYPE_DEFINITION ? (values.values ?? []) : [];
  const isNamed = (directive: DirectiveNode) => argumentsOf(directive)['name'] === subgraph;
  return graphs.find(({ directives = [] }) => directives.some(isNamed))?.name.value;
}

export const argumentsOf = ({ arguments: passed = [] }: DirectiveNode): Readonly<Record<string, unknown>> =>
  Object.fromEntries(passed.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));

/** The names at the top of a selection of fields: what lies within them goes with them. */
function namesIn(fields: string): readonly string[] {
  const [operation] = parse(`{ ${fields} }`, { noLocation: true }).definitions;
  const within = (selections: readonly SelectionNode[]): readonly string[] =>
    selections.flatMap((each) => {
      if (each.kind === Kind.FIELD) return [each.name.value];
      return each.kind === Kind.INLINE_FRAGMENT ? within(each.selectionSet.selections) : [];
    });
  return operation?.kind === Kind.OPERATION_DEFINITION ? within(operation.selectionSet.selections) : [];
}
