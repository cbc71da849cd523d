import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { freePort } from './free-port.ts';
import {
  findPostmaster,
  lastLines,
  launch,
  removeStaleLockFile,
  rotateLog,
  shutDown,
  type Launched,
} from './postmaster.ts';
import { findDataDirectory, type DataDirectory } from './data-directory.ts';
import { openSecrets, rememberPort, type Secrets } from './secrets.ts';
import { freeSocket, socketFolder, throughSocket } from './socket.ts';
import { errorOf } from '../../runtime/thrown.ts';

export type EmbeddedPostgresOptions = {
  /** Holds the cluster, `postgres.json` (password and port, readable by its owner only) and `postgres.log`. */
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** For tests: nothing is flushed to disk, so a crash of the machine loses the data. */
  readonly ephemeral?: boolean;
  /** Settings of the server beside ours; for benches. */
  readonly settings?: Readonly<Record<string, string>>;
};

export type EmbeddedPostgres = {
  /** The superuser's address of the database `umoja`. It stays the same from start to start if its port is free. */
  readonly url: string;
  /** False where the server was running already: another process's, or left by one that was killed. */
  readonly startedHere: boolean;
  /** Stops the server unless another process still uses it. May be called more than once. */
  stop(): Promise<void>;
  /** Gives up our share in the server without stopping it: it runs on for the next process. */
  leaveRunning(): Promise<void>;
};

/** Every process that uses the server holds this lock in shared mode on a connection of its own, its tie. */
const TIE_LOCK = 7_305_861;
const DATABASE = 'umoja';
const START_PATIENCE = 120_000;

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off', // our statements are short: compiling them takes longer than running them
  max_parallel_workers_per_gather: '0', // the same; and containers give little /dev/shm
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  logging_collector: 'off',
};
/** Commits still reach the system before they are acknowledged, so that a test may kill the server and lose nothing. */
const EPHEMERAL_SETTINGS: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off', // hundreds of databases that live for seconds; and no plan changes because it came by
  scram_iterations: '1', // passwords of nobody: thousands of connections would stretch them, on both sides
};

/**
 * Starts PostgreSQL on a folder of ours, or finds the one that runs there. The last process to leave stops it: that is
 * decided by an advisory lock in the server itself, so processes that are killed need no clearing up after.
 * If the server dies while we use it, it is started again at the same address.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const { server, dataDir } = await preparedServer(options);
  const { secrets } = server;
  const { cluster } = server.directory;
  const isLeaving = () => leaving !== null;
  let leaving: Promise<void> | null = null;
  let resuming: Promise<void> = Promise.resolve();
  let held = await acquire(server, secrets.port ?? (await freePort()), freePort, isLeaving);
  await rememberPort(dataDir, secrets, held.port);
  await ensureDatabase(held.tie);
  countsAsRunning(held.tie).unref();
  const { port, startedHere } = held;
  log(`PostgreSQL ${startedHere ? 'started' : 'found running'} on 127.0.0.1:${port}, data in ${cluster}.`);

  /** A tie breaks when the server goes down under us. We bring it back where everybody expects it. */
  function resumeWhenBroken(): void {
    held.tie.once('end', () => {
      if (!leaving) resuming = resume();
    });
  }

  async function resume(): Promise<void> {
    log('PostgreSQL went away: bringing it back.');
    while (!leaving) {
      try {
        held = await acquire(server, port, () => Promise.resolve(port), isLeaving);
        resumeWhenBroken();
        countsAsRunning(held.tie).unref();
        return log(`PostgreSQL is back on 127.0.0.1:${port}.`);
      } catch (error) {
        if (leaving) return;
        log(errorOf(error).message);
        await pause(1_000);
      }
    }
  }
  resumeWhenBroken();

  async function stopIfLast(): Promise<void> {
    await resuming;
    try {
      countsAsRunning(held.tie).ref();
      const running = await findPostmaster(cluster);
      if (!running) return;
      if (await isLast(held)) await shutDown(cluster, running.pid, log);
      else log('Another process uses PostgreSQL: it goes on running.');
    } finally {
      await untie();
    }
  }

  const untie = (): Promise<void> => {
    countsAsRunning(held.tie).ref();
    // The server may have closed the connection already, which is what we wanted.
    return held.tie.end().catch(() => undefined);
  };

  return {
    url: `postgres://${secrets.user}:${secrets.password}@127.0.0.1:${port}/${DATABASE}${throughSocket(server.sockets, port)}`,
    startedHere,
    stop: () => (leaving ??= stopIfLast()),
    leaveRunning: () => (leaving ??= resuming.then(untie)),
  };
}

