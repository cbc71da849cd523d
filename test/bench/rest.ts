/**
 * What REST costs: a loan, a page of loans and an application for a loan, beside a bare Fastify route with pg that looks
 * the token up and sends the one statement that is needed (for the reads, the very statement that ours sends):
 *
 *     npm run bench -- rest [--requests 600] [--rounds 5] [--limit 50] [--only get|list|create] [--profiles <folder>]
 *
 * Both are processes of their own and serve in turn, so that others who use the machine slow both alike. Milliseconds are
 * those of processors: of the process that serves, and of PostgreSQL. The medians of the rounds count. It ends with an
 * error where ours takes more than what was agreed. `--profiles` writes what each process spent its time on.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { openTestApp } from '../support/test-app.ts';
import { serverSeconds } from './disbursements/processors.ts';
import type { Recorded, Spent, Start } from './rest/process.ts';
import { openBars } from './process/bars.ts';
import { endBench } from './process/end.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '600' },
    rounds: { type: 'string', default: '5' },
    limit: { type: 'string', default: '50' },
    only: { type: 'string' },
    profiles: { type: 'string' },
  },
});
const REQUESTS = Number(values.requests);
const ROUNDS = Number(values.rounds);
const CLIENTS = 8;
const MEMBERS = 10;
/** The most that ours may take of what the bare route takes, process and server together. */
const MOST = { get: 1.5, list: 1.5, create: 2.5 } as const;
type Operation = keyof typeof MOST;
const agreed = (Object.entries(MOST) as [Operation, number][]).filter(([name]) => name === (values.only ?? name));

const testApp = await openTestApp();
const { app, auth, client, productId } = testApp;
const memberIds: number[] = [];
while (memberIds.length < MEMBERS) memberIds.push(await testApp.newMember());
const loanIds: number[] = [];
for (let n = 0; n < 60; n++) loanIds.push(await testApp.readyLoan(100_000n, memberIds[n % MEMBERS]));
await testApp.sql('analyze');
const { accessToken } = await auth.mint({ clientKey: client.clientKey, secret: client.secret, scope: null });

/** The statement of what is done that names the table in this way. */
async function recorded(of: RegExp, act: () => Promise<unknown>): Promise<Recorded> {
  const sent: Recorded[] = [];
  testApp.database.onStatement = (text, params) => void sent.push({ text, params });
  await act();
  testApp.database.onStatement = null;
  const found = sent.find(({ text }) => of.test(text));
  if (!found) throw new Error(`No statement is ${of.source}.`);
  return found;
}
const page = { filters: [], search: null, sort: [], limit: Number(values.limit), boundary: null, withTotal: false };
const application = { productId, principal: 100_000n, termMonths: 12 };
const statements = {
  get: await recorded(/from \(select l\.\* from loan l/, () =>
    app.read(client.caller, (views) => views.loans.one(loanIds[0] ?? NaN)),
  ),
  list: await recorded(/from \(select l\.\* from loan l|from loan l/, () =>
    app.read(client.caller, (views) => views.loans.list(page)),
  ),
  create: await recorded(/^insert into "loan"/, () =>
    testApp.done(app.lending.applyForLoan, { ...application, memberId: memberIds[0] ?? NaN }),
  ),
};

async function started(kind: Start['kind']) {
  const child: ChildProcess = fork(new URL('./rest/process.ts', import.meta.url), {
    // What it logs is written, and read by nobody.
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    execArgv: values.profiles
      ? ['--cpu-prof', `--cpu-prof-dir=${values.profiles}`, `--cpu-prof-name=${kind}.cpuprofile`]
      : [],
  });
  child.send({
    kind,
    settings: { ...testApp.settings, poolSize: CLIENTS },
    tenantId: testApp.tenantId,
    statements,
  } satisfies Start);
  // A server that did not start has said why on standard error.
  child.once('exit', (code) => process.exit(code ?? 1));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const spent = async (): Promise<number> => {
    child.send('spent');
    return ((await once(child, 'message')) as [Spent])[0].cpuMs;
  };
  return { child, pool: new Pool(url, { connections: CLIENTS }), spent };
}
const servers = { ours: await started('ours'), bare: await started('bare') };

const headers = { authorization: `Bearer ${accessToken}` };
let turn = 0;
const requests: Readonly<Record<Operation, () => Parameters<Pool['request']>[0]>> = {
  get: () => ({ method: 'GET', path: `/api/v1/loans/${loanIds[turn++ % loanIds.length]}`, headers }),
  list: () => ({ method: 'GET', path: `/api/v1/loans?limit=${values.limit}`, headers }),
  create: () => ({
    method: 'POST',
    path: '/api/v1/loans',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      member_id: memberIds[turn++ % MEMBERS],
      product_id: productId,
      principal: 100_000,
      term_months: 12,
    }),
  }),
};

type Measured = { readonly process: number; readonly server: number; readonly bytes: number };
const [{ backend } = { backend: 0 }] = await testApp.sql<{ backend: number }>('select pg_backend_pid() as backend');
const spentByServer = serverSeconds(backend);

async function measured(who: keyof typeof servers, operation: Operation, times: number): Promise<Measured> {
  const { pool, spent } = servers[who];
  const before = { process: await spent(), server: spentByServer() };
  let left = times;
  let bytes = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request(requests[operation]());
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${who} ${operation}: ${statusCode} ${text}`);
      bytes += text.length;
    }
  });
  await Promise.all(clients);
  return {
    process: ((await spent()) - before.process) / times,
    server: ((spentByServer() - before.server) * 1_000) / times,
    bytes: bytes / times,
  };
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
const WARM = 500;
for (const who of ['ours', 'bare'] as const) for (const [operation] of agreed) await measured(who, operation, WARM);
console.log('ms of processors each: process + PostgreSQL; bytes of a reply');
const bars = openBars();
for (const [operation, most] of agreed) {
  const figures: Record<keyof typeof servers, Measured[]> = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const who of ['bare', 'ours'] as const)
      figures[who].push(await measured(who, operation, operation === 'get' ? REQUESTS * 2 : REQUESTS));
  const of = (who: keyof typeof servers, what: keyof Measured) => median(figures[who].map((each) => each[what]));
  const inAll = (who: keyof typeof servers) => of(who, 'process') + of(who, 'server');
  const show = (who: keyof typeof servers) =>
    `${of(who, 'process').toFixed(2)} + ${of(who, 'server').toFixed(2)} (${Math.round(of(who, 'bytes'))} bytes)`;
  const ratio = (ours: number, bare: number) => (ours / bare).toFixed(2);
  const times = inAll('ours') / inAll('bare');
  bars.atMost(`${operation}: times the processors’ time of the bare route`, times, most);
  console.log(
    `${operation.padEnd(8)} ours ${show('ours').padEnd(28)} bare ${show('bare').padEnd(28)} ${times.toFixed(2)} times as much, at most ${most}; ` +
      `process ${ratio(of('ours', 'process'), of('bare', 'process'))}, PostgreSQL ${ratio(of('ours', 'server'), of('bare', 'server'))}`,
  );
}
for (const { child, pool } of Object.values(servers)) {
  await pool.destroy();
  child.removeAllListeners('exit');
  child.disconnect();
}
await endBench(testApp.close, bars.exitCode());
