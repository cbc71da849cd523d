import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '#platform/postgres/embedded/embedded-postgres.ts';

import { backUpCluster, restoreCluster } from '#platform/postgres/backup/physical.ts';
import { eventually } from '../../support/eventually.ts';

/** A folder that has been used. A new one takes a second, so tests that leave it in order share it. */
let used: string;
let dataDir: string;
let said: string[];
let started: EmbeddedPostgres[];
let processes: ChildProcess[];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'umoja-embedded-'));
  await chmod(folder, 0o755); // as root the server runs as another user
  return folder;
}

beforeAll(async () => {
  used = await newFolder();
  await (await startEmbeddedPostgres({ dataDir: used, log: () => undefined, ephemeral: true })).stop();
});
afterAll(() => rm(used, { recursive: true }));
beforeEach(() => {
  [said, started, processes] = [[], [], []];
});
afterEach(async () => {
  for (const one of processes) if (one.exitCode === null && one.signalCode === null) await leave(one);
  for (const one of started) await one.stop();
  if (dataDir !== used) await rm(dataDir, { recursive: true });
});

/** Without waiting for the disk, which only matters when the machine itself goes down. */
async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const log = (line: string) => said.push(line);
  const postgres = await startEmbeddedPostgres({ dataDir, log, ephemeral: true, ...options });
  started.push(postgres);
  return postgres;
}

type Announced = { url: string; startedHere: boolean };

/** Another process on the same folder; resolves when it is tied to the server. */
async function startElsewhere(): Promise<{ process: ChildProcess; emitted: Promise<Announced> }> {
  const script = join(import.meta.dirname, '../../support/embedded-postgres-process.ts');
  const other = spawn(process.execPath, [script, dataDir], { stdio: 'pipe' });
  other.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  processes.push(other);
  const emitted = once(other.stdout, 'data').then(([line]: Buffer[]) => JSON.parse(String(line)) as Announced);
  return { process: other, emitted };
}

async function leave(other: ChildProcess): Promise<void> {
  other.stdin!.end();
  await once(other, 'exit');
}

