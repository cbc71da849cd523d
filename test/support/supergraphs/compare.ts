import {
  GraphQLError,
  isInputType,
  Kind,
  OperationTypeNode,
  parse,
  print,
  TypeInfo,
  typeFromAST,
  validate,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { FieldNode, GraphQLSchema, NamedTypeNode, NameNode, SelectionNode } from 'graphql';
import type { Answer, BothExecutors } from './both-executors.ts';
import { hash, noFaults, type Faults } from './mock-subgraph.ts';
import { numbersFrom, randomOperation, randomValue } from './random-operation.ts';

/** Where the executors differ; null where they agree. */
type Difference = {
  readonly seed: number;
  readonly text: string;
  readonly variables: unknown;
  readonly ours: Answer | null;
  readonly stock: Answer | null;
};

export type Question = {
  readonly seed: number;
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly faults: Faults;
};

/** Operations of a schema that are valid: the same ones from the same seeds, a third of them with faults. */
export function* randomQuestions(both: BothExecutors, seeds: Iterable<number>): Generator<Question> {
  const { apiSchema, subgraphs } = both.graph;
  for (const seed of seeds) {
    const { text, variables } = randomOperation(apiSchema, numbersFrom(hash(seed)));
    if (validate(apiSchema, parse(text)).length > 0) continue;
    yield { seed, text, variables, faults: faultsOf(seed, subgraphs, text) };
  }
}

/** Operations of clients, with values for their variables: as often as there are seeds, without faults and with them. */
export function* questionsOf(
  both: BothExecutors,
  texts: readonly string[],
  seeds: Iterable<number>,
): Generator<Question> {
  const { apiSchema, subgraphs } = both.graph;
  for (const seed of seeds) {
    const below = numbersFrom(hash(seed));
    for (const text of texts) {
      const [operation] = parse(text).definitions;
      if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation === OperationTypeNode.SUBSCRIPTION)
        continue;
      const variables: Record<string, unknown> = {};
      for (const { variable, type } of operation.variableDefinitions ?? []) {
        const of = typeFromAST(apiSchema, type as NamedTypeNode);
        if (of !== undefined && isInputType(of)) variables[variable.name.value] = randomValue(of, below);
      }
      yield { seed, text, variables, faults: faultsOf(seed, subgraphs, text) };
    }
  }
}

/**
 * Carries operations out by both executors.
 * @returns how many operations were valid, had errors, were refused by both, and differed
 */
export async function compare(both: BothExecutors, questions: Iterable<Question>, most = Infinity) {
  const differences: Difference[] = [];
  let [compared, withErrors, refused, stockMistook] = [0, 0, 0, 0];
  for (const { seed, text, variables, faults } of questions) {
    if (compared >= most) break;
    const ours = await answerOf(() => both.ours(text, variables, faults));
    const stock = await answerOf(() => both.stock(text, variables, faults));
    compared++;
    if (ours === null || stock === null) {
      refused++;
      if (!areRefused(ours, stock)) differences.push({ seed, text, variables, ours, stock });
      continue;
    }
    if (stock.errors.length > 0) withErrors++;
    if (agree(ours, stock, faults)) continue;
    const asked = { seed, text, variables, faults };
    const again = withItsNames(await both.stock(plainer(both.graph.apiSchema, asked), variables, faults));
    if (agree(ours, again, faults)) stockMistook++;
    else differences.push({ seed, text, variables, ours, stock: again });
  }
  return { compared, withErrors, refused, stockMistook, differences };
}

/** @returns null where the operation can’t be planned */
async function answerOf(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RangeError || String(error).includes('no entities defined'))
      return null;
    throw error;
  }
}

/** What ours refuses, the stock executor refuses as well, or answers with nothing and without an error. */
const areRefused = (ours: Answer | null, stock: Answer | null): boolean =>
  ours === null && (stock === null || stock.fetches.length === 0);

/**
 * The same operation without what is skipped, and with a name of its own for each field that has another than its own, or takes arguments.
 * The stock executor puts what the plan needs of an entity and what the client selected under one key, where the one took the
 * place of the other; and it leaves entities out of which a field was skipped that requires another. Neither with an error.
 */
