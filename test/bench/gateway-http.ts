/**
 * What a request over HTTP costs the gateway, in milliseconds of its processor, with subgraphs that answer immediately from
 * what was recorded of them, over HTTP as well: our gateway; and the floor, a bare relay that makes the same fetches
 * with undici and sends finished text. Looking tokens up, budgets, limits, metrics, lines of the log and the operation log are the
 * gateway's share, as in operation; what their statements cost is not, as the stores are in the process.
 *
 *     npm run bench -- gateway-http [requests a round] [--beside <folder>]
 *
 * Each contender is a process of its own; they take turns, and the median of the rounds counts. `--beside` adds Apollo's
 * gateway, and those that are installed in the folder and take the graph:
 *
 *     npm i --ignore-scripts @graphql-hive/gateway-runtime @graphql-hive/router-runtime @graphql-mesh/transport-http \
 *       @mercuriusjs/gateway graphql@16
 *
 * They neither look a token up nor limit what they are asked: their figures are without what ours does for that. It ends
 * with an error where ours takes more of what the relay takes than was agreed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Agent, request as send } from 'undici';
import { subgraphRows } from '#sub/subgraphs.ts';
import { mockSubgraph, noFaults } from '../support/supergraphs/mock-subgraph.ts';
import { QUERIES, variablesFor } from './gateway-http/queries.ts';
import { openBars } from './process/bars.ts';

const ROUNDS = 7;
const CONNECTIONS = 16;
/** The most that ours may take of what the relay takes. */
const MOST = 2;
const bars = openBars();
const { values, positionals } = parseArgs({ allowPositionals: true, options: { beside: { type: 'string' } } });
const requests = Number(positionals[0] ?? 400);

/** The subgraphs: each text is made once, and sent from then on. What was asked for is noted while `noting` is set. */
const rows = await Promise.all(subgraphRows().map(async ({ name, load }) => ({ name, ...(await load()) })));
const subgraphs = new Map(rows.map(({ name, typeDefs }) => [name as string, mockSubgraph(name, typeDefs)]));
const recorded = new Map<string, string>();
let noted: { readonly url: string; readonly body: string }[] = [];
const stub = createServer((incoming, outgoing) => {
  void (async () => {
    const body = (await buffer(incoming)).toString();
    const name = incoming.url?.slice(1) ?? '';
    const key = `${name} ${body}`;
    let text = recorded.get(key);
    if (text === undefined) {
      const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
      text = JSON.stringify(await subgraphs.get(name)?.answer({ query, variables }, noFaults));
      recorded.set(key, text);
      noted.push({ url: `${origin}/${name}`, body });
    }
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
  })();
}).listen(0, '127.0.0.1');
await once(stub, 'listening');
const origin = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;

type Contender = { readonly name: string; readonly child: ChildProcess; readonly url: string; readonly token: string };
/** What a process says first: where it listens, or why it does not take the graph. */
type Beginning = string | { readonly url: string; readonly token?: string } | { readonly refused: string };

async function started(name: string, file: string, words: readonly string[] = []): Promise<Contender | null> {
  const child = fork(new URL(`./gateway-http/${file}`, import.meta.url), [origin, ...words], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [said] = (await once(child, 'message')) as [Beginning];
  if (typeof said === 'string') return { name, child, url: said, token: 'none' };
  if ('url' in said) return { name, child, url: said.url, token: said.token ?? 'none' };
  bars.leftOut(name, `it does not take the graph: ${said.refused}`);
  child.kill('SIGKILL');
  return null;
}
async function present(name: string, file: string): Promise<Contender> {
  const contender = await started(name, file);
  if (contender === null) throw new Error(`${name} did not start.`);
  return contender;
}
const ours = await present('gateway', 'gateway.ts');
const relay = await present('relay', 'relay.ts');
const beside: Contender[] = [];
if (values.beside === undefined) bars.leftOut('other gateways', 'no folder of them is named by --beside');
else {
  for (const name of ['apollo', 'hive', 'mercurius']) {
    const contender = await started(name, 'beside.ts', [name, resolve(values.beside)]);
    if (contender !== null) beside.push(contender);
  }
}

async function received<Reply>(child: ChildProcess, message: unknown): Promise<Reply> {
  child.send(message as object);
  const [reply] = (await once(child, 'message')) as [Reply];
  return reply;
}

const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
async function ask({ url, token }: Contender, body: string): Promise<string> {
  const response = await send(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  });
  return response.body.text();
}

async function cpuMs(contender: Contender, body: string): Promise<number> {
  await received(contender.child, 'begin');
  let left = requests;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await ask(contender, body);
    }),
  );
  return (await received<number>(contender.child, 'end')) / requests;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const row = (name: string, cells: readonly string[]) =>
  console.log(name.padEnd(48), ...cells.map((cell) => cell.padStart(9)));
row('ms of a processor', ['gateway', 'relay', 'ratio', ...beside.map(({ name }) => name)]);
for (const [name, query] of Object.entries(QUERIES)) {
  const body = JSON.stringify({ query, variables: variablesFor(query) });
  noted = [];
  const text = await ask(ours, body);
  if (!text.startsWith('{"data":')) throw new Error(text);
  await received(relay.child, { fetches: noted, text });
  const contenders = [ours, relay];
  for (const other of beside) {
    const answer = await ask(other, body);
    if (isDeepStrictEqual(JSON.parse(answer), JSON.parse(text))) contenders.push(other);
    else bars.leftOut(`${other.name} in ${name}`, `it answers ${answer.slice(0, 200)}`);
  }
  const figures = new Map<Contender, number[]>(contenders.map((each) => [each, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const each of contenders) {
      const took = await cpuMs(each, body);
      // The first round warms up.
      if (round > 0) figures.get(each)?.push(took);
    }
  }
  const [one, other] = [median(figures.get(ours) ?? []), median(figures.get(relay) ?? [])];
  const others = beside.map((each) => median(figures.get(each) ?? []));
  row(name, [
    one.toFixed(3),
    other.toFixed(3),
    (one / other).toFixed(2),
    ...others.map((value) => (Number.isNaN(value) ? '-' : value.toFixed(3))),
  ]);
  bars.atMost(`${name}: the gateway, in times of the relay`, one / other, MOST);
}
for (const { child } of [ours, relay, ...beside]) child.kill('SIGKILL');
await agent.close();
stub.closeAllConnections();
stub.close();
process.exitCode = bars.exitCode();
