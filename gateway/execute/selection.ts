import { isAbstractType, Kind, SchemaMetaFieldDef, TypeMetaFieldDef, valueFromASTUntyped } from 'graphql';
import type {
  DirectiveNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';

/** The values of the variables that @skip and @include look at. */
export type Conditions = Readonly<Record<string, boolean>>;

/** The fields that an object of one type is asked for under one key of the response. */
export type FieldGroup = {
  readonly responseKey: string;
  readonly name: string;
  readonly nodes: readonly FieldNode[];
};

/** How one operation reads under one set of conditions. */
export type Selections = {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  /** What an object of `type` is asked for, in the order of the operation. An abstract type takes what is selected of itself. */
  collect(type: GraphQLCompositeType, sets: readonly SelectionSetNode[]): readonly FieldGroup[];
};

export function selectionsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Conditions,
): Selections {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);

  const applies = (condition: string | undefined, type: GraphQLCompositeType): boolean => {
    if (condition === undefined || condition === type.name) return true;
    const named = schema.getType(condition);
    if (!isAbstractType(named)) return false;
    return 'getFields' in type && schema.isSubType(named, type);
  };

  const collectInto = (
    type: GraphQLCompositeType,
    set: SelectionSetNode,
    groups: Map<string, { responseKey: string; name: string; nodes: FieldNode[] }>,
    spread: Set<string>,
  ): void => {
    for (const selection of set.selections) {
      if (!isIncluded(selection, conditions)) continue;
      if (selection.kind === Kind.FIELD) {
        const responseKey = selection.alias?.value ?? selection.name.value;
        const group = groups.get(responseKey);
        if (group === undefined)
          groups.set(responseKey, { responseKey, name: selection.name.value, nodes: [selection] });
        else group.nodes.push(selection);
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (spread.has(selection.name.value)) continue;
        spread.add(selection.name.value);
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      if (fragment === undefined || !applies(fragment.typeCondition?.name.value, type)) continue;
      collectInto(type, fragment.selectionSet, groups, spread);
    }
  };

  return {
    schema,
    operation,
    collect(type, sets) {
      const groups = new Map<string, { responseKey: string; name: string; nodes: FieldNode[] }>();
      const spread = new Set<string>();
      for (const set of sets) collectInto(type, set, groups, spread);
      return [...groups.values()];
    },
  };
}

/** What is selected within a group of fields. */
export const innerSets = ({ nodes }: FieldGroup): readonly SelectionSetNode[] =>
  nodes.flatMap((node) => node.selectionSet ?? []);

export function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (type === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return 'getFields' in type ? type.getFields()[name] : undefined;
}

/** The variables that decide which fields are selected. */
export function conditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  const walk = (selections: readonly SelectionNode[]): void => {
    for (const selection of selections) {
      for (const directive of selection.directives ?? []) {
        const condition = conditionOf(directive);
        if (condition?.kind === Kind.VARIABLE) names.add(condition.name.value);
      }
      if (selection.kind !== Kind.FRAGMENT_SPREAD) walk(selection.selectionSet?.selections ?? []);
    }
  };
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION)
      walk(node.selectionSet.selections);
  }
  return [...names];
}

export function isIncluded(selection: SelectionNode, conditions: Conditions): boolean {
  for (const directive of selection.directives ?? []) {
    const condition = conditionOf(directive);
    if (condition === undefined) continue;
    const holds =
      condition.kind === Kind.VARIABLE
        ? conditions[condition.name.value] === true
        : valueFromASTUntyped(condition) === true;
    if (holds === (directive.name.value === 'skip')) return false;
  }
  return true;
}

function conditionOf(directive: DirectiveNode) {
  const isCondition = directive.name.value === 'skip' || directive.name.value === 'include';
  return isCondition ? directive.arguments?.find(({ name }) => name.value === 'if')?.value : undefined;
}