function plainer(schema: GraphQLSchema, { text, variables }: Question): string {
  const types = new TypeInfo(schema);
  const isSkipped = ({ directives = [] }: SelectionNode) =>
    directives.some(({ name, arguments: [condition] = [] }) => {
      const holds = condition && valueFromASTUntyped(condition.value, variables) === true;
      return holds === (name.value === 'skip');
    });
  return print(
    visit(
      parse(text, { noLocation: true }),
      visitWithTypeInfo(types, {
        SelectionSet(node) {
          const selections = node.selections.filter((each) => !isSkipped(each));
          return { ...node, selections: selections.length > 0 ? selections : [EMPTY] };
        },
        Directive: () => null,
        Field(node) {
          const { name, alias, arguments: passed = [] } = node;
          if (node === EMPTY || (alias === undefined && (types.getFieldDef()?.args ?? []).length === 0))
            return undefined;
          const key = alias?.value ?? name.value;
          const value = `${key}__is${hash(name.value, ...passed.map(print).toSorted())}`;
          return { ...node, alias: nameOf(value) };
        },
      }),
    ),
  );
}
const nameOf = (value: string): NameNode => ({ kind: Kind.NAME, value });
/** Stands where all was skipped. */
const EMPTY: FieldNode = { kind: Kind.FIELD, alias: nameOf('empty__is'), name: nameOf('__typename') };

const withItsNames = (answer: Answer): Answer => ({
  ...answer,
  data: answer.data
    ?.replaceAll(/"empty__is":"\w+",?/g, '')
    .replaceAll(',}', '}')
    .replaceAll(/"(\w+)__is\d+":/g, '"$1":'),
});

/** Behind a change whose outcome is unknown ours sends no other: what the stock executor does then is no example. */
function faultsOf(seed: number, subgraphs: readonly string[], text: string): Faults {
  const one = subgraphs[seed % subgraphs.length] ?? '';
  if (seed % 17 === 0 && !text.startsWith('mutation'))
    return seed % 2 === 0 ? { ...noFaults, down: [one] } : { ...noFaults, late: [one] };
  return seed % 3 === 0 ? { ...noFaults, oneIn: 12, seed } : noFaults;
}

/**
 * The same data, and errors that say the same. The order of members of an object and of errors may be another: the stock
 * executor merges fragments before it reads them. Of a place the stock executor knows less: it names fields that the
 * client never selected, counts entities past those that are null, and says once what stands at two places.
 */
function agree(ours: Answer, stock: Answer, { down, late = [] }: Faults): boolean {
  if (sorted(ours.data) !== sorted(stock.data)) return false;
  if (!ours.errors.every((line) => isPlace(line, ours.data))) return false;
  // Of a subgraph that does not answer, ours says which fields are missing; the stock executor says why.
  if (down.length + late.length > 0) return ours.errors.length > 0 === stock.errors.length > 0;
  // The stock executor also asks for what no subgraph can find, and was not selected.
  const known = { errors: stock.errors.filter((each) => !each.endsWith(NO_KEY) || ours.errors.includes(each)) };
  const [said, expected] = [ours, known].map(({ errors }) => new Set(errors.map(wordsOf)));
  return said?.size === expected?.size && [...(expected ?? [])].every((words) => said?.has(words));
}

/** True where the path of an error leads through what the client sees, as far as a null. */
function isPlace(line: string, data: string | undefined): boolean {
  const path = line.slice(0, line.indexOf(': ')).split('.');
  let value: unknown = JSON.parse(data ?? 'null');
  for (const key of path) {
    if (value === null) return true;
    if (typeof value !== 'object' || !Object.hasOwn(value, key)) return path[0] === 'somewhere';
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}

const NO_KEY = 'found by no key';
const wordsOf = (line: string): string => line.slice(line.indexOf(': '));

function sorted(text: string | undefined): string | undefined {
  const inOrder = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return text === undefined ? undefined : JSON.stringify(JSON.parse(text), inOrder);
}
