import type { Pool, PoolClient, QueryResult } from 'pg';
import { unitOfWork, type UnitOfWork } from './unit-of-work.ts';
import type { Prepared } from './prepared.ts';
import type { InBusinessTime, TenantClocks } from './tenant-clock.ts';

/** A transaction begins again where its tenant's clock was moved; more often than this it does not move meanwhile. */
const BEGINNINGS = 20;

/** A row as the driver gives it: numbers of 64 bits may be strings, times are strings. */
export type Row = Record<string, unknown>;

/** A transaction that is open for one tenant. */
export type TenantTransaction = {
  /** Runs one statement with bound parameters ($1, $2, ...). */
  readonly sql: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
  /** The same for a statement that the connection knows. */
  readonly run: <R extends Row = Row>(statement: Prepared, params?: readonly unknown[]) => Promise<R[]>;
  /**
   * The same for a statement whose result is not needed: it is not waited for, and leaves with those that follow. Where
   * it fails, the next one that is waited for fails, or the commit; `explain` may replace the error.
   */
  readonly later: (statement: Statement, params?: readonly unknown[], explain?: Explain) => void;
} & UnitOfWork &
  InBusinessTime;

type Statement = string | Prepared;
type Explain = (error: unknown) => unknown;
type Observe = (text: string, params: readonly unknown[]) => void;

/**
 * Every query has its index, and none may read a whole table because the planner's statistics are old or its estimate is
 * wrong. A page costs hardly more out of order than in order, as on today's disks.
 */
const BY_INDEX = `; set local enable_seqscan = off; set local random_page_cost = '1.1'`;

/**
 * Opens transactions for tenants on connections that take further statements before the first result is there. Only
 * results that are needed are waited for: `begin` and the tenant leave together with the first statement, and what a use
 * case writes at its end with the commit. That matters most where many want the same row, which is locked that long.
 * @param observe receives every statement as it is sent
 * @param known what this process knows of tenants: what proves to the policies that a transaction is theirs, their time
 */
export function transactions(
  pool: Pool,
  observe: Observe,
  { proofOf, clocks }: { readonly proofOf: (tenantId: number) => string; readonly clocks: TenantClocks },
) {
  return async <T>(
    tenantId: number,
    mode: 'read' | 'write',
    work: (tx: TenantTransaction) => Promise<T>,
  ): Promise<T> => {
    for (let beginning = 1; ; beginning++) {
      try {
        return await once(tenantId, mode, work);
      } catch (error) {
        if (!clocks.learned(tenantId, error) || beginning >= BEGINNINGS) throw error;
      }
    }
  };

  async function once<T>(
    tenantId: number,
    mode: 'read' | 'write',
    work: (tx: TenantTransaction) => Promise<T>,
  ): Promise<T> {
    if (!Number.isSafeInteger(tenantId)) throw new Error(`${tenantId} is no tenant’s id.`);
    const client = await pool.connect();
    const { run, sendLater, prove, settle, end } = pipelineOn(client, observe);
    const later: TenantTransaction['later'] = (...request) => void sendLater(...request);
    const clock = clocks.assumed(tenantId);

    const tx: TenantTransaction = {
      sql: async (text, params) => (await run(text, params)).rows,
      run: async (statement, params) => (await run(statement, params)).rows,
      later,
      clockOffsetMs: clock ?? 0,
      ...unitOfWork(run, sendLater),
    };
    try {
      later(mode === 'read' ? `begin read only${BY_INDEX}` : 'begin');
      prove(
        clock === null ? PROVEN : PROVEN_IN_TIME,
        clock === null ? [String(tenantId), proofOf(tenantId)] : [String(tenantId), proofOf(tenantId), String(clock)],
        (row) => clocks.confirmed(tenantId, row?.['clock']),
      );
      const result = await work(tx);
      const committed = end('commit');
      await settle();
      // PostgreSQL rolls a failed transaction back at its commit, and reports no error.
      const { command } = await committed;
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, and its error was swallowed.');
      client.release();
      return result;
    } catch (failure) {
      const error = mode === 'read' ? asFault(failure) : failure;
      await end('rollback').then(
        () => client.release(),
        // The connection is broken: its place in the pool is free for another one.
        () => client.release(true),
      );
      throw error;
    }
  }
}

/** SQLSTATE 25006: in a transaction that we opened for reading it is a write of ours, and no database that became read-only. */
function asFault(error: unknown): unknown {
  if ((error as { readonly code?: unknown }).code !== '25006') return error;
  return new Error('A transaction for reading was to write or to lock.', { cause: error });
}

/** As parameters: every session of the application reads the text of the others' statements in pg_stat_activity. */
const PROVEN = `select set_config('app.tenant', $1, true), set_config('app.proof', $2, true)`;
/** The same where the tenant has a test clock, or this process does not know: see tenant-clock.ts. */
const PROVEN_IN_TIME = `${PROVEN}, set_config('app.clock', $3, true), require_clock($3) as clock`;

/** Sends statements on a connection in their order; only those whose result is needed are waited for. */
function pipelineOn(client: PoolClient, observe: Observe) {
  /** Sent and not waited for yet. */
  let pending: Promise<unknown>[] = [];
  /** The first failure is the one to report: what is sent after it fails because of it. */
  let failure: { readonly error: unknown } | null = null;
  let hasEnded = false;

  const submit = (statement: Statement, params: readonly unknown[] = [], explain?: Explain): Promise<QueryResult> => {
    // The connection may belong to another transaction by now, of another tenant.
    if (hasEnded) throw new Error('The transaction has ended.');
    sendTogether(client);
    const sent = queryOf(client, statement, params).catch((error: unknown) => {
      failure ??= { error: explain?.(error) ?? error };
      throw failure.error;
    });
    // It fails where it is waited for; where an earlier one failed, it is not.
    sent.catch(() => undefined);
    return sent;
  };
  const send = (statement: Statement, params: readonly unknown[] = [], explain?: Explain): Promise<QueryResult> => {
    const sent = submit(statement, params, explain);
    observe(typeof statement === 'string' ? statement : statement.text, params);
    return sent;
  };
  /** Part of the beginning: no statement of its own for who observes, who is not to see the proof either. */
  const prove = (statement: string, params: readonly string[], onProven: (row: Row | undefined) => void): void => {
    const proven = submit(statement, params).then((result) => onProven((result.rows as Row[])[0]));
    proven.catch(() => undefined);
    pending.push(proven);
  };
  const run = async (statement: Statement, params?: readonly unknown[]): Promise<QueryResult> => {
    const sent = send(statement, params);
    await settle();
    return sent;
  };
  const settle = async (): Promise<void> => {
    const before = pending;
    pending = [];
    for (const each of before) await each;
  };

  const sendLater = (statement: Statement, params?: readonly unknown[], explain?: Explain): Promise<QueryResult> => {
    const sent = send(statement, params, explain);
    pending.push(sent);
    return sent;
  };

  /** Sends the last statement: a commit, or the rollback that follows a failure. */
  const end = (statement: 'commit' | 'rollback'): Promise<QueryResult> => {
    hasEnded = false;
    const sent = send(statement);
    hasEnded = true;
    return sent;
  };

  return { run, sendLater, prove, settle, end };
}

function queryOf(client: PoolClient, statement: Statement, params: readonly unknown[]): Promise<QueryResult> {
  return typeof statement === 'string'
    ? client.query(statement, [...params])
    : client.query({ name: statement.name, text: statement.text, values: [...params] });
}

/** What is sent before this turn of the event loop ends leaves in one piece. */
function sendTogether({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
