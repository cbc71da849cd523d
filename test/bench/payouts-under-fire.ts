/**
 * Ten thousand payouts through Daraja's fake while the system is killed every few seconds, some answers never come, some
 * news come late, three times or not at all, and the provider is away for a while. Then, in peace: our books and the
 * provider's have to agree payment by payment and to the cent, and what is not settled has to be listed. Run by itself:
 *
 *     npm run bench -- payouts-under-fire [--payouts 10000] [--outage-seconds 60] [--kill-seconds 6]
 *
 * It starts a PostgreSQL, the fake and the whole system, as processes of their own. Ends with 1 where anything is wrong.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { freePort } from '#platform/embedded-postgres/free-port.ts';
import { deriveKeys } from '#platform/keys.ts';
import { chooseDaraja, railSecrets } from '#platform/rails/rail-settings.ts';
import { startDarajaFake } from '../support/daraja-fake/daraja-fake.ts';
import { bareEnvironment, runFile, startUmoja, type UmojaProcess } from '../support/umoja-process.ts';

const { values } = parseArgs({
  options: {
    payouts: { type: 'string', default: '10000' },
    'outage-seconds': { type: 'string', default: '60' },
    'kill-seconds': { type: 'string', default: '6' },
  },
});
const PAYOUTS = Number(values.payouts);
const AT_ONCE = 24;
const AMOUNT = 1_000;
const PATIENCE_MS = 600_000;

/**
 * How the provider treats a payment, by the last digits of its number, in hundredths: 8 get no answer in time (and were
 * paid, or come late), 5 are told three times, 2 answer after the news, 3 fail, the others are paid.
 */
const SHARES: readonly (readonly [suffix: string, hundredths: number])[] = [
  ['011', 3],
  ['005', 3],
  ['006', 2],
  ['009', 5],
  ['010', 2],
  ['001', 2],
  ['018', 1],
];
const suffixOf = (n: number): string => {
  let place = (n * 37) % 100;
  for (const [suffix, hundredths] of SHARES) {
    if (place < hundredths) return suffix;
    place -= hundredths;
  }
  return '000';
};

const folder = await mkdtemp(join(tmpdir(), 'umoja-payouts-'));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: (line) => console.log(line) });
const fake = await startDarajaFake({
  start: Temporal.Now.instant(),
  delayMs: 200,
  balances: { 'Working Account': 0n, 'Utility Account': 10n ** 12n, 'Charges Paid Account': 0n },
});
let clock = performance.now();
const ticking = setInterval(() => {
  const now = performance.now();
  void fake.advance(Math.floor(now - clock));
  clock = now;
}, 50);

/** The way to the provider, which can be cut. */
let isAway = false;
const provider = new URL(fake.baseUrl);
const road = createServer((socket) => {
  if (isAway) return void socket.destroy();
  const other = connect(Number(provider.port), provider.hostname);
  for (const each of [socket, other]) {
    each.on('error', () => undefined);
    each.on('close', () => (each === socket ? other : socket).destroy());
  }
  socket.pipe(other).pipe(socket);
});
await new Promise<void>((resolve) => road.listen(0, '127.0.0.1', resolve));

const secret = randomBytes(24).toString('hex');
const restPort = await freePort();
const env = bareEnvironment({
  DATABASE_URL: postgres.url,
  UMOJA_SECRET: secret,
  UMOJA_DATA_DIR: join(folder, 'data'),
  REST_PORT: String(restPort),
  LOG_LEVEL: 'silent',
});
let umoja: UmojaProcess = startUmoja(env);
await umoja.up;
const facts = JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as { [name: string]: string };
const admin = new pg.Pool({ connectionString: postgres.url, max: 2 });
admin.on('error', () => undefined);
const sql = async <R extends object>(text: string, params: unknown[] = []) => (await admin.query<R>(text, params)).rows;

