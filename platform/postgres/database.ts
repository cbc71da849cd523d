import pg from 'pg';
import { batches, type Batches } from './batches.ts';
import { databaseClock, type DatabaseClock } from './clock.ts';
import { connectionsOf } from './full-server.ts';
import { writeWatch, type WriteFailure } from './health.ts';
import { listenTo } from './listen.ts';
import { preparedOnce } from './prepared.ts';
import { isForgotten, statementNames, type StatementNames } from './statement-names.ts';
import { tenantClocks } from './tenant-clock.ts';
import type { MasterKeys } from './privacy/keys/master-keys.ts';
import { sessionNameOf } from './privacy/keys/known-keys.ts';
import { tenantKeys } from './privacy/keys/tenant-keys.ts';
import { tenantProofs } from './tenant-proof.ts';
import { SESSION } from './plan-settings.ts';
import { transactions, type Row, type TenantTransaction } from './transaction.ts';

export type { Row, TenantTransaction };

export type DatabaseSettings = {
  /** Owns the tables; used for migrations only. */
  readonly adminUrl: string;
  /** The role that the application logs in as: it owns no table and can't bypass row-level security. */
  readonly appRole: string;
  readonly appPassword: string;
  /** Connections of this process. */
  readonly poolSize?: number;
  /** Called when the server takes no further connection and this process goes on with those that it has. */
  readonly onFullServer?: (connections: number) => void;
  /**
   * `unnamed` behind a pooler that gives each transaction another connection and knows no prepared statements: every
   * statement is parsed and planned each time it is sent. By default, they are known by name.
   */
  readonly statements?: 'named' | 'unnamed';
  /** What seals the keys of tenants, under which the personal data of their people are sealed. */
  readonly masterKeys: MasterKeys;
  /** The clock of this machine, which is compared with the database's; for tests. */
  readonly machineClock?: () => Temporal.Instant;
};

export type Database = {
  /** Opens a transaction for a tenant, commits what the function did, rolls back where it throws. */
  readonly write: <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** The same, read only. */
  readonly read: <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** Reads in one transaction from the first statement to the last: for a cursor, and for what is set within it. */
  readonly report: <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /**
   * The same also while a sandbox is being reset: for who looks how far it has come, or adds to what stays; or for the one
   * who resets it, by the lease that is held.
   */
  readonly duringReset: (lease?: string) => Pick<Database, 'read' | 'write'>;
  /** The same for a person who is limited to branches, or to clients: other rows are not there. A write that reaches one is refused. */
  readonly limitedTo: (reach: Reach) => Pick<Database, 'read' | 'write'>;
  /** Looks up what is known before a tenant is: a credential by its secret. */
  readonly query: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
  /**
   * Calls a function that finds work in all tenants, or maintains their rows: as a role that may do nothing else, over
   * connections that no request uses.
   */
  readonly find: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
  /** Calls back on each notification of a channel, and now and then without (null). Returns what ends it. */
  readonly listen: (channel: string, onNotification: (payload: string | null) => void) => () => Promise<void>;
  /** How the connections for requests are used at this moment. */
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waiting: number };
  /** The clock by which everything goes that several processes share. */
  readonly clock: DatabaseClock;
  /** What keeps the database from being written, as far as writes have met it. */
  readonly writeFailure: () => WriteFailure | null;
  /** Receives every statement of this process, as it is sent; for tests that count them. */
  onStatement: ((text: string, params: readonly unknown[]) => void) | null;
  readonly close: () => Promise<void>;
};

/** A database whose transactions begin also while their sandbox is being reset; see `duringReset`. */
export function admitted(database: Database, lease?: string): Database {
  return { ...database, ...database.duringReset(lease) };
}

/** The database for code below the application: its writing transactions are opened by `transact`. */
export type Store = Pick<Database, 'read' | 'write' | 'query'>;

/** The role that finds work in all tenants. Its password is the application's. */
export function findingRole({ appRole }: Pick<DatabaseSettings, 'appRole'>): string {
  return `${appRole}_finds`;
}

/** The address at which the application logs in: the server and database of the admin, the role of the application. */
export function applicationUrl(settings: Pick<DatabaseSettings, 'adminUrl' | 'appRole' | 'appPassword'>): string {
  const url = new URL(settings.adminUrl);
  url.username = settings.appRole;
  url.password = settings.appPassword;
  return url.href;
}

/** Whose rows a limited person sees. */
type Reach = { readonly branches: readonly number[]; readonly clients: readonly number[] };

