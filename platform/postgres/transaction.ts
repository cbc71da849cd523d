import type { Pool, PoolClient, QueryResult } from 'pg';
import { unitOfWork, type UnitOfWork } from './unit-of-work.ts';
import type { Prepared } from './prepared.ts';

/** A row as the driver gives it: numbers of 64 bits may be strings, times are strings. */
export type Row = Record<string, unknown>;

/** A transaction that is open for one tenant. */
export type TenantTransaction = {
  /** Runs one statement with bound parameters ($1, $2, ...). */
  readonly sql: <R extends Row = Row>(text: string, params?: readonly unknown[]) => Promise<R[]>;
  /** The same for a statement that the connection knows. */
  readonly run: <R extends Row = Row>(statement: Prepared, params?: readonly unknown[]) => Promise<R[]>;
  /**
   * The same for a statement whose rows nobody needs: it is not waited for, and leaves with those that follow. Where it
   * fails, the next one that is waited for fails, or the commit; `explain` may say that in other words.
   */
  readonly later: (
    statement: string | Prepared,
    params?: readonly unknown[],
    explain?: (error: unknown) => unknown,
  ) => void;
} & UnitOfWork;

type Statement = string | Prepared;

/**
 * Every question has its index, and none may read a table from end to end because the planner's statistics are old or
 * its guess is wrong: it is told so, and that a page costs hardly more out of order than in order, as on today's disks.
 */
const BY_INDEX = `; set local enable_seqscan = off; set local random_page_cost = '1.1'`;

/**
 * Opens transactions for tenants on connections that take further statements before the first one is answered. Nobody
 * waits for what only has to happen: `begin` and the tenant leave together with the first statement, and what a use
 * case writes at its end with the commit. That matters most where many want the same row, which is locked that long.
 * @param tell hears of every statement
 */
export function transactions(pool: Pool, tell: (text: string, params: readonly unknown[]) => void) {
  return async <T>(tenantId: number, readOnly: boolean, work: (tx: TenantTransaction) => Promise<T>): Promise<T> => {
    if (!Number.isSafeInteger(tenantId)) throw new Error(`${tenantId} is no tenant’s id.`);
    const client = await pool.connect();
    /** Sent, not answered, and nobody waits for them by themselves. */
    let unheard: Promise<unknown>[] = [];

    const send = (statement: Statement, params: readonly unknown[] = []): Promise<QueryResult> => {
      sendTogether(client);
      tell(typeof statement === 'string' ? statement : statement.text, params);
      const sent =
        typeof statement === 'string'
          ? client.query(statement, [...params])
          : client.query({ name: statement.name, text: statement.text, values: [...params] });
      // Whoever waits for it hears of its failure; where an earlier one failed, nobody does.
      sent.catch(() => undefined);
      return sent;
    };
    const run = async (statement: Statement, params?: readonly unknown[]): Promise<QueryResult> => {
      const sent = send(statement, params);
      await heard();
      return sent;
    };
    /** The first failure is the one to tell: what is sent after it fails because of it. */
    const heard = async (): Promise<void> => {
      const before = unheard;
      unheard = [];
      for (const each of before) await each;
    };

    const soon = (
      statement: Statement,
      params?: readonly unknown[],
      explain?: (error: unknown) => unknown,
    ): Promise<QueryResult> => {
      const sent = send(statement, params).catch((error: unknown) => {
        throw explain?.(error) ?? error;
      });
      sent.catch(() => undefined);
      unheard.push(sent);
      return sent;
    };
    const later: TenantTransaction['later'] = (...words) => void soon(...words);

    const tx: TenantTransaction = {
      sql: async (text, params) => (await run(text, params)).rows as never,
      run: async (statement, params) => (await run(statement, params)).rows as never,
      later,
      ...unitOfWork(run, soon),
    };
    try {
      const tenant = `set local app.tenant = '${tenantId}'`;
      later(readOnly ? `begin read only; ${tenant}${BY_INDEX}` : `begin; ${tenant}`);
      const result = await work(tx);
      const committed = send('commit');
      await heard();
      // PostgreSQL answers the commit of a transaction that has failed by rolling it back, and calls that no error.
      const { command } = await committed;
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, and nobody heard of it.');
      client.release();
      return result;
    } catch (error) {
      await send('rollback').then(
        () => client.release(),
        // The connection is broken: its place in the pool is free for another one.
        () => client.release(true),
      );
      throw error;
    }
  };
}

/** What is sent before this turn of the event loop ends leaves in one piece. */
function sendTogether(client: PoolClient): void {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
