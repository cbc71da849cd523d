/**
 * Disbursements a second, from the request to the provider's acknowledgement, on one float account and on a hundred,
 * beside pgbench running the bare equivalent on the same server in the same run, and on one account that is split into
 * stripes:
 *
 *     npm run bench -- disbursements [--seconds 6] [--clients 16] [--processes 2] [--rounds 3] [--stripes 8]
 *
 * The provider responds immediately and costs nothing: what is measured is what is ours. Ours are `processes` of the system,
 * as pgbench has as many threads, with the same clients in all. Bare is what one disbursement was recorded to send: the
 * very statements with their parameters, prepared, in the same two transactions and the same round trips (pipelines),
 * each on a loan of its own. Both run in turn, several times; medians are compared. The server does without fsync for
 * both: a disk would hold each lock longer. Beside ours stands how many of the clients wait for a lock, on average. Where others use the machine, rates say little: a crowd of small processes gets more of it than two. What each
 * disbursement takes of the processors, ours or pgbench's and the server's, says what a machine of one's own could do.
 * Without pgbench on the PATH the bare rate is left out, and said so. It ends with an error where less than was agreed is
 * reached, or more of the processors is taken.
 */
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applicationUrl } from '#platform/postgres/database.ts';
import { tenantProofs } from '#platform/postgres/tenant-proof.ts';
import { openTestApp } from '../support/test-app.ts';
import { agentNo, AMOUNT, openOffice } from './disbursements/office.ts';
import type { Paid, Round, Start } from './disbursements/process.ts';
import { secondsOfEnded, serverSeconds } from './disbursements/processors.ts';
import { recordedWith } from './disbursements/recorded.ts';
import { replay, uuidOf, type Script, type Sent } from './disbursements/replay.ts';
import { openBars } from './process/bars.ts';
import { endBench } from './process/end.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    clients: { type: 'string', default: '16' },
    processes: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    stripes: { type: 'string', default: '8' },
  },
});
const SECONDS = Number(values.seconds);
const CLIENTS = Number(values.clients);
const PROCESSES = Number(values.processes);
const ROUNDS = Number(values.rounds);
const STRIPES = Number(values.stripes);
const AGENTS = 100;
/** Percent of pgbench’s rate on one account and on a hundred, and milliseconds of our processes’ processors for each. */
const AGREED = { share: { 1: 80, [AGENTS]: 85 } as Readonly<Record<number, number>>, clientMs: 2 };
const bars = openBars();
/** Behind the hundred: whose float is split. */
const SPLIT = AGENTS + 1;
const MOST_A_SECOND = 1_500;
/** As many as are paid out in all rounds, by ours and by pgbench, and to get warm. */
const LOANS = SECONDS * (ROUNDS * 5 + 2) * MOST_A_SECOND;

const testApp = await openTestApp({ float: 10n ** 15n });
const { settings, caller } = { settings: testApp.settings, caller: testApp.client.caller };

/** Ids that differ from every other number of a recorded statement. */
const FIRST = { agent: 4_100_000, loan: 5_200_000, disbursement: 61_000 };
await testApp.sql(
  `insert into agent (id, uuid, agent_no, name, branch_id, float, held)
   select $3 + n, gen_random_uuid(), 'AG-1' || lpad(n::text, 5, '0'), 'Cashier ' || n, $1, 1000000000000000, 0
     from generate_series(1, $2::int) as n`,
  [testApp.branchId, SPLIT, FIRST.agent],
);
await testApp.sql('select serve_split_floats()');
await testApp.app.lending.operators.splitFloat(testApp.operator, { agentNo: agentNo(SPLIT), stripes: STRIPES });
await testApp.sql(`select max(next_id('disbursement')) from generate_series(1, $1)`, [FIRST.disbursement]);
const template = await testApp.readyLoan(AMOUNT);
const columns = await testApp.sql<{ name: string }>(
  `select column_name as name from information_schema.columns
    where table_name = 'loan' and is_generated = 'NEVER' and column_name not in ('id', 'uuid', 'loan_no', 'tenant_id')`,
);
const names = columns.map(({ name }) => `"${name}"`).join(', ');
for (let from = 1; from <= LOANS; from += 2_000) {
  await testApp.sql(
    `insert into loan (id, uuid, loan_no, ${names})
     select $4 + n, gen_random_uuid(), 'B-' || n, ${names}
       from loan cross join generate_series($2::int, $3::int) as n where id = $1`,
    [template, from, from + 1_999, FIRST.loan],
  );
}
// As a server that has been running for a minute: its autovacuum has seen what was planted.
await testApp.sql('analyze');
/** Loans are taken one after the other, by ours and by pgbench: none is paid out twice. */
let nextLoan = FIRST.loan + 1;
function reserve(rate: number): number {
  const first = nextLoan;
  nextLoan += Math.ceil((rate * SECONDS) / CLIENTS) * CLIENTS + CLIENTS;
  if (nextLoan > FIRST.loan + LOANS) throw new Error('There are too few loans for so many rounds.');
  return first;
}

