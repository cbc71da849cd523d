import { Kind, parse, valueFromASTUntyped, visit } from 'graphql';
import type {
  ConstDirectiveNode,
  DirectiveNode,
  DocumentNode,
  EnumTypeDefinitionNode,
  FieldDefinitionNode,
  InputObjectTypeDefinitionNode,
  InputValueDefinitionNode,
  InterfaceTypeDefinitionNode,
  ObjectTypeDefinitionNode,
  TypeNode,
  UnionTypeDefinitionNode,
} from 'graphql';

type WithFields = ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode;
/** By name. */
type Definitions = ReadonlyMap<string, Definition>;
type Definition = WithFields | InputObjectTypeDefinitionNode | EnumTypeDefinitionNode | UnionTypeDefinitionNode;

const INACCESSIBLE = `
  extend schema @link(url: "https://specs.apollo.dev/inaccessible/v0.2", for: SECURITY)
  directive @inaccessible on FIELD_DEFINITION | OBJECT | INTERFACE | UNION | ARGUMENT_DEFINITION | SCALAR | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION
`;

/**
 * The supergraph of a contract: what has one of the tags is @inaccessible in it, with all that makes no sense without it:
 * fields of such a type, types of which nothing is left, and what no root field leads to any more. Clients see none of it,
 * neither in introspection nor in messages; plans may still fetch it, for a key or a @requires.
 * @throws Error where nothing has one of the tags: mistyped, it would show what it is to hide
 */
export function contractOf(document: DocumentNode, without: readonly string[]): DocumentNode {
  if (without.length === 0) return document;
  const hidden = hiddenBy(document, new Set(without));
  const marked = visit(document, {
    enter(node, _key, _parent, _path, ancestors) {
      const coordinate = coordinateOf(node, ancestors);
      if (coordinate === null || !hidden.has(coordinate) || !('directives' in node)) return undefined;
      // What has directives in a document of a schema has them as nodes.
      const directives = (node.directives ?? []) as readonly DirectiveNode[];
      if (directives.some(({ name }) => name.value === 'inaccessible')) return undefined;
      return { ...node, directives: [...directives, inaccessible] };
    },
  });
  return document.definitions.some(definesInaccessible) ? marked : withInaccessible(marked);
}

const inaccessible: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'inaccessible' } };

const definesInaccessible = (node: DocumentNode['definitions'][number]): boolean =>
  node.kind === Kind.DIRECTIVE_DEFINITION && node.name.value === 'inaccessible';

function withInaccessible(document: DocumentNode): DocumentNode {
  const [link, definition] = parse(INACCESSIBLE).definitions;
  if (link?.kind !== Kind.SCHEMA_EXTENSION || definition === undefined)
    throw new Error('The feature is not written so.');
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.SCHEMA_DEFINITION
      ? { ...node, directives: [...(node.directives ?? []), ...(link.directives ?? [])] }
      : node,
  );
  return { ...document, definitions: [...definitions, definition] };
}

/** What stands in the visited place: `Type`, `Type.field`, `Type.field(argument)`. */
function coordinateOf(node: unknown, ancestors: readonly unknown[]): string | null {
  const named = [...ancestors.filter((each) => !Array.isArray(each)), node].filter(isNamedPart);
  const [type, member, argument] = named.map(({ name }) => name.value);
  if (type === undefined || !isNamedPart(node)) return null;
  if (member === undefined) return type;
  return argument === undefined ? `${type}.${member}` : `${type}.${member}(${argument})`;
}

const PARTS: readonly string[] = [
  Kind.OBJECT_TYPE_DEFINITION,
  Kind.INTERFACE_TYPE_DEFINITION,
  Kind.INPUT_OBJECT_TYPE_DEFINITION,
  Kind.ENUM_TYPE_DEFINITION,
  Kind.UNION_TYPE_DEFINITION,
  Kind.SCALAR_TYPE_DEFINITION,
  Kind.FIELD_DEFINITION,
  Kind.INPUT_VALUE_DEFINITION,
  Kind.ENUM_VALUE_DEFINITION,
];
const isNamedPart = (node: unknown): node is { readonly kind: string; readonly name: { readonly value: string } } =>
  typeof node === 'object' && node !== null && 'kind' in node && PARTS.includes(String(node.kind));

function hiddenBy(document: DocumentNode, tags: ReadonlySet<string>): ReadonlySet<string> {
  const hidden = new Set<string>();
  visit(document, {
    enter(node, _key, _parent, _path, ancestors) {
      const coordinate = coordinateOf(node, ancestors);
      if (coordinate !== null && 'directives' in node && isTagged(node.directives, tags)) hidden.add(coordinate);
    },
  });
  if (hidden.size === 0) throw new Error(`Nothing in the graph is tagged ${[...tags].join(' or ')}.`);
  const definitions = document.definitions.filter(isDefinition);
  const byName = new Map(definitions.map((each) => [each.name.value, each]));
  for (let before = -1; before !== hidden.size;) {
    before = hidden.size;
    for (const each of definitions) hideWithoutSense(each, byName, hidden);
  }
  if (hidden.has('Query')) throw new Error('Nothing of Query is left.');
  const reached = reachedFrom(byName, hidden);
  for (const { name } of definitions) if (!reached.has(name.value)) hidden.add(name.value);
  return hidden;
}

