import { ConfigError } from '../../../runtime/config.ts';
import type { Finding } from '../../../runtime/health.ts';
import type { Database } from '../../database.ts';
import { lookAtSessions, OF_REPLACED_SECRETS, sessionName } from '../../epoch.ts';
import type { Login } from '../../logins.ts';
import type { MasterKeys } from './master-keys.ts';

/**
 * Which master keys the processes that run know. A secret is replaced in this order: every process knows the new one, the
 * keys of tenants are sealed with it, the former one is taken away. A process that lacks one serves none of the
 * institutions whose keys it seals: it refuses to start, or, where it runs already, is not ready.
 */

type Unknown = { readonly master: string; readonly institutions: number };

/** Master keys that are in use, and that this process has no secret of. */
async function unknownMasters({ find }: Pick<Database, 'find'>, { keys }: MasterKeys): Promise<readonly Unknown[]> {
  const rows = await find<{ master: string; institutions: string }>(
    'select master, institutions from unknown_master_keys($1)',
    [[...keys.keys()]],
  );
  return rows.map(({ master, institutions }) => ({ master, institutions: Number(institutions) }));
}

function sentenceOf(unknown: readonly Unknown[]): string {
  const which = unknown.map(({ master, institutions }) => `${master} (${institutions} institutions)`).join(', ');
  return (
    `Personal data are sealed under master keys whose secrets this process has not: ${which}. Name these secrets in ` +
    'UMOJA_DATA_SECRETS, behind the newest, and start it again.'
  );
}

/** @throws ConfigError where personal data of an institution could not be opened */
export async function requireKnownMasters(database: Pick<Database, 'find'>, master: MasterKeys): Promise<void> {
  const unknown = await unknownMasters(database, master);
  if (unknown.length > 0) throw new ConfigError(sentenceOf(unknown));
}

/** Looks whether a process that runs still knows every master key: a rotation may have brought one that it has not. */
export async function keysFinding(database: Pick<Database, 'find'>, master: MasterKeys): Promise<Finding> {
  const unknown = await unknownMasters(database, master);
  return unknown.length === 0 ? { state: 'ok' } : { state: 'failed', reason: sentenceOf(unknown) };
}

const SESSIONS = 'umoja keys';
/** So many fit into the name of a session (63 bytes). */
const NAMED_KEYS = 3;

/** The name of a process's sessions: it says which master keys the process knows, the newest ones. */
export const sessionNameOf = ({ keys }: MasterKeys): string =>
  [sessionName(SESSIONS), ...[...keys.keys()].slice(0, NAMED_KEYS)].join(' ');

/**
 * Before anything is sealed with the newest master key, every process that runs has to know it.
 * @throws ConfigError naming where processes run that don't
 */
export async function requireKnownEverywhere({ query }: Pick<Database, 'query'>, master: MasterKeys): Promise<void> {
  const where = placesOf(await query<SessionsAt>(WITHOUT, [`${SESSIONS} %`, master.current, 1]));
  if (where === null) return;
  throw new ConfigError(
    `Processes run that don’t know the newest secret, from ${where}: they could serve no request after the rotation. Nothing was ` +
      'changed. Name it in UMOJA_DATA_SECRETS of every process, behind the one that is the newest there, start them again, and repeat this.',
  );
}

type SessionsAt = { readonly place: string; readonly sessions: string };

/** Sessions of processes that lack a master key ($2), or are of an epoch before ($3). */
const WITHOUT = `
  select coalesce(host(client_addr), 'the database’s own machine') as place, count(*) as sessions
    from pg_stat_activity
   where datname = current_database() and usename = current_user and application_name like $1
     and ($2 <> all(string_to_array(application_name, ' '))
          or coalesce(substring(application_name from ' e(\\d{1,3})(?: |$)')::integer, 1) < $3)
   group by 1 order by 1`;

/** Where these sessions come from, as a text; null where there are none. */
const placesOf = (rows: readonly SessionsAt[]): string | null =>
  rows.length === 0 ? null : rows.map(({ place, sessions }) => `${place} (${sessions} connections)`).join(', ');

/**
 * Where processes run that lack the secret of this master key, or are of a version that can't have two. Behind a pooler it looks
 * past it, for eleven seconds. Null: every process that was seen has it.
 */
export async function placesWithoutSecret(
  database: Pick<Database, 'query'>,
  { login, master }: { readonly login: Login; readonly master: string },
): Promise<string | null> {
  let places: string | null = null;
  const look = { text: WITHOUT, params: [`${SESSIONS} %`, master, OF_REPLACED_SECRETS] };
  await lookAtSessions<SessionsAt>({ login, query: database.query }, look, (rows) => {
    places ??= placesOf(rows);
  });
  return places;
}
