/**
 * Journals a second, posted in batches over REST: deposits to savings accounts or repayments of loans, 1, 100 and 1,000 in a
 * request, beside pgbench running the very statements that one such batch was recorded to send:
 *
 *     npm run bench -- journals [--kind deposits|repayments] [--seconds 8] [--clients 2] [--rounds 3] [--sizes 1,100,1000] [--profiles <folder>]
 *
 * Ours is one process that serves REST as `main.ts` starts it, with a token, a key and a receipt for each row; each client
 * has accounts of its own. Bare is what a batch sends: the same statements with the same values, prepared, in the same
 * transaction and the same round trips, one pgbench for each client, several recorded batches each. Both run in turn; the medians of the rounds count. The
 * server does without fsync for both. Milliseconds are those of processors for a journal: of the process that serves, or of
 * pgbench, and of PostgreSQL. Without pgbench on the PATH the bare rate is left out, and said so;
 * so it is of repayments, which can't be repeated: what a loan books is numbered. It ends with an error where fewer than two
 * thousand deposits a second are posted in batches of 1,000.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { applicationUrl } from '#platform/postgres/database.ts';
import { BY_INDEX } from '#platform/postgres/plan-settings.ts';
import { tenantProofs } from '#platform/postgres/tenant-proof.ts';
import type { Posting } from '#core/payments/postings/posting.ts';
import { openLender } from '../support/lender.ts';
import { openTestSavings } from '../support/test-app-savings.ts';
import { secondsOfEnded, serverSeconds } from './disbursements/processors.ts';
import { recordedWith } from './disbursements/recorded.ts';
import type { Sent } from './disbursements/replay.ts';
import { replay } from './journals/replay.ts';
import type { Spent, Start } from './rest/process.ts';
import { openBars } from './process/bars.ts';
import { endBench } from './process/end.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'deposits' },
    seconds: { type: 'string', default: '8' },
    clients: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    sizes: { type: 'string', default: '1,100,1000' },
    profiles: { type: 'string' },
  },
});
const TYPE: Posting['type'] = values.kind === 'repayments' ? 'loan' : 'savings_account';
const SECONDS = Number(values.seconds);
const CLIENTS = Number(values.clients);
const ROUNDS = Number(values.rounds);
const SIZES = values.sizes.split(',').map(Number);
const MEMBERS = 200;
const MOST = 1_000;
/** Deposits a second in the largest batches: thousands. */
const LEAST = 2_000;
const bars = openBars();
/** Batches of the largest size until an account is paid into again: a member pays now and then, not ten times a minute. */
const TURNS = TYPE === 'loan' ? 2 : 20;

const lender = await openLender(null);
const { testApp } = lender;
const { app, settings, client, auth } = testApp;
const memberIds: number[] = [];
await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (memberIds.length < MEMBERS) memberIds.push(await testApp.newMember());
  }),
);
const planted = TYPE === 'loan' ? await plantLoans() : await plantAccounts();
// As a server that has been running for a minute: its autovacuum has seen what was planted.
await testApp.sql('analyze');
/** What one client alone pays. */
const ownOf = (of: number) => planted.slice(of * MOST * TURNS, (of + 1) * MOST * TURNS);

async function plantAccounts(): Promise<readonly number[]> {
  const template = await (await openTestSavings(testApp)).account();
  return copied('savings_account', template, { account_no: `'B-' || n`, member_id: '$3::bigint[]' });
}

async function plantLoans(): Promise<readonly number[]> {
  const template = await lender.lend(20_000_000n);
  const ids = await copied('loan', template, { loan_no: `'B-' || n`, member_id: '$3::bigint[]' });
  for (const table of ['loan_entry', 'loan_instalment']) {
    const names = (await columnsOf(table)).filter((name) => !['id', 'loan_id', 'uuid'].includes(name)).join(', ');
    for (let from = 0; from < ids.length; from += 500) {
      await testApp.sql(
        `insert into ${table} (loan_id, ${names}) select l, ${names} from ${table}, unnest($2::bigint[]) as l where loan_id = $1`,
        [template, ids.slice(from, from + 500)],
      );
    }
  }
  return ids;
}

