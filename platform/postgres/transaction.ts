import { randomUUIDv7 } from 'node:crypto';
import type { PoolClient, QueryResult } from 'pg';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { BY_INDEX, PLAN } from './plan-settings.ts';
import { prepared, preparedOnce, type Planning, type Prepared } from './prepared.ts';
import type { Batches } from './batches.ts';
import { isWrittenWhereSeen } from './migrations/row-limits.ts';
import { LIMIT, proving, UNLIMIT, type Limits, type ProvenTenant } from './proving.ts';
import { asFault, isAftermath, isForgotten, retryable, type StatementNames } from './statement-names.ts';
import { keysOver } from './privacy/keys/read-keys.ts';
import { isTenantKeyUnknown, type Sealing, type TenantKeyring } from './privacy/keys/tenant-keys.ts';
import { unitOfWork, type UnitOfWork } from './unit-of-work.ts';
import { isReset, sandboxResetting, type InBusinessTime, type TenantClocks } from './tenant-clock.ts';

/** A transaction begins again where its tenant's clock was moved; more often than this it does not move meanwhile. */
const BEGINNINGS = 20;

/** A row as the driver gives it: numbers of 64 bits may be strings, times are strings. */
export type Row = Record<string, unknown>;

/** A transaction that is open for one tenant. */
export type TenantTransaction = {
  /** Runs one statement with bound parameters ($1, $2, ...). It is planned each time unless it is said otherwise. */
  readonly sql: <R extends Row = Row>(text: string, params?: readonly unknown[], planning?: Planning) => Promise<R[]>;
  /** The same for a statement that has its name already. */
  readonly run: <R extends Row = Row>(statement: Prepared, params?: readonly unknown[]) => Promise<R[]>;
  /**
   * The same for a statement whose result is not needed: it is not waited for, and leaves with those that follow. Where
   * it fails, the next one that is waited for fails, or the commit; `explain` may replace the error.
   */
  readonly later: (statement: Statement, params?: readonly unknown[], explain?: Explain) => void;
  /** How the personal data of the tenant are read and written. */
  readonly sealing: Sealing;
  /** The uuid of a new record. */
  readonly newUuid: () => string;
} & UnitOfWork &
  InBusinessTime;

type Statement = string | Prepared;
type Explain = (error: unknown) => unknown;
type Observe = (text: string, params: readonly unknown[]) => void;

/** The connections of transactions. */
export type Connections = {
  readonly connect: () => Promise<PoolClient>;
  /** Null where no name outlives a transaction: each statement is parsed and planned every time then. */
  readonly names: StatementNames | null;
  /** Receives every statement as it is sent. */
  readonly observe: Observe;
  readonly batches: Batches;
  /** What proves to the policies that the transaction is the tenant's. */
  readonly proofOf: (tenantId: number) => string;
  /** What this process knows of the business time of tenants. */
  readonly clocks: TenantClocks;
  /** The keys of tenants and of their people. */
  readonly keyring: TenantKeyring;
  /** As what they are admitted while their sandbox is being reset; null: they are refused then. See require_clock. */
  readonly admittedAs: string | null;
  /** The rows of a person who is limited to some; null: all of the tenant. */
  readonly limits: Limits | null;
};

/** `read` lasts for a batch of statements; `report` is one transaction that reads, with a cursor and settings of its own. */
type Mode = 'read' | 'report' | 'write';
const BEGIN = {
  reading: ['begin read only', ...Object.entries(BY_INDEX).map(([name, value]) => `set local ${name} = ${value}`)].join(
    '; ',
  ),
  writing: prepared('begin'),
} as const;
const END = { commit: prepared('commit'), rollback: prepared('rollback') } as const;

/**
 * Opens transactions for tenants on connections that take further statements before the first result is there. Only
 * results that are needed are waited for: `begin` and the tenant leave together with the first statement, and what a use
 * case writes at its end with the commit. That matters most where many want the same row, which is locked that long.
 *
 * What only reads needs no `begin` and no commit: each batch of its statements is a transaction of its own, opened by the
 * proof of the tenant. Every statement sees what is committed, as it does in one transaction at this level of isolation.
 * What holds beyond one batch, a cursor or a setting, needs a `report`.
 */
