import { FlushMode, MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Transaction } from 'kysely';
import { freeBrokenConnections } from './broken-connections.ts';
import { listenTo } from './listen.ts';
import { amlMappings } from './mappings/aml.ts';
import { educationMappings } from './mappings/education.ts';
import { lendingMappings } from './mappings/lending.ts';
import { membershipMappings } from './mappings/membership.ts';
import { mobileMoneyMappings } from './mappings/mobile-money.ts';
import { partnersMappings } from './mappings/partners.ts';
import { paymentBridgeMappings } from './mappings/payment-bridge.ts';
import { reconciliationMappings } from './mappings/reconciliation.ts';
import { savingsMappings } from './mappings/savings.ts';
import { numberSeriesMapping } from './mappings/number-series.ts';

export type DatabaseSettings = {
  /** Owns the tables; used for migrations only. */
  readonly adminUrl: string;
  /** The role that the application logs in as: it owns no table and can't bypass row-level security. */
  readonly appRole: string;
  readonly appPassword: string;
  /** Connections of this process. */
  readonly poolSize?: number;
};

/** A row as the driver gives it: numbers of 64 bits may be strings, times are strings. */
export type Row = Record<string, unknown>;

/** A transaction that is open for one tenant. */
export type TenantTransaction = {
  readonly em: EntityManager;
  /** Runs one statement with bound parameters ($1, $2, ...). */
  readonly sql: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
};

export type Database = {
  /** Opens a transaction for a tenant, commits what the function did, rolls back where it throws. */
  readonly write: <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** The same, read only. */
  readonly read: <T>(tenantId: number, work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
  /** Calls one of the few functions that answer across tenants (credentials, tenants with work). */
  readonly ask: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
  /** Calls back when something is said on a channel, and now and then without. Returns what ends it. */
  readonly listen: (channel: string, heard: () => void) => () => Promise<void>;
  /** Hears of every statement of this process; for tests that count them. */
  onStatement: ((text: string) => void) | null;
  readonly close: () => Promise<void>;
};

/** The address at which the application logs in: the server and database of the admin, the role of the application. */
export function applicationUrl(settings: DatabaseSettings): string {
  const url = new URL(settings.adminUrl);
  url.username = settings.appRole;
  url.password = settings.appPassword;
  return url.href;
}

/** No statement of the application may run longer. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Nor wait longer for a connection: a fault that is told can be mended, one that only waits is never heard of. */
const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Every question has its index, and none may read a table from end to end because the planner's statistics are old or
 * its guess is wrong: it is told so, and that a page costs hardly more out of order than in order, as on today's disks.
 */
const BY_INDEX = { enable_seqscan: 'off', random_page_cost: '1.1' };

/** Connects as the application's role. Fails where the database does not answer. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  let onStatement: Database['onStatement'] = null;
  const orm = await MikroORM.init({
    entities: [
      ...partnersMappings,
      ...membershipMappings,
      ...lendingMappings,
      ...savingsMappings,
      ...mobileMoneyMappings,
      ...amlMappings,
      ...paymentBridgeMappings,
      ...reconciliationMappings,
      ...educationMappings,
      numberSeriesMapping,
    ],
    clientUrl: applicationUrl(settings),
    ensureDatabase: false,
    // Changes are written once, at the end of the use case: a flush in the middle would count versions twice.
    flushMode: FlushMode.COMMIT,
    forceUtcTimezone: true,
    pool: { min: 0, max: settings.poolSize ?? 10 },
    driverOptions: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      application_name: 'umoja',
      onPoolCreated: freeBrokenConnections,
    },
    onQuery: (text) => {
      onStatement?.(text);
      return text;
    },
  });

  const inTransaction = async <T>(
    tenantId: number,
    readOnly: boolean,
    work: (tx: TenantTransaction) => Promise<T>,
  ): Promise<T> => {
    const em = orm.em.fork({
      session: { variables: { 'app.tenant': String(tenantId), ...(readOnly ? BY_INDEX : {}) } },
    });
    return em.transactional(
      async (inner) => {
        const context = inner.getTransactionContext<Transaction<unknown>>();
        if (!context) throw new Error('The transaction has no connection.');
        return work({
          em: inner as EntityManager,
          sql: async (text, params = []) => {
            onStatement?.(text);
            const result = await context.executeQuery<Row>(CompiledQuery.raw(text, [...params]));
            return result.rows as never;
          },
        });
      },
      { readOnly },
    );
  };

  return {
    write: (tenantId, work) => inTransaction(tenantId, false, work),
    read: (tenantId, work) => inTransaction(tenantId, true, work),
    ask: async (text, params = []) => {
      onStatement?.(text);
      const result = await orm.em
        .getConnection()
        .getClient()
        .executeQuery<Row>(CompiledQuery.raw(text, [...params]));
      return result.rows as never;
    },
    listen: (channel, heard) => listenTo(applicationUrl(settings), channel, heard),
    get onStatement() {
      return onStatement;
    },
    set onStatement(listener) {
      onStatement = listener;
    },
    close: async () => orm.close(true),
  };
}
