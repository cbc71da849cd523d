/**
 * This version and the one after it side by side. The next version is written into a temporary copy: a new state, a column and
 * a table. Two processes with all roles stand behind a front that sends each request to one that is ready; both are restarted
 * under load until each order of versions was there, forward and back. No request may fail, and no row may be lost.
 *
 *     npm run bench -- versions [--clients 3] [--seconds 5]
 */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { call } from './faults/call.ts';
import { prepareDrill, statementsOn } from './drills/drill.ts';
import { openFront } from './payouts-under-fire/front.ts';
import { booksAgree, runFile, startUmoja, type UmojaProcess } from '../support/umoja-process.ts';
import { work } from './versions/clients.ts';
import { writeNextVersion } from './versions/next-version.ts';

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
});
const NOW = join(import.meta.dirname, '../..');
type Version = 'this' | 'next';
/** From each pair of versions to the next one: every restart that there is, and each back again. */
const RESTARTS: readonly (readonly [process: 0 | 1, Version])[] = [
  [0, 'next'],
  [1, 'next'],
  [0, 'this'],
  [1, 'this'],
  [1, 'next'],
  [0, 'next'],
  [1, 'this'],
  [0, 'this'],
];
const began = performance.now();
const say = (line: string) => console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${line}`);

const folders: Record<Version, string> = { this: NOW, next: await writeNextVersion() };
say('The next version is written: a state, a column, a table.');
const prepared = await prepareDrill({ UMOJA_LAME_DUCK_SECONDS: '2' });
const postgres = await startEmbeddedPostgres({
  dataDir: join(prepared.folder, 'postgres'),
  log: () => undefined,
  ephemeral: true,
});
const sql = statementsOn(() => postgres.url);
const env = { ...prepared.env, DATABASE_URL: postgres.url };
const command = async (version: Version, ...words: string[]) => {
  const ended = await runFile('platform/cli/umoja.ts', words, env, folders[version]);
  if (ended.code !== 0) throw new Error(`umoja ${words.join(' ')} of ${version} version:\n${ended.output}`);
  return ended.output;
};

type Node = {
  readonly rest: number;
  readonly graph: number;
  version: Version;
  umoja: UmojaProcess | null;
  ready: boolean;
};
const nodes: readonly Node[] = await Promise.all(
  [0, 1].map(async () => ({
    rest: await freePort(),
    graph: await freePort(),
    version: 'this' as Version,
    umoja: null,
    ready: false,
  })),
);
async function start(node: Node, version: Version): Promise<void> {
  const ports = { REST_PORT: String(node.rest), GRAPHQL_PORT: String(node.graph) };
  node.version = version;
  node.umoja = startUmoja(
    { ...env, ...ports },
    ['rest', 'workers', 'gateway', 'lending', 'education', 'access'],
    folders[version],
  );
  await node.umoja.up;
}
/** As a proxy looks: at both of its ports, several times a second. */
const look = async (node: Node) => {
  const states = await Promise.all(
    [node.rest, node.graph].map((port) =>
      fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    ),
  );
  node.ready = node.umoja !== null && states.every(Boolean);
};
let isOver = false;
const looking = Promise.all(
  nodes.map(async (node) => {
    while (!isOver) {
      await look(node);
      await sleep(200);
    }
  }),
);
const fronts = await Promise.all(
  (['rest', 'graph'] as const).map((port) =>
    openFront(() => nodes.filter(({ ready }) => ready).map((node) => node[port])),
  ),
);

await command('this', 'migrate');
const [first, second] = nodes;
if (!first || !second) throw new Error('There are two processes.');
await start(first, 'this');
await start(second, 'this');
while (!nodes.every(({ ready }) => ready)) await sleep(100);
const facts = JSON.parse(await readFile(join(prepared.dataDir, 'demo.json'), 'utf8')) as { [name: string]: string };
await sql(`update api_client set quotas = '{"B.read":1000000,"B.write":1000000,"B.money":1000000}'`);
const credentials = { client_id: facts['client_id'], client_secret: facts['client_secret'] };
const minted = await call(`http://127.0.0.1:${first.rest}`, '/api/v1/oauth/token', {
  body: { grant_type: 'client_credentials', ...credentials },
});
const [[member], [product]] = await Promise.all([
  sql<{ id: string }>(`select id from member where state = 'active' order by id limit 1`),
  sql<{ id: string }>(`select id from savings_product where kind = 'ordinary' order by id limit 1`),
]);
const clients = work(
  {
    rest: `http://127.0.0.1:${fronts[0]?.port}`,
    graph: `http://127.0.0.1:${fronts[1]?.port}`,
    token: minted.body.access_token as string,
    member: Number(member?.id),
    product: Number(product?.id),
    next: () => {
      const node = nodes.find(({ ready, version }) => ready && version === 'next');
      return node ? `http://127.0.0.1:${node.rest}` : null;
    },
  },
  Number(values.clients),
);
const pause = () => sleep(Number(values.seconds) * 1_000);
const { done } = clients;
const soFar = (what: string) => say(`${what}: ${done.requests} requests, ${done.failures.length} failed`);
await pause();
soFar('this and this');
await command('next', 'migrate');
await pause();
soFar('this and this, migrated by the next version');
for (const [which, version] of RESTARTS) {
  const node = nodes[which];
  if (!node?.umoja) throw new Error('Both processes run.');
  const code = await node.umoja.end('SIGTERM');
  if (code !== 0) done.failures.push(`A process ended with ${code}: ${node.umoja.output().slice(-500)}`);
  node.umoja = null;
  await start(node, version);
  while (!node.ready) await sleep(100);
  await pause();
  soFar(nodes.map((each) => each.version).join(' and '));
}
await clients.end();
isOver = true;
await looking;

