import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../runtime/config.ts';
import { codeOf } from '../runtime/thrown.ts';
import type { Database, Row } from './database.ts';
import { applicationUrl, directUrl, type Login } from './logins.ts';
import { openSession } from './session.ts';

/**
 * Which versions of Umoja run beside each other on one database. Each says of which epoch it is, in the names of its
 * sessions; the database says from which on they may run (`installation.serves_from`), and an earlier one refuses to start.
 */

/**
 * The version of what is stored. Count it up with a release that stores, or may be asked to store, what the release before can't
 * read; until then, versions run beside each other. 2: a float may lie in stripes. 3: the secret may have been replaced.
 */
export const EPOCH = 3;
/**
 * The earliest epoch whose code runs on what migrations leave; floats in stripes ask for a later one for themselves. A release that
 * counts it up to that of stripes, or past it, replaces `serve_whole_floats`, which goes back to the first.
 */
export const SERVES_FROM = 1;
/** From which on floats in stripes are read. */
const OF_STRIPES = 2;
/** From which on what a replaced secret has sealed is read; `putSecretInUse` asks for it. */
export const OF_REPLACED_SECRETS = 3;

/** The name of a process's sessions with its epoch: `umoja finds e2`. One of before says none. */
export const sessionName = (name: string): string => `${name} e${EPOCH}`;

/** Sessions of processes of an earlier epoch. */
const OLDER = `
  select coalesce(host(client_addr), '') as place, application_name as name,
         count(*) as sessions
    from pg_stat_activity
   where datname = current_database() and application_name ~ '^umoja (keys|finds|listens|queues|start)( |$)'
     and coalesce(substring(application_name from ' e(\\d{1,3})(?: |$)')::integer, 1) < $1
   group by 1, 2 order by 1, 2 limit 20`;

/** Behind a pooler a session is one of PostgreSQL while it has a statement. Each process reads the time every five seconds. */
const LOOK_FOR_MS = 11_000;
const LOOK_EVERY_MS = 20;
/** What `stripes_are_served` says where others let earlier versions in again meanwhile. */
const NOT_SHUT_OUT = '55000';
const MOST_TRIES = 3;

/**
 * Splits floats of an installation: from now on processes that know of no stripes refuse to start. Where none is split after
 * all, or none any more, they may start again.
 * @param work splits, or joins
 * @throws ConfigError where a process of an earlier epoch still runs; nothing is split then
 */
export async function splittingFloats<T>(
  { query, find }: Pick<Database, 'query' | 'find'>,
  { into, login }: { readonly into: number; readonly login: Login },
  work: () => Promise<T>,
): Promise<T> {
  try {
    if (into <= 1) return await work();
    for (let tries = 1; ; tries++) {
      // One that starts after this refuses; one that started before it is seen.
      await query('select serve_split_floats()');
      await requireNoneBefore(login, query);
      try {
        return await work();
      } catch (error) {
        // Who joined the last float at this moment let them in again: one may have started.
        if (codeOf(error) !== NOT_SHUT_OUT || tries === MOST_TRIES) throw error;
      }
    }
  } finally {
    // It looks at all institutions, as no request may. Where this process ends before it, the workers do it.
    await find('select serve_whole_floats()', []);
  }
}

/** @throws ConfigError naming where such processes run */
const requireNoneBefore = (login: Login, query: Database['query']): Promise<void> =>
  lookAtSessions<Session>({ login, query }, { text: OLDER, params: [OF_STRIPES] }, requireNoneIn);

/**
 * Looks at the sessions of all processes. Behind a pooler it looks for eleven seconds, past it.
 * @param found throws where one is among them that may not be
 */
export async function lookAtSessions<R extends Row>(
  { login, query }: { readonly login: Login; readonly query: Database['query'] },
  { text, params }: { readonly text: string; readonly params: readonly unknown[] },
  found: (rows: readonly R[]) => void,
): Promise<void> {
  if (directUrl(login) === applicationUrl(login)) return found(await query<R>(text, params));
  // Through the pooler it would look over the connections whose last user it looks for.
  const client = await openSession({
    connectionString: directUrl(login),
    application_name: sessionName('umoja start'),
  });
  try {
    const until = performance.now() + LOOK_FOR_MS;
    while (performance.now() < until) {
      found((await client.query<R>(text, [...params])).rows);
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await client.end();
  }
}

type Session = { readonly place: string; readonly name: string; readonly sessions: string };

/** @throws ConfigError */
function requireNoneIn(sessions: readonly Session[]): void {
  if (sessions.length === 0) return;
  const where = sessions
    .map(({ place, name, sessions: found }) => `"${name}"${place && ` from ${place}`} (${found})`)
    .join(', ');
  throw new ConfigError(
    `Processes of an earlier version run, which would find no float in stripes: ${where}. Nothing was changed. Start every ` +
      'process in this version, and repeat this.',
  );
}
