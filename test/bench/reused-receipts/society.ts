import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { deriveKeys } from '#platform/auth/keys.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { callbacksAt, type CallbackKind } from '#platform/rails/callbacks/addresses.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';
import { pretendPayment } from '#platform/rails/daraja/apis/c2b.ts';
import { clientAt, noDeadline } from '../../support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '../../support/daraja-fake/daraja-fake.ts';
import { bareEnvironment, runFile, startUmoja } from '../../support/umoja-process.ts';
import type { Sql } from '../payouts-under-fire/books.ts';

export type Reply = {
  readonly status: number;
  readonly text: string;
  // The bench looks into replies by name.
  readonly body: any;
};

/** A society in a process of its own, and its provider in this one. */
export type Society = Awaited<ReturnType<typeof openSociety>>;

const PLENTY = Object.fromEntries(['A.read', 'A.write', 'B.read', 'B.write', 'B.money'].map((name) => [name, 1e6]));
const UTILITY = 10n ** 12n;
/** Money paid there is in the provider's books, and nobody is notified of it: callers report it. */
const UNCONFIRMED = '600111';

/** Starts the system with a demo, and Daraja's fake, which pays at once; registers the paybill. */
export async function openSociety() {
  const folder = await mkdtemp(join(tmpdir(), 'umoja-receipts-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => undefined });
  const fake = await startDarajaFake({
    start: Temporal.Now.instant(),
    delayMs: 0,
    together: true,
    oneToken: false,
    balances: { 'Working Account': 0n, 'Utility Account': UTILITY, 'Charges Paid Account': 0n },
  });
  const ticking = keepTime(fake);
  const secret = randomBytes(24).toString('hex');
  const rest = `http://127.0.0.1:${await freePort()}`;
  const env = bareEnvironment({
    DATABASE_URL: postgres.url,
    UMOJA_SECRET: secret,
    UMOJA_DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: rest,
    REST_PORT: new URL(rest).port,
    LOG_LEVEL: 'error',
  });
  const umoja = startUmoja(env, ['rest', 'workers']);
  await umoja.up;
  const operate = async (...words: string[]) => {
    const done = await runFile('platform/cli/umoja.ts', words, env);
    if (done.code !== 0) throw new Error(`umoja ${words.join(' ')}: ${done.output}`);
  };
  const settings = join(folder, 'daraja.json');
  await writeFile(settings, JSON.stringify(darajaFile(fake)));
  await operate('rails', 'set', settings);
  await operate('paybill', 'register', fake.options.stk.shortcode);

  const admin = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const sql: Sql = async (text, params = []) => (await admin.query(text, params)).rows as never;
  await sql('update api_client set quotas = $1', [JSON.stringify(PLENTY)]);
  const [tenant] = await sql<{ id: string }>('select id from tenant limit 1');
  const tenantId = Number(tenant?.id);
  const send = sender(rest);
  const facts = JSON.parse(await readFile(join(folder, 'data', 'demo.json'), 'utf8')) as { [name: string]: string };
  const { client_id, client_secret } = facts;
  const request = { grant_type: 'client_credentials', client_id, client_secret };
  const token = (await send('POST', '/api/v1/oauth/token', request)).body.access_token as string;

  const keys = deriveKeys(secret);
  const callbacks = callbacksAt('', keys.callback);
  const paybill = paybillsAt('', keys.callback).addressOf(
    { tenantId, shortcode: fake.options.stk.shortcode },
    'paybill_confirmation',
  );
  const payer = clientAt(fake);
  return {
    fake,
    sql,
    operate,
    call: (method: string, path: string, body?: object) => send(method, path, body, token),
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
    verify: () => runFile('platform/cli/umoja.ts', ['ledger', 'verify'], env),
    faults: () =>
      umoja
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    close: async () => {
      clearInterval(ticking);
      await umoja.end('SIGTERM');
      await admin.end();
      await fake.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
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

function sender(rest: string) {
  return async (method: string, path: string, body?: object, token?: string): Promise<Reply> => {
    const response = await fetch(`${rest}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : null };
  };
}