export function transactions(connections: Connections) {
  const { connect, names, proofOf, clocks, keyring } = connections;
  const readKeys = keysOver(connections);
  return async <T>(tenantId: number, mode: Mode, work: (tx: TenantTransaction) => Promise<T>): Promise<T> => {
    for (let beginning = 1; ; beginning++) {
      try {
        return await once(tenantId, mode, work);
      } catch (error) {
        if (isReset(error)) throw sandboxResetting();
        keyring.learn(tenantId, error);
        const isKnownNow = clocks.learned(tenantId, error) || (mode !== 'write' && isTenantKeyUnknown(error));
        if (!isKnownNow || beginning >= BEGINNINGS) throw error;
      }
    }
  };

  async function once<T>(tenantId: number, mode: Mode, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    if (!Number.isSafeInteger(tenantId)) throw new Error(`${tenantId} is no tenant’s id.`);
    const sealing = await keyring.sealing(tenantId, mode === 'write' ? 'write' : 'read', readKeys);
    const client = await connect();
    // A statement that its sender did not wait for may be left of who had the connection before, with another proof.
    connections.batches.end(client);
    const clock = clocks.assumed(tenantId);
    names?.refresh(client);
    const pipeline = new Pipeline(client, connections, {
      mode,
      tenant: { id: String(tenantId), proof: proofOf(tenantId), clock },
      onProven: (row) => clocks.confirmed(tenantId, row?.['clock']),
    });
    const { run, sendLater } = pipeline;
    const later: TenantTransaction['later'] = (...request) => void sendLater(...request);

    const tx: TenantTransaction = {
      sql: async (text, params, planning = 'each_time') => {
        const isNamed = params !== undefined && planning !== 'each_time';
        return (await run(isNamed ? preparedOnce(text) : text, params, planning)).rows;
      },
      run: async (statement, params) => (await run(statement, params)).rows,
      later,
      newUuid: randomUUIDv7,
      clockOffsetMs: clock ?? 0,
      sealing,
      ...unitOfWork(run, sendLater, sealing),
    };
    try {
      pipeline.begin();
      const result = await work(tx);
      if (connections.limits !== null && mode === 'write') await requireSeen(tx, connections.limits);
      const committed = pipeline.commit();
      // It fails with what failed before it, which is reported first.
      committed.catch(() => undefined);
      await pipeline.settle();
      // PostgreSQL rolls a failed transaction back at its commit, and reports no error.
      if (!(await committed)) throw new Error('A statement of the transaction failed, and its error was swallowed.');
      client.release();
      return result;
    } catch (failure) {
      const error = mode === 'write' ? retryable(failure, names) : asFault(failure);
      await pipeline.abandon().then(
        () => client.release(),
        // The connection is broken: its place in the pool is free for another one.
        () => client.release(true),
      );
      throw error;
    }
  }
}

/**
 * All that a limited person has locked or written, they see: else it is as if it were not there. Refused when everything is
 * written, so that what a new row refers to counts, and rolled back as a whole.
 * @throws DomainError not_found
 */
async function requireSeen({ run, written }: TenantTransaction, { role, branches, clients }: Limits): Promise<void> {
  const records = written().filter(({ table }) => isWrittenWhereSeen(table));
  if (records.length === 0) return;
  await run(LIMIT, [branches, clients, role]);
  for (const { table, ids } of records) {
    const rows = await run<{ id: string }>(preparedOnce(`select id from "${table}" where id = any ($1::bigint[])`), [
      ids,
    ]);
    const seen = new Set(rows.map(({ id }) => Number(id)));
    const unseen = ids.find((id) => !seen.has(id));
    if (unseen === undefined) continue;
    throw refuse(kernelRefusals.not_found, `There is no ${table.replaceAll('_', ' ')} ${unseen} that you reach.`, {
      resource: table,
      id: unseen,
    });
  }
  await run(UNLIMIT);
}

type Opening = {
  readonly mode: Mode;
  readonly tenant: ProvenTenant;
  readonly onProven: (row: Row | undefined) => void;
};

/** What was sent since the beginning of the transaction. */
type Sent = {
  /** Not waited for yet. */
  pending: Promise<unknown>[];
  /** The first failure is the one to report: what is sent after it fails because of it. */
  failure: { readonly error: unknown } | null;
  planning: Planning;
  readonly names: StatementNames | null;
};

/** What is sent on a connection for one transaction, in its order; only statements whose result is needed are waited for. */
class Pipeline {
  private readonly client: PoolClient;
  private readonly connections: Connections;
  private readonly opening: Opening;
  /** It only reads, and needs no transaction that lasts. */
  private readonly isReading: boolean;
  private readonly first: Sent;
  private current: Sent;
  private hasEnded = false;
  private isCompared = false;

  constructor(client: PoolClient, connections: Connections, opening: Opening) {
    this.client = client;
    this.connections = connections;
    this.opening = opening;
    this.isReading = opening.mode === 'read' && connections.names !== null;
    this.first = { pending: [], failure: null, planning: 'once', names: connections.names };
    this.current = this.first;
  }

  begin(): void {
    if (this.isReading) return;
    this.current.pending.push(this.send(this.opening.mode === 'write' ? BEGIN.writing : BEGIN.reading));
    this.prove();
  }

