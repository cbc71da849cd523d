import type pg from 'pg';
import { countStatement } from '#platform/runtime/tracing/tracing.ts';
import { batches } from './batches.ts';
import { databaseClock, type DatabaseClock } from './clock.ts';
import { sessionName } from './epoch.ts';
import { writeWatch, type WriteFailure } from './health.ts';
import { listenTo } from './listen.ts';
import { applicationUrl, directUrl, findingRole, limitedRole, type DatabaseSettings, type Login } from './logins.ts';
import { openPool } from './pool.ts';
import { isOfReplica, PRIMARY_AT, replicaConnections } from './replica.ts';
import { statementNames } from './statement-names.ts';
import { isClockMoved, isReset, tenantClocks } from './tenant-clock.ts';
import { sessionNameOf } from './privacy/keys/known-keys.ts';
import { isTenantKeyUnknown, tenantKeys } from './privacy/keys/tenant-keys.ts';
import { tenantProofs } from './tenant-proof.ts';
import { SESSION } from './plan-settings.ts';
import { transactions, type Connections, type Row, type TenantTransaction } from './transaction.ts';

export { applicationUrl, directUrl, findingRole, limitedRole, type DatabaseSettings, type Login };
export type { Row, TenantTransaction };

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
  /** The same for a person who is limited to branches, to clients or to units: other rows are not there. A write that reaches one is refused. */
  readonly limitedTo: (reach: Reach) => Pick<Database, 'read' | 'write'>;
  /**
   * Reads for views: from a replica where there is one that has come as far as the primary was at the call, else from the
   * primary. What is read may be read a second time, when the replica fails in the middle.
   */
  readonly forViews: Pick<Database, 'read' | 'limitedTo'>;
  /**
   * True where a view, in the middle, met what another `read` does not meet or says better: of a replica, or of a transaction
   * that has to begin again, whose error is with whom it was thrown at first.
   */
  readonly isReadAgain: (error: unknown) => boolean;
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
  /** Receives how long each round trip took, in milliseconds: statements that leave together are answered together. */
  onRoundTrip: ((milliseconds: number) => void) | null;
  readonly close: () => Promise<void>;
};

/** A database whose transactions begin also while their sandbox is being reset; see `duringReset`. */
export function admitted(database: Database, lease?: string): Database {
  return { ...database, ...database.duringReset(lease) };
}

/** The database for code below the application: its writing transactions are opened by `transact`. */
export type Store = Pick<Database, 'read' | 'write' | 'query'>;

/** Whose rows a limited person sees; a lecturer (with units, or with none yet) those of classes. */
type Reach = {
  readonly branches: readonly number[];
  readonly clients: readonly number[];
  readonly units?: readonly number[] | null;
};

/** One query after the other is enough: they are few, and of workers alone. */
const FINDING_CONNECTIONS = 2;

/** Connects as the application's role. Fails where the database does not answer. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  let onStatement: Database['onStatement'] = null;
  const observe = (...sent: [string, readonly unknown[]]) => (countStatement(), onStatement?.(...sent));
  const names = settings.statements === 'unnamed' ? null : statementNames();
  let onRoundTrip: Database['onRoundTrip'] = null;
  const sending = batches((milliseconds) => onRoundTrip?.(milliseconds));
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
    application_name: sessionName('umoja finds'),
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
  const primary = openings(settings, connections, { requireSound: clock.requireSound, watch: writes.watch });
  const replica = openReplica(settings, { ...connections, query });
  const { read, report, write, limitedTo, duringReset } = primary;

  return {
    read,
    report,
    write,
    limitedTo,
    duringReset,
    forViews: replica === null ? primary : preferring(openings(settings, replica, null), primary),
    isReadAgain: (error) =>
      isClockMoved(error) || isReset(error) || isTenantKeyUnknown(error) || (replica !== null && isOfReplica(error)),
    query: observed(observe, query),
    find: observed(observe, finding.query),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: (channel, onNotification) =>
      listenTo(() => directUrl(settings), channel, onNotification, settings.passwords),
    clock,
    writeFailure: writes.failure,
    get onStatement() {
      return onStatement;
    },
    set onStatement(listener) {
      onStatement = listener;
    },
    get onRoundTrip() {
      return onRoundTrip;
    },
    set onRoundTrip(listener) {
      onRoundTrip = listener;
    },
    close: async () => {
      clock.close();
      await Promise.all([pool.end(), finding.pool.end(), replica?.end()]);
    },
  };
}

/** Single statements, which are observed as they are sent. */
function observed(
  observe: (text: string, params: readonly unknown[]) => void,
  send: ReturnType<typeof openPool>['query'],
): Database['query'] {
  return async <R extends Row = Row>(text: string, params: readonly unknown[] = []) => {
    observe(text, params);
    return send<R>(text, params);
  };
}

type Opened = Pick<Database, 'read' | 'report' | 'write'>;
type ConnectionsOf = Omit<Connections, 'admittedAs' | 'limits'>;

/** What may keep a write from being tried, and what learns how it ended; null on a replica, which takes none. */
type Guard = { readonly requireSound: () => void; readonly watch: ReturnType<typeof writeWatch>['watch'] } | null;

/** The kinds of transactions over some connections. */
function openings(
  settings: DatabaseSettings,
  connections: ConnectionsOf,
  guard: Guard,
): Opened & Pick<Database, 'duringReset' | 'limitedTo'> {
  const opened = (inTransaction: ReturnType<typeof transactions>): Opened => ({
    write: async (tenantId, work) => {
      if (guard === null) throw new Error('A replica takes no write.');
      guard.requireSound();
      return guard.watch(() => inTransaction(tenantId, 'write', work));
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
  };
}

/** Connections of the replica, beside those of the primary; null where there is none. */
function openReplica(
  { readUrl, ...settings }: DatabaseSettings,
  { query, ...shared }: ConnectionsOf & { readonly query: ReturnType<typeof openPool>['query'] },
): (ConnectionsOf & { readonly end: () => Promise<void> }) | null {
  if (readUrl === undefined) return null;
  const { pool, connect } = openPool({ ...settings, url: readUrl }, shared.names, shared.batches, {
    max: settings.poolSize ?? 10,
    application_name: 'umoja reads',
    session: shared.names && SESSION,
  });
  const primaryAt = async () => (await query<{ at: string }>(PRIMARY_AT, []))[0]?.at ?? '0/0';
  const there = replicaConnections({ connect, primaryAt, elapsed: () => performance.now() });
  return { ...shared, connect: there.connect, end: () => pool.end() };
}

/** Reads on a replica, and once more on the primary where the replica can't serve them. */
function preferring(replica: Database['forViews'], primary: Database['forViews']): Database['forViews'] {
  const first =
    (there: Pick<Database, 'read'>, here: Pick<Database, 'read'>): Database['read'] =>
    async (tenantId, work) => {
      try {
        return await there.read(tenantId, work);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        return here.read(tenantId, work);
      }
    };
  return {
    read: first(replica, primary),
    limitedTo: (rows) => {
      const [there, here] = [replica.limitedTo(rows), primary.limitedTo(rows)];
      return { ...here, read: first(there, here) };
    },
  };
}

/** Ids as PostgreSQL writes arrays. */
const asArrays = ({ branches, clients, units = null }: Reach) => ({
  branches: `{${branches.join(',')}}`,
  clients: `{${clients.join(',')}}`,
  units: units === null ? '' : `{${units.join(',')}}`,
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