/** A folder that a server can be started on: cluster, password, rotated log. */
async function preparedServer({
  log,
  ephemeral = false,
  settings: further = {},
  ...options
}: EmbeddedPostgresOptions): Promise<{ readonly server: Server; readonly dataDir: string }> {
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const logFile = join(dataDir, 'postgres.log');
  const directory = await findDataDirectory(dataDir, await findBinaries(), log);
  const secrets = await openSecrets(dataDir);
  await ensureCluster(directory, secrets, { ephemeral });
  await rotateLog(logFile);
  const sockets = await socketFolder(directory);
  const settings = {
    ...SETTINGS,
    unix_socket_directories: sockets ?? '',
    ...(ephemeral ? EPHEMERAL_SETTINGS : {}),
    ...further,
  };
  return { server: { directory, settings, sockets, logFile, secrets }, dataDir };
}

type Server = {
  readonly directory: DataDirectory;
  readonly settings: Record<string, string>;
  /** The folder of the server's Unix socket; null where it has none. */
  readonly sockets: string | null;
  readonly logFile: string;
  readonly secrets: Secrets;
};

/** Ties us to the running server, starting one if there is none. `movePort` is called where the port is taken. */
async function acquire(
  server: Server,
  firstPort: number,
  movePort: () => Promise<number>,
  isLeaving: () => boolean,
): Promise<Acquired> {
  const { directory, settings, logFile, secrets } = server;
  const { cluster } = directory;
  const deadline = performance.now() + START_PATIENCE;
  let port = firstPort;
  let launched: Launched | null = null;
  let trouble = 'it did not answer';
  // Once we leave nothing more is started, but what we have started is waited for, so that it can be stopped.
  while (performance.now() < deadline && (!isLeaving() || launched)) {
    const running = await findPostmaster(cluster);
    if (running?.port) {
      const tie = await tieTo(running.port, secrets);
      if (tie instanceof pg.Client) return { tie, port: running.port, startedHere: running.pid === launched?.pid };
      trouble = tie.message;
      if (isWrongPassword(tie)) break;
    } else if (!running && launched === null) {
      launched = launch(directory, port, logFile, settings);
    }
    const ending = launched && (await Promise.race([launched.ended, pause()]));
    if (!launched) await pause();
    if (!ending) continue;
    launched = null;
    trouble = ending.said;
    if (ending.why === 'broken') break;
    if (ending.why === 'port taken') port = await movePort();
    if (ending.why === 'socket held') await freeSocket(server.sockets, port);
    if (ending.why === 'another is first') await removeStaleLockFile(cluster);
    await pause();
  }
  const tail = (await lastLines(logFile, 20)).join('\n');
  throw new Error(`PostgreSQL on ${cluster} could not be used: ${trouble}\nThe last lines of ${logFile}:\n${tail}`);
}

type Acquired = { readonly tie: pg.Client; readonly port: number; readonly startedHere: boolean };

/** Connects and takes the shared lock. Waits while another process is stopping the server; then that ends us too. */
async function tieTo(port: number, secrets: Secrets): Promise<pg.Client | Error> {
  const { user, password } = secrets;
  const tie = new pg.Client({
    host: '127.0.0.1',
    port,
    user,
    password,
    database: 'postgres',
    application_name: 'umoja tie',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Also emitted when the server stops; `end` follows and is where that is dealt with.
  tie.on('error', () => undefined);
  try {
    await tie.connect();
    await tie.query('SELECT pg_advisory_lock_shared($1)', [TIE_LOCK]);
    return tie;
  } catch (error) {
    tie.end().catch(() => undefined); // it never was, or is no longer, connected
    return errorOf(error);
  }
}

/** Whether no other process is tied to the server. If so, from now on none can be: the lock is ours. */
async function isLast({ tie, startedHere }: Acquired): Promise<boolean> {
  try {
    await tie.query('SELECT pg_advisory_unlock_shared($1)', [TIE_LOCK]);
    const result = await tie.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [TIE_LOCK]);
    return result.rows[0]?.alone === true;
  } catch {
    return startedHere; // it does not respond: the process that started it is responsible for it
  }
}

async function ensureDatabase(tie: pg.Client): Promise<void> {
  const found = await tie.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (found.rowCount) return;
  await tie.query(`CREATE DATABASE ${DATABASE}`).catch((error: pg.DatabaseError) => {
    const anotherWasQuicker = error.code === '42P04' || error.code === '23505';
    if (!anotherWasQuicker) throw error;
  });
}

/** A connection that is idle must not keep a process running that has nothing else to do; one that waits for a result must. */
const countsAsRunning = (tie: pg.Client) => tie as pg.Client & { ref(): void; unref(): void }; // missing from the package's types

const isWrongPassword = (error: Error): boolean => error instanceof pg.DatabaseError && error.code === '28P01';

const pause = (milliseconds = 30): Promise<null> => new Promise((resolve) => setTimeout(resolve, milliseconds, null));
