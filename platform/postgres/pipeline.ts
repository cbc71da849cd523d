import type { PoolClient, QueryResult } from 'pg';
import { BY_INDEX, PLACED, PLAN } from './plan-settings.ts';
import { prepared, type Planning } from './prepared.ts';
import { limiting, proving, type ProvenTenant } from './proving.ts';
import { isAftermath, isForgotten, type StatementNames } from './statement-names.ts';
import type { Connections, Explain, Mode, Row, Statement } from './transaction.ts';

const BEGIN = {
  reading: ['begin read only', ...Object.entries(BY_INDEX).map(([name, value]) => `set local ${name} = ${value}`)].join(
    '; ',
  ),
  writing: prepared('begin'),
} as const;
const END = { commit: prepared('commit'), rollback: prepared('rollback') } as const;

/** How a transaction begins. */
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
export class Pipeline {
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
    if (this.connections.names === null) this.current.pending.push(this.submit(PLACED));
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
    if (limits !== null && mode !== 'write') current.pending.push(this.submit(...limiting(limits)));
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
    // A text without values may be several statements.
    return batches.sendAlone(client, statement);
  }
}

/** Only a connection that works returns its result. */
const NOTHING = prepared('select');
