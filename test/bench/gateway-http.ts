/**
 * What a request over HTTP costs the gateway, in milliseconds of its processor, with subgraphs that answer immediately from
 * what was recorded of them, over HTTP as well: our gateway; and the floor, a bare relay that makes the same fetches
 * with undici and sends finished text. Tokens, budgets and limits are the gateway's share, as in operation.
 *
 *     npm run bench -- gateway-http [requests a round]
 *
 * Each contender is a process of its own; they take turns, and the median of the rounds counts.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Agent, request as send } from 'undici';
import { subgraphRows } from '#sub/subgraphs.ts';
import { mockSubgraph, noFaults } from '../support/supergraphs/mock-subgraph.ts';
import { QUERIES, variablesFor } from './gateway-http/queries.ts';

const ROUNDS = 7;
const CONNECTIONS = 16;
const requests = Number(process.argv[2] ?? 400);

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

async function started(file: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = fork(new URL(`./gateway-http/${file}`, import.meta.url), [origin], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = (await once(child, 'message')) as [string];
  return { child, url };
}
const ours = await started('gateway.ts');
const relay = await started('relay.ts');

async function received<Reply>(child: ChildProcess, message: unknown): Promise<Reply> {
  child.send(message as object);
  const [reply] = (await once(child, 'message')) as [Reply];
  return reply;
}

const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
async function ask(url: string, body: string): Promise<string> {
  const response = await send(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body,
  });
  return response.body.text();
}

async function cpuMs({ child, url }: typeof ours, body: string): Promise<number> {
  await received(child, 'begin');
  let left = requests;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await ask(url, body);
    }),
  );
  return (await received<number>(child, 'end')) / requests;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
console.log('ms of a processor'.padEnd(48), 'gateway'.padStart(8), 'relay'.padStart(8), 'ratio'.padStart(8));
for (const [name, query] of Object.entries(QUERIES)) {
  const body = JSON.stringify({ query, variables: variablesFor(query) });
  noted = [];
  const text = await ask(ours.url, body);
  if (!text.startsWith('{"data":')) throw new Error(text);
  await received(relay.child, { fetches: noted, text });
  const figures: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const both = [await cpuMs(ours, body), await cpuMs(relay, body)] as const;
    // The first round warms up.
    if (round > 0) both.forEach((value, index) => figures[index]?.push(value));
  }
  const [one, other] = [median(figures[0]), median(figures[1])];
  console.log(
    name.padEnd(48),
    one.toFixed(3).padStart(8),
    other.toFixed(3).padStart(8),
    (one / other).toFixed(1).padStart(8),
  );
}
for (const { child } of [ours, relay]) child.kill();
await agent.close();
stub.closeAllConnections();
stub.close();
