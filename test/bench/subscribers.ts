/**
 * What idle streams of the graph cost a process, and how long a change takes from its commit to who follows it.
 *
 *     npm run bench -- subscribers [--streams 10000] [--followers 50] [--changes 50]
 *
 * Gateway, subgraphs and the relay are this process; the clients are another one. Most streams follow a loan each that
 * does not change; the followers get every change of every loan.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SCOPES } from '#core/partners/scopes.ts';
import { eventually } from '../support/eventually.ts';
import { openWholeGraph } from '../support/whole-graph.ts';

const MOST_MB = 500;

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    followers: { type: 'string', default: '50' },
    changes: { type: 'string', default: '50' },
  },
});
const [streams, followers, changes] = [Number(values.streams), Number(values.followers), Number(values.changes)];
const resident = () => Math.round(process.memoryUsage.rss() / 1_048_576);
const print = (line: string) => void process.stdout.write(`${line}\n`);

const graph = await openWholeGraph('in one process', {
  streamLimits: { ofClient: streams + followers, ofProcess: streams + followers },
});
const { testApp } = graph;
const relay = async () => {
  while ((await testApp.app.delivery.relay(testApp.tenantId)).events > 0);
};
await testApp.readyLoan(1_000_000n);
await relay();
const atRest = resident();

const clients = fork(fileURLToPath(new URL('subscribers/clients.ts', import.meta.url)));
const arrivals = new Map<number, number[]>();
let opened = 0;
clients.on('message', (message: { opened?: number; sequence?: number; at?: number }) => {
  if (message.opened !== undefined) opened = message.opened;
  if (message.sequence === undefined || message.at === undefined) return;
  const known = arrivals.get(message.sequence) ?? [];
  arrivals.set(message.sequence, known);
  known.push(message.at);
});
const idle = 'subscription($id: ID!) { loanChanged(id: $id) { sequence type loan { state } } }';
const all = 'subscription { events(types: ["loan.*"]) { sequence event { type subjectId } } }';
const bodies = [
  ...Array.from({ length: streams }, () => JSON.stringify({ query: idle, variables: { id: randomUUID() } })),
  ...Array.from({ length: followers }, () => JSON.stringify({ query: all })),
];
const { hostname, port } = new URL(graph.url);
const began = performance.now();
clients.send({ host: hostname, port: Number(port), bodies, bearer: SCOPES.join(' ') });
await eventually(() => opened > 0, 600_000);
const seconds = (performance.now() - began) / 1_000;
const full = resident();
print(`${opened} streams opened in ${seconds.toFixed(1)} s (${Math.round(opened / seconds)}/s)`);
print(`memory: ${atRest} MB at rest, ${full} MB with them: ${(((full - atRest) * 1_024) / opened).toFixed(1)} kB each`);

/** When each change was committed: before its number was known, so what is printed is rather too long. */
const committed: number[] = [];
const [head] = await testApp.sql('select last from feed_head', []);
for (let n = 0; n < changes / 2; n++) {
  await testApp.readyLoan(1_000_000n);
  const at = performance.timeOrigin + performance.now();
  committed.push(at, at);
  await relay();
}
await eventually(() => [...arrivals.values()].flat().length >= committed.length * followers, 120_000);
const first = Number(head?.['last']) + 1;
const took = [...arrivals]
  .flatMap(([sequence, each]) => each.map((at) => at - (committed[sequence - first] ?? Number.NaN)))
  .toSorted((a, b) => a - b);
const at = (share: number) => (took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(0);
print(`${took.length} arrivals of ${committed.length} changes at ${followers} followers, from commit to arrival:`);
print(`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms; ${resident()} MB`);
const twice = [...arrivals.values()].filter((each) => each.length !== followers).length;
if (full > MOST_MB || twice > 0) process.exitCode = 1;
print(`${twice} changes came too often or too rarely`);
clients.kill();
await graph.close();
