import type { Caller } from '../auth/caller.ts';
import type { Log } from '../runtime/log.ts';
import { toWire } from '../runtime/wire.ts';
import type { Transact } from './transact.ts';

/** An operation of the graph as it is logged: nothing in it is secret or personal. */
type LoggedOperation = {
  readonly hash: string;
  readonly name: string | null;
  readonly text: string;
  readonly fields: readonly string[];
};

export type OperationLog = {
  /**
   * Counts one use of an operation.
   * @param operation the same object for the same operation
   * @param describe called once for all uses that are written together; null for what is not logged
   */
  readonly add: (
    caller: Pick<Caller, 'tenantId' | 'clientId' | 'person'>,
    operation: object,
    describe: () => LoggedOperation | null,
  ) => void;
  /** Writes what waits. */
  readonly flush: () => Promise<void>;
  /** How many operations of clients were not logged since this process started: the database was away, or too many came. */
  readonly dropped: () => number;
  readonly close: () => Promise<void>;
};

/** Operations of clients that wait to be written; more are dropped and counted. */
const MOST_WAITING = 5_000;
/** Rows of one statement. */
const BATCH = 200;
const EVERY_MS = 5_000;
/** Operations of one client, or of all people, that are remembered. A client that has more makes them up. */
const MOST_OF_CLIENT = 500;
/** The same of an institution. */
const MOST_OF_TENANT = 5_000;

type Use = { uses: number; readonly describe: () => LoggedOperation | null };
type UsesOfClient = {
  readonly tenantId: number;
  readonly clientId: number | null;
  readonly uses: Map<object, Use>;
};

/**
 * Logs which operations clients send, behind their replies, summed up and in batches: a request never waits for it, and
 * none fails because of it. What can’t be written is dropped and counted.
 */
export function operationLog(write: Transact['write'], log: Log): OperationLog {
  let waiting = new Map<string, UsesOfClient>();
  let size = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const drop = (count: number, error?: unknown) => {
    dropped += count;
    log.warn({ ...(error === undefined ? {} : { error }), dropped: count }, 'Operations could not be logged.');
  };
  const writeBatch = async (tenantId: number, rows: readonly object[]) => {
    const written = await write(tenantId, (tx) =>
      tx.sql<{ written: string }>(INSERT, [JSON.stringify(toWire(rows)), MOST_OF_CLIENT, MOST_OF_TENANT]),
    );
    const left = rows.length - Number(written[0]?.written ?? 0);
    if (left > 0) drop(left);
  };
  const writeAll = async (taken: readonly UsesOfClient[]) => {
    for (const [tenantId, ofTenant] of Map.groupBy(taken, (each) => each.tenantId)) {
      const rows = ofTenant.flatMap(({ clientId, uses }) => described(clientId, uses));
      for (let from = 0; from < rows.length; from += BATCH) {
        const batch = rows.slice(from, from + BATCH);
        await writeBatch(tenantId, batch).catch((error: unknown) => drop(batch.length, error));
      }
    }
  };
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const taken = [...waiting.values()];
    const count = size;
    waiting = new Map();
    size = 0;
    writing = writing.then(() => writeAll(taken)).catch((error: unknown) => drop(count, error));
    return writing;
  };
  return {
    add: ({ tenantId, clientId: callerId, person }, operation, describe) => {
      // Of people it is not written down who asked what.
      const clientId = person === undefined ? callerId : null;
      const key = `${tenantId} ${clientId}`;
      const ofClient = waiting.get(key) ?? { tenantId, clientId, uses: new Map<object, Use>() };
      const known = ofClient.uses.get(operation);
      if (known !== undefined) {
        known.uses += 1;
        return;
      }
      if (size >= MOST_WAITING) {
        dropped += 1;
        return;
      }
      size += 1;
      waiting.set(key, ofClient);
      ofClient.uses.set(operation, { uses: 1, describe });
      timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
    },
    flush,
    dropped: () => dropped,
    close: flush,
  };
}

/** The rows of one client: texts that say the same are one operation. */
function described(clientId: number | null, uses: ReadonlyMap<object, Use>): object[] {
  const rows = new Map<string, LoggedOperation & { readonly clientId: number | null; uses: number }>();
  for (const each of uses.values()) {
    const operation = each.describe();
    if (operation === null) continue;
    const row = rows.get(operation.hash) ?? { ...operation, clientId, uses: 0 };
    row.uses += each.uses;
    rows.set(operation.hash, row);
  }
  return [...rows.values()];
}

// New ones only as far as there is room. Of two that are written at once each sees the room as it was: a few too many.
// In one order: two batches never wait for each other.
const INSERT = `with sent as (
       select r."clientId" as client_id, r.hash, r.name, r.text, r.fields, r.uses,
              exists (select from graph_operation o
                       where o.client_id is not distinct from r."clientId" and o.hash = r.hash) as known
         from jsonb_to_recordset($1::jsonb)
              as r("clientId" bigint, hash text, name text, text text, fields text[], uses bigint)),
     numbered as (
       select s.*, row_number() over (partition by s.client_id, s.known order by s.uses desc, s.hash) as of_client,
              row_number() over (partition by s.known order by s.uses desc, s.hash) as of_tenant
         from sent s),
     written as (
       insert into graph_operation as o (client_id, hash, name, text, fields, uses)
       select n.client_id, n.hash, n.name, n.text, n.fields, n.uses from numbered n
        where n.known
           or n.of_client + (select count(*) from graph_operation x where x.client_id is not distinct from n.client_id) <= $2
          and n.of_tenant + (select count(*) from graph_operation x) <= $3
        order by n.client_id, n.hash
       on conflict (tenant_id, client_id, hash) do update set uses = o.uses + excluded.uses, last_seen_at = now()
       returning 1)
     select count(*) as written from written`;