/** What one disbursement sends, and what leaves together. */
async function record(): Promise<{ sent: readonly Sent[]; loan: number }> {
  const office = await openOffice({ ...settings, poolSize: 1 }, caller);
  // What is read once in a while is read now.
  await office.payOut(reserve(1), 1);
  const loan = reserve(1);
  const proof = tenantProofs(settings, () => Temporal.Now.instant())(caller.tenantId);
  const sent = await recordedWith(office.database, { id: caller.tenantId, proof }, () => office.payOut(loan, 1));
  await office.database.close();
  return { sent, loan };
}

const { sent, loan } = await record();
const [paid] = await testApp.sql<{ uuid: string; originator_id: string; id: string }>(
  'select uuid, originator_id, id from disbursement where loan_id = $1',
  [loan],
);
const known = [paid?.uuid, paid?.originator_id];
const uuids = [
  ...new Set(
    sent.flatMap(({ params }) => String(params.join(' ')).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []),
  ),
].filter((uuid) => !known.includes(uuid));
const script = replay(
  sent,
  [
    { value: String(loan), expression: ':loan' },
    { value: String(FIRST.agent + 1), expression: ':agent' },
    { value: agentNo(1), expression: `('AG-1' || lpad((:n)::text, 5, '0'))` },
    // As far away from ours as no sequence comes.
    { value: String(paid?.id), expression: '(:loan + 1000000000)' },
    { value: `bench-${loan}`, expression: `('bench-' || :loan)`, isWithin: true },
    { value: paid?.uuid ?? '', expression: uuidOf(0) },
    { value: paid?.originator_id ?? '', expression: uuidOf(1) },
    ...uuids.map((value, n) => ({ value, expression: uuidOf(2 + n), isWithin: true as const })),
  ],
  [
    '\\set turn :turn + 1',
    `\\set loan :first + :turn * ${CLIENTS} + :client_id`,
    '\\set n random(1, :accounts)',
    `\\set agent ${FIRST.agent} + :n`,
  ],
);
const trips = new Set(sent.map(({ batch }) => batch)).size;
console.log(
  `A disbursement sends ${sent.length} statements in ${trips} round trips, begin and commit of both transactions included.`,
);

/** What was measured: a second, and milliseconds of processors each. */
type Measured = {
  readonly rate: number;
  readonly client: number;
  readonly server: number;
  /** Clients that wait for a lock; NaN of pgbench, which runs while nothing else is looked at. */
  readonly waiting: number;
};
const [{ backend } = { backend: 0 }] = await testApp.sql<{ backend: number }>('select pg_backend_pid() as backend');
const spentByServer = serverSeconds(backend);

