import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  print,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLField,
  GraphQLInputType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
  VariableDefinitionNode,
} from 'graphql';

/**
 * An operation in the form in which it is planned. Literals are variables, so that operations that differ in them share
 * a plan. A field has its own name, or, where it takes arguments, an alias that stands for its name and these: what is
 * fetched for an object under one key is one thing, and neither an alias of the client nor a field that the plan
 * adds (a key, a field that another requires) can take its place. Objects that the client wants under two names stay
 * two: where one of them turns out null, the other need not.
 */
export type Normalised = {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The text of `document`. */
  readonly text: string;
  /** The values of the variables that were literals. */
  readonly literals: Readonly<Record<string, unknown>>;
  /** Under which key the value of a field of the original stands in what is fetched. */
  readonly dataKeys: ReadonlyMap<FieldNode, string>;
};

/** How the variables begin that were literals; with more underscores where a variable of the client begins like that. */
export const LITERAL = '_literal';
/** How the aliases begin that stand for a field with its arguments. */
const WITH_ARGUMENTS = '_with';
/** The variable by which a fetch passes on its entities: a client's own of this name gets another. */
const TAKEN = 'representations';

/** @param document a document that is valid in `schema`, with the operation among others */
export function normalise(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Normalised {
  const literals = literalsAsVariables(prefixFor(operation));
  const dataKeys = new Map<FieldNode, string>();
  const aliases = new Map<string, string>();
  const mutationType = schema.getMutationType();
  const types = new TypeInfo(schema);

  const keyOf = (
    node: FieldNode,
    field: GraphQLField<unknown, unknown> | null | undefined,
    passed: readonly ArgumentNode[],
  ): string => {
    const name = node.name.value;
    const own = node.selectionSet === undefined ? name : (node.alias?.value ?? name);
    if ((field?.args ?? []).length === 0 && own === name) return name;
    const signature = `${own}: ${name}(${passed.map(print).join()})`;
    const alias = aliases.get(signature) ?? `${WITH_ARGUMENTS}${aliases.size}`;
    aliases.set(signature, alias);
    return alias;
  };

  const rewritten = visit(
    onlyWith(document, operation),
    visitWithTypeInfo(types, {
      Field(node) {
        const name = node.name.value;
        const field = types.getFieldDef();
        const parent = types.getParentType();
        const passed = (node.arguments ?? [])
          .map((argument): ArgumentNode => {
            const type = field?.args.find((each) => each.name === argument.name.value)?.type;
            return type === undefined ? argument : { ...argument, value: literals.withoutThem(argument.value, type) };
          })
          .toSorted((one, other) => (one.name.value < other.name.value ? -1 : 1));
        const { alias: _ours, ...unnamed } = node;
        const changed: FieldNode = { ...unnamed, ...(passed.length === 0 ? {} : { arguments: passed }) };
        const isChange = mutationType !== undefined && mutationType !== null && parent === mutationType;
        // Two changes are two changes, however alike they look.
        const key = isChange ? (node.alias?.value ?? name) : keyOf(node, field, passed);
        dataKeys.set(node, key);
        return key === name ? changed : { ...changed, alias: { kind: Kind.NAME, value: key } };
      },
    }),
  );
  const normal = renamed(withVariables(rewritten, literals.definitions));
  return {
    document: normal,
    operation: operationOf(normal),
    text: print(normal),
    literals: literals.values,
    dataKeys,
  };
}

/** The name that a variable of the client has in the normalised operation: no two get the same. */
export const variableName = (name: string): string => (name.replace(/^_+/, '') === TAKEN ? `_${name}` : name);

/** No variable of the client may have the name of a literal. */
function prefixFor({ variableDefinitions = [] }: OperationDefinitionNode): string {
  let prefix = LITERAL;
  while (variableDefinitions.some(({ variable }) => variable.name.value.startsWith(prefix))) prefix = `_${prefix}`;
  return prefix;
}

function literalsAsVariables(prefix: string) {
  const known = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const definitions: VariableDefinitionNode[] = [];

  const asVariable = (value: ValueNode, type: GraphQLInputType): ValueNode => {
    const signature = `${String(type)} ${print(value)}`;
    let name = known.get(signature);
    if (name === undefined) {
      name = `${prefix}${known.size}`;
      known.set(signature, name);
      values[name] = valueFromASTUntyped(value);
      definitions.push(definitionOf(name, type));
    }
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } };
  };

  const withoutThem = (value: ValueNode, type: GraphQLInputType): ValueNode => {
    if (value.kind === Kind.VARIABLE || value.kind === Kind.NULL) return value;
    const nullable = getNullableType(type);
    if (value.kind === Kind.LIST) {
      if (!isListType(nullable) || !value.values.some(holdsVariable))
        return plain(value) ? asVariable(value, type) : value;
      return { ...value, values: value.values.map((each) => withoutThem(each, nullable.ofType)) };
    }
    if (value.kind === Kind.OBJECT) {
      // What a scalar makes of an object that holds variables is the scalar's own affair.
      const inner = getNamedType(nullable);
      if (!isInputObjectType(inner)) return !plain(value) || holdsVariable(value) ? value : asVariable(value, type);
      const fields = inner.getFields();
      return {
        ...value,
        fields: value.fields
          .map((field) => {
            const of = fields[field.name.value];
            return of === undefined ? field : { ...field, value: withoutThem(field.value, of.type) };
          })
          .toSorted((one, other) => (one.name.value < other.name.value ? -1 : 1)),
      };
    }
    return plain(value) ? asVariable(value, type) : value;
  };

  return { values, definitions, withoutThem };
}

