import {
  getDirectiveValues,
  getNullableType,
  getVariableValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
} from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';

/** Completes the result of an operation some of whose fields were not fetched, by the rules of GraphQL for nulls. */
export type FilteredOperation = {
  readonly schema: GraphQLSchema;
  /** The operation as it was sent, with the denied fields. */
  readonly document: DocumentNode;
  readonly operationName: string | null;
  /** As the client sent them; defaults are filled in here. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly denied: ReadonlyMap<FieldNode, unknown>;
};

export type ResultMap = { [responseKey: string]: unknown };
type Path = readonly (string | number)[];
/** Where a denied field first became null; or that an equal field at the same place reports it. */
export type Positions = Map<FieldNode, Path | 'reported elsewhere'>;

export function completeWithNulls(
  data: ResultMap | null | undefined,
  filtered: FilteredOperation,
): { readonly data: ResultMap | null | undefined; readonly positions: Positions } {
  const positions: Positions = new Map();
  const operation = operationOf(filtered);
  const root = filtered.schema.getRootType(operation.operation);
  if (!data || !root) return { data, positions };
  const { collect, holdsDenied } = reading(filtered);
  return { data: completeObject(root, [operation.selectionSet], data, []), positions };

  function completeObject(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    fetched: ResultMap,
    path: Path,
  ): ResultMap | null {
    // Without a prototype, so that a field may have any name; `Object.create` says no type.
    const completed: ResultMap = Object.create(null) as ResultMap;
    for (const [key, nodes] of collect(type, selectionSets)) {
      const field = type.getFields()[nodes[0]?.name.value ?? ''];
      const seen = nodes.filter((node) => !filtered.denied.has(node));
      if (field !== undefined && seen.length === 0) {
        nodes.forEach((node, index) => {
          if (!positions.has(node)) positions.set(node, index === 0 ? [...path, key] : 'reported elsewhere');
        });
        if (isNonNullType(field.type)) return null;
        completed[key] = null;
        continue;
      }
      const inner = seen.flatMap((node) => node.selectionSet ?? []);
      if (field === undefined || !inner.some(holdsDenied)) {
        completed[key] = fetched[key];
        continue;
      }
      const value = completeValue(field.type, inner, fetched[key], [...path, key]);
      if (value === null && isNonNullType(field.type)) return null;
      completed[key] = value;
    }
    return completed;
  }

  function completeValue(
    type: GraphQLOutputType,
    selectionSets: readonly SelectionSetNode[],
    fetched: unknown,
    path: Path,
  ): unknown {
    if (fetched === null || fetched === undefined) return null;
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      // The executor has put a list wherever the schema has one.
      const items = (fetched as unknown[]).map((item, index) =>
        completeValue(nullable.ofType, selectionSets, item, [...path, index]),
      );
      return isNonNullType(nullable.ofType) && items.includes(null) ? null : items;
    }
    // An object or a leaf; the members of a leaf are not read.
    const map = fetched as ResultMap;
    const runtime = isAbstractType(nullable) ? filtered.schema.getType(String(map.__typename)) : nullable;
    return isObjectType(runtime) ? completeObject(runtime, selectionSets, map, path) : fetched;
  }
}

/** The fields of the operation that @skip and @include leave in, whatever the types of the values. */
export function reachableFields(filtered: FilteredOperation): ReadonlySet<FieldNode> {
  const found = new Set<FieldNode>();
  const { isIncluded, fragments } = reading(filtered);
  const spread = new Set<string>();
  const walk = (selections: readonly SelectionNode[]): void => {
    for (const selection of selections.filter(isIncluded)) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        if (spread.has(name)) continue;
        spread.add(name);
        walk(fragments.get(name)?.selectionSet.selections ?? []);
        continue;
      }
      if (selection.kind === Kind.FIELD) {
        found.add(selection);
        // What lies under a denied field is not asked for any more.
        if (filtered.denied.has(selection)) continue;
      }
      walk(selection.selectionSet?.selections ?? []);
    }
  };
  walk(operationOf(filtered).selectionSet.selections);
  return found;
}

function operationOf({ document, operationName }: FilteredOperation): OperationDefinitionNode {
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode =>
      node.kind === Kind.OPERATION_DEFINITION && (operationName === null || node.name?.value === operationName),
  );
  if (operation === undefined) throw new Error(`The document has no operation ${operationName ?? ''}.`);
  return operation;
}

/** How an operation is read: which selections count, which fields they come to, where denied ones lie. */
function reading(filtered: FilteredOperation) {
  const { schema, document, denied } = filtered;
  const fragments = fragmentsOf(document);

  const { coerced: variables } = getVariableValues(
    schema,
    operationOf(filtered).variableDefinitions ?? [],
    filtered.variables,
  );
  const isIncluded = (selection: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;

  const applies = (condition: string | undefined, type: GraphQLObjectType): boolean => {
    if (condition === undefined || condition === type.name) return true;
    const named = schema.getType(condition);
    return isAbstractType(named) && schema.isSubType(named, type);
  };

  /** The fields that an object of `type` is asked for, by response key, in the order of the operation. */
  const collect = (
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    fields = new Map<string, FieldNode[]>(),
  ): Map<string, FieldNode[]> => {
    for (const selection of selectionSets.flatMap((set) => set.selections).filter(isIncluded)) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const nodes = fields.get(key);
        if (nodes === undefined) fields.set(key, [selection]);
        else nodes.push(selection);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (fragment === undefined || !applies(fragment.typeCondition?.name.value, type)) continue;
      collect(type, [fragment.selectionSet], fields);
    }
    return fields;
  };

  return { fragments, isIncluded, collect, holdsDenied: selectionsHolding(denied, document) };
}

/** Whether, in a selection, a denied field lies in it, at any depth. */
export function selectionsHolding(
  denied: ReadonlyMap<FieldNode, unknown>,
  document: DocumentNode,
): (selectionSet: SelectionSetNode) => boolean {
  const fragments = fragmentsOf(document);
  const known = new Map<SelectionSetNode, boolean>();
  const holdsDenied = (selectionSet: SelectionSetNode): boolean => {
    let holdsOne = known.get(selectionSet);
    if (holdsOne === undefined) {
      holdsOne = selectionSet.selections.some((selection) => {
        if (selection.kind === Kind.FIELD && denied.has(selection)) return true;
        const inner =
          selection.kind === Kind.FRAGMENT_SPREAD
            ? fragments.get(selection.name.value)?.selectionSet
            : selection.selectionSet;
        return inner !== undefined && holdsDenied(inner);
      });
      known.set(selectionSet, holdsOne);
    }
    return holdsOne;
  };
  return holdsDenied;
}

function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  return fragments;
}