async function bare({ text, definitions }: Script, accounts: number): Promise<Measured | null> {
  const folder = await mkdtemp(join(tmpdir(), 'umoja-bench-'));
  try {
    await writeFile(join(folder, 'disburse.sql'), text);
    const input = { first: reserve(MOST_A_SECOND), turn: -1, accounts };
    const words = [
      '-n',
      '--protocol=prepared',
      `--client=${CLIENTS}`,
      `--jobs=${PROCESSES}`,
      `--time=${SECONDS}`,
      ...Object.entries(input).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ...definitions.flatMap((value, n) => ['-D', `p${n}=${value}`]),
    ];
    const before = { client: secondsOfEnded(), server: spentByServer() };
    const { error, stdout, stderr } = spawnSync(
      'pgbench',
      [...words, '-f', join(folder, 'disburse.sql'), applicationUrl(settings)],
      { encoding: 'utf8' },
    );
    if (error) return null;
    const found = /tps = ([\d.]+)/.exec(stdout);
    if (!found || /aborted|error/i.test(stderr)) throw new Error(`pgbench failed: ${stderr.slice(0, 600)}`);
    const done = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
    return {
      rate: Number(found[1]),
      client: ((secondsOfEnded() - before.client) * 1_000) / done,
      server: ((spentByServer() - before.server) * 1_000) / done,
      waiting: NaN,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const request = async <T>(child: ChildProcess, message: Start | Round): Promise<T> => {
  child.send(message);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the bench ended with ${code}: what it said stands above.`);
  });
  return Promise.race([once(child, 'message').then(([reply]) => reply as T), ended]);
};
const offices = await Promise.all(
  Array.from({ length: PROCESSES }, async () => {
    const child = fork(new URL('./disbursements/process.ts', import.meta.url));
    // One for each round, until it ends.
    child.setMaxListeners(0);
    const clients = CLIENTS / PROCESSES;
    await request(child, { settings: { ...settings, poolSize: clients }, caller });
    return { child, clients };
  }),
);

/** How many of the clients wait for a lock, looked at again and again. */
function waitingClients(): () => Promise<number> {
  const seen: number[] = [];
  let over = false;
  const looking = (async () => {
    while (!over) {
      const [row] = await testApp.sql<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
      );
      seen.push(row?.waiting ?? 0);
      await pause(40);
    }
  })();
  return async () => {
    over = true;
    await looking;
    return seen.reduce((sum, each) => sum + each, 0) / seen.length;
  };
}

async function ours(accounts: number, { agent = 1, seconds = SECONDS } = {}): Promise<Measured> {
  const waiting = waitingClients();
  const before = spentByServer();
  const first = reserve(MOST_A_SECOND);
  const all = await Promise.all(
    offices.map(({ child, clients }, n) =>
      request<Paid>(child, { clients, seconds, agent, accounts, first: first + n, step: PROCESSES }),
    ),
  );
  const done = all.reduce((sum, each) => sum + each.done, 0);
  return {
    rate: all.reduce((sum, each) => sum + each.done / each.seconds, 0),
    client: (all.reduce((sum, each) => sum + each.cpuSeconds, 0) * 1_000) / done,
    server: ((spentByServer() - before) * 1_000) / done,
    waiting: await waiting(),
  };
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
const rates = new Map<number, number>();
// Warm: what runs all day has run before.
await ours(AGENTS, { seconds: 2 });
const middle = (all: readonly Measured[], of: keyof Measured) => median(all.map((each) => each[of]));
const emitted = (all: readonly Measured[]) => {
  const waiting = middle(all, 'waiting');
  const locks = Number.isNaN(waiting) ? '' : `, ${waiting.toFixed(1)} of ${CLIENTS} wait for a lock`;
  return `${Math.round(middle(all, 'rate'))}/s, ${middle(all, 'client').toFixed(2)} + ${middle(all, 'server').toFixed(2)} ms each${locks}`;
};
const inAll = (all: readonly Measured[]) => median(all.map(({ client, server }) => client + server));
const striped: Measured[] = [];
for (const accounts of [1, AGENTS]) {
  const own: Measured[] = [];
  const theirs: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const other = await bare(script, accounts);
    if (other !== null) theirs.push(other);
    own.push(await ours(accounts));
    if (accounts === 1) striped.push(await ours(1, { agent: SPLIT }));
  }
  rates.set(accounts, middle(own, 'rate'));
  console.log(`${accounts} float account${accounts > 1 ? 's' : ''} (rate; processors of the client + the server):`);
  console.log(`  ours     ${emitted(own)}`);
  const on = `Disbursements on ${accounts} float account${accounts > 1 ? 's' : ''}`;
  bars.atMost(`${on}: ms of our processors each`, middle(own, 'client'), AGREED.clientMs);
  if (theirs.length === 0) bars.leftOut(on, 'there is no pgbench on the PATH');
  else {
    const rate = middle(own, 'rate') / middle(theirs, 'rate');
    const cost = inAll(theirs) / inAll(own);
    console.log(`  pgbench  ${emitted(theirs)}`);
    bars.atLeast(`${on}: % of pgbench’s rate`, rate * 100, AGREED.share[accounts] ?? NaN);
    console.log(`  ${Math.round(rate * 100)} % of its rate; by the processors’ time ${Math.round(cost * 100)} %`);
  }
}
const hot = (rates.get(AGENTS) ?? NaN) / (rates.get(1) ?? NaN);
console.log(`One hot account is ${hot.toFixed(2)} times slower than ${AGENTS}.`);
console.log(`One float account in ${STRIPES} stripes:`);
console.log(`  ours     ${emitted(striped)}`);
console.log(
  `  ${(middle(striped, 'rate') / (rates.get(1) ?? NaN)).toFixed(2)} times the rate of one that is not split.`,
);
for (const { child } of offices) child.kill();
// The books of planted floats, and of statements that were repeated, prove nothing.
await endBench(() => testApp.close().catch(() => undefined), bars.exitCode());