/** True where a value is the same as JSON: a number that loses nothing, and no list or object that holds another. */
function plain(value: ValueNode): boolean {
  if (value.kind === Kind.INT || value.kind === Kind.FLOAT) {
    const number = Number(value.value);
    return value.kind === Kind.INT ? Number.isSafeInteger(number) : Number.isFinite(number);
  }
  if (value.kind === Kind.LIST) return value.values.every(plain);
  if (value.kind === Kind.OBJECT) return value.fields.every((field) => plain(field.value));
  return true;
}

function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => holdsVariable(field.value));
}

function definitionOf(name: string, type: GraphQLInputType): VariableDefinitionNode {
  const typeNode = (of: GraphQLInputType): VariableDefinitionNode['type'] => {
    // A list of an input holds inputs, which `isListType` does not say.
    if (isListType(of)) return { kind: Kind.LIST_TYPE, type: typeNode(of.ofType as GraphQLInputType) };
    const nullable = getNullableType(of);
    if (nullable === of) return { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: String(of) } };
    const inner = typeNode(nullable);
    // A type that may not be null twice over does not exist.
    return inner.kind === Kind.NON_NULL_TYPE ? inner : { kind: Kind.NON_NULL_TYPE, type: inner };
  };
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: typeNode(type),
  };
}

/** The operation with the fragments that it needs, and nothing else of the document. */
function onlyWith(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const needed = new Set<FragmentDefinitionNode>();
  const walk = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.selectionSet !== undefined) walk(selection.selectionSet);
        continue;
      }
      const fragment = fragments.get(selection.name.value);
      if (fragment === undefined || needed.has(fragment)) continue;
      needed.add(fragment);
      walk(fragment.selectionSet);
    }
  };
  walk(operation.selectionSet);
  return { kind: Kind.DOCUMENT, definitions: [operation, ...needed] };
}

/** Fragments have literals, too: which there are is known once all were read. */
function withVariables(document: DocumentNode, definitions: readonly VariableDefinitionNode[]): DocumentNode {
  return {
    ...document,
    definitions: document.definitions.map((node) =>
      node.kind === Kind.OPERATION_DEFINITION
        ? { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...definitions] }
        : node,
    ),
  };
}

function renamed(document: DocumentNode): DocumentNode {
  const variables = operationOf(document).variableDefinitions ?? [];
  if (variables.every(({ variable: { name } }) => variableName(name.value) === name.value)) return document;
  return visit(document, {
    Variable: (node) => ({ ...node, name: { ...node.name, value: variableName(node.name.value) } }),
  });
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}
