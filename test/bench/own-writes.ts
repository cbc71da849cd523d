/**
 * Whether a client reads its own writes from a streaming replica, each time: the whole system on a pooler, a replica and a Redis that
 * Sentinels watch, through REST and the graph in turn. It fails where one try is not seen, or the replica served few of the reads.
 *
 *     npm run bench -- own-writes [--tries 1000]
 */
import { parseArgs } from 'node:util';
import { openWriter } from '../support/own-writes.ts';
import { startSeveralServers } from '../support/several-servers.ts';
import { booksAgree, startUmoja } from '../support/umoja-process.ts';

const { values } = parseArgs({ options: { tries: { type: 'string', default: '1000' } } });
const TRIES = Number(values.tries);

const servers = await startSeveralServers();
const umoja = startUmoja(servers.env);
await umoja.up;
const writer = await openWriter(servers.dataDir, servers.sql);
await servers.replicaFollows();
const before = await servers.servedByReplica();
const unseen: string[] = [];
const durations: number[] = [];
for (let n = 0; n < TRIES; n++) {
  const began = performance.now();
  const missing = await writer.attempt(n);
  durations.push(performance.now() - began);
  if (missing !== null) unseen.push(`${n}: ${missing}`);
}
const served = (await servers.servedByReplica()) - before;
const [books, areRight] = await booksAgree(servers.env);
await umoja.end('SIGTERM');
await servers.stop();

const sorted = durations.toSorted((a, b) => a - b);
const percentile = (share: number) => (sorted[Math.floor(TRIES * share)] ?? Number.NaN).toFixed(0);
console.log(`${TRIES - unseen.length} of ${TRIES} writes were seen by their client, on REST and in the graph`);
for (const each of unseen.slice(0, 10)) console.log(`  ${each}`);
console.log(`a write and both reads: half in ${percentile(0.5)} ms, 99 % in ${percentile(0.99)} ms`);
console.log(`the replica served ${served} transactions meanwhile; ${books}`);
process.exit(unseen.length === 0 && served > TRIES && areRight ? 0 : 1);
