import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { eventually } from '../../support/eventually.ts';
import { databaseAt, withClient } from '../../support/test-server.ts';
import { bareEnvironment, runFile, startUmoja, type UmojaProcess } from '../../support/umoja-process.ts';
import type { Check } from '../deposits/proof.ts';
import { takeDeposits, type Confirmed } from '../deposits/clients.ts';
import { openDepositOffice, type DepositOffice } from '../deposits/office.ts';

/** What a drill found: what it cost (recovery point and recovery time, in seconds), and what holds at its end. */
type Drilled = {
  readonly rpo: number;
  readonly rto: number;
  readonly lost: string;
  readonly checks: readonly Check[];
};
export type Drill = (options: { readonly clients: number; readonly seconds: number }) => Promise<Drilled>;

/** How long the system may take until it takes deposits again. */
const PATIENCE_MS = 240_000;

/** A folder for the time of a drill, and an address for the system in it, the same before and after the disaster. */
export async function prepareDrill(more: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'umoja-drill-'));
  const port = String(await freePort());
  const dataDir = join(folder, 'data');
  const env = bareEnvironment({
    UMOJA_SECRET: randomBytes(24).toString('hex'),
    UMOJA_DEMO: 'small',
    UMOJA_DATA_DIR: dataDir,
    UMOJA_LAME_DUCK_SECONDS: '0',
    LOG_LEVEL: 'error',
    REST_PORT: port,
    ...more,
  });
  return {
    folder,
    dataDir,
    env,
    at: `http://127.0.0.1:${port}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
type Prepared = Awaited<ReturnType<typeof prepareDrill>>;

/** Statements as who owns the server, each on a connection of its own: servers come and go here. */
export const statementsOn =
  (url: () => string) =>
  async <R extends object>(text: string): Promise<R[]> =>
    withClient(url(), async (client) => (await client.query(text)).rows as R[]);

/** A database with a plain owner on a server, migrated. @returns its address for the owner */
export async function makeDatabase(superuserUrl: string, { env }: Prepared): Promise<string> {
  await withClient(superuserUrl, async (client) => {
    await client.query(`create role keeper login createrole password 'kept'`);
    await client.query('create database umoja owner keeper');
  });
  const url = new URL(databaseAt(superuserUrl, 'umoja'));
  [url.username, url.password] = ['keeper', 'kept'];
  await commanded({ ...env, DATABASE_URL: url.href }, 'migrate');
  return url.href;
}

/** Runs a command of an operator. @throws Error with what it printed, where it fails */
export async function commanded(env: NodeJS.ProcessEnv, ...words: string[]): Promise<string> {
  const { code, output } = await runFile('platform/cli/umoja.ts', words, env);
  if (code !== 0) throw new Error(`umoja ${words.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

export async function started(env: NodeJS.ProcessEnv): Promise<UmojaProcess> {
  const umoja = startUmoja(env, ['rest', 'workers']);
  await umoja.up;
  return umoja;
}

/** An office that takes deposits, until so many are confirmed a second time over: the system is warm. */
export async function busy(
  { at, dataDir }: Prepared,
  sql: ReturnType<typeof statementsOn>,
  clients: number,
): Promise<{ readonly office: DepositOffice; readonly deposits: ReturnType<typeof takeDeposits> }> {
  const office = await openDepositOffice({ at, dataDir, sql });
  const deposits = takeDeposits(office, clients, [at]);
  await eventually(() => deposits.confirmed.length > 5 * clients, PATIENCE_MS);
  return { office, deposits };
}

/** Waits until deposits are confirmed that were not before. @returns when the first was, in milliseconds since 1970 */
export async function confirmedAgain(deposits: ReturnType<typeof takeDeposits>, since: number): Promise<number> {
  const first = () => deposits.confirmed.find(({ at }) => at > since)?.at;
  return (await eventually(first, PATIENCE_MS)) ?? since;
}

/** The deposits of the books, and which of those that were confirmed are not among them. */
export async function booksOf(
  sql: ReturnType<typeof statementsOn>,
  { account }: DepositOffice,
  confirmed: readonly Confirmed[],
) {
  const rows = await sql<{ id: string; at: string }>(
    `select id, (extract(epoch from created_at) * 1000)::text as at from savings_transaction where account_id = ${account}`,
  );
  const booked = new Map(rows.map(({ id, at }) => [id, Number(at)]));
  return { booked: new Set(booked.keys()), lost: confirmed.filter(({ id }) => !booked.has(id)) };
}

export const secondsBetween = (from: number, to: number): number => Math.max(0, (to - from) / 1_000);
