import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { deriveKeys } from '#platform/auth/keys.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { callbacksAt, type CallbackKind } from '#platform/rails/callbacks/addresses.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import { openDatabase } from '#platform/postgres/database.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';
import { pretendPayment } from '#platform/rails/daraja/apis/c2b.ts';
import { clientAt, noDeadline } from '../../support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '../../support/daraja-fake/daraja-fake.ts';
import { bareEnvironment, booksAgree, runFile, startUmoja, type UmojaProcess } from '../../support/umoja-process.ts';
import type { Sql } from '../payouts-under-fire/books.ts';
import { FIRST_REUSE, MOST_REUSES, msisdnOf } from './payments.ts';

export type Reply = {
  readonly status: number;
  readonly text: string;
  // The bench looks into replies by name.
  readonly body: any;
};

/** A society in a process of its own, and its provider in this one. */
export type Society = Awaited<ReturnType<typeof openSociety>>;

const PLENTY = Object.fromEntries(['A.read', 'A.write', 'B.read', 'B.write', 'B.money'].map((name) => [name, 1e6]));
/** What the bank sends to the float of the agents, and of the apps. */
const AGENTS_FLOAT = 100_000_000_000;
const APPS_FLOAT = 50_000_000_000;
/** Money paid there is in the provider's books, and no notification is sent: callers report it. */
const UNCONFIRMED = '600111';

/**
 * Starts the system with a demo and fills its float; starts Daraja's fake, which holds just that and pays immediately;
 * registers the paybill.
 */
