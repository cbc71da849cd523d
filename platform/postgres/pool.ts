import pg from 'pg';
import type { Batches } from './batches.ts';
import { applicationUrl, type DatabaseSettings } from './logins.ts';
import { connectionsOf } from './full-server.ts';
import { loggingInPool } from './login-passwords.ts';
import { PLACED, STATEMENT_TIMEOUT_MS } from './plan-settings.ts';
import { preparedOnce } from './prepared.ts';
import { isForgotten, type StatementNames } from './statement-names.ts';
import type { Row } from './transaction.ts';

/** No one waits longer for a connection: an error can be repaired, a wait without end is never reported. */
const CONNECTION_TIMEOUT_MS = 10_000;

/** Times and dates as PostgreSQL writes them: the mappings and the views make Temporal values of them. */
const AS_TEXT = new pg.TypeOverrides();
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = pg.types.builtins;
for (const type of [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL]) AS_TEXT.setTypeParser(type, (value: string) => value);

/** Connections of a role, and single statements on them. */
export function openPool(
  settings: DatabaseSettings,
  names: StatementNames | null,
  { send }: Batches,
  { session, ...own }: pg.PoolConfig & { readonly session: string | null },
) {
  const pool = loggingInPool(
    {
      connectionString: applicationUrl(settings),
      // A pooler takes no parameter of a session: each transaction sets it there.
      ...(names ? { statement_timeout: STATEMENT_TIMEOUT_MS } : {}),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      // See transaction.ts: it waits for no result that it doesn't need.
      pipeline: true,
      types: AS_TEXT,
      ...own,
    },
    settings.passwords,
  );
  // The server may end a connection at any time: the statement in progress fails, and an idle connection is replaced.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // It goes ahead of whatever the connection was opened for, and fails with it where the connection does.
    if (session !== null) client.query(session).catch(() => undefined);
  });
  const connect = connectionsOf(pool, CONNECTION_TIMEOUT_MS, (count) => settings.onFullServer?.(count));
  const queryOnce = async <R extends Row>(text: string, params: readonly unknown[]): Promise<R[]> => {
    const client = await connect();
    try {
      names?.refresh(client);
      // One batch, so one transaction: for it alone.
      if (!names) send(client, PLACED, [], null).catch(() => undefined);
      const { rows } = await send(client, preparedOnce(text), params, names);
      client.release();
      // What a statement returns, only its text can say.
      return rows as R[];
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  const query = <R extends Row>(text: string, params: readonly unknown[]): Promise<R[]> =>
    queryOnce<R>(text, params).catch((error: unknown) => {
      if (!names || !isForgotten(error)) throw error;
      names.forget();
      return queryOnce<R>(text, params);
    });
  return { pool, connect, query };
}
