import { createHash } from 'node:crypto';
import { Kind, print, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { normalise } from '../execute/normalise.ts';

/** An operation as it is remembered: what it asks for, and nothing of what it asks about. */
export type DescribedOperation = {
  /** SHA-256 of the text with the name in it. */
  readonly hash: string;
  /** As the client calls it, where that says so much in 100 characters. */
  readonly name: string | null;
  /** Valid where the operation is valid: without values, and without its name, aliases and others that a client makes up. */
  readonly text: string;
  /** The fields that it selects, in alphabetical order: `Loan.loanNo`. */
  readonly fields: readonly string[];
};

const LONGEST_NAME = 100;
const LONGEST_TEXT = 16_384;
const MOST_FIELDS = 500;

/**
 * @param document valid in the schema, with the operation in it
 * @returns null for what is too large to be remembered, or selects nothing but what the graph says of itself
 */
export function describedOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): DescribedOperation | null {
  // Literals are variables in it. Their values are nowhere in the text.
  const normal = normalise(schema, document, operation).document;
  const fields = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    normal,
    visitWithTypeInfo(types, {
      Field(node) {
        const parent = types.getParentType()?.name ?? '';
        if (!node.name.value.startsWith('__') && !parent.startsWith('__')) fields.add(`${parent}.${node.name.value}`);
      },
    }),
  );
  const name = operation.name?.value ?? null;
  const described = withoutTheClientsOwn(normal);
  const text = print(visit(described, { OperationDefinition: withoutName }));
  if (fields.size === 0 || fields.size > MOST_FIELDS || text.length > LONGEST_TEXT) return null;
  return {
    hash: createHash('sha256').update(print(described)).digest('hex'),
    name: name !== null && name.length <= LONGEST_NAME ? name : null,
    text,
    fields: [...fields].toSorted(),
  };
}

/** Without values, and without names that may hold anything, as that of a person: their aliases, variables and fragments. */
function withoutTheClientsOwn(document: DocumentNode): DocumentNode {
  const [variables, aliases, fragments] = [numbered('v'), numbered('a'), numbered('F')];
  const named = (value: string) => ({ kind: Kind.NAME, value }) as const;
  return visit(document, {
    OperationDefinition: (node) =>
      node.name !== undefined && node.name.value.length > LONGEST_NAME ? withoutName(node) : undefined,
    VariableDefinition({ defaultValue, ...node }) {
      if (defaultValue === undefined) return undefined;
      if (node.type.kind === Kind.NON_NULL_TYPE) return node;
      // Where its default made a variable fit, its type has to.
      return { ...node, type: { kind: Kind.NON_NULL_TYPE, type: node.type } };
    },
    // What no variable could take the place of: a number beyond those of JSON, a part of a scalar's object.
    IntValue: (node) => ({ ...node, value: '0' }),
    FloatValue: (node) => ({ ...node, value: '0.0' }),
    StringValue: (node) => ({ ...node, value: '', block: false }),
    Variable: (node) => ({ ...node, name: named(variables(node.name.value)) }),
    Field: (node) => (node.alias === undefined ? undefined : { ...node, alias: named(aliases(node.alias.value)) }),
    FragmentSpread: (node) => ({ ...node, name: named(fragments(node.name.value)) }),
    FragmentDefinition: (node) => ({ ...node, name: named(fragments(node.name.value)) }),
  });
}

/** Its name stands in one place alone, where it can be taken out. */
const withoutName = ({ name: _name, ...node }: OperationDefinitionNode): OperationDefinitionNode => node;

/** The same name for the same name, by the order in which they come. */
function numbered(letter: string) {
  const known = new Map<string, string>();
  return (name: string): string => {
    const found = known.get(name) ?? `${letter}${known.size}`;
    known.set(name, found);
    return found;
  };
}
