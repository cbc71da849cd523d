import pg, { type PoolClient, type QueryResult } from 'pg';
import type { Prepared } from './prepared.ts';
import type { Named, ResultColumns, StatementNames } from './statement-names.ts';

/**
 * Statements that leave together, in one piece, and whose results come back in one piece: the server answers once for all
 * of them, and not for each. What is sent before a turn of the event loop ends is one batch. The first statement that fails
 * fails those behind it, which the server skips: in a transaction they would fail anyway. A batch outside of one is a
 * transaction of its own.
 */
export type Batches = {
  /** Sends a statement with the batch of this turn. Its result is there once the whole batch has succeeded. */
  readonly send: (
    client: PoolClient,
    statement: Prepared,
    params: readonly unknown[],
    names: StatementNames | null,
  ) => Promise<QueryResult>;
  /** Sends a text that may be several statements, behind the batch of this turn: the server takes it by the simple protocol alone. */
  readonly sendAlone: (client: PoolClient, text: string) => Promise<QueryResult>;
  /** Whether what is sent now joins others. */
  readonly isOpen: (client: PoolClient) => boolean;
  /** Ends the batch of this turn: what is sent next is carried out even where something in the batch fails. */
  readonly end: (client: PoolClient) => void;
};

/** What is used of a connection. The types of pg describe it as far as its own documentation does. */
type Wire = {
  readonly stream: { readonly cork: () => void; readonly uncork: () => void };
  readonly parse: (statement: { readonly name: string; readonly text: string }) => void;
  readonly bind: (values: { readonly statement: string; readonly values: readonly unknown[] }) => void;
  readonly describe: (portal: { readonly type: 'P'; readonly name: '' }) => void;
  readonly execute: (portal: object) => void;
  readonly close: (statement: { readonly type: 'S'; readonly name: string }) => void;
  readonly sync: () => void;
  readonly sendCopyFail: (reason: string) => void;
};
type Field = { readonly name: string; readonly dataTypeID: number };

/** How the driver writes a value; its types leave that out. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils;

type Waiting = {
  readonly statement: Prepared;
  readonly values: readonly unknown[];
  /** Null where it is sent under no name. */
  readonly named: Named | null;
  readonly resolve: (result: QueryResult) => void;
  readonly reject: (error: unknown) => void;
  columns: ResultColumns | null;
  readonly rows: Record<string, unknown>[];
  completion: string;
};

/** One query of the driver, which calls its methods with what the server sends. */
class Batch {
  readonly #client: PoolClient;
  readonly #waiting: Waiting[] = [];
  readonly #outdated: string[] = [];
  readonly #onEnd: (milliseconds: number) => void;
  #sentAt = 0;
  /** How many are complete. */
  #complete = 0;
  #unreadable: { readonly error: unknown } | null = null;

  constructor(client: PoolClient, onEnd: (milliseconds: number) => void) {
    this.#client = client;
    this.#onEnd = onEnd;
  }

  add(waiting: Waiting, outdated: readonly string[]): void {
    this.#waiting.push(waiting);
    this.#outdated.push(...outdated);
  }

  submit(connection: unknown): null {
    // The driver hands over its connection; its types leave the messages out.
    const wire = connection as Wire;
    wire.stream.cork();
    for (const name of this.#outdated) wire.close({ type: 'S', name });
    for (const { statement, values, named, columns } of this.#waiting) {
      const name = named?.name ?? '';
      if (named?.state === 'doubtful') wire.close({ type: 'S', name });
      if (named === null || named.state === 'new' || named.state === 'doubtful') {
        wire.parse({ name, text: statement.text });
        if (named) named.state = 'sent';
      }
      wire.bind({ statement: name, values });
      if (columns === null) wire.describe({ type: 'P', name: '' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
    this.#sentAt = performance.now();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const waiting = this.#waiting[this.#complete];
    if (!waiting) return;
    const names = fields.map(({ name }) => name);
    waiting.columns = {
      names,
      reads: fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const waiting = this.#waiting[this.#complete];
    if (!waiting?.columns || this.#unreadable) return;
    try {
      waiting.rows.push(rowOf(waiting.columns, fields));
    } catch (error) {
      this.#unreadable = { error };
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const waiting = this.#waiting[this.#complete];
    if (!waiting) return;
    waiting.completion = text;
    if (waiting.named) {
      waiting.named.state = 'known';
      waiting.named.columns = waiting.columns ?? NO_COLUMNS;
    }
    this.#complete += 1;
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** The one in progress has failed, or the connection; or, where all are complete, the transaction that they were. */
  handleError(error: Error): void {
    this.#onEnd(performance.now() - this.#sentAt);
    const all = this.#waiting.length === this.#complete ? 0 : this.#complete;
    for (const waiting of this.#waiting.slice(0, all)) waiting.resolve(resultOf(waiting));
    for (const { named, reject } of this.#waiting.slice(all)) {
      if (named?.state === 'sent') named.state = 'doubtful';
      reject(error);
    }
  }

  handleReadyForQuery(): void {
    this.#onEnd(performance.now() - this.#sentAt);
    for (const waiting of this.#waiting) {
      if (this.#unreadable) waiting.reject(this.#unreadable.error);
      else waiting.resolve(resultOf(waiting));
    }
  }

  handlePortalSuspended(): void {
    // No number of rows is asked for, so none is suspended.
  }

  handleCopyInResponse(connection: unknown): void {
    // As in `submit`.
    (connection as Wire).sendCopyFail('Nothing is copied here.');
  }

  handleCopyData(): void {
    // As above.
  }
}

const NO_COLUMNS: ResultColumns = { names: [], reads: [], empty: {} };

/** All rows of a result have one shape. */
function rowOf({ names, reads, empty }: ResultColumns, values: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = { ...empty };
  for (let n = 0; n < names.length; n++) {
    const value = values[n];
    if (value !== null && value !== undefined) row[names[n]!] = reads[n]!(value);
  }
  return row;
}

/** As the driver gives it: `INSERT 0 3`, `UPDATE 1`, `COMMIT`. */
function resultOf({ completion, rows }: Waiting): QueryResult {
  const [command = '', ...counts] = completion.split(' ');
  const count = counts.at(-1);
  return { command, rowCount: count === undefined ? null : Number(count), rows, oid: 0, fields: [] };
}

/** @param onEnd receives how long the server took for a batch, in milliseconds */
export function batches(onEnd: (milliseconds: number) => void): Batches {
  const open = new WeakMap<PoolClient, Batch>();
  const end = (client: PoolClient): void => {
    const batch = open.get(client);
    if (!batch) return;
    open.delete(client);
    client.query(batch);
  };
  return {
    isOpen: (client) => open.has(client),
    end,
    sendAlone: async (client, text) => {
      end(client);
      const sentAt = performance.now();
      return client.query(text).finally(() => onEnd(performance.now() - sentAt));
    },
    send: async (client, statement, params, names) => {
      // What can't be written fails here, and nothing with it.
      const values = params.map((value) => prepareValue(value));
      const named = names?.of(client, statement) ?? null;
      const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
      let batch = open.get(client);
      if (!batch) {
        open.set(client, (batch = new Batch(client, onEnd)));
        process.nextTick(end, client);
      }
      const waiting = {
        statement,
        values,
        named,
        columns: named?.columns ?? null,
        resolve,
        reject,
        rows: [],
        completion: '',
      };
      batch.add(waiting, names?.outdated(client) ?? []);
      return promise.catch((error: unknown) => {
        // The trace leads to who sent it, and not to what the connection has received.
        if (error instanceof Error) Error.captureStackTrace(error);
        throw error;
      });
    },
  };
}
