/**
 * Every role as a process of its own, on a database whose owner is no superuser: migrations, the story, a load of loans
 * that are applied for, approved, paid out and repaid over REST, and the proof of the books. Without a fault no reply may
 * be 503.
 *
 *     npm run bench -- roles [--clients 8] [--seconds 20] [--postgres postgres://superuser@host/postgres]
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { databaseAt, withClient, withPlainOwner } from '../support/test-server.ts';
import { residentMegabytes, secondsOf } from './disbursements/processors.ts';
import { bareEnvironment, booksAgree, runFile, startUmoja } from '../support/umoja-process.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '20' },
    postgres: { type: 'string' },
  },
});
const SUBGRAPHS = subgraphRows().map(({ name }) => name);
const ROLES = [...SUBGRAPHS, 'gateway', 'rest', 'workers'] as const;
const PRINCIPAL = 100_000;

const folder = await mkdtemp(join(tmpdir(), 'umoja-roles-'));
const own = values.postgres
  ? null
  : await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
const server = await withPlainOwner(values.postgres ?? own?.url ?? '');
const name = `umoja_roles_${process.pid}`;
const version = await withClient(databaseAt(server.url, 'postgres'), async (owner) => {
  await owner.query(`create database ${name}`);
  return (await owner.query<{ server_version: string }>('show server_version')).rows[0]?.server_version;
});
const databaseUrl = databaseAt(server.url, name);
const ports = new Map(await Promise.all(ROLES.map(async (role) => [role, await freePort()] as const)));
const at = (role: (typeof ROLES)[number]) => `http://127.0.0.1:${ports.get(role)}`;
const env = bareEnvironment({
  DATABASE_URL: databaseUrl,
  UMOJA_SECRET: randomBytes(24).toString('hex'),
  UMOJA_DEMO: 'yes',
  UMOJA_DATA_DIR: join(folder, 'data'),
  UMOJA_LAME_DUCK_SECONDS: '0',
  LOG_LEVEL: 'warn',
  REST_PORT: String(ports.get('rest')),
  GRAPHQL_PORT: String(ports.get('gateway')),
  ...Object.fromEntries(
    SUBGRAPHS.flatMap((subgraph) => [
      [`${subgraph.toUpperCase()}_PORT`, String(ports.get(subgraph))],
      [`${subgraph.toUpperCase()}_URL`, `${at(subgraph)}/graphql`],
    ]),
  ),
  METRICS_PORT: String(ports.get('workers')),
});
const migrated = await runFile('platform/cli/umoja.ts', ['migrate'], env);
if (migrated.code !== 0) throw new Error(migrated.output);
const processes = [];
/** Seconds of a processor that each took to start. */
const starts = new Map<string, number>();
for (const role of ROLES) {
  const started = startUmoja(role === 'workers' ? env : { ...env, METRICS_PORT: '' }, [role]);
  processes.push({ role, ...started });
  await started.up;
  starts.set(role, secondsOf(started.child.pid ?? NaN));
}
console.log(`PostgreSQL ${version}, ${ROLES.length} processes, database of a plain owner`);
const story = await runFile('test/journeys/story.ts', [], env);

const facts = JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as { [fact: string]: string };
await withClient(databaseUrl, (owner) =>
  owner.query(`update api_client set quotas = '{"B.read":1000000,"B.write":1000000,"B.money":1000000}'`),
);

