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
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
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
  /** What of it are the rows that it sends: each is work that the client has already put into one list. */
  readonly sent: number;
  /** The longest page that it asks for, and where. */
  readonly longest: { readonly field: string; readonly size: number };
};

/**
 * What an operation costs at least: to read it, to know the caller, to ask one subgraph. A point is a fifth of a
 * millisecond of a processor, ours and PostgreSQL's together; `npm run bench -- prices` holds it against what is measured.
 */
const least = 10;
/** What has to be looked up, however many there are of it: one statement reads all. */
const lookup = 1;
/** How many points a record is: it weighs 1 where the schema says nothing else. */
const row = 1 / 20;
/** What is no record weighs less: it comes along with one. */
const part = 0.5;
/** A field of Mutation has a transaction of its own. */
const mutation = 10;
const introspection = 100;
/** A list of which the schema says nothing; in the reply to a mutation that takes rows, it is as long as those. */
const unknownList = 10;

/**
 * What a selection costs once, in points, and what each of its objects weighs; `beside`: in points, what a page says of its
 * list beside the records, such as their number. One statement finds it for all lists of that kind, whatever is selected of it.
 */
type Sum = { readonly once: number; readonly weight: number; readonly beside: number };

/** The fields of a connection that are as long as the page. */
type Page = { readonly fields: readonly string[]; readonly size: number } | null;

/**
 * The cost of an operation before it is carried out: what every operation costs, what is looked up, and records by their
 * number. Their weight is that of the cost specification of Apollo: each object 1 or its @cost, in lists times their
 * length; scalars nothing but their @cost, which those of a page that are not its records cost once. @skip and @include are
 * not looked at.
 */
export function priceOf(priced: Priced): Price {
  const { schema, operation, rules } = priced;
  const root = schema.getRootType(operation.operation);
  if (!root) return { cost: least, sent: 0, longest: { field: '', size: 0 } };
  const fragments = fragmentsOf(priced.document);
  const variables = variablesOf(priced);
  /** The cost of a fragment is calculated once, however often it is spread. */
  const known = new Map<SelectionSetNode, Map<string, Sum>>();
  let longest: Price['longest'] = { field: '', size: 0 };
  let sent = 0;
  /** How many rows the mutation takes that is being priced. */
  let rows: number | null = null;

  const ofSelection = (parent: GraphQLCompositeType, set: SelectionSetNode, page: Page): Sum => {
    const ofThis = known.get(set) ?? new Map<string, Sum>();
    known.set(set, ofThis);
    const key = `${page?.size} ${page?.fields.join()} ${rows}`;
    const before = ofThis.get(key);
    if (before !== undefined) return before;
    const sum = { once: 0, weight: 0, beside: 0 };
    for (const selection of set.selections) {
      const { once, weight, beside } = ofSelected(parent, selection, page);
      sum.once += once;
      sum.weight += weight;
      sum.beside = Math.max(sum.beside, beside);
    }
    ofThis.set(key, sum);
    return sum;
  };

  const ofSelected = (parent: GraphQLCompositeType, selection: SelectionNode, page: Page): Sum => {
    if (selection.kind === Kind.FIELD) return ofField(parent, selection, page);
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (inner === undefined) return NOTHING;
    const narrowed = inner.typeCondition ? typeFromAST(schema, inner.typeCondition) : parent;
    return narrowed && isCompositeType(narrowed) ? ofSelection(narrowed, inner.selectionSet, page) : NOTHING;
  };

  const ofField = (parent: GraphQLCompositeType, node: FieldNode, page: Page): Sum => {
    const name = node.name.value;
    if (name.startsWith('__')) return name === '__typename' ? NOTHING : { ...NOTHING, once: introspection };
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    if (field === undefined) return NOTHING;
    const coordinate = `${parent.name}.${name}`;
    const passed = argumentsOf(node, variables);
    const isChange = parent === schema.getMutationType();
    const input = costOfArguments(rules, coordinate, field, passed);
    if (isChange) [rows, sent] = [input.rows, sent + input.ofRows];
    const type = getNamedType(field.type);
    const list = rules.lists.get(coordinate);
    const size = list === undefined ? (rows ?? unknownList) : sizeOf(list, passed);
    if (list !== undefined && size > longest.size && isSized(list, passed)) longest = { field: coordinate, size };

    const isOfPage = page?.fields.includes(name) === true;
    const times = !isListType(getNullableType(field.type)) ? 1 : isOfPage ? page.size : size;
    const inner = list !== undefined && list.sized.length > 0 ? { fields: list.sized, size } : null;
    const below = node.selectionSet && isCompositeType(type) ? ofSelection(type, node.selectionSet, inner) : NOTHING;
    const weight = rules.weights.get(coordinate) ?? rules.weights.get(type.name) ?? usualWeight(type, rules);
    if (page !== null && !isCompositeType(type)) return { ...NOTHING, beside: weight * row };
    const isLookedUp =
      isCompositeType(type) && !isOfPage && (parent === root || list !== undefined || rules.records.has(type.name));
    const once = (isChange ? mutation : 0) + (isLookedUp ? lookup : 0) + input.cost;
    return { once: once + below.once + below.beside, weight: times * (weight + below.weight), beside: 0 };
  };

  const { once, weight } = ofSelection(root, operation.selectionSet, null);
  return { cost: Math.ceil(least + once + weight * row), sent, longest };
}

