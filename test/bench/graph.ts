/**
 * What a gateway costs, in milliseconds of a processor for each request, with subgraphs that answer immediately from what was
 * recorded of them: ours, @apollo/gateway, and the floor, one merged schema compiled by graphql-jit over finished data.
 *
 *     npm run bench -- graph [requests a round]
 *
 * The three run in turns, so that a busy machine slows all of them alike; the median of the rounds counts. Neither HTTP
 * nor the server's pipeline is in it, with any of the three.
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
import { QUERIES, variablesFor } from './gateway-http/queries.ts';

const ROUNDS = 7;
const requests = Number(process.argv[2] ?? 300);

disableVendorReports();
const supergraphSdl = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
const graph = graphOf(supergraphSdl);
const rows = await Promise.all(subgraphRows().map(async ({ name, load }) => ({ name, ...(await load()) })));
const subgraphs = new Map(rows.map(({ name, typeDefs }) => [name as string, mockSubgraph(name, typeDefs)]));

/** The text of each answer is recorded at the first fetch; the rest is read from it, as from a connection. */
const recorded = new Map<string, string>();
const answer = async (name: string, query: string, variables: Readonly<Record<string, unknown>>) => {
  const key = `${name} ${query} ${JSON.stringify(variables)}`;
  let text = recorded.get(key);
  if (text === undefined) {
    const result = await subgraphs.get(name)?.answer({ query, variables }, noFaults);
    if (result?.errors) throw new Error(JSON.stringify(result.errors));
    recorded.set(key, (text = JSON.stringify(result)));
  }
  return JSON.parse(text) as FormattedExecutionResult;
};

const stock = new ApolloGateway({
  supergraphSdl: graph.supergraphSdl,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  buildService: ({ name }) => ({
    process: async ({ request }) => (await answer(name, request.query ?? '', request.variables ?? {})) as object,
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
    (await execute(operation, variables, ({ subgraph, query }, values) => answer(subgraph, query, values))).data ?? '';
  const request = { query: text, variables };
  const context = { request, document, queryHash: text, context: {}, metrics: {}, schema: graph.apiSchema };
  const theirs = async () => JSON.stringify((await stock.executor({ ...context } as never)).data);
  const compiled = compileQuery(graph.apiSchema, document);
  if (!isCompiledQuery(compiled)) throw new Error(JSON.stringify(compiled));
  const finished: unknown = JSON.parse(await ours());
  const floor = async () => JSON.stringify((await compiled.query(finished, {}, variables)).data);
  const [one, other] = [await ours(), await theirs()];
  if (one !== other) throw new Error(`The answers differ:\n${one}\n${other}`);
  return { ours, stock: theirs, floor };
}

async function cpuMs(run: () => Promise<string>): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < requests; n++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / requests;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
console.log(
  'ms of a processor'.padEnd(48),
  'ours'.padStart(8),
  'stock'.padStart(8),
  'floor'.padStart(8),
  'ours/floor'.padStart(11),
);
for (const [name, text] of Object.entries(QUERIES)) {
  const runs = Object.entries(await contenders(text));
  const figures = new Map<string, number[]>(runs.map(([who]) => [who, []]));
  for (let round = 0; round < ROUNDS; round++) for (const [who, run] of runs) figures.get(who)?.push(await cpuMs(run));
  const [ours = 0, theirs = 0, floor = 0] = ['ours', 'stock', 'floor'].map((who) => median(figures.get(who) ?? []));
  const cells = [ours, theirs, floor].map((value) => value.toFixed(3).padStart(8));
  console.log(name.padEnd(48), ...cells, (ours / floor).toFixed(1).padStart(11));
}
await stock.stop();