  /** What was read is read, and what failed is sent again by who waits for it, without names. */
  readonly run = async (...request: Parameters<Pipeline['runOnce']>): Promise<QueryResult> => {
    const since = this.current;
    return this.runOnce(...request).catch((error: unknown) => {
      if (!this.isReading || since !== this.first || this.hasEnded || !isForgotten(error)) throw error;
      if (this.current === this.first) {
        this.connections.names?.forget();
        this.current = { pending: [], failure: null, planning: 'once', names: null };
      }
      return this.runOnce(...request);
    });
  };

  readonly sendLater = (statement: Statement, params?: readonly unknown[], explain?: Explain): Promise<QueryResult> => {
    const sent = this.sendPlanned(statement, params, undefined, explain);
    this.current.pending.push(sent);
    return sent;
  };

  async settle(): Promise<void> {
    const before = this.current.pending;
    this.current.pending = [];
    for (const each of before) await each;
  }

  /** Ends it: whether everything in it is committed. */
  async commit(): Promise<boolean> {
    if (this.isReading) {
      await this.settle();
      this.hasEnded = true;
      this.connections.batches.end(this.client);
      return true;
    }
    const sent = this.send(END.commit);
    this.hasEnded = true;
    return (await sent).command === 'COMMIT';
  }

  /** Ends it after a failure. It fails where the connection is broken. */
  async abandon(): Promise<void> {
    this.hasEnded = false;
    // The server skips what follows a failure in one batch.
    this.connections.batches.end(this.client);
    if (!this.isReading) await this.send(END.rollback);
    else if (this.first.failure !== null || this.current.failure !== null) await this.submit(NOTHING);
    this.hasEnded = true;
  }

  private async runOnce(statement: Statement, params?: readonly unknown[], planning?: Planning): Promise<QueryResult> {
    const sent = this.sendPlanned(statement, params, planning);
    await this.settle();
    return sent;
  }

  private sendPlanned(
    statement: Statement,
    params: readonly unknown[] | undefined,
    planning: Planning = typeof statement === 'string' ? 'each_time' : 'once',
    explain?: Explain,
  ): Promise<QueryResult> {
    this.proveBatch();
    // Without values there is one way to plan it.
    if (params) this.plan(planning);
    return this.send(statement, params, explain);
  }

  private plan(planning: Planning): void {
    const { current } = this;
    if (!current.names || PLAN[current.planning].name === PLAN[planning].name) return;
    current.planning = planning;
    current.pending.push(this.submit(PLAN[planning]));
  }

  private send(statement: Statement, params: readonly unknown[] = [], explain?: Explain): Promise<QueryResult> {
    this.proveBatch();
    const sent = this.submit(statement, params, explain);
    this.connections.observe(typeof statement === 'string' ? statement : statement.text, params);
    return sent;
  }

  /** Each batch of a transaction that only reads begins with the proof. */
  private proveBatch(): void {
    if (this.isReading && !this.connections.batches.isOpen(this.client)) this.prove();
  }

  /** Part of the beginning: no statement of its own for who observes, who is not to see the proof either. */
  private prove(): void {
    const { current, isCompared } = this;
    const { tenant, onProven, mode } = this.opening;
    const { admittedAs, limits } = this.connections;
    current.planning = 'once';
    const { statement, params, compares } = proving(this.isReading ? 'read' : 'write', tenant, {
      isCompared,
      admittedAs,
    });
    const proven = this.submit(statement, params).then(({ rows }) => {
      this.isCompared = true;
      // The driver's rows are objects by column.
      if (compares) onProven((rows as Row[])[0]);
    });
    proven.catch(() => undefined);
    current.pending.push(proven);
    if (limits !== null && mode !== 'write')
      current.pending.push(this.submit(LIMIT, [limits.branches, limits.clients, limits.role]));
  }

  private submit(statement: Statement, params: readonly unknown[] = [], explain?: Explain): Promise<QueryResult> {
    // The connection may belong to another transaction by now, of another tenant.
    if (this.hasEnded) throw new Error('The transaction has ended.');
    const since = this.current;
    const sent = this.queryOf(statement, params).catch((error: unknown) => {
      // What comes behind the first failure may be reported before it.
      if (since.failure === null || isAftermath(since.failure.error))
        since.failure = { error: explain?.(error) ?? error };
      throw since.failure.error;
    });
    // It fails where it is waited for; where an earlier one failed, it is not.
    sent.catch(() => undefined);
    return sent;
  }

  private queryOf(statement: Statement, params: readonly unknown[]): Promise<QueryResult> {
    const { client } = this;
    const { batches } = this.connections;
    if (typeof statement !== 'string') return batches.send(client, statement, params, this.current.names);
    if (this.isReading || params.length > 0) return batches.send(client, { name: '', text: statement }, params, null);
    // A text without values may be several statements, which the server takes by the simple protocol alone.
    batches.end(client);
    return client.query(statement);
  }
}

/** Only a connection that works returns its result. */
const NOTHING = prepared('select');
