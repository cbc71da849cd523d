import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SCOPES } from '#core/partners/scopes.ts';
import type { Caller } from '../auth/caller.ts';
import { hashesOfSecret } from '../auth/credentials.ts';
import type { App } from '../app/compose.ts';
import type { Internals } from '../app/internals.ts';
import type { Keys } from '../auth/keys.ts';
import { systemCaller } from '../auth/system-caller.ts';
import { createApiClient, rotateSecret } from '../cli/clients.ts';
import { asOwner } from '../cli/owner.ts';
import { createTenant } from '../cli/tenants.ts';
import type { Database } from '../postgres/database.ts';
import { plantFixture } from './fixtures.ts';
import { giveUnitsToLecturer, handClientToDeveloper, plantPeople } from './people.ts';
import { plantReceiver } from './receiver.ts';
import { codeOf } from '../runtime/thrown.ts';

/** The facts of the demo, for people and scripts: what is in `<data directory>/demo.json`. */
export type DemoFacts = {
  readonly rest_url: string;
  readonly graphql_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly scopes: readonly string[];
};

const TENANT = 'Umoja demo';
const CLIENT = 'Demo client';
/** Receivers of who tries it out run beside it. */
export const THIS_MACHINE = ['127.0.0.0/8', '::1/128'];
const DEMO_LOCK = 4_710_002;
const LOOK_EVERY_MS = 200;

type Parts = {
  readonly app: App;
  readonly internals: Internals;
  readonly database: Database;
  readonly keys: Keys;
  readonly adminUrl: string;
  readonly dataDir: string;
  readonly restUrl: string;
  readonly graphqlUrl: string;
  /** Where the demo receives its own events; null where it does not. */
  readonly receiverUrl: string | null;
  readonly say: (line: string) => void;
};

/**
 * Plants the demo in an empty database, and writes demo.json, which says how to reach it. Each step is one
 * transaction and looks first whether it was taken, so a start that was killed in the middle is finished by the next.
 * @returns the demo's facts; null where the database has tenants but no demo
 */
export async function ensureDemo(parts: Parts): Promise<DemoFacts | null> {
  return asOwner(parts.adminUrl, async (client) => {
    // Processes that start together plant one demo: the second waits here and finds it. Closing releases the lock.
    await client.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    const tenantId = await demoTenant(client, parts.adminUrl);
    return tenantId === null ? null : await factsOf(parts, tenantId);
  });
}

async function factsOf(parts: Parts, tenantId: number): Promise<DemoFacts> {
  const operator = systemCaller({ id: tenantId, mode: 'sandbox' }, 'demo', randomUUID());
  await plantOnce(parts, operator);
  await parts.internals.transact.run('plantDemoPeople', operator, (tx, { realTime }) => plantPeople(tx, realTime));
  const known = await readFacts(parts.dataDir);
  const credentials = await credentialsOf(parts, operator, { name: CLIENT, known });
  await parts.internals.transact.run('plantDemoPeople', operator, (tx) =>
    handClientToDeveloper(tx, credentials.client_id),
  );
  await plantReceiver({ ...parts, url: parts.receiverUrl }, operator, credentials);
  await parts.internals.transact.run('plantDemoPeople', operator, giveUnitsToLecturer);
  const facts: DemoFacts = { rest_url: parts.restUrl, graphql_url: parts.graphqlUrl, ...credentials };
  await writeFacts(parts.dataDir, facts);
  return facts;
}

/**
 * Where the sandbox was never reset and holds nothing, or a process died over it. What it holds stays: a sandbox that was
 * never reset is no empty one.
 */
async function plantOnce({ app, say }: Parts, operator: Caller): Promise<void> {
  const { fixture, state } = await app.testReset.shown(operator);
  if (fixture !== null && state === 'ready') return;
  if (fixture === null && !(await app.testReset.beginEmpty(operator, { fixture: 'demo' }))) return;
  say('the sandbox is empty: planting a demo');
  while (!(await app.testReset.perform(operator.tenantId, plantFixture))) {
    // Workers of another process are faster, or one has died whose lease is not over yet.
    if ((await app.testReset.shown(operator)).state === 'ready') return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Where the facts are stored. */
export function demoFile(dataDir: string): string {
  return path.join(dataDir, 'demo.json');
}

/** The same of the society that lives. */
export function societyFile(dataDir: string): string {
  return path.join(dataDir, 'society.json');
}

/** The facts as they were last written; null where there are none. */
export const readFacts = (dataDir: string): Promise<DemoFacts | null> => readFactsAt(demoFile(dataDir));

/** The same of a file. */
export async function readFactsAt(file: string): Promise<DemoFacts | null> {
  try {
    // We have written it ourselves.
    return JSON.parse(await readFile(file, 'utf8')) as DemoFacts;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Writes the facts whole or not at all, readable by its owner only. */
export const writeFacts = (dataDir: string, facts: DemoFacts): Promise<void> => writeFactsTo(demoFile(dataDir), facts);

/** The same to a file. */
export const writeFactsTo = (file: string, facts: DemoFacts): Promise<void> => writeWhole(file, facts);

/** Writes a file that others read meanwhile. */
export async function writeWhole(file: string, value: object): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const next = `${file}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(next, 0o600);
  await rename(next, file);
}

/** The demo's tenant; made where there is no tenant at all. */
async function demoTenant(client: pg.Client, adminUrl: string): Promise<number | null> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from tenant order by id limit 1000',
  );
  if (rows.length === 0)
    return createTenant(adminUrl, { name: TENANT, mode: 'sandbox', webhookNetworks: THIS_MACHINE });
  const demo = rows.find(({ name }) => name === TENANT);
  return demo ? Number(demo.id) : null;
}

/** What a client is known by. */
export type Credentials = Pick<DemoFacts, 'client_id' | 'client_secret' | 'scopes'>;

/**
 * The credentials that were stored where they still belong to the client of this name; otherwise new ones.
 * @param client.known the facts as they were stored
 */
export async function credentialsOf(
  { app, database, keys }: Pick<Parts, 'app' | 'database' | 'keys'>,
  operator: Caller,
  { name, known: facts }: { readonly name: string; readonly known: DemoFacts | null },
): Promise<Credentials> {
  const [known] = await database.read(operator.tenantId, (tx) =>
    tx.sql<{ id: string; client_key: string; scopes: string[] }>(
      'select id, client_key, scopes from api_client where name = $1 order by id limit 1',
      [name],
    ),
  );
  if (!known) {
    const made = await createApiClient(app, keys.pepper, operator, { name, scopes: SCOPES, pii: true });
    return { client_id: made.clientKey, client_secret: made.secret, scopes: made.scopes };
  }
  const stored = facts?.client_id === known.client_key ? facts.client_secret : null;
  // The file may come from before a rotation: its secret has to be valid.
  if (typeof stored === 'string' && (await isSecretOf(known.client_key, stored, { database, keys }))) {
    return { client_id: known.client_key, client_secret: stored, scopes: known.scopes };
  }
  const { secret } = await rotateSecret(app, keys.pepper, operator, { id: Number(known.id) });
  return { client_id: known.client_key, client_secret: secret, scopes: known.scopes };
}

async function isSecretOf(clientKey: string, secret: string, { database, keys }: Pick<Parts, 'database' | 'keys'>) {
  const sent = [clientKey, hashesOfSecret(secret, keys.pepper)];
  return (await database.query('select from credential_of_client_by_hashes($1, $2, null)', sent)).length > 0;
}