/** The role that transactions of people take who are limited to the rows of some branches. */
export function limitedRole({ appRole }: Pick<DatabaseSettings, 'appRole'>): string {
  return `${appRole}_limited`;
}

/** No statement of the application may run longer. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** One query after the other is enough: they are few, and of workers alone. */
const FINDING_CONNECTIONS = 2;
/** Nor wait longer for a connection: an error can be repaired, a wait without end is never reported. */
const CONNECTION_TIMEOUT_MS = 10_000;

/** Times and dates as PostgreSQL writes them: the mappings and the views make Temporal values of them. */
const AS_TEXT = new pg.TypeOverrides();
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = pg.types.builtins;
for (const type of [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL]) AS_TEXT.setTypeParser(type, (value: string) => value);

/** Connects as the application's role. Fails where the database does not answer. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  let onStatement: Database['onStatement'] = null;
  const observe = (text: string, params: readonly unknown[]) => onStatement?.(text, params);
  const names = settings.statements === 'unnamed' ? null : statementNames();
  const sending = batches();
  const { pool, connect, query } = openPool(settings, names, sending, {
    max: settings.poolSize ?? 10,
    application_name: sessionNameOf(settings.masterKeys),
    session: names && SESSION,
  });
  const clock = await clockOf(pool, settings).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const writes = writeWatch(() => performance.now());
  const finding = openPool({ ...settings, appRole: findingRole(settings) }, names, sending, {
    max: FINDING_CONNECTIONS,
    application_name: 'umoja finds',
    // What it calls looks for a number of rows that its values say: each is planned for them.
    session: null,
  });
  const connections = {
    connect,
    names,
    observe,
    batches: sending,
    proofOf: tenantProofs(settings, clock.now),
    clocks: tenantClocks(),
    keyring: tenantKeys(settings.masterKeys, () => performance.now()),
  };
  const opened = (inTransaction: ReturnType<typeof transactions>): Pick<Database, 'read' | 'report' | 'write'> => ({
    write: async (tenantId, work) => {
      clock.requireSound();
      return writes.watch(() => inTransaction(tenantId, 'write', work));
    },
    read: (tenantId, work) => inTransaction(tenantId, 'read', work),
    report: (tenantId, work) => inTransaction(tenantId, 'report', work),
  });

  return {
    ...opened(transactions({ ...connections, admittedAs: null, limits: null })),
    duringReset: (lease = 'status') => opened(transactions({ ...connections, admittedAs: lease, limits: null })),
    limitedTo: (rows) =>
      opened(
        transactions({ ...connections, admittedAs: null, limits: { role: limitedRole(settings), ...asArrays(rows) } }),
      ),
    query: async <R extends Row = Row>(text: string, params: readonly unknown[] = []) => {
      observe(text, params);
      return query<R>(text, params);
    },
    find: async <R extends Row = Row>(text: string, params: readonly unknown[] = []) => {
      observe(text, params);
      return finding.query<R>(text, params);
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: (channel, onNotification) => listenTo(applicationUrl(settings), channel, onNotification),
    clock,
    writeFailure: writes.failure,
    get onStatement() {
      return onStatement;
    },
    set onStatement(listener) {
      onStatement = listener;
    },
    close: async () => {
      clock.close();
      await Promise.all([pool.end(), finding.pool.end()]);
    },
  };
}

/** Ids as PostgreSQL writes arrays. */
const asArrays = ({
  branches,
  clients,
}: {
  readonly branches: readonly number[];
  readonly clients: readonly number[];
}) => ({
  branches: `{${branches.join(',')}}`,
  clients: `{${clients.join(',')}}`,
});

async function clockOf(pool: pg.Pool, { machineClock }: DatabaseSettings): Promise<DatabaseClock> {
  // The time that connecting takes would be the uncertainty of the first measurement.
  (await pool.connect()).release();
  return databaseClock({
    read: async () => {
      const { rows } = await pool.query<{ ms: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
      );
      return Number(rows[0]?.ms);
    },
    machine: machineClock ?? (() => Temporal.Now.instant()),
    elapsed: () => performance.now(),
  });
}

/** Connections of a role, and single statements on them. */
function openPool(
  settings: DatabaseSettings,
  names: StatementNames | null,
  { send }: Batches,
  { session, ...own }: pg.PoolConfig & { readonly session: string | null },
) {
  const pool = new pg.Pool({
    connectionString: applicationUrl(settings),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    // See transaction.ts: it waits for no result that it doesn't need.
    pipeline: true,
    types: AS_TEXT,
    ...own,
  });
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
