import { randomUUIDv7 } from 'node:crypto';
import type { PoolClient } from 'pg';
import { DomainError } from '#core/kernel/domain-error.ts';
import { preparedOnce, type Planning, type Prepared } from './prepared.ts';
import type { Batches } from './batches.ts';
import type { Limits } from './proving.ts';
import { Pipeline } from './pipeline.ts';
import { asFault, retryable, type StatementNames } from './statement-names.ts';
import { seenBy } from './seen.ts';
import { inDoubt, isEndOfConnection } from '../runtime/outage.ts';
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
  /**
   * Refuses a limited person what they have locked or written and do not see, as the commit does. Before a refusal is shown
   * to them, or the work is forgotten: it may name what they do not see.
   * @throws DomainError not_found
   */
  readonly requireSeen: () => Promise<void>;
  /**
   * A refusal as a limited person gets it: that of a record which is not there, where they have locked or written what they
   * do not see; without its particulars, where it may name what was only read for them.
   */
  readonly asSeen: (refusal: DomainError) => Promise<DomainError>;
  /** The uuid of a new record. */
  readonly newUuid: () => string;
} & UnitOfWork &
  InBusinessTime;

export type Statement = string | Prepared;
export type Explain = (error: unknown) => unknown;
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
export type Mode = 'read' | 'report' | 'write';

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
    const records = unitOfWork(run, sendLater, sealing);

    const tx: TenantTransaction = {
      sql: async (text, params, planning = 'each_time') => {
        const isNamed = params !== undefined && planning !== 'each_time';
        return (await run(isNamed ? preparedOnce(text) : text, params, planning)).rows;
      },
      run: async (statement, params) => (await run(statement, params)).rows,
      later: (...request) => void sendLater(...request),
      newUuid: randomUUIDv7,
      clockOffsetMs: clock ?? 0,
      sealing,
      ...records,
      ...seenBy(mode === 'write' ? connections.limits : null, { run, ...records }),
    };
    try {
      pipeline.begin();
      const result = await work(tx);
      await tx.requireSeen();
      await committed(pipeline, mode);
      client.release();
      return result;
    } catch (thrown) {
      const failure = thrown instanceof DomainError ? await tx.asSeen(thrown) : thrown;
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
 * Ends a transaction. What the server refuses undoes it for certain, the commit itself among it; where the connection ends
 * behind the commit, it may have been made.
 */
async function committed(pipeline: Pipeline, mode: Mode): Promise<void> {
  try {
    const committing = pipeline.commit();
    // It fails with what failed before it, which is reported first.
    committing.catch(() => undefined);
    await pipeline.settle();
    // PostgreSQL rolls a failed transaction back at its commit, and reports no error.
    if (!(await committing)) throw new Error('A statement of the transaction failed, and its error was swallowed.');
  } catch (error) {
    throw mode === 'write' && isEndOfConnection(error) ? inDoubt(error) : error;
  }
}
