import { mayUse, type Caller } from '../auth/caller.ts';
import type { Log } from '../runtime/log.ts';
import { toWire } from '../runtime/wire.ts';
import type { Transact } from './transact.ts';

/** A request as it is logged: nothing in it is secret or personal. */
export type LoggedRequest = {
  readonly tenantId: number;
  readonly clientId: number;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly idempotencyKey: string | null;
  readonly errorCode: string | null;
  /** All scopes that the operation needed, with a space between them: who looks it up sees the bodies with the same. */
  readonly scope: string | null;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
};

/** A request as a reader sees it: with fewer scopes than it needed they learn nothing from its bodies. */
export function bodiesWithin<R extends Pick<LoggedRequest, 'scope' | 'requestBody' | 'responseBody'>>(
  caller: Pick<Caller, 'scopes'>,
  request: R,
): R {
  const needed = request.scope?.split(' ') ?? [];
  if (needed.every((scope) => mayUse(caller, scope))) return request;
  return { ...request, requestBody: null, responseBody: null };
}

export type RequestLog = {
  readonly add: (request: () => LoggedRequest) => void;
  /** Writes what waits. */
  readonly flush: () => Promise<void>;
  /** How many requests were not logged since this process started: the database was away, or too many came. */
  readonly dropped: () => number;
  readonly close: () => Promise<void>;
};

/** Requests that wait to be written; more are dropped and counted. */
const MOST_WAITING = 5_000;
/** Rows of one statement. */
const BATCH = 500;
const EVERY_MS = 500;

/**
 * Logs requests behind their replies, in batches: a request never waits for it, and none fails because of it. What can’t
 * be written is dropped and counted.
 */
export function requestLog(write: Transact['write'], log: Log): RequestLog {
  let waiting: (() => LoggedRequest)[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const drop = (count: number, error?: unknown) => {
    dropped += count;
    log.warn({ ...(error === undefined ? {} : { error }), dropped: count }, 'Requests could not be logged.');
  };
  const writeAll = async (taken: readonly (() => LoggedRequest)[]) => {
    const described = taken.flatMap((describe) => {
      try {
        return [describe()];
      } catch (error) {
        drop(1, error);
        return [];
      }
    });
    const byTenant = Map.groupBy(described, ({ tenantId }) => tenantId);
    for (const [tenantId, requests] of byTenant) {
      for (let from = 0; from < requests.length; from += BATCH) {
        const rows = requests.slice(from, from + BATCH);
        await write(tenantId, async (tx) => void (await tx.sql(INSERT, [JSON.stringify(toWire(rows))]))).catch(
          (error: unknown) => drop(rows.length, error),
        );
      }
    }
  };
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const taken = waiting;
    waiting = [];
    writing = writing.then(() => writeAll(taken)).catch((error: unknown) => drop(taken.length, error));
    return writing;
  };
  return {
    add: (request) => {
      if (waiting.length >= MOST_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(request);
      timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
    },
    flush,
    dropped: () => dropped,
    close: flush,
  };
}

const INSERT = `insert into request_log (client_id, request_id, method, path, status, duration_ms, idempotency_key, error_code, scope,
                            request_body, response_body)
     select r."clientId", r."requestId", r.method, r.path, r.status, r."durationMs", r."idempotencyKey", r."errorCode", r.scope,
            r."requestBody", r."responseBody"
       from jsonb_to_recordset($1::jsonb) as r("clientId" bigint, "requestId" text, method text, path text, status integer,
            "durationMs" integer, "idempotencyKey" text, "errorCode" text, scope text, "requestBody" jsonb, "responseBody" jsonb)`;