const rows = await sql<{ id: string; watched_for: string | null; deposits: string; watches: string }>(
  `select a.id, a.watched_for,
          (select count(*) from savings_transaction t where t.tenant_id = a.tenant_id and t.account_id = a.id) as deposits,
          (select count(*) from account_watch w where w.tenant_id = a.tenant_id and w.account_id = a.id) as watches
     from savings_account a`,
);
const found = new Map(rows.map((row) => [Number(row.id), row]));
const lost = [
  ...[...done.opened].filter((id) => !found.has(id)).map((id) => `account ${id}`),
  ...[...done.deposited]
    .filter(([id, times]) => Number(found.get(id)?.deposits) < times)
    .map(([id]) => `a deposit of ${id}`),
  ...[...done.watched]
    .filter(([id, why]) => found.get(id)?.watched_for !== why || found.get(id)?.watches !== '1')
    .map(([id]) => `the watch of ${id}`),
];
const older = await runFile('platform/cli/umoja.ts', ['migrate'], env);
const checks: readonly (readonly [string, boolean])[] = [
  [`${done.requests} requests, failed: ${done.failures.length}`, done.failures.length === 0],
  [
    `${done.opened.size} accounts, ${done.watched.size} of them watched; lost: ${lost.slice(0, 5).join(', ') || 'nothing'}`,
    lost.length === 0 && done.watched.size > 0,
  ],
  ['this version refuses to migrate what the next one has', older.code !== 0 && older.output.includes('later version')],
  await booksAgree(env),
];
for (const [what, isRight] of checks) console.log(`${isRight ? 'ok    ' : 'WRONG '} ${what}`);
for (const failure of new Set(done.failures.map((each) => each.slice(0, 300)))) console.log(`       ${failure}`);
await Promise.all(nodes.flatMap(({ umoja }) => (umoja ? [umoja.end('SIGTERM')] : [])));
for (const front of fronts) front.cut();
await postgres.stop();
await prepared.remove();
rmSync(folders.next, { recursive: true });
process.exit(checks.every(([, isRight]) => isRight) ? 0 : 1);
