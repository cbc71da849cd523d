/**
 * Ten thousand payouts through Daraja's fake while processes of the system are killed every few seconds, some answers
 * never come, some notifications come late, three times or not at all, and the provider is away for a while. Then, with fewer
 * kills, what is open is settled; what can't be found out has to be listed for people. Our books and the provider's
 * have to agree payment by payment and to the cent. Run it alone:
 *
 *     npm run bench -- payouts-under-fire [--payouts 10000] [--clients 120] [--outage-seconds 60] [--kill-seconds 5]
 *
 * It starts a PostgreSQL, the fake and two processes of the system behind one address. They are killed in turn, every
 * fifth time both. Ends with 1 where anything is wrong.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { TenantTransaction } from '#platform/postgres/database.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { chooseDaraja } from '#platform/rails/daraja/account.ts';
import { railSecrets } from '#platform/rails/rail-settings.ts';
import { startDarajaFake } from '../support/daraja-fake/daraja-fake.ts';
import { bareEnvironment, booksAgree, runFile, startUmoja, type UmojaProcess } from '../support/umoja-process.ts';
import { compareBooks, type Sql } from './payouts-under-fire/books.ts';
import { openFront } from './payouts-under-fire/front.ts';

const { values } = parseArgs({
  options: {
    payouts: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '120' },
    'outage-seconds': { type: 'string', default: '60' },
    'kill-seconds': { type: 'string', default: '5' },
  },
});
const PAYOUTS = Number(values.payouts);
const AMOUNT = 1_000;
/** Kills go on for so long while what is open is settled; then it is quiet. */
const KILLS_IN_SETTLING_MS = 45_000;
/** A payment without a notification for so long is made a day old: by then it is referred to people. */
const QUIET_MS = 90_000;
const PATIENCE_MS = 600_000;
const UTILITY = 10n ** 12n;

/**
 * How the provider treats a payment, by the last digits of its number, in hundredths: 8 get no answer in time (and were
 * paid, or come late), 5 are notified three times, 2 reply after the notification, 3 fail, the others are paid.
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
  together: true,
  balances: { 'Working Account': 0n, 'Utility Account': UTILITY, 'Charges Paid Account': 0n },
});
let clock = performance.now();
const ticking = setInterval(() => {
  const now = performance.now();
  void fake.advance(Math.floor(now - clock));
  clock = now;
}, 50);

/** The way to the provider, which can be cut. */
const providerPort = Number(new URL(fake.baseUrl).port);
const road = await openFront(() => [providerPort]);

const secret = randomBytes(24).toString('hex');
/** The processes of the system: where each listens, and whether it does now. */
type Process = { readonly port: number; isUp: boolean; process: UmojaProcess | null };
const houses: readonly [Process, Process] = [
  { port: await freePort(), isUp: false, process: null },
  { port: await freePort(), isUp: false, process: null },
];
const front = await openFront(() => houses.filter(({ isUp }) => isUp).map(({ port }) => port));
const rest = `http://127.0.0.1:${front.port}`;
const env = bareEnvironment({
  DATABASE_URL: postgres.url,
  UMOJA_DEMO: 'yes',
  UMOJA_SECRET: secret,
  UMOJA_DATA_DIR: join(folder, 'data'),
  PUBLIC_URL: rest,
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  LOG_LEVEL: 'error',
});
await runFile('platform/cli/umoja.ts', ['migrate'], env);
async function start(testApp: Process): Promise<void> {
  testApp.process = startUmoja({ ...env, REST_PORT: String(testApp.port) }, ['rest', 'workers']);
  await testApp.process.up;
  testApp.isUp = true;
}
/** What a process said was our fault: nothing that is done to it here may be. */
function printFaults({ process }: Process): void {
  for (const line of process?.output().split('\n') ?? []) if (line.startsWith('{')) console.log(line.slice(0, 1_000));
}
async function kill(testApp: Process): Promise<void> {
  testApp.isUp = false;
  await testApp.process?.end('SIGKILL');
  printFaults(testApp);
  await start(testApp);
}
// Started once for what the starts after each kill find compiled.
await start(houses[0]);
await houses[0].process?.end('SIGTERM');
await Promise.all(houses.map(start));
const facts = JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as { [name: string]: string };
const admin = new pg.Pool({ connectionString: postgres.url, max: 2 });
admin.on('error', () => undefined);
const sql: Sql = async (text, params = []) => (await admin.query(text, params)).rows;