type Reply = { readonly status: number; readonly etag: string; readonly body: any };
const replies = new Map<string, number>();
const unavailable: string[] = [];
let slowest = 0;
async function call(method: string, path: string, sent: { token?: string; etag?: string; body?: object } = {}) {
  const began = performance.now();
  const response = await fetch(`${at('rest')}/api/v1${path}`, {
    method,
    headers: {
      'idempotency-key': randomUUID(),
      ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
      ...(sent.etag ? { 'if-match': sent.etag } : {}),
      ...(sent.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(sent.body ? { body: JSON.stringify(sent.body) } : {}),
  });
  const body: any = await response.json().catch(() => null);
  slowest = Math.max(slowest, performance.now() - began);
  const what = `${method} ${path.replaceAll(/\d+/g, ':id')} ${response.status}`;
  replies.set(what, (replies.get(what) ?? 0) + 1);
  if (response.status >= 500) unavailable.push(`${what} ${JSON.stringify(body).slice(0, 160)}`);
  return { status: response.status, etag: response.headers.get('etag') ?? '', body } satisfies Reply;
}
const credentials = { client_id: facts['client_id'], client_secret: facts['client_secret'] };
const minted = await call('POST', '/oauth/token', { body: { grant_type: 'client_credentials', ...credentials } });
const token = minted.body.access_token as string;
const {
  rows: [member],
} = await withClient(databaseUrl, (owner) => owner.query(`select id from member where state = 'active' limit 1`));
const products = await call('GET', '/loan_products', { token });
const product = products.body.data[0];

/** One loan from its application to a repayment. */
async function lend(): Promise<void> {
  const body = { member_id: Number(member.id), product_id: product.id, principal: PRINCIPAL, term_months: 6 };
  const applied = await call('POST', '/loans', { token, body });
  if (applied.status !== 201) return;
  const loan = `/loans/${applied.body.id}`;
  const approved = await call('PATCH', loan, { token, etag: applied.etag, body: { action: 'approve' } });
  if (approved.status !== 200) return;
  const money = { amount: PRINCIPAL, channel: 'mpesa_b2c', msisdn: '+254700000000' };
  await call('POST', `${loan}/disbursements`, { token, body: money });
  for (let tries = 0; tries < 20; tries++) {
    const { body: seen } = await call('GET', loan, { token });
    if (seen?.state !== 'ready_to_disburse') break;
    await sleep(250);
  }
  await call('POST', `${loan}/repayments`, { token, body: { amount: 1_000, channel: 'cash' } });
}
let most: Record<string, number> = {};
const until = performance.now() + Number(values.seconds) * 1_000;
const watching = (async () => {
  while (performance.now() < until) {
    const { rows } = await withClient(server.superuserUrl ?? databaseUrl, (client) =>
      client.query<{ of: string; n: number }>(
        `select application_name as of, count(*)::int as n from pg_stat_activity where datname = $1 group by 1`,
        [name],
      ),
    );
    for (const { of, n } of rows) most = { ...most, [of]: Math.max(most[of] ?? 0, n) };
    await sleep(500);
  }
})();
let loans = 0;
const working = Array.from({ length: Number(values.clients) }, async () => {
  for (; performance.now() < until; loans++) await lend();
});
await Promise.all([...working, watching]);

const ready = await Promise.all(ROLES.map(async (role) => [role, (await fetch(`${at(role)}/readyz`)).status] as const));
const books = await booksAgree(env);
for (const { role, child } of processes) {
  const memory = residentMegabytes(child.pid ?? NaN).toFixed(0);
  console.log(
    `${role}: ${memory} MB after the load; ${(starts.get(role) ?? NaN).toFixed(1)} s of a processor to start`,
  );
}
const ended = await Promise.all(processes.map((each) => each.end('SIGTERM')));
for (const [what, times] of [...replies].sort()) console.log(`${String(times).padStart(7)}  ${what}`);
console.log(`slowest reply ${slowest.toFixed(0)} ms; most connections at a time ${JSON.stringify(most)}`);
for (const { role, output } of processes)
  for (const line of output()
    .split('\n')
    .filter((each) => each.startsWith('{')))
    console.log(`${role}: ${line.slice(0, 300)}`);
const checks: readonly (readonly [string, boolean])[] = [
  ['the story is true', story.code === 0],
  [
    `${loans} loans, replies of 500 and above: ${unavailable.slice(0, 3).join('; ') || 'none'}`,
    unavailable.length === 0,
  ],
  [`ready: ${ready.map((each) => each.join(' ')).join(', ')}`, ready.every(([, status]) => status === 200)],
  books,
  ['every process ended cleanly', ended.every((code) => code === 0)],
];
for (const [what, isRight] of checks) console.log(`${isRight ? 'ok    ' : 'WRONG '} ${what}`);
if (story.code !== 0) console.log(story.output.slice(-2_000));
await withClient(databaseAt(server.superuserUrl ?? server.url, 'postgres'), (client) =>
  client.query(`drop database if exists ${name} with (force)`),
);
await own?.stop();
await rm(folder, { recursive: true, force: true });
process.exit(checks.every(([, isRight]) => isRight) ? 0 : 1);