async function columnsOf(table: string): Promise<readonly string[]> {
  const rows = await testApp.sql<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'tenant_id'`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** As many as all clients pay, each of the next member. */
async function copied(table: string, template: number, other: Readonly<Record<string, string>>) {
  const names = (await columnsOf(table)).filter((name) => !['id', 'uuid', ...Object.keys(other)].includes(name));
  const differing = Object.values(other).map((each) =>
    each.startsWith('$') ? `(${each})[1 + n % cardinality(${each})]` : each,
  );
  const ids: number[] = [];
  for (let from = 1; from <= CLIENTS * MOST * TURNS; from += 1_000) {
    const rows = await testApp.sql<{ id: string }>(
      `insert into ${table} (uuid, ${Object.keys(other).join(', ')}, ${names.join(', ')})
       select gen_random_uuid(), ${differing.join(', ')}, ${names.join(', ')}
         from ${table}, generate_series($2::int, $2::int + 999) as n where id = $1 returning id`,
      [template, from, memberIds],
    );
    ids.push(...rows.map(({ id }) => Number(id)));
  }
  return ids;
}

/** Batches that are recorded of each client, each over other rows; pgbench takes them by chance. */
const RECORDED = Math.min(TURNS, 6);
let receipts = 0;
const receiptsOf = (count: number) => Array.from({ length: count }, () => `BENCH${++receipts}`);

/** What a batch sends, and what leaves together. */
async function recorded(ids: readonly number[]): Promise<{ sent: readonly Sent[]; unique: readonly string[] }> {
  const references = receiptsOf(ids.length);
  const rows = ids.map((id, n): Posting => ({
    type: TYPE,
    id,
    amount: 1_000n,
    channel: 'bank',
    paidAt: null,
    reference: references[n] ?? null,
    msisdn: null,
    branchId: null,
  }));
  const key = `key-${randomUUID().slice(0, 8)}`;
  const proof = tenantProofs(settings, () => Temporal.Now.instant())(testApp.tenantId);
  const sent = await recordedWith(testApp.database, { id: testApp.tenantId, proof }, () =>
    app.receipts.createPostings(
      {
        caller: client.caller,
        claim: { key, fingerprint: Buffer.alloc(32) },
        present: async ({ posted }) => ({
          status: 201,
          headers: {},
          body: JSON.stringify(
            posted.map(({ type, record: { id, uuid, receiptNo } }) => ({ type, id, uuid, receiptNo })),
          ),
        }),
        refused: (error) => {
          throw error;
        },
      },
      { rows, dryRun: false },
    ),
  );
  const begun = sent.findIndex(({ text }) => text.startsWith('begin'));
  const numbers = sent.flatMap(({ params }) => params.flat()).filter((each) => /^R-\d+$/.test(String(each)));
  return { sent: sent.slice(begun), unique: [key, ...references, ...new Set(numbers.map(String))] };
}

const { accessToken } = await auth.mint({ clientKey: client.clientKey, secret: client.secret, scope: null });
const child: ChildProcess = fork(new URL('./rest/process.ts', import.meta.url), {
  // What it logs is written and not read.
  stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  execArgv: values.profiles ? ['--cpu-prof', `--cpu-prof-dir=${values.profiles}`] : [],
});
const none = { text: '', params: [] };
child.send({
  kind: 'ours',
  settings: { ...settings, poolSize: CLIENTS + 2 },
  tenantId: testApp.tenantId,
  statements: { get: none, list: none, create: none },
} satisfies Start);
child.once('exit', (code) => process.exit(code ?? 1));
const [{ url }] = (await once(child, 'message')) as [{ url: string }];
const pool = new Pool(url, { connections: CLIENTS });
const spent = async (): Promise<number> => {
  child.send('spent');
  return ((await once(child, 'message')) as [Spent])[0].cpuMs;
};

type Measured = { readonly rate: number; readonly client: number; readonly server: number };
const [{ backend } = { backend: 0 }] = await testApp.sql<{ backend: number }>('select pg_backend_pid() as backend');
const spentByServer = serverSeconds(backend);

async function post(ids: readonly number[]): Promise<void> {
  const references = receiptsOf(ids.length);
  const rows = ids.map((id, n) => ({ [`${TYPE}_id`]: id, amount: 1_000, channel: 'bank', reference: references[n] }));
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/v1/postings/bulk',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ rows }),
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`${statusCode} ${text.slice(0, 600)}`);
}

async function ours(size: number, seconds = SECONDS): Promise<Measured> {
  const before = { client: await spent(), server: spentByServer() };
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, of) => {
      const own = ownOf(of);
      for (let turn = 0; elapsed() < seconds; turn++) {
        const from = (turn * size) % (MOST * TURNS);
        await post(own.slice(from, from + size));
        done += size;
      }
    }),
  );
  return {
    rate: done / elapsed(),
    client: ((await spent()) - before.client) / done,
    server: ((spentByServer() - before.server) * 1_000) / done,
  };
}

/** One pgbench for each client, with its own rows; null where there is none on the PATH, or it can't repeat what was recorded. */
async function bare(scripts: readonly (readonly string[])[], size: number): Promise<Measured | null> {
  if (TYPE === 'loan') return null;
  const folder = await mkdtemp(join(tmpdir(), 'umoja-bench-'));
  try {
    const before = { client: secondsOfEnded(), server: spentByServer() };
    const outputs = await Promise.all(
      scripts.map(async (texts, of) => {
        const files = texts.map((_, n) => join(folder, `${of}-${n}.sql`));
        for (const [n, text] of texts.entries()) await writeFile(files[n] ?? '', text);
        const words = ['-n', '--protocol=prepared', '--client=1', `--time=${SECONDS}`];
        return run('pgbench', [...words, ...files.flatMap((file) => ['-f', file]), applicationUrl(settings)]);
      }),
    );
    if (outputs.includes(null)) return null;
    const figure = (of: RegExp) => outputs.reduce((sum, each) => sum + Number(of.exec(each ?? '')?.[1] ?? NaN), 0);
    const done = figure(/actually processed: (\d+)/) * size;
    if (outputs.some((each) => /aborted|ERROR/.test(each ?? ''))) throw new Error(outputs.join('\n').slice(0, 1_500));
    if (!(done > 0)) throw new Error(`pgbench failed: ${outputs.join('\n').slice(0, 1_500)}`);
    return {
      rate: figure(/tps = ([\d.]+)/) * size,
      client: ((secondsOfEnded() - before.client) * 1_000) / done,
      server: ((spentByServer() - before.server) * 1_000) / done,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(program: string, words: readonly string[]): Promise<string | null> {
  // Planned as our connections plan.
  const planned = { ...BY_INDEX, plan_cache_mode: 'force_generic_plan', jit: 'off' };
  const PGOPTIONS = Object.entries(planned)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const started = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PGOPTIONS } });
  const said: string[] = [];
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (text: Buffer) => void said.push(String(text)));
  return new Promise((resolve) => {
    started.once('error', () => resolve(null));
    started.once('close', () => resolve(said.join('')));
  });
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
const middle = (all: readonly Measured[], of: keyof Measured) => median(all.map((each) => each[of]));
const line = (all: readonly Measured[]) =>
  `${Math.round(middle(all, 'rate'))}/s, ${middle(all, 'client').toFixed(3)} + ${middle(all, 'server').toFixed(3)} ms each`;

const known = new Set(
  (await testApp.sql<{ uuid: string }>(`select uuid from ${TYPE} union all select uuid from member`)).map(
    ({ uuid }) => uuid,
  ),
);
console.log(`Journals of ${values.kind} a second (processors of the client + the server for each):`);
for (const size of SIZES) {
  // Warm: what runs all day has run before, and what is read once in a while was read.
  await ours(size, 2);
  await testApp.sql('analyze');
  const records = [];
  for (let of = 0; of < CLIENTS; of++) {
    for (let n = 0; n < RECORDED; n++) records.push(await recorded(ownOf(of).slice(n * MOST, n * MOST + size)));
  }
  const all = records.map(({ sent, unique }) => replay(sent, unique, known));
  const scripts = Array.from({ length: CLIENTS }, (_, of) => all.slice(of * RECORDED, (of + 1) * RECORDED));
  const [first] = records;
  const trips = new Set(first?.sent.map(({ batch }) => batch)).size;
  const own: Measured[] = [];
  const theirs: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const other = await bare(scripts, size);
    if (other !== null) theirs.push(other);
    own.push(await ours(size));
  }
  console.log(`${size} in a request: ${first?.sent.length} statements in ${trips} round trips`);
  console.log(`  ours     ${line(own)}`);
  if (TYPE !== 'loan' && size === MOST)
    bars.atLeast(`Deposits a second, ${MOST} in a request`, middle(own, 'rate'), LEAST);
  if (theirs.length === 0) {
    const why =
      TYPE === 'loan' ? 'what a loan books is numbered: pgbench can’t repeat it' : 'there is no pgbench on the PATH';
    bars.leftOut(`${size} in a request with pgbench`, why);
  } else {
    const inAll = (all: readonly Measured[]) => median(all.map((each) => each.client + each.server));
    console.log(`  pgbench  ${line(theirs)}`);
    const rate = Math.round((100 * middle(own, 'rate')) / middle(theirs, 'rate'));
    console.log(`  ${rate} % of its rate; by the processors’ time ${Math.round((100 * inAll(theirs)) / inAll(own))} %`);
  }
}
if (TYPE === 'loan' || !SIZES.includes(MOST))
  bars.leftOut('deposits in the largest batches', 'this run does not post them');
child.removeAllListeners('exit');
child.disconnect();
// The books of planted loans, and of statements that were repeated, prove nothing.
await endBench(() => testApp.close().catch(() => undefined), bars.exitCode());