const [tenant] = await sql<{ id: string }>('select id from tenant order by id limit 1');
const tenantId = Number(tenant?.id);
// As the owner of the tables, who is no tenant's: the bench sets up what an operator's command would.
await chooseDaraja(
  {
    write: (id, work) =>
      work({
        em: undefined as never,
        sql: async (text, params = []) => {
          const client = await admin.connect();
          try {
            await client.query('select set_config($1, $2, false)', ['app.tenant', String(id)]);
            return (await client.query(text, [...params])).rows as never;
          } finally {
            client.release();
          }
        },
      }),
  },
  railSecrets(deriveKeys(secret)),
  tenantId,
  {
    environment: 'sandbox',
    baseUrl: `http://127.0.0.1:${(road.address() as AddressInfo).port}`,
    consumerKey: fake.options.consumerKey,
    consumerSecret: fake.options.consumerSecret,
    initiator: fake.options.initiator,
    shortcode: fake.options.shortcode,
    certificate: fake.certificate,
    stk: null,
    timeouts: { connectMs: 1_000, totalMs: 1_500 },
  },
);
const plenty = { 'A.read': 1e6, 'A.write': 1e6 };
await sql('update api_client set quotas = $1', [JSON.stringify(plenty)]);

const rest = `http://127.0.0.1:${restPort}`;
type Reply = { readonly status: number; readonly body: { code?: string; data?: { id: string; state: string } } };
async function call(method: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${rest}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}
let token = '';
async function logIn(): Promise<void> {
  const { client_id, client_secret } = facts;
  const { body } = await call('POST', '/v1/oauth/token', { client_id, client_secret });
  token = (body as unknown as { data: { access_token: string } }).data.access_token;
}
await logIn();
const topup = await call(
  'POST',
  '/v1/topups',
  { amount: 1_000_000_000, currency: 'KES' },
  { authorization: `Bearer ${token}`, 'idempotency-key': 'topup' },
);
if (topup.status !== 201) throw new Error(`The top-up was answered with ${topup.status} ${JSON.stringify(topup.body)}`);

const answers = new Map<string, number>();
/** Asks with the same key until there is an answer, as a client has to. A refusal that sent nothing is asked again. */
async function pay(n: number): Promise<void> {
  const body = {
    amount: AMOUNT,
    currency: 'KES',
    channel: 'mpesa_b2c',
    msisdn: `+254712${String(n % 1_000).padStart(3, '0')}${suffixOf(n)}`,
    reference: `payout-${n}`,
  };
  for (let tries = 0; ; tries++) {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `payout-${n}` };
    const reply = await call('POST', '/v1/payouts', body, headers).catch(() => null);
    const what = reply === null ? 'no answer' : `${reply.status} ${reply.body.data?.state ?? reply.body.code ?? ''}`;
    answers.set(what, (answers.get(what) ?? 0) + 1);
    if (reply !== null && (reply.status < 400 || reply.body.code === 'provider_rejected')) return;
    // Its first answer was lost, and what it began failed for sure: the reference is taken by that payout.
    if (reply?.body.code === 'duplicate_reference') return;
    if (reply?.status === 401) await logIn().catch(() => undefined);
    await sleep(Math.min(2_000, 200 * 2 ** Math.min(tries, 4)));
  }
}

