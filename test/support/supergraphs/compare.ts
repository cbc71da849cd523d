import { parse, validate } from 'graphql';
import type { Answer, BothExecutors } from './both-executors.ts';
import { hash, noFaults, type Faults } from './mock-subgraph.ts';
import { numbersFrom, randomOperation } from './random-operation.ts';

/** Where the executors differ; null where they agree. */
type Difference = {
  readonly seed: number;
  readonly text: string;
  readonly variables: unknown;
  readonly ours: unknown;
  readonly stock: unknown;
};

/**
 * Carries random operations out by both executors, a third of them with faults, and one in seventeen with a subgraph
 * that is away.
 * @returns how many operations were valid, had errors, and differed
 */
export async function compare(both: BothExecutors, seeds: Iterable<number>, most = Infinity) {
  const differences: Difference[] = [];
  let compared = 0;
  let withErrors = 0;
  for (const seed of seeds) {
    if (compared >= most) break;
    const { text, variables } = randomOperation(both.graph.apiSchema, numbersFrom(hash(seed)));
    if (validate(both.graph.apiSchema, parse(text)).length > 0) continue;
    const faults = faultsOf(seed, both.graph.subgraphs, text);
    const ours = await both.ours(text, variables, faults);
    const stock = await both.stock(text, variables, faults);
    compared++;
    if (stock.errors.length > 0) withErrors++;
    if (agree(ours, stock, faults)) continue;
    differences.push({ seed, text, variables, ours, stock });
  }
  return { compared, withErrors, differences };
}

/** Behind a change whose outcome is unknown ours sends no other: what the stock executor does then is no example. */
function faultsOf(seed: number, subgraphs: readonly string[], text: string): Faults {
  if (seed % 17 === 0 && !text.startsWith('mutation'))
    return { ...noFaults, down: [subgraphs[seed % subgraphs.length] ?? ''] };
  return seed % 3 === 0 ? { oneIn: 12, seed, down: [] } : noFaults;
}

/**
 * The same data, and errors that say the same. The order of members of an object and of errors may be another: the stock
 * executor merges fragments before it reads them. Of a place the stock executor knows less: it names fields that the
 * client never selected, counts entities past those that are null, and says once what stands at two places.
 */
function agree(ours: Answer, stock: Answer, { down }: Faults): boolean {
  if (sorted(ours.data) !== sorted(stock.data)) return false;
  if (!ours.errors.every((line) => isPlace(line, ours.data))) return false;
  // Of a subgraph that is away, ours says which fields are missing; the stock executor says why.
  if (down.length > 0) return ours.errors.length > 0 === stock.errors.length > 0;
  const [said, expected] = [ours, stock].map(({ errors }) => new Set(errors.map(wordsOf)));
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

const wordsOf = (line: string): string => line.slice(line.indexOf(': '));

function sorted(text: string | undefined): string | undefined {
  const inOrder = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return text === undefined ? undefined : JSON.stringify(JSON.parse(text), inOrder);
}
