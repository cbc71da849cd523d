import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  isInterfaceType,
  Kind,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLInputType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import type { CostRules, ListSize } from './rules.ts';
import { isRecord } from '#platform/runtime/is-record.ts';

/** A valid operation, with the variables as the client sent them. */
export type Priced = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly rules: CostRules;
};

export type Price = {
  /** What the operation costs if every list is as long as it may be. Whole points. */
  readonly cost: number;
  /** The longest page that it asks for, and where. */
  readonly longest: { readonly field: string; readonly size: number };
};

/** An operation costs so much at least: to read it, to know the caller, to plan. */
const least = 10;
/** A field of Mutation has a transaction of its own. */
const mutation = 10;
const introspection = 100;
/** A list of which the schema says nothing. */
const unknownList = 10;

/** The fields of a connection that are as long as the page. */
type Page = { readonly fields: readonly string[]; readonly size: number } | null;

/**
 * The cost of an operation before it is carried out, by the cost specification of Apollo: each object 1 or
 * its @cost, in lists times their length; scalars nothing but their @cost. @skip and @include are not looked at.
 */
export function priceOf(priced: Priced): Price {
  const { schema, operation, rules } = priced;
  const root = schema.getRootType(operation.operation);
  if (!root) return { cost: least, longest: { field: '', size: 0 } };
  const fragments = fragmentsOf(priced.document);
  const variables = variablesOf(priced);
  /** The cost of a fragment is calculated once, however often it is spread. */
  const known = new Map<SelectionSetNode, Map<string, number>>();
  let longest: Price['longest'] = { field: '', size: 0 };

  const ofSelection = (parent: GraphQLCompositeType, set: SelectionSetNode, page: Page): number => {
    const ofThis = known.get(set) ?? new Map<string, number>();
    known.set(set, ofThis);
    const key = `${page?.size} ${page?.fields.join()}`;
    const before = ofThis.get(key);
    if (before !== undefined) return before;
    let sum = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        sum += ofField(parent, selection, page);
        continue;
      }
      const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (inner === undefined) continue;
      const narrowed = inner.typeCondition ? typeFromAST(schema, inner.typeCondition) : parent;
      if (narrowed && isCompositeType(narrowed)) sum += ofSelection(narrowed, inner.selectionSet, page);
    }
    ofThis.set(key, sum);
    return sum;
  };

  const ofField = (parent: GraphQLCompositeType, node: FieldNode, page: Page): number => {
    const name = node.name.value;
    if (name.startsWith('__')) return name === '__typename' ? 0 : introspection;
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (field === undefined) return 0;
    const coordinate = `${parent.name}.${name}`;
    const passed = argumentsOf(node, variables);
    const type = getNamedType(field.type);
    const list = rules.lists.get(coordinate);
    const size = list === undefined ? unknownList : sizeOf(list, passed);
    if (list !== undefined && size > longest.size && isSized(list, passed)) longest = { field: coordinate, size };

    const isList = isListType(getNullableType(field.type));
    const times = !isList ? 1 : page?.fields.includes(name) ? page.size : size;
    const inner = list !== undefined && list.sized.length > 0 ? { fields: list.sized, size } : null;
    const weight = rules.weights.get(coordinate) ?? rules.weights.get(type.name) ?? (isCompositeType(type) ? 1 : 0);
    const below = node.selectionSet && isCompositeType(type) ? ofSelection(type, node.selectionSet, inner) : 0;
    const change = parent === schema.getMutationType() ? mutation : 0;
    return change + costOfArguments(rules, coordinate, field, passed) + times * (weight + below);
  };

  const cost = ofSelection(root, operation.selectionSet, null);
  return { cost: Math.max(least, Math.ceil(cost)), longest };
}

function costOfArguments(
  rules: CostRules,
  coordinate: string,
  field: GraphQLField<unknown, unknown>,
  passed: Readonly<Record<string, unknown>>,
): number {
  return field.args
    .filter(({ name }) => passed[name] !== undefined && passed[name] !== null)
    .reduce((sum, { name, type }) => {
      const weight = rules.weights.get(`${coordinate}(${name}:)`) ?? 0;
      return sum + costOfInput(rules, type, passed[name], weight);
    }, 0);
}

/** Each value in a list costs its weight. */
function costOfInput(rules: CostRules, type: GraphQLInputType, value: unknown, weight: number): number {
  if (value === null || value === undefined) return 0;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items = Array.isArray(value) ? value : [value];
    return items.reduce((sum: number, item) => sum + costOfInput(rules, nullable.ofType, item, weight), 0);
  }
  if (!isInputObjectType(nullable) || !isRecord(value)) return weight;
  return Object.values(nullable.getFields()).reduce((sum, { name, type: inner }) => {
    const own = rules.weights.get(`${nullable.name}.${name}`) ?? 0;
    return sum + costOfInput(rules, inner, value[name], own);
  }, weight);
}

function sizeOf({ assumed, slicing }: ListSize, passed: Readonly<Record<string, unknown>>): number {
  const sizes = slicing.map((name) => passed[name]).filter((value) => typeof value === 'number');
  return sizes.length > 0 ? Math.max(0, ...sizes) : (assumed ?? unknownList);
}

const isSized = ({ slicing }: ListSize, passed: Readonly<Record<string, unknown>>): boolean =>
  slicing.some((name) => typeof passed[name] === 'number');

function argumentsOf(node: FieldNode, variables: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]),
  );
}

/** The variables with their defaults. What is wrong with them is found out later; here it only has to count. */
function variablesOf({ operation, variables }: Priced): Record<string, unknown> {
  return Object.fromEntries(
    (operation.variableDefinitions ?? []).map(({ variable: { name }, defaultValue }) => {
      const passed = Object.hasOwn(variables, name.value) ? variables[name.value] : undefined;
      return [name.value, passed ?? (defaultValue && valueFromASTUntyped(defaultValue))];
    }),
  );
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return fragments;
}