let paid = 0;
let killed = 0;
let isOnFire = true;
const killing = (async () => {
  while (isOnFire) {
    await sleep(Number(values['kill-seconds']) * 1_000 * (0.5 + Math.random()));
    await umoja.end('SIGKILL');
    killed++;
    umoja = startUmoja(env);
    await umoja.up;
  }
})();
const outage = (async () => {
  while (paid < PAYOUTS / 3) await sleep(200);
  console.log(`${paid} asked for: the provider is away for ${values['outage-seconds']} s.`);
  isAway = true;
  await sleep(Number(values['outage-seconds']) * 1_000);
  isAway = false;
})();
const began = performance.now();
const telling = setInterval(() => {
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${seconds} s: ${paid} of ${PAYOUTS} asked for, ${killed} times killed`);
}, 20_000);
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < PAYOUTS) {
      await pay(next++);
      paid++;
    }
  }),
);
await outage;
isOnFire = false;
await killing;
clearInterval(telling);
console.log(`All asked for after ${Math.round((performance.now() - began) / 1_000)} s; ${killed} times killed.`);
console.log([...answers].map(([what, times]) => `${times} x ${what}`).join(', '));

const open = async () =>
  sql<{ state: string; n: number }>(
    `select state, count(*)::int as n from payout where state in ('pending', 'sending', 'sent', 'unknown') group by 1`,
  );
const until = performance.now() + PATIENCE_MS;
for (let left = await open(); left.length > 0 && performance.now() < until; left = await open()) {
  console.log(`Still open: ${left.map(({ state, n }) => `${n} ${state}`).join(', ')}`);
  // What is looked after in some minutes is looked after now.
  await sql(`update payout set next_check_at = now() where next_check_at > now() + interval '5 s'`);
  await sleep(5_000);
}

const wrong: string[] = [];
const states = await sql<{ state: string; n: number; sum: string }>(
  'select state, count(*)::int as n, sum(amount)::text as sum from payout group by 1 order by 1',
);
console.log(`Ours: ${states.map(({ state, n }) => `${n} ${state}`).join(', ')}`);
const total = states.reduce((sum, { n }) => sum + n, 0);
if (total !== PAYOUTS) wrong.push(`${PAYOUTS} were asked for, ${total} are written down.`);
const stuck = states.filter(({ state }) => ['pending', 'sending', 'sent', 'unknown'].includes(state));
if (stuck.length > 0) wrong.push(`Stuck: ${stuck.map(({ state, n }) => `${n} ${state}`).join(', ')}.`);

const theirs = new Map(
  fake.transactions
    .filter(({ kind, status }) => kind === 'b2c' && status === 'Completed')
    .map((each) => [each.originatorId, each]),
);
const ours = await sql<{ originator_id: string; amount: string; receipt_no: string }>(
  `select originator_id::text, amount::text, receipt_no from payout where state = 'succeeded'`,
);
for (const payout of ours) {
  const other = theirs.get(payout.originator_id);
  if (!other) wrong.push(`${payout.originator_id} is paid for us and not for the provider.`);
  else if (other.shillings * 100n !== BigInt(payout.amount) || other.receipt !== payout.receipt_no) {
    wrong.push(`${payout.originator_id} is another amount or receipt there.`);
  }
}
const inReview = new Set(
  (await sql<{ id: string }>(`select originator_id::text as id from payout where state = 'review'`)).map(
    ({ id }) => id,
  ),
);
const known = new Set(ours.map(({ originator_id }) => originator_id));
for (const id of theirs.keys())
  if (!known.has(id) && !inReview.has(id)) wrong.push(`${id} is paid there and not for us.`);
const twice = fake.transactions.length - new Set(fake.transactions.map(({ originatorId }) => originatorId)).size;
if (twice > 0) wrong.push(`${twice} payments stand twice in the provider’s books.`);
const sumTheirs = [...theirs.values()].reduce((sum, { shillings }) => sum + shillings * 100n, 0n);
const sumOurs = ours.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
console.log(
  `Paid: ${sumOurs} by our books, ${sumTheirs} by the provider’s; ${inReview.size} in review, which is listed.`,
);
if (inReview.size === 0 && sumOurs !== sumTheirs) wrong.push('The sums differ.');
const [account] = await sql<{ balance: string; held: string; in_transit: string }>(
  'select balance::text, held::text, in_transit::text from app_account',
);
console.log(`The app’s account: ${JSON.stringify(account)}`);
const verified = await runFile('platform/operators/umoja.ts', ['ledger', 'verify'], env);
console.log(verified.output.trim().split('\n').slice(-3).join('\n'));
if (verified.code !== 0) wrong.push('The ledger does not verify.');

console.log(wrong.length === 0 ? 'Our books and the provider’s agree.' : `WRONG:\n${wrong.slice(0, 20).join('\n')}`);
clearInterval(ticking);
await umoja.end('SIGTERM');
await admin.end();
road.close();
await fake.close();
await postgres.stop();
await rm(folder, { recursive: true, force: true });
process.exit(wrong.length === 0 ? 0 : 1);
