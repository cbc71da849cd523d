/**
 * What operations of the graph cost beside their price: milliseconds of our processor and of PostgreSQL's statements for a
 * point, and how far each is from the middle of all.
 *
 *     npm run bench -- prices [times]
 *
 * The price predicts the cost where the factor is between a third and three; it ends with an error where it does not. A price
 * is of the longest lists that an operation may get, and lists of the bench are shorter: what asks for long ones is cheaper
 * here than it may be. The client of the bench runs in the same process: `nothing` says what of a request is not the graph's.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SCOPES } from '#core/partners/scopes.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { EXAMPLES } from '#sub/examples.ts';
import { openWholeGraph } from '../support/whole-graph.ts';
import { QUERIES } from './gateway-http/queries.ts';

const TIMES = Number(process.argv[2] ?? 60);
const ROUNDS = 3;
const MOST = 3;
const MEMBERS = 30;

const dataDir = await mkdtemp(join(tmpdir(), 'umoja-prices-'));
const server = await startEmbeddedPostgres({
  dataDir,
  log: () => undefined,
  ephemeral: true,
  settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
});
process.env['UMOJA_TEST_DATABASE_URL'] = server.url;
const owner = new pg.Client({ connectionString: server.url });
await owner.connect();
await owner.query('create extension pg_stat_statements');
const graph = await openWholeGraph('in one process', { poolSize: 2 });
for (let n = 0; n < MEMBERS; n++) await graph.sponsorWithLoan(2);
const [member] = await graph.testApp.sql<{ uuid: string }>(
  'select m.uuid from member m join loan l on l.member_id = m.id order by m.id limit 1',
);

const headers = { 'content-type': 'application/json', authorization: `Bearer ${SCOPES.join(' ')}` };
/** @returns the price, in points */
async function send(query: string): Promise<number> {
  const variables = query.includes('$id: ') ? { id: member?.uuid } : {};
  const response = await fetch(graph.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  const { errors } = (await response.json()) as { errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return Number(response.headers.get('x-query-cost'));
}

async function sqlMs(): Promise<number> {
  const { rows } = await owner.query<{ ms: number }>(
    'select sum(total_exec_time + total_plan_time)::float8 as ms from pg_stat_statements',
  );
  return rows[0]?.ms ?? 0;
}

type Cost = { readonly ours: number; readonly postgres: number };
async function costOf(query: string): Promise<Cost> {
  const [cpu, sql] = [process.cpuUsage(), await sqlMs()];
  for (let n = 0; n < TIMES; n++) await send(query);
  const { user, system } = process.cpuUsage(cpu);
  return { ours: (user + system) / 1_000 / TIMES, postgres: ((await sqlMs()) - sql) / TIMES };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const examples = EXAMPLES.map(({ query }) => [/^query (\w+)/m.exec(query)?.[1] ?? 'example', query] as const);
const changes = /^\s*mutation|^\s*subscription/m;
const operations = [...Object.entries(QUERIES), ...examples].filter(([, text]) => !changes.test(text));
const EMPTY = '{ __typename }';
const measured = new Map<string, Cost[]>();
const prices = new Map<string, number>();
for (const [name, text] of [['nothing', EMPTY] as const, ...operations]) {
  // Compiled, and cached: the price of a first time is another one.
  for (let n = 0; n < 10; n++) await send(text);
  prices.set(name, await send(text));
  measured.set(name, []);
}
for (let round = 0; round < ROUNDS; round++)
  for (const [name, text] of [['nothing', EMPTY] as const, ...operations]) measured.get(name)?.push(await costOf(text));

const middle = (name: string, of: keyof Cost) => median((measured.get(name) ?? []).map((cost) => cost[of]));
const table = operations.map(([name]) => {
  const [ours, postgres] = [middle(name, 'ours'), middle(name, 'postgres')];
  const points = prices.get(name) ?? 0;
  return { name, points, ours, postgres, each: (ours + postgres) / points };
});
const usual = median(table.map(({ each }) => each));
console.log(`nothing: ${prices.get('nothing')} points, ${middle('nothing', 'ours').toFixed(2)} ms`);
console.log(
  'ms'.padEnd(48),
  ...['points', 'ours', 'postgres', 'µs a point', 'factor'].map((word) => word.padStart(10)),
);
let isOff = false;
for (const { name, points, ours, postgres, each } of table) {
  const factor = each / usual;
  isOff ||= factor > MOST || factor < 1 / MOST;
  const cells = [String(points), ours.toFixed(2), postgres.toFixed(2), (each * 1_000).toFixed(0), factor.toFixed(2)];
  console.log(name.padEnd(48), ...cells.map((cell) => cell.padStart(10)));
}

await graph.close();
await owner.end();
await server.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(isOff ? 1 : 0);
