/**
 * What a hostile client of the graph takes of a process, and of the others at it:
 *
 *     npm run bench -- neighbours [--seconds 20] [--clients 8]
 *
 * A client that behaves asks a usual question twenty times a second, alone at first. Then another one sends as fast as it gets
 * replies: operations whose text is another each time, so that no plan is known; invalid ones; and the widest that are allowed.
 * Its quota of points is the one of a newcomer. It ends with an error where the p99 of the first more than doubles, while that quota lasts
 * or once it is spent; where the hostile one has the process take more processor time than the points are worth that it had (its quota,
 * and what is refilled meanwhile), refusals included; or where the first is refused anything.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { QUOTAS } from '#core/partners/quotas.ts';
import { POINTS_A_MS } from '#gate/cost/preparation.ts';
import { createDatabase } from '../support/database.ts';
import { installedOn } from '../support/installation.ts';
import { runFile, startUmoja } from '../support/umoja-process.ts';
import { openBars } from './process/bars.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, clients: { type: 'string', default: '8' } },
});
const SECONDS = Number(values.seconds);
const CLIENTS = Number(values.clients);
const USUAL = '{ loans(first: 20) { nodes { loanNo state principal member { memberNo name } } } }';
const EVERY_MS = 50;
/** The most that a neighbour may make of the p99 of the others. */
const MOST_OF_P99 = 2;
const bars = openBars();
/** Milliseconds of one tick of /proc/<pid>/stat. */
const TICK_MS = 10;

const dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-neighbours-'));
const database = await createDatabase();
const env = await installedOn(database.settings, {
  UMOJA_DATA_DIR: dataDir,
  UMOJA_DEMO: 'yes',
  LOG_LEVEL: 'error',
});
const umoja = startUmoja(env);
await umoja.up;
type Demo = { graphql_url: string; rest_url: string; client_id: string; client_secret: string };
const demo: Demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
const graph = new URL(demo.graphql_url);
const made = await runFile('platform/cli/umoja.ts', ['client', 'create', '--name', 'Hostile', '--json'], env);
if (made.code !== 0) throw new Error(made.output);
const hostile = JSON.parse(made.output.slice(made.output.indexOf('{'))) as { client_id: string; client_secret: string };

async function tokenOf({ client_id, client_secret }: { client_id: string; client_secret: string }): Promise<string> {
  const response = await fetch(`${demo.rest_url}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { access_token: string }).access_token;
}
const tokens = { usual: await tokenOf(demo), hostile: await tokenOf(hostile) };
const pool = new Pool(graph.origin, { connections: CLIENTS + 4 });

async function ask(token: string, query: string): Promise<{ status: number; tookMs: number }> {
  const began = performance.now();
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: graph.pathname,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  await body.text();
  return { status: statusCode, tookMs: performance.now() - began };
}

/** What the process has taken of the processors so far, in milliseconds. */
async function spentMs(): Promise<number> {
  const stat = await readFile(`/proc/${umoja.child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
type Seen = { readonly p50: number; readonly p99: number; readonly refused: number; readonly share: number };

/** The client that behaves, for so long: each request leaves at its time, whether the one before is answered or not. */
async function behaving(): Promise<Seen> {
  const before = await spentMs();
  const began = performance.now();
  const sent: Promise<{ status: number; tookMs: number }>[] = [];
  for (let n = 0; n * EVERY_MS < SECONDS * 1_000; n++) {
    await sleep(Math.max(0, began + n * EVERY_MS - performance.now()));
    sent.push(ask(tokens.usual, USUAL));
  }
  const replies = await Promise.all(sent);
  const share = ((await spentMs()) - before) / (performance.now() - began);
  const took = replies.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), refused: replies.filter(({ status }) => status !== 200).length, share };
}

let turn = 0;
const KINDS: Readonly<Record<string, () => string>> = {
  fresh: () =>
    `{ a${turn++}: loans(first: 5) { nodes { loanNo member { name sponsorships(first: 2) { nodes { student { admissionNo } } } } } } }`,
  invalid: () => `{ loans { nodes { ${Array.from({ length: 40 }, () => `unknown${turn++}`).join(' ')} } } }`,
  widest: () =>
    '{ loans(first: 100) { nodes { loanNo state principal member { memberNo name } product { code name } } } }',
};

/** As fast as replies come, until it is stopped; what came, by kind and status. */
function attacking() {
  const seen = new Map<string, number>();
  let goesOn = true;
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    const names = Object.keys(KINDS);
    for (let at = n; goesOn; at++) {
      const name = names[at % names.length] ?? '';
      const { status } = await ask(tokens.hostile, KINDS[name]?.() ?? '');
      seen.set(`${name} ${status}`, (seen.get(`${name} ${status}`) ?? 0) + 1);
    }
  });
  return {
    seen,
    end: async () => {
      goesOn = false;
      await Promise.all(clients);
    },
  };
}

const show = (name: string, { p50, p99, refused, share }: Seen) =>
  console.log(
    `${name.padEnd(34)} p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms   refused ${refused}   the process takes ${Math.round(share * 100)} % of a core`,
  );
// Warm: what is asked all day was asked before.
await behaving();
const alone = await behaving();
show('alone', alone);
const attack = attacking();
const [beganAt, spentBefore] = [performance.now(), await spentMs()];
const first = await behaving();
show('beside it, with its quota', first);
const spent = await behaving();
show('beside it, its quota spent', spent);
const lastedMs = performance.now() - beganAt;
const takenMs = (await spentMs()) - spentBefore - alone.share * lastedMs;
await attack.end();
const worthMs = (QUOTAS.graph * (1 + lastedMs / 60_000)) / POINTS_A_MS;
console.log(
  `the hostile client took ${Math.round(takenMs)} ms of a processor in ${Math.round(lastedMs)}; its points were worth ${Math.round(worthMs)}`,
);
console.log([...attack.seen].map(([what, count]) => `${what}: ${count}`).join(', '));
show('alone again', await behaving());

await pool.destroy();
const code = await umoja.end('SIGTERM');
await database.drop();
await rm(dataDir, { recursive: true, force: true });
bars.atMost('times the p99 of the others while its quota lasts', first.p99 / alone.p99, MOST_OF_P99);
if ([...attack.seen.keys()].some((what) => what.endsWith(' 429')))
  bars.atMost('times the p99 of the others once it is spent', spent.p99 / alone.p99, MOST_OF_P99);
else bars.leftOut('the p99 of the others once the quota is spent', 'the quota lasted; name more seconds');
bars.atMost('times what its points are worth of a processor', takenMs / worthMs, 1);
if (first.refused + spent.refused > 0) bars.missed('The client that behaves was refused.');
if (code !== 0) bars.missed(`The process ended with ${code}.`);
process.exit(bars.exitCode());