const usualWeight = (type: GraphQLNamedType, { records }: CostRules): number =>
  !isCompositeType(type) ? 0 : records.has(type.name) ? 1 : part;

const NOTHING: Sum = { once: 0, weight: 0, beside: 0 };

/** What arguments cost; of it, what the rows do: lists of which the schema says what each item costs. `rows`: of the longest. */
type InputCost = { readonly cost: number; readonly ofRows: number; readonly rows: number | null };

function costOfArguments(
  rules: CostRules,
  coordinate: string,
  field: GraphQLField<unknown, unknown>,
  passed: Readonly<Record<string, unknown>>,
): InputCost {
  return together(
    field.args
      .filter(({ name }) => passed[name] !== undefined && passed[name] !== null)
      .map(({ name, type }) =>
        costOfInput(rules, type, passed[name], rules.weights.get(`${coordinate}(${name}:)`) ?? 0),
      ),
  );
}

/** Each value in a list costs its weight. */
function costOfInput(rules: CostRules, type: GraphQLInputType, value: unknown, weight: number): InputCost {
  if (value === null || value === undefined) return FREE;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    // More than any operation may send: it is refused, whatever they are, and before a second of the processor was spent on them.
    const points = items.length * Math.max(1, weight);
    if (points > most) return { cost: points, ofRows: weight === 0 ? 0 : points, rows: items.length };
    const all = together(items.map((item) => costOfInput(rules, nullable.ofType, item, weight)));
    return weight === 0 ? all : { ...all, ofRows: all.cost, rows: Math.max(items.length, all.rows ?? 0) };
  }
  if (!isInputObjectType(nullable) || !isRecord(value)) return { ...FREE, cost: weight };
  return together([
    { ...FREE, cost: weight },
    ...Object.values(nullable.getFields()).map(({ name, type: inner }) =>
      costOfInput(rules, inner, value[name], rules.weights.get(`${nullable.name}.${name}`) ?? 0),
    ),
  ]);
}

/** Points of one list, from which on it is not looked into. */
const most = 5_000;
const FREE: InputCost = { cost: 0, ofRows: 0, rows: null };

const together = (parts: readonly InputCost[]): InputCost =>
  parts.reduce(
    (sum, { cost, ofRows, rows }) => ({
      cost: sum.cost + cost,
      ofRows: sum.ofRows + ofRows,
      rows: rows === null ? sum.rows : Math.max(rows, sum.rows ?? 0),
    }),
    FREE,
  );

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
      // A variable that is null has no default: its page is as long as the schema assumes.
      const passed = Object.hasOwn(variables, name.value) ? variables[name.value] : undefined;
      return [name.value, passed === undefined ? defaultValue && valueFromASTUntyped(defaultValue) : passed];
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