export async function openSociety() {
  const folder = await mkdtemp(join(tmpdir(), 'umoja-receipts-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
  const secret = randomBytes(24).toString('hex');
  const rest = `http://127.0.0.1:${await freePort()}`;
  const env = bareEnvironment({
    DATABASE_URL: postgres.url,
    UMOJA_DEMO: 'yes',
    UMOJA_SECRET: secret,
    UMOJA_DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: rest,
    REST_PORT: new URL(rest).port,
    LOG_LEVEL: 'error',
  });
  await runFile('platform/cli/umoja.ts', ['migrate'], env);
  const system = await startSystem(env);
  const operate = async (...words: string[]) => {
    const done = await runFile('platform/cli/umoja.ts', words, env);
    if (done.code !== 0) throw new Error(`umoja ${words.join(' ')}: ${done.output}`);
  };
  const admin = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const sql: Sql = async (text, params = []) => (await admin.query(text, params)).rows;
  await sql('update api_client set quotas = $1', [JSON.stringify(PLENTY)]);
  const [tenant] = await sql<{ id: string }>('select id from tenant limit 1');
  const tenantId = Number(tenant?.id);
  const leftWaiting = payersOfReuses(postgres.url, secret, tenantId);
  const send = sender(rest);
  const facts = JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as { [name: string]: string };
  const { client_id, client_secret } = facts;
  const credentials = { grant_type: 'client_credentials', client_id, client_secret };
  const token = (await send('POST', '/api/v1/oauth/token', credentials)).body.access_token as string;
  const call = (method: string, path: string, body?: object) => send(method, path, body, token);

  for (const [n, { agent_no }] of (await sql<{ agent_no: string }>('select agent_no from agent')).entries())
    await operate('float', 'top-up', agent_no, '--amount', String(AGENTS_FLOAT), '--reference', `FT-${n}`);
  const topUp = await call('POST', '/v1/topups', { amount: APPS_FLOAT });
  if (topUp.status !== 201) throw new Error(`The app's float was not filled: ${topUp.text}`);
  const fake = await startDarajaFake({
    start: Temporal.Now.instant(),
    delayMs: 0,
    together: true,
    oneToken: false,
    balances: { 'Working Account': 0n, 'Utility Account': await floatInBooks(sql), 'Charges Paid Account': 0n },
  });
  const ticking = keepTime(fake);
  const settings = join(folder, 'daraja.json');
  await writeFile(settings, JSON.stringify(darajaFile(fake)));
  await operate('rails', 'set', settings);
  await operate('paybill', 'register', fake.options.stk.shortcode);

  const keys = deriveKeys(secret);
  const callbacks = callbacksAt('', keys.callback);
  const paybill = paybillsAt('', keys.callback).addressOf(
    { tenantId, shortcode: fake.options.stk.shortcode },
    'paybill_confirmation',
  );
  // A paybill's payment is answered when its confirmation was received: as long as a busy machine takes.
  const payer = clientAt(fake, { timeouts: { connectMs: 20_000, totalMs: 60_000 } });
  return {
    fake,
    sql,
    operate,
    call,
    killWorkers: system.killWorkers,
    /** Payments and notifications of which something is still awaited, without those that reuses have left waiting. */
    open: async () => {
      const [row] = await sql<{ open: number }>(OPEN, [await leftWaiting]);
      return row?.open ?? 0;
    },
    /** Requests the provider's balance, and waits until the books were compared with it. */
    checkFloat: async () => {
      const balanceAt = async () =>
        (await sql<{ at: string | null }>('select balance_at::text as at from rail'))[0]?.at;
      const before = await balanceAt();
      await operate('rails', 'check-float');
      const until = performance.now() + BALANCE_WITHIN_MS;
      while ((await balanceAt()) === before) {
        if (performance.now() > until) throw new Error('The provider did not notify its balance.');
        await sleep(200);
      }
    },
    /** Posts what a provider would to a callback endpoint. */
    notify: (kind: CallbackKind, originatorId: string, body: object) =>
      send('POST', callbacks.addressOf({ tenantId, kind, originatorId }), body),
    confirm: (body: object) => send('POST', paybill, { BusinessShortCode: fake.options.stk.shortcode, ...body }),
    /** A payer pays; returns the provider's receipt. */
    pay: async (where: 'paybill' | 'unconfirmed', msisdn: string, amount: number, billReference: string) => {
      const shortcode = where === 'paybill' ? fake.options.stk.shortcode : UNCONFIRMED;
      const payment = { shortcode, amount: BigInt(amount), msisdn, billReference };
      const { kind } = await pretendPayment(payer, payment, noDeadline());
      if (kind !== 'accepted') throw new Error(`The provider's answer to a payment was: ${kind}.`);
    },
    verify: () => booksAgree(env),
    faults: system.faults,
    close: async () => {
      clearInterval(ticking);
      await system.end();
      await admin.end();
      await fake.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The numbers of the payers of reuses as rows have them. */
async function payersOfReuses(adminUrl: string, secret: string, tenantId: number): Promise<readonly string[]> {
  const appPassword = deriveKeys(secret).databasePassword;
  const keys = masterKeys(secret);
  const database = await openDatabase({ adminUrl, appRole: 'umoja_app', appPassword, masterKeys: keys, poolSize: 1 });
  const numbers = Array.from({ length: MOST_REUSES }, (_, n) => msisdnOf(FIRST_REUSE + n));
  try {
    return await database.read(tenantId, async ({ sealing }) => numbers.map(sealing.sealAlike));
  } finally {
    await database.close();
  }
}

const OPEN = `
  select (select count(*) from payout where state in ('pending', 'sending', 'sent', 'unknown') and msisdn <> all($1))::int
       + (select count(*) from collection where state in ('pending', 'sending', 'sent', 'unknown') and msisdn <> all($1))::int
       + (select count(*) from disbursement where state in ('pending', 'sending', 'sent', 'unknown') and msisdn <> all($1))::int
       + (select count(*) from mobile_money_transaction where state in ('pending', 'sent', 'unknown') and msisdn <> all($1))::int
       + (select count(*) from callback where processed_at is null)::int as open`;
const BALANCE_WITHIN_MS = 60_000;

/** REST and the workers in a process each, so that one can be killed without the other. */
async function startSystem(env: NodeJS.ProcessEnv) {
  const rest = startUmoja(env, ['rest']);
  await rest.up;
  const started: UmojaProcess[] = [rest];
  const startWorkers = async () => {
    const workers = startUmoja({ ...env, REST_PORT: '0' }, ['workers']);
    started.push(workers);
    await workers.up;
    return workers;
  };
  let workers = await startWorkers();
  return {
    /** Kills the workers as `kill -9` does, and starts others. */
    killWorkers: async () => {
      await workers.end('SIGKILL');
      workers = await startWorkers();
    },
    /** What the processes logged as an error. */
    faults: () => started.flatMap(({ output }) => output().split('\n')).filter((line) => line.startsWith('{')),
    end: async () => {
      await Promise.all([rest.end('SIGTERM'), workers.end('SIGTERM')]);
    },
  };
}

/** What our books say lies with the provider: the float of the agents and of the apps, without a sandbox's play money. */
async function floatInBooks(sql: Sql): Promise<bigint> {
  const [row] = await sql<{ float: string }>(
    `select (select sum(float) from agent)
          + (select coalesce(sum(amount), 0) from app_transaction where type = 'topup' and source_type <> 'app_account') as float`,
  );
  return BigInt(row?.float ?? 0);
}

function keepTime(fake: DarajaFake): NodeJS.Timeout {
  let clock = performance.now();
  return setInterval(() => {
    const passed = Math.floor(performance.now() - clock);
    clock += passed;
    void fake.advance(passed);
  }, 50);
}

function darajaFile({ baseUrl, certificate, options }: DarajaFake): object {
  const { consumerKey, consumerSecret, initiator, shortcode, stk } = options;
  return {
    rail: 'daraja',
    environment: 'sandbox',
    baseUrl,
    consumerKey,
    consumerSecret,
    initiator,
    shortcode,
    certificate,
    stk: { ...stk, transactionType: 'CustomerPayBillOnline', payee: stk.shortcode },
    timeouts: { connectMs: 5_000, totalMs: 20_000 },
  };
}

/** A request that finds the system too busy, or no system, is repeated under its key: it is one request all the same. */
const TRIES = 20;

function sender(rest: string) {
  const once = async (method: string, path: string, body: object | undefined, headers: Record<string, string>) => {
    const response = await fetch(`${rest}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : null };
  };
  return async (method: string, path: string, body?: object, token?: string): Promise<Reply> => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }),
    };
    for (let attempt = 1; ; attempt++) {
      const reply = await once(method, path, body, headers).catch((error: unknown) => {
        if (attempt === TRIES) throw error;
        return null;
      });
      if (reply && (attempt === TRIES || !isTransient(reply))) return reply;
      await sleep(500 * Math.min(attempt, 10));
    }
  };
}

const isTransient = ({ status, text }: { readonly status: number; readonly text: string }) =>
  status === 429 || status >= 500 || (status === 409 && text.includes('idempotency_request_in_progress'));
