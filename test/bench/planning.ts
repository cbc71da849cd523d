/**
 * What PostgreSQL spends on planning and on executing, for the graph's five queries, for REST, and for a disbursement,
 * with statements that connections know by name and without, in turn:
 *
 *     npm run bench -- planning [times]
 *
 * Milliseconds are the server's own (pg_stat_statements), so that other users of the machine change them less. It ends
 * with an error where planning takes more than 5 % of the whole, or the whole more than 1.5 times what executing alone takes in
 * the way that executes faster: plans for all values may be worse than those for the values at hand.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { startRest } from '#rest/start.ts';
import { openWholeGraph } from '../support/whole-graph.ts';
import { openBars } from './process/bars.ts';
import { endBench } from './process/end.ts';

const TIMES = Number(process.argv[2] ?? 100);
/** Of the whole that PostgreSQL spends, in percent. */
const MOST_PLANNING = 5;
/** The whole, in times of executing alone. */
const MOST_OF_EXECUTION = 1.5;

const dataDir = await mkdtemp(join(tmpdir(), 'umoja-planning-'));
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

const MEMBERS = 30;

/** A school and a society, with what the requests read. */
async function opened(statements: 'named' | 'unnamed') {
  const graph = await openWholeGraph('in one process', { statements, poolSize: 2 });
  const { testApp, school } = graph;
  for (let n = 0; n < MEMBERS; n++) await graph.sponsorWithLoan(2);
  const { app, auth, log, keys, client } = testApp;
  const rest = await startRest({
    app,
    auth,
    log,
    keys,
    baseUrl: 'http://umoja.test',
    webhookGuard: { allowedNetworks: [], resolve: async () => ['93.184.215.14'] },
    host: '127.0.0.1',
    port: 0,
    quotas: {
      'A.read': 1e6,
      'A.write': 1e6,
      'B.read': 1e6,
      'B.write': 1e6,
      'B.money': 1e6,
      'C.read': 1e6,
      'C.write': 1e6,
      graph: 1e6,
    },
  });
  const { accessToken } = await auth.mint({ clientKey: client.clientKey, secret: client.secret, scope: null });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${rest.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const [member] = await testApp.sql<{ id: string; uuid: string }>(
    'select m.id, m.uuid from member m join loan l on l.member_id = m.id order by m.id limit 1',
  );
  const [loan] = await testApp.sql<{ id: string }>('select id from loan order by id limit 1');
  const query = (text: string) => async () => {
    const { errors } = await graph.execute(text, { id: member?.uuid }, SCOPES);
    if (errors) throw new Error(JSON.stringify(errors));
  };
  const ready: number[] = [];
  const requests: Readonly<Record<string, () => Promise<unknown>>> = {
    'Q1 member by id': query('query($id: ID!) { member(id: $id) { id memberNo name state } }'),
    'Q2 member, loans, schedule': query(`query($id: ID!) { member(id: $id) { name loans(first: 10) { nodes { loanNo
      state outstanding { total } schedule { number dueDate } } } } }`),
    'Q3 50 loans, member, product': query(
      '{ loans(first: 50) { nodes { loanNo state member { name } product { code name } } } }',
    ),
    'Q4 member, students, invoices':
      query(`query($id: ID!) { member(id: $id) { name sponsorships(first: 10) { nodes { student {
      admissionNo invoices(first: 5) { nodes { state } } results(first: 5) { nodes { totalMark } } } } }
      loans(first: 10) { nodes { loanNo } } } }`),
    'Q5 50 students, sponsor': query(
      '{ students(first: 50) { nodes { admissionNo lastName sponsors(first: 1) { nodes { member { name } } } } } }',
    ),
    'GET /loans/{id}': () => call('GET', `/loans/${loan?.id}`),
    'GET /loans': () => call('GET', '/loans?limit=20'),
    'GET /loans?filter[state]=active': () => call('GET', '/loans?filter[state][eq]=active&limit=20'),
    'POST /members': () =>
      call('POST', '/members', {
        name: 'Wanjiku Kamau',
        national_id: String(10_000_000 + Math.floor(Math.random() * 8e7)),
        phone: `+2547${10_000_000 + Math.floor(Math.random() * 8e7)}`,
        branch_id: testApp.branchId,
      }),
    disbursement: async () =>
      testApp.app.lending.disburse(
        {
          caller: client.caller,
          claim: { key: crypto.randomUUID(), fingerprint: Buffer.alloc(32) },
          present: async ({ id }, views) => ({
            status: 201,
            headers: {},
            body: String((await views.disbursements.one(id))?.uuid),
          }),
          refused: (error) => {
            throw error;
          },
        },
        {
          loanId: ready.pop() ?? NaN,
          amount: 100_000n,
          channel: 'mpesa_b2c',
          msisdn: '+254712000000',
          agentNo: testApp.agent.agentNo,
        },
      ),
  };
  const place = { database: new URL(testApp.settings.adminUrl).pathname.slice(1), appRole: testApp.settings.appRole };
  return {
    requests,
    prepare: async () => {
      while (ready.length < TIMES) ready.push(await testApp.readyLoan(100_000n));
    },
    spent: () => spentIn(place),
    mostPlanned: () => mostPlannedIn(place),
    close: async () => {
      await rest.close();
      await graph.close();
    },
    school,
  };
}

/** Whose statements are counted, and in which database. */
type Place = { readonly database: string; readonly appRole: string };
type Spent = { readonly planned: number; readonly executed: number; readonly statements: number };

/** What the application's statements have taken of the server so far, in milliseconds. */
async function spentIn({ database, appRole }: Place): Promise<Spent> {
  const { rows } = await owner.query<Spent>(
    `select coalesce(sum(total_plan_time), 0) as planned, coalesce(sum(total_exec_time), 0) as executed,
            coalesce(sum(calls), 0)::float8 as statements
       from pg_stat_statements s join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid
      where d.datname = $1 and r.rolname = $2`,
    [database, appRole],
  );
  return rows[0] ?? { planned: 0, executed: 0, statements: 0 };
}

/** The statements that are planned most often, with how often of how many times. */
async function mostPlannedIn({ database, appRole }: Place): Promise<readonly string[]> {
  const { rows } = await owner.query<{ plans: string; calls: string; text: string }>(
    `select plans, calls, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
       from pg_stat_statements s join pg_database d on d.oid = s.dbid join pg_roles r on r.oid = s.userid
      where d.datname = $1 and r.rolname = $2 order by total_plan_time desc limit 8`,
    [database, appRole],
  );
  return rows.map(({ plans, calls, text }) => `${plans} of ${calls}: ${text}`);
}

const ways = { named: await opened('named'), unnamed: await opened('unnamed') };
// What planted the data is no request.
await owner.query('select pg_stat_statements_reset()');
const sums = { named: { planned: 0, executed: 0 }, unnamed: { planned: 0, executed: 0 } };
console.log(
  'milliseconds of PostgreSQL each: executing + planning'.padEnd(56),
  'named'.padStart(15),
  'unnamed'.padStart(15),
);
for (const name of Object.keys(ways.named.requests)) {
  const cells: string[] = [];
  let statements = 0;
  for (const way of ['named', 'unnamed'] as const) {
    const { requests, prepare, spent } = ways[way];
    const request = requests[name]!;
    if (name === 'disbursement') await prepare();
    else for (let n = 0; n < 10; n++) await request();
    const before = await spent();
    for (let n = 0; n < TIMES; n++) await request();
    const after = await spent();
    const planned = (after.planned - before.planned) / TIMES;
    const executed = (after.executed - before.executed) / TIMES;
    sums[way].planned += planned;
    sums[way].executed += executed;
    statements = (after.statements - before.statements) / TIMES;
    if (after.statements === before.statements) throw new Error(`${name} was seen to send no statement.`);
    cells.push(`${executed.toFixed(2)} + ${planned.toFixed(2)}`.padStart(15));
  }
  console.log(`${name} (${statements.toFixed(1)} statements)`.padEnd(56), ...cells);
}
const shareOf = ({ planned, executed }: { planned: number; executed: number }) => planned / (planned + executed);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
console.log(`Planning: ${percent(shareOf(sums.named))} of the whole; without names ${percent(shareOf(sums.unnamed))}.`);
console.log(`Planned most:\n  ${(await ways.named.mostPlanned()).join('\n  ')}`);
const { planned, executed } = sums.named;
const whole = (planned + executed) / Math.min(executed, sums.unnamed.executed);
console.log(`The whole is ${whole.toFixed(2)} times executing alone, in the way that executes faster.`);
const bars = openBars();
bars.atMost('% of PostgreSQL’s time that is planning', shareOf(sums.named) * 100, MOST_PLANNING);
bars.atMost('The whole, in times of executing alone', whole, MOST_OF_EXECUTION);
await endBench(async () => {
  await owner.end();
  await ways.named.close();
  await ways.unnamed.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}, bars.exitCode());
