import { BREAK, GraphQLError, Kind, Lexer, OperationTypeNode, parse, Source, TokenKind, visit } from 'graphql';
import type {
  DefinitionNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';

/** How much one operation may ask for. Measured before validation, whose own cost grows with the operation. */
export const operationLimits = { depth: 15, aliases: 30, rootFields: 10, selections: 2_000, tokens: 5_000 } as const;

type Size = {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  /** Of all levels: fragments that spread others twice grow by powers, and are planned one by one. */
  readonly selections: number;
};
type Verdict = GraphQLError | null;

/** Texts whose verdict is remembered, and how long such a text may be: clients send few operations, many times. */
const remembered = 1_000;
const longestRemembered = 16_384;

/**
 * Measures operations, each text once.
 * @returns the refusal of an operation that is too large; null for one that is not, or that does not parse at all
 */
export function operationMeter(): (source: string) => Verdict {
  const verdicts = new Map<string, Verdict>();
  return (source) => {
    const known = verdicts.get(source);
    if (known !== undefined) return known;
    const verdict = verdictOn(source);
    if (source.length <= longestRemembered) {
      if (verdicts.size >= remembered) verdicts.delete(verdicts.keys().next().value ?? '');
      verdicts.set(source, verdict);
    }
    return verdict;
  };
}

/** Brackets within brackets, of selections and of values. Each takes room on the stack of what reads the operation. */
const MOST_BRACKETS = 100;

function verdictOn(source: string): Verdict {
  let document: DocumentNode;
  try {
    if (hasBracketsBeyond(MOST_BRACKETS, source)) return tooDeep();
    document = parse(source, { maxTokens: operationLimits.tokens, noLocation: true });
  } catch (error) {
    // The server parses it again, with the same limit of tokens, and says what is wrong.
    if (error instanceof GraphQLError) return null;
    throw error;
  }
  if (hasReservedAlias(document)) return reservedAlias();
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  if (document.definitions.some((node) => isSubscription(node) && hasCondition(node.selectionSet, fragments)))
    return conditional();
  const measure = sizes(fragments);
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const size = measure(node.selectionSet);
    if (size.depth > operationLimits.depth) return tooLarge('depth', 'levels deep', size.depth);
    if (size.aliases > operationLimits.aliases) return tooLarge('aliases', 'aliases', size.aliases);
    if (size.selections > operationLimits.selections) return tooLarge('selections', 'selections', size.selections);
    const isOperation = node.kind === Kind.OPERATION_DEFINITION;
    if (isOperation && size.fields > operationLimits.rootFields)
      return tooLarge('rootFields', 'fields at the root', size.fields);
  }
  return null;
}

/** @throws GraphQLError where the text can't be read as words of GraphQL */
function hasBracketsBeyond(most: number, source: string): boolean {
  const lexer = new Lexer(new Source(source));
  let open = 0;
  for (let n = 0; n <= operationLimits.tokens; n++) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return false;
    if (OPENING.has(kind) && ++open > most) return true;
    if (CLOSING.has(kind)) open--;
  }
  return false; // too many words: parsing says so
}
const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Measures a selection with its fragments, each as often as it is spread: that is how often it is fetched. */
function sizes(fragments: ReadonlyMap<string, FragmentDefinitionNode>): (selectionSet: SelectionSetNode) => Size {
  const known = new Map<SelectionSetNode, Size>();
  const measure = (selectionSet: SelectionSetNode): Size => {
    const before = known.get(selectionSet);
    if (before !== undefined) return before;
    // A fragment that comes back to itself adds nothing here; validation refuses it.
    known.set(selectionSet, { depth: 0, aliases: 0, fields: 0, selections: 0 });
    let depth = 0;
    let aliases = 0;
    let fields = 0;
    let selections = 0;
    for (const selection of selectionSet.selections) {
      const isField = selection.kind === Kind.FIELD;
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragments.get(selection.name.value)?.selectionSet
          : selection.selectionSet;
      const size = inner === undefined ? { depth: 0, aliases: 0, fields: 0, selections: 0 } : measure(inner);
      depth = Math.max(depth, size.depth + (isField ? 1 : 0));
      aliases += size.aliases + (isField && selection.alias !== undefined ? 1 : 0);
      fields += isField ? 1 : size.fields;
      selections += size.selections + 1;
    }
    const size = { depth, aliases, fields, selections };
    known.set(selectionSet, size);
    return size;
  };
  return measure;
}

function tooLarge(limit: keyof typeof operationLimits, unit: string, found: number): GraphQLError {
  const allowed = operationLimits[limit];
  return new GraphQLError(
    `The operation has ${found} ${unit}; ${allowed} are allowed. Ask for less, or in several operations.`,
    {
      extensions: { code: 'OPERATION_TOO_LARGE', limit, allowed, found, http: { status: 400 } },
    },
  );
}

function tooDeep(): GraphQLError {
  return new GraphQLError(
    `The operation has more than ${MOST_BRACKETS} brackets within brackets. Send lists and objects of fewer levels.`,
    {
      extensions: { code: 'OPERATION_TOO_LARGE', limit: 'depth', http: { status: 400 } },
    },
  );
}

function hasReservedAlias(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field(node) {
      found = node.alias?.value.startsWith('__') === true;
      return found ? BREAK : undefined;
    },
  });
  return found;
}

/** The federation itself selects under such names; an alias must not stand in their place. */
function reservedAlias(): GraphQLError {
  return new GraphQLError('Names that begin with __ are reserved; choose another alias.', {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });
}

const isSubscription = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.SUBSCRIPTION;

/** Whether a field at the root, or a fragment around it, is there on a condition. */
function hasCondition(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  seen = new Set<string>(),
): boolean {
  return selections.some((selection) => {
    if (selection.directives?.some(({ name: { value } }) => value === 'skip' || value === 'include')) return true;
    if (selection.kind === Kind.FIELD) return false;
    if (selection.kind === Kind.INLINE_FRAGMENT) return hasCondition(selection.selectionSet, fragments, seen);
    const { value } = selection.name;
    const inner = seen.has(value) ? undefined : fragments.get(value);
    seen.add(value);
    return inner !== undefined && hasCondition(inner.selectionSet, fragments, seen);
  });
}

/** GraphQL, 5.2.4.2. The validation of graphql-js fails where the condition is a variable: it knows none. */
function conditional(): GraphQLError {
  const message = 'The field of a subscription takes no @skip or @include: open the stream when you want it.';
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } });
}
