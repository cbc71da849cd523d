import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend } from 'bullmq';
import { directUrl, type Login } from '../postgres/database.ts';
import { sessionName } from '../postgres/epoch.ts';
import { loggingInPool } from '../postgres/login-passwords.ts';
import { QUEUE_SCHEMA, queueRole } from '../postgres/migrations/queue-schema.ts';
import type { Place } from './place.ts';

type PoolOf = {
  /** How many queues there are: the worker of each holds one connection. */
  readonly queues: number;
  /** Connections beside these. */
  readonly forStatements: number;
};

/**
 * The queues in PostgreSQL: one pool for all of them. Their tables are made by the migrations: this role may not.
 */
export function postgresPlace(
  settings: Login,
  { queues, forStatements }: PoolOf,
  onError: (error: unknown) => void,
): Place {
  const pool = loggingInPool(
    {
      connectionString: directUrl({ ...settings, appRole: queueRole(settings) }),
      application_name: sessionName('umoja queues'),
      options: `-c search_path=${QUEUE_SCHEMA}`,
      max: queues + forStatements,
      keepAlive: true,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 5_000,
    },
    settings.passwords,
  );
  // Every queue and every worker listens for errors of the one pool.
  pool.setMaxListeners(2 * queues + 1);
  let closing = false;
  // Connections that are closing may still receive an error of a server that stops right after us.
  pool.on('error', (error) => closing || onError(error));
  // The pool hears of idle ones alone: of one in use, the statement under way fails, or the next.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    connection: pool,
    workerConnection: pool,
    // One factory for queues and workers, each of which types it for itself.
    factory: connectingAgain as never,
    prefix: undefined,
    opened: Promise.resolve(),
    isReachable: () => true,
    close: () => {
      closing = true;
      return pool.end();
    },
  };
}

const AGAIN_MS = 500;

/**
 * The library keeps the failure of its first connection for good: every later call fails with it, and a worker asks for its
 * next job as fast as it can, so that nothing else of the process goes on. Here the next call connects again, after a pause.
 */
const connectingAgain: typeof createPostgresBackend = (...given) => {
  const backend = createPostgresBackend(...given);
  const { connection } = backend;
  const connect = connection.waitUntilReady.bind(connection);
  connection.waitUntilReady = () =>
    connect().catch(async (error: unknown) => {
      for (const each of [connection, backend]) Object.assign(each, { readyPromise: undefined });
      await pause(AGAIN_MS, undefined, { ref: false });
      throw error;
    });
  return backend;
};
