import pg from 'pg';
import { databaseClock, type DatabaseClock } from './clock.ts';
import { writeWatch, type WriteFailure } from './health.ts';
import { listenTo } from './listen.ts';
import { tenantClocks } from './tenant-clock.ts';
import { tenantProofs } from './tenant-proof.ts';
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
  /** The clock of this machine, which is compared with the database's; for tests. */
  readonly machineClock?: () => Temporal.Instant;
};

export type Database = {
  /** Opens a transaction for a tenant, commits what the function did, rolls back where it throws. */
  readonly write: <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** The same, read only. */
  readonly read: <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** Looks up what is known before a tenant is: a credential by its secret. */
  readonly query: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
  /**
   * Calls a function that finds work in all tenants, or maintains their rows: as a role that may do nothing else, over
   * connections that no request uses.
   */
  readonly find: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
  /** Calls back on each notification of a channel, and now and then without. Returns what ends it. */
  readonly listen: (channel: string, onNotification: () => void) => () => Promise<void>;
  /** The clock by which everything goes that several processes share. */
  readonly clock: DatabaseClock;
  /** What keeps the database from being written, as far as writes have met it. */
  readonly writeFailure: () => WriteFailure | null;
  /** Receives every statement of this process, as it is sent; for tests that count them. */
  onStatement: ((text: string, params: readonly unknown[]) => void) | null;
  readonly close: () => Promise<void>;
};

/** The database for code below the application: its writing transactions are opened by `transact`. */
export type Store = Pick<Database, 'read' | 'write' | 'query'>;

/** The role that finds work in all tenants. Its password is the application's. */
export function findingRole({ appRole }: Pick<DatabaseSettings, 'appRole'>): string {
  return `${appRole}_finds`;
}

/** The address at which the application logs in: the server and database of the admin, the role of the application. */
export function applicationUrl(settings: DatabaseSettings): string {
  const url = new URL(settings.adminUrl);
  url.username = settings.appRole;
  url.password = settings.appPassword;
  return url.href;
}

/** No statement of the application may run longer. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** One look after the other is enough: they are few, and of workers alone. */
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
  const pool = new pg.Pool({
    connectionString: applicationUrl(settings),
    max: settings.poolSize ?? 10,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'umoja',
    // See transaction.ts: it waits for no result that it doesn't need.
    pipeline: true,
    types: AS_TEXT,
  });
  // The server may end a connection at any time: the statement in progress fails, and an idle connection is replaced.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clock = await databaseClock({
    read: async () => {
      const { rows } = await pool.query<{ ms: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
      );
      return Number(rows[0]?.ms);
    },
    machine: settings.machineClock ?? (() => Temporal.Now.instant()),
    elapsed: () => performance.now(),
  }).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const writes = writeWatch(() => performance.now());
  const finding = new pg.Pool({
    connectionString: applicationUrl({ ...settings, appRole: findingRole(settings) }),
    max: FINDING_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'umoja finds',
    types: AS_TEXT,
  });
  finding.on('error', () => undefined);
  const known = { proofOf: tenantProofs(settings, clock.now), clocks: tenantClocks() };
  const inTransaction = transactions(pool, (text, params) => onStatement?.(text, params), known);

  return {
    write: async (tenantId, work) => {
      clock.requireSound();
      return writes.watch(() => inTransaction(tenantId, 'write', work));
    },
    read: (tenantId, work) => inTransaction(tenantId, 'read', work),
    query: async (text, params = []) => {
      onStatement?.(text, params);
      return (await pool.query(text, [...params])).rows;
    },
    find: async (text, params = []) => {
      onStatement?.(text, params);
      return (await finding.query(text, [...params])).rows;
    },
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
      await Promise.all([pool.end(), finding.end()]);
    },
  };
}