const [tenant] = await sql<{ id: string }>('select id from tenant order by id limit 1');
const tenantId = Number(tenant?.id);
// As the owner of the tables, who is no tenant's: the bench sets up what an operator's command would.
await chooseDaraja(
  {
    write: (id, work) =>
      work({
        ...({} as TenantTransaction),
        sql: async (text, params = []) => {
          const client = await admin.connect();
          try {
            await client.query('select set_config($1, $2, false)', ['app.tenant', String(id)]);
            return (await client.query(text, [...params])).rows;
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
    baseUrl: `http://127.0.0.1:${road.port}`,
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

type Reply = {
  readonly status: number;
  readonly body: { code?: string; data?: { state: string; failure: { code: string } | null } };
};
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

const responses = new Map<string, number>();
/** Every reference that a payout was requested under. */
const references = new Set<string>();
/**
 * Asks with the same key until there is a response, as a client has to. A payout that failed because the provider was
 * away may be requested again, as another one.
 */
async function pay(n: number): Promise<void> {
  const msisdn = `+254712${String(n % 1_000).padStart(3, '0')}${suffixOf(n)}`;
  let again = 0;
  for (let tries = 0; ; tries++) {
    const reference = `payout-${n}-${again}`;
    references.add(reference);
    const body = { amount: AMOUNT, currency: 'KES', channel: 'mpesa_b2c', msisdn, reference };
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': reference };
    const reply = await call('POST', '/v1/payouts', body, headers).catch(() => null);
    const { state, failure } = reply?.body.data ?? {};
    const what = reply === null ? 'no answer' : `${reply.status} ${state ?? reply.body.code ?? ''}`;
    responses.set(what, (responses.get(what) ?? 0) + 1);
    if (failure?.code === 'provider_unavailable') again++;
    // Its first answer was lost, and what it began failed for sure: the reference is taken by that payout.
    else if (reply?.body.code === 'duplicate_reference') again++;
    else if (reply !== null && reply.status < 400) return;
    if (reply?.status === 401) await logIn().catch(() => undefined);
    await sleep(Math.min(2_000, 200 * 2 ** Math.min(tries, 4)));
  }
}

let paid = 0;
let killed = 0;
let isOnFire = true;
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1_000);
const killing = (async () => {
  for (let turn = 0; isOnFire; turn++) {
    await sleep(Number(values['kill-seconds']) * 1_000 * (0.5 + Math.random()));
    const doomed = turn % 5 === 4 ? houses : houses.filter((_, n) => n === turn % 2);
    killed += doomed.length;
    await Promise.all(doomed.map(kill));
  }
})();
const outage = (async () => {
  while (paid < PAYOUTS / 3) await sleep(200);
  console.log(`${seconds()} s: ${paid} asked for; the provider is away for ${values['outage-seconds']} s.`);
  road.cut();
  await sleep(Number(values['outage-seconds']) * 1_000);
  await road.open();
})();
const notification = setInterval(() => {
  console.log(`${seconds()} s: ${paid} of ${PAYOUTS} asked for, ${killed} times killed`);
}, 20_000);
/**
 * The poller's patience, which is minutes and hours, in this bench: what was left without a response is checked in
 * seconds, since a client waits for it; the rest once all are requested.
 */
let areAllRequested = false;
const hurrying = setInterval(() => {
  void sql(
    `update payout set next_check_at = now()
      where next_check_at > now() + interval '2 s'
        and ((state = 'sending' and created_at < now() - interval '6 s')
          or ($1 and next_check_at > now() + interval '15 s'))`,
    [areAllRequested],
  ).catch(() => undefined);
}, 3_000);
let next = 0;
await Promise.all(
  Array.from({ length: Number(values.clients) }, async () => {
    while (next < PAYOUTS) {
      await pay(next++);
      paid++;
    }
  }),
);
areAllRequested = true;
await outage;
clearInterval(notification);
console.log(`${seconds()} s: all asked for; ${killed} times killed.`);
console.log([...responses].map(([what, times]) => `${times} x ${what}`).join(', '));

const open = () =>
  sql<{ state: string; n: number }>(
    `select state, count(*)::int as n from payout where state in ('pending', 'sending', 'sent', 'unknown') group by 1 order by 1`,
  );
const settling = performance.now();
let changed = { at: settling, left: '' };
for (;;) {
  const left = (await open()).map(({ state, n }) => `${n} ${state}`).join(', ');
  const now = performance.now();
  if (now - settling > KILLS_IN_SETTLING_MS) isOnFire = false;
  if ((left === '' && !isOnFire) || now - settling > PATIENCE_MS) break;
  if (left !== changed.left) changed = { at: now, left };
  console.log(`${seconds()} s: still open: ${left || 'none'}; ${killed} times killed`);
  if (now - changed.at > QUIET_MS) {
    console.log('There is no further notification of these: a day passes.');
    await sql(
      `update payout set sent_at = sent_at - interval '25 h', next_check_at = now()
        where state in ('sending', 'sent', 'unknown') and sent_at > now() - interval '24 h'`,
    );
    changed = { at: now, left };
  }
  await sleep(5_000);
}
await killing;
clearInterval(hurrying);
console.log(`${seconds()} s: quiet; ${killed} times killed.`);
await fake.idle();

const { emitted, wrong } = await compareBooks(
  sql,
  fake,
  references.size,
  UTILITY - fake.books.balanceOf('Utility Account'),
);
console.log(emitted.join('\n'));
const inReview = await sql<{ id: string }>(
  `select replace(uuid::text, '-', '') as id from payout where state = 'review'`,
);
const forApps = await listed();
const forPeople = await runFile('platform/cli/umoja.ts', ['payment', 'list-review'], env);
const peopleSee = inReview.filter(({ id }) => forPeople.output.includes(id)).length;
console.log(
  `In review: ${inReview.length}; GET /v1/payouts?filter[state]=review lists ${forApps}, payment list-review ${peopleSee}`,
);
if (forApps !== inReview.length) wrong.push('Apps are not shown all that is in review.');
const [books, agrees] = await booksAgree(env);
if (!agrees) wrong.push(books);

console.log(wrong.length === 0 ? 'Our books and the provider’s agree.' : `WRONG:\n${wrong.slice(0, 20).join('\n')}`);
clearInterval(ticking);
for (const testApp of houses) {
  await testApp.process?.end('SIGTERM');
  printFaults(testApp);
}
await admin.end();
road.cut();
front.cut();
await fake.close();
await postgres.stop();
await rm(folder, { recursive: true, force: true });
process.exit(wrong.length === 0 ? 0 : 1);

/** How many payouts in review the app is shown, page by page. */
async function listed(): Promise<number> {
  let count = 0;
  for (let cursor = ''; ;) {
    const response = await fetch(`${rest}/v1/payouts?filter[state]=review&limit=100${cursor}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await response.json()) as { data: object[]; pagination: { next_cursor: string | null } };
    count += page.data.length;
    if (page.pagination.next_cursor === null) return count;
    cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`;
  }
}