async function killHard(other: ChildProcess): Promise<void> {
  other.kill('SIGKILL');
  await once(other, 'exit');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const lockFile = (): string => join(dataDir, 'cluster', 'postmaster.pid');
const serverPid = async (): Promise<number> => Number((await readFile(lockFile(), 'utf8')).split('\n')[0]);
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Waits until a question has the reply yes. */
async function until(question: () => Promise<boolean>): Promise<void> {
  while (!(await question().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 30));
}

describe('The embedded PostgreSQL on an empty folder', () => {
  beforeEach(async () => void (dataDir = await newFolder()));

  it('starts, keeps what is written safe, and is reached from this machine only', async () => {
    const postgres = await start({ ephemeral: false });

    expect(postgres.startedHere).toBe(true);
    expect(new URL(postgres.url).hostname).toBe('127.0.0.1');
    const settings = await query(
      postgres.url,
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: join(dataDir, 'socket'),
    });
  });

  it('is reached over a socket that only its own user may use, and over TCP by what knows no sockets', async () => {
    const postgres = await start();
    const over = (url: string) => query(url, 'SELECT inet_server_addr() IS NULL AS socket');

    expect(await over(postgres.url)).toEqual([{ socket: true }]);
    expect((await stat(join(dataDir, 'socket'))).mode & 0o777).toBe(0o700);
    const tcp = new URL(postgres.url);
    tcp.search = '';
    expect(await over(tcp.href)).toEqual([{ socket: false }]);
  });

  it('is reached over TCP alone where the path of its folder is too long for a socket, or no name for one', async () => {
    const home = dataDir;
    for (const name of ['a, b', 'long'.repeat(25)]) {
      dataDir = join(home, name);
      const postgres = await start();
      expect(new URL(postgres.url).search).toBe('');
      expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
    dataDir = home;
  });

  it('keeps its password where only its owner reads it, and lets nobody in without it', async () => {
    const postgres = await start();

    expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
    const guess = new URL(postgres.url);
    guess.password = 'guess';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('is made once when two processes start at the same moment', async () => {
    const others = [await startElsewhere(), await startElsewhere(), await startElsewhere()];
    const emitted = await Promise.all(others.map((other) => other.emitted));

    expect(emitted.filter(({ startedHere }) => startedHere)).toHaveLength(1);
    expect(new Set(emitted.map(({ url }) => url)).size).toBe(1);
  });

  it('is rebuilt when the first start was killed half-way', async () => {
    const { process: other } = await startElsewhere();
    const isMaking = async () => (await readdir(dataDir)).some((name) => /^initdb-\d+-\w+$/.test(name));
    await until(isMaking);
    await killHard(other);

    const postgres = await start();
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await isMaking()).toBe(false);
  });
});

describe('The embedded PostgreSQL on a folder that has been used', () => {
  beforeEach(() => void (dataDir = used));

  it('has the data of the time before, at the same address', async () => {
    const before = await start();
    await query(before.url, 'DROP TABLE IF EXISTS stored; CREATE TABLE stored AS SELECT 42 AS number');
    await before.stop();
    expect(await exists(lockFile())).toBe(false);

    const after = await start();
    expect(after.startedHere).toBe(true);
    expect(after.url).toBe(before.url);
    expect(await query(after.url, 'SELECT number FROM stored')).toEqual([{ number: 42 }]);
  });

  it('takes another port when its own is taken', async () => {
    const before = await start();
    await before.stop();
    const squatter: Server = createServer().listen(Number(new URL(before.url).port), '127.0.0.1');
    await once(squatter, 'listening');

    const after = await start();
    squatter.close();
    expect(after.startedHere).toBe(true);
    expect(new URL(after.url).port).not.toBe(new URL(before.url).port);
    expect(await query(after.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it("isn't misled by a lock file from before the machine went down", async () => {
    // Its number now belongs to another process of the very user that the server runs as.
    const owner = await stat(join(dataDir, 'cluster'));
    const user = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
    const unrelated = spawn('sleep', ['60'], { ...user, stdio: 'ignore' });
    await writeFile(lockFile(), `${unrelated.pid}\n${join(dataDir, 'cluster')}\n1700000000\n5432\n\n127.0.0.1\n`);

    const postgres = await start();
    unrelated.kill();
    expect(postgres.startedHere).toBe(true);
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it("isn't held up by the lock of a socket whose process number another program has by now", async () => {
    const before = await start();
    await before.stop();
    const owner = await stat(join(dataDir, 'cluster'));
    const user = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
    const unrelated = spawn('sleep', ['600'], { ...user, stdio: 'ignore' });
    const { port } = new URL(before.url);
    const lock = join(dataDir, 'socket', `.s.PGSQL.${port}.lock`);
    await writeFile(lock, `${unrelated.pid}\n${join(dataDir, 'cluster')}\n1700000000\n${port}\n`);
    await chown(lock, owner.uid, owner.gid);

    const postgres = await start();
    unrelated.kill();
    expect(postgres).toMatchObject({ startedHere: true, url: before.url });
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it("isn't held up by a lock file that a crash left empty", async () => {
    await writeFile(lockFile(), '');
    const owner = await stat(join(dataDir, 'cluster'));
    await chown(lockFile(), owner.uid, owner.gid);
    await utimes(lockFile(), 0, 0);

    const postgres = await start();
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('says where its log is, and what stands there, when it fails to start', async () => {
    const configuration = join(dataDir, 'cluster', 'postgresql.conf');
    const proper = await readFile(configuration, 'utf8');
    await writeFile(configuration, 'no_such_setting = 1\n');

    const failure = start().finally(() => writeFile(configuration, proper));
    await expect(failure).rejects.toThrow(/postgres\.log[^]*unrecognized configuration parameter "no_such_setting"/);
  });
});

describe('The embedded PostgreSQL with several processes', () => {
  beforeEach(() => void (dataDir = used));

  it('is shared, and stopped by the one that leaves last', async () => {
    const { process: other, emitted } = await startElsewhere();
    expect((await emitted).startedHere).toBe(true);
    const postgres = await start();
    expect(postgres).toMatchObject({ startedHere: false, url: (await emitted).url });

    await leave(other); // the one that started it
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

    await postgres.stop();
    expect(await exists(lockFile())).toBe(false);
  });

  it('outlives a kill of the one that started it, and is taken over by the next', async () => {
    const { process: other, emitted } = await startElsewhere();
    const { url } = await emitted;
    await query(url, 'DROP TABLE IF EXISTS stored; CREATE TABLE stored AS SELECT 42 AS number');
    const pid = await serverPid();
    await killHard(other);

    const postgres = await start();
    expect(postgres).toMatchObject({ startedHere: false, url });
    expect(await serverPid()).toBe(pid);
    expect(await query(postgres.url, 'SELECT number FROM stored')).toEqual([{ number: 42 }]);

    await postgres.stop();
    expect(await exists(lockFile())).toBe(false);
  });
});

describe('The embedded PostgreSQL that dies under us', () => {
  beforeEach(() => void (dataDir = used));

  it('is back at the same address with everything that was committed', async () => {
    const postgres = await start();
    await query(postgres.url, 'DROP TABLE IF EXISTS stored; CREATE TABLE stored AS SELECT 42 AS number');
    const pid = await serverPid();
    process.kill(pid, 'SIGKILL');

    await until(async () => (await serverPid()) !== pid && (await query(postgres.url, 'SELECT 1')).length === 1);
    expect(await query(postgres.url, 'SELECT number FROM stored')).toEqual([{ number: 42 }]);
  });
});

if (process.getuid?.() === 0) {
  describe('The embedded PostgreSQL started by root', () => {
    beforeEach(async () => void (dataDir = await newFolder()));

    it('runs as another user, and keeps its data where that user gets to', async () => {
      const closed = join(dataDir, 'closed');
      await mkdir(closed, { mode: 0o700 });
      const postgres = await start({ dataDir: join(closed, 'data') });

      const [row] = await query(postgres.url, 'SHOW data_directory');
      const cluster = String(row!['data_directory']);
      expect(cluster).toMatch(/^\/var\/lib\/umoja-\w+\/cluster$/);
      expect(said.join()).toContain('is stored in /var/lib/umoja-');
      await postgres.stop();
      await rm(join(cluster, '..'), { recursive: true });
    });
  });
}

describe('A backup of the server that runs', () => {
  const silent = () => undefined;
  const FOR_TESTS = { ephemeral: true };
  let backups: string;
  beforeEach(async () => {
    dataDir = used;
    backups = await newFolder();
  });
  afterEach(() => rm(backups, { recursive: true }));

  const filesBelow = async (folder: string) => (await readdir(folder, { recursive: true }).catch(() => [])).length;
  /** Calls a function of `platform/postgres/backup/physical.ts` in a process that is killed once it has written a part. */
  async function killed(call: string, isPartial: (name: string) => boolean, within: string): Promise<void> {
    const module = JSON.stringify(join(import.meta.dirname, '../../../platform/postgres/backup/physical.ts'));
    const script = `const m = await import(${module}); await m.${call}; console.log('done');`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script]);
    let output = '';
    for (const stream of [other.stdout, other.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    const ended = once(other, 'close');
    await eventually(async () => {
      const partial = (await readdir(within)).find(isPartial);
      return output !== '' || (partial !== undefined && (await filesBelow(join(within, partial))) > 100);
    });
    other.kill('SIGKILL');
    await ended;
    expect(output).toBe('');
  }

  it('holds what was committed, whatever is written meanwhile, and is the database of another folder', async () => {
    const { url } = await start();
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    await writer.query('drop table if exists written; create table written (id bigint primary key, pad text)');
    let [written, isOver] = [0, false];
    const writing = (async () => {
      while (!isOver) await writer.query(`insert into written values (${(written += 1)}, repeat('x', 1000))`);
    })();
    await eventually(() => written > 50);
    const before = written - 1;
    const target = join(backups, 'monday');
    const { through, files } = await backUpCluster({ url, dataDir, target }, silent, FOR_TESTS);
    isOver = true;
    await writing;
    await writer.end();
    expect(Date.parse(through)).toBeLessThanOrEqual(Date.now());
    expect(Object.keys(files).filter((name) => name.includes('postmaster'))).toEqual([]);
    expect(await readdir(backups)).toEqual(['monday']);

    const elsewhere = await newFolder();
    await restoreCluster({ folder: target, dataDir: elsewhere }, silent, FOR_TESTS);
    const restored = await start({ dataDir: elsewhere });
    const reader = new pg.Client({ connectionString: restored.url });
    await reader.connect();
    const { rows } = await reader.query('select count(*)::int as n, max(id)::int as last from written');
    await reader.end();
    expect(rows[0].n).toBe(rows[0].last);
    expect(rows[0].n).toBeGreaterThanOrEqual(before);
    await expect(restoreCluster({ folder: target, dataDir: elsewhere }, silent, FOR_TESTS)).rejects.toThrow('already');
    await restored.stop();
    await rm(elsewhere, { recursive: true });
  });

  it('is there as a whole or not at all, where who makes it or brings it back is killed', async () => {
    const { url } = await start();
    const target = join(backups, 'tuesday');
    const call = `backUpCluster(${JSON.stringify({ url, dataDir, target })}, () => undefined, { ephemeral: true })`;
    await killed(call, (name) => name.startsWith('tuesday.partial-'), backups);
    const [left = ''] = await readdir(backups);
    expect(left).toMatch(/^tuesday\.partial-/);
    const elsewhere = await newFolder();
    const ofThePart = restoreCluster({ folder: join(backups, left), dataDir: elsewhere }, silent, FOR_TESTS);
    await expect(ofThePart).rejects.toThrow('is no backup');

    await backUpCluster({ url, dataDir, target }, silent, FOR_TESTS);
    expect(await readdir(backups)).toEqual(['tuesday']);
    const restore = `restoreCluster(${JSON.stringify({ folder: target, dataDir: elsewhere })}, () => undefined, { ephemeral: true })`;
    await killed(restore, (name) => name.startsWith('restore-'), elsewhere);
    expect(await readdir(elsewhere)).toEqual([expect.stringMatching(/^restore-/)]);
    await restoreCluster({ folder: target, dataDir: elsewhere }, silent, FOR_TESTS);
    expect((await readdir(elsewhere)).sort()).toEqual(['cluster', 'postgres.json']);
    await rm(elsewhere, { recursive: true });
  });

  it('is refused where a byte of it has changed, or a file is gone, and nothing takes its place', async () => {
    const { url } = await start();
    const target = join(backups, 'wednesday');
    await backUpCluster({ url, dataDir, target }, silent, FOR_TESTS);
    const elsewhere = await newFolder();
    const control = join(target, 'cluster/global/pg_control');
    const contents = await readFile(control);
    contents[100]! ^= 1;
    await writeFile(control, contents);
    const attempt = () => restoreCluster({ folder: target, dataDir: elsewhere }, silent, FOR_TESTS);
    await expect(attempt()).rejects.toThrow('pg_control is not what was written: its checksum differs');
    await rm(control);
    await expect(attempt()).rejects.toThrow('lacks cluster/global/pg_control');
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(elsewhere, { recursive: true });
  });
});
