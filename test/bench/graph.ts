/**
 * What a gateway costs, in microseconds of a processor for each request, with subgraphs in the process that answer
 * immediately: ours, @apollo/gateway, and the floor, one merged schema compiled by graphql-jit over finished data, which
 * its root fields hand over as promises, as whatever reads them from somewhere would. What subgraphs answer is made
 * before the time is taken: it is their share.
 *
 *     npm run bench -- graph [characters of answers a round]
 *
 * The three run in turns, so that a busy machine slows all of them alike; the median of the rounds counts, without the
 * first ones. Neither HTTP nor the server's pipeline is in it, with any of the three. It ends with an error where ours takes
 * more of what the floor takes than was agreed, or where the stock gateway does not take several times what ours takes.
 */
import { ApolloGateway } from '@apollo/gateway';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { Kind, parse, validate } from 'graphql';
import type { FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import { readFileSync } from 'node:fs';
import { execute } from '#gate/execute/execute.ts';
import { graphOf } from '#gate/execute/graph.ts';
import { operationOf, type Plans } from '#gate/execute/operation.ts';
import { boundedMap } from '#gate/execute/bounded-map.ts';
import { disableVendorReports } from '#platform/runtime/vendor-reports.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { mockSubgraph, noFaults } from '../support/supergraphs/mock-subgraph.ts';
import { PAGES_OF_ENTITIES, QUERIES, variablesFor } from './gateway-http/queries.ts';
import { openBars } from './process/bars.ts';

const ROUNDS = 9;
const WARMING = 2;
/** The most that ours may take of what the floor takes. */
const MOST = { usual: 1.5, pageOfEntities: 2.5 } as const;
/** The least that the stock gateway takes of what ours takes. */
const LEAST_OF_STOCK = 3;
/** Of answers, in each round of each of the three: a few tens of milliseconds. */
const CHARACTERS = Number(process.argv[2] ?? 10_000_000);

disableVendorReports();
const supergraphSdl = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
const graph = graphOf(supergraphSdl);
const rows = await Promise.all(subgraphRows().map(async ({ name, load }) => ({ name, ...(await load()) })));
const subgraphs = new Map(rows.map(({ name, typeDefs }) => [name as string, mockSubgraph(name, typeDefs)]));

/** What was answered first, and as many copies as the next round takes: who asks may change its own. */
type Recorded = { readonly text: string; readonly ready: FormattedExecutionResult[] };
/** By the text of the fetch: each stands at one place of one plan, and is sent with the same variables each time. */
function recorder() {
  const recorded = new Map<string, Map<string, Recorded>>();
  return {
    async answer(name: string, query: string, variables: Readonly<Record<string, unknown>>) {
      const ofSubgraph = recorded.get(name) ?? new Map<string, Recorded>();
      recorded.set(name, ofSubgraph);
      let known = ofSubgraph.get(query);
      if (known === undefined) {
        const result = await subgraphs.get(name)?.answer({ query, variables }, noFaults);
        if (result?.errors) throw new Error(JSON.stringify(result.errors));
        known = { text: JSON.stringify(result), ready: [] };
        ofSubgraph.set(query, known);
      }
      return known.ready.pop() ?? (JSON.parse(known.text) as FormattedExecutionResult);
    },
    makeReady(requests: number) {
      for (const { text, ready } of [...recorded.values()].flatMap((each) => [...each.values()]))
        while (ready.length < requests) ready.push(JSON.parse(text) as FormattedExecutionResult);
    },
  };
}
const [forUs, forStock] = [recorder(), recorder()];

const stock = new ApolloGateway({
  supergraphSdl: graph.supergraphSdl,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  buildService: ({ name }) => ({
    process: async ({ request }) =>
      (await forStock.answer(name, request.query ?? '', request.variables ?? {})) as object,
  }),
});
await stock.load();

async function contenders(text: string) {
  const document = parse(text);
  const [invalid] = validate(graph.apiSchema, document);
  if (invalid !== undefined) throw invalid;
  const node = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;
  const variables = variablesFor(text);
  const operation = operationOf(graph, document, node, boundedMap(10) as Plans);
  const ours = async () =>
    (await execute(operation, variables, ({ subgraph, query }, values) => forUs.answer(subgraph, query, values)))
      .data ?? '';
  const request = { query: text, variables };
  const context = { request, document, queryHash: text, context: {}, metrics: {}, schema: graph.apiSchema };
  const theirs = async () => JSON.stringify((await stock.executor({ ...context } as never)).data);
  const compiled = compileQuery(graph.apiSchema, document);
  if (!isCompiledQuery(compiled)) throw new Error(JSON.stringify(compiled));
  const finished = await ours();
  const fields = Object.entries(JSON.parse(finished) as Readonly<Record<string, unknown>>);
  const floor = async () => {
    const root = Object.fromEntries(fields.map(([name, value]) => [name, Promise.resolve(value)]));
    return JSON.stringify((await compiled.query(root, {}, variables)).data);
  };
  const answers = [await ours(), await theirs(), await floor()];
  if (new Set(answers).size > 1) throw new Error(`The answers differ:\n${answers.join('\n')}`);
  return { ours, stock: theirs, floor, requests: Math.ceil(CHARACTERS / (finished.length + 500)) };
}

async function cpuMicroseconds(run: () => Promise<string>, requests: number): Promise<number> {
  for (const each of [forUs, forStock]) each.makeReady(requests);
  const before = process.cpuUsage();
  for (let n = 0; n < requests; n++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

const bars = openBars();
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
console.log(
  'µs of a processor'.padEnd(48),
  'ours'.padStart(8),
  'stock'.padStart(8),
  'floor'.padStart(8),
  'ours/floor'.padStart(11),
  'stock/ours'.padStart(11),
);
for (const [name, text] of Object.entries(QUERIES)) {
  const { requests, ...contending } = await contenders(text);
  const runs = Object.entries(contending);
  const figures = new Map<string, number[]>(runs.map(([who]) => [who, []]));
  for (let round = 0; round < WARMING + ROUNDS; round++)
    for (const [who, run] of runs) {
      const took = await cpuMicroseconds(run, requests);
      if (round >= WARMING) figures.get(who)?.push(took);
    }
  const [ours = 0, theirs = 0, floor = 0] = ['ours', 'stock', 'floor'].map((who) => median(figures.get(who) ?? []));
  const cells = [ours, theirs, floor].map((value) => value.toFixed(1).padStart(8));
  const ratios = [ours / floor, theirs / ours].map((value) => value.toFixed(2).padStart(11));
  console.log(name.padEnd(48), ...cells, ...ratios);
  const most = PAGES_OF_ENTITIES.has(name) ? MOST.pageOfEntities : MOST.usual;
  bars.atMost(`${name}: the gateway, in times of the floor`, ours / floor, most);
  bars.atLeast(`${name}: the stock gateway, in times of ours`, theirs / ours, LEAST_OF_STOCK);
}
await stock.stop();
process.exitCode = bars.exitCode();