function isTagged(directives: readonly DirectiveNode[] | undefined, tags: ReadonlySet<string>): boolean {
  return (directives ?? []).some(
    ({ name, arguments: passed = [] }) =>
      name.value === 'tag' && passed.some(({ value }) => tags.has(String(valueFromASTUntyped(value)))),
  );
}

/** Types of features, such as join__Graph, are no part of what clients see. */
const isDefinition = (node: DocumentNode['definitions'][number]): node is Definition =>
  isNamedPart(node) && node.kind !== Kind.SCALAR_TYPE_DEFINITION && !node.name.value.includes('__');

const namedType = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type));
const isRequired = ({ type, defaultValue }: InputValueDefinitionNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;

/** Hides what makes no sense in a definition without what is hidden so far. */
function hideWithoutSense(node: Definition, all: Definitions, hidden: Set<string>): void {
  const type = node.name.value;
  const left = (names: readonly string[]) => names.some((name) => !hidden.has(name));
  if (node.kind === Kind.UNION_TYPE_DEFINITION) {
    if (!left((node.types ?? []).map(({ name }) => name.value))) hidden.add(type);
    return;
  }
  if (node.kind === Kind.ENUM_TYPE_DEFINITION) {
    if (!left((node.values ?? []).map(({ name }) => `${type}.${name.value}`))) hidden.add(type);
    return;
  }
  for (const field of node.fields ?? []) hideField(type, field, hidden);
  if (node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) hideInInterfaces(node, all, hidden);
  else if (node.fields?.some((field) => isRequired(field) && hidden.has(`${type}.${field.name.value}`)))
    // Nothing could be sent that is an input.
    hidden.add(type);
  if (!left((node.fields ?? []).map(({ name }) => `${type}.${name.value}`))) hidden.add(type);
}

function hideField(type: string, field: FieldDefinitionNode | InputValueDefinitionNode, hidden: Set<string>): void {
  const coordinate = `${type}.${field.name.value}`;
  if (hidden.has(namedType(field.type))) hidden.add(coordinate);
  if (field.kind === Kind.INPUT_VALUE_DEFINITION) return;
  for (const argument of field.arguments ?? []) {
    const own = `${coordinate}(${argument.name.value})`;
    if (hidden.has(namedType(argument.type))) hidden.add(own);
    if (hidden.has(own) && isRequired(argument)) hidden.add(coordinate);
  }
}

/** An interface shows no field that one of its types hides. */
function hideInInterfaces(node: WithFields, all: Definitions, hidden: Set<string>): void {
  if (hidden.has(node.name.value)) return;
  for (const { name } of node.interfaces ?? []) {
    const of = all.get(name.value);
    if (of?.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    for (const field of of.fields ?? [])
      if (hidden.has(`${node.name.value}.${field.name.value}`)) hidden.add(`${name.value}.${field.name.value}`);
  }
}

function reachedFrom(definitions: Definitions, hidden: ReadonlySet<string>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = ['Query', 'Mutation', 'Subscription'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const node = definitions.get(name);
    if (node === undefined || reached.has(name) || hidden.has(name)) continue;
    reached.add(name);
    waiting.push(...typesIn(node, hidden));
    if (node.kind === Kind.INTERFACE_TYPE_DEFINITION)
      waiting.push(...definitions.keys().filter((each) => implementsIt(definitions.get(each), name)));
  }
  return reached;
}

const implementsIt = (node: Definition | undefined, name: string): boolean =>
  node !== undefined && 'interfaces' in node && (node.interfaces ?? []).some((each) => each.name.value === name);

/** What a definition that is shown leads to. */
function typesIn(node: Definition, hidden: ReadonlySet<string>): string[] {
  if (node.kind === Kind.UNION_TYPE_DEFINITION) return (node.types ?? []).map(({ name }) => name.value);
  if (node.kind === Kind.ENUM_TYPE_DEFINITION) return [];
  const interfaces = 'interfaces' in node ? (node.interfaces ?? []).map(({ name }) => name.value) : [];
  const fields = (node.fields ?? []).filter(({ name }) => !hidden.has(`${node.name.value}.${name.value}`));
  const passed = fields.flatMap((field) => (field.kind === Kind.FIELD_DEFINITION ? (field.arguments ?? []) : []));
  return [...interfaces, ...[...fields, ...passed].map(({ type }) => namedType(type))];
}
