import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { findBinaries } from '../embedded/binaries.ts';
import { sweepUnfinished } from '../embedded/cluster.ts';
import { findDataDirectory, type RunAs } from '../embedded/data-directory.ts';
import {
  BrokenBackup,
  copyBackup,
  flushFolder,
  readManifest,
  requireNothingAt,
  together,
  writeBackup,
  type Durability,
  type Manifest,
  type Taking,
} from './folder.ts';
import { openSession } from '../session.ts';

type Say = (line: string) => void;

/** What belongs to the server that runs, and what every server makes for itself: their folders are copied, and nothing in them. */
const OF_ONE_RUN = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'pg_internal.init'];
const LOGIN = 'postgres.json';
const CLUSTER = 'cluster';
const SAID_EVERY_BYTES = 256 * 2 ** 20;

/**
 * Copies the files of our own server while it runs: what is committed when the copying ends is in it. The log of writes from its
 * beginning to its end goes with it, so that the copy is brought to one state by the server that is started on it.
 * @param url of the superuser
 */
export async function backUpCluster(
  { url, dataDir, target }: { readonly url: string; readonly dataDir: string; readonly target: string },
  say: Say,
  durability: Durability = {},
): Promise<Manifest> {
  const { cluster } = await findDataDirectory(await realpath(dataDir), await findBinaries(), say);
  const server = await openSession({ connectionString: url, application_name: 'umoja backup' });
  try {
    return await writeBackup(
      target,
      async (taking) => {
        // Until its session ends, the server keeps the log of writes from here on.
        await server.query('select pg_create_physical_replication_slot($1, true, true)', [
          `umoja_backup_${randomBytes(4).toString('hex')}`,
        ]);
        const { from } = await one<{ from: string }>(
          server,
          `select pg_walfile_name(pg_backup_start('umoja', true)) as from`,
        );
        await copyCluster(cluster, taking, say);
        // Writes that are committed from here on may be missing.
        const { through } = await one<{ through: string }>(
          server,
          `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as through`,
        );
        const { to, label } = await one<{ to: string; label: string }>(
          server,
          'select pg_walfile_name(b.lsn) as to, b.labelfile as label from pg_backup_stop(false) b',
        );
        const log = (await readdir(join(cluster, 'pg_wal'))).filter(
          (name) => /^[0-9A-F]{24}$/.test(name) && name >= from && name <= to,
        );
        if (!log.includes(from) || !log.includes(to))
          throw new Error(`The log of writes from ${from} to ${to} is not whole.`);
        for (const name of log) await taking.copy(join(cluster, 'pg_wal', name), `${CLUSTER}/pg_wal/${name}`);
        await taking.text(`${CLUSTER}/backup_label`, label);
        await taking.text(LOGIN, await readFile(join(dataDir, LOGIN), 'utf8'));
        const postgres = Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim());
        return { postgres, through };
      },
      durability,
    );
  } finally {
    await server.end();
  }
}

/**
 * Puts a backup where our own server looks for its data. It is made beside that place and moved there when it is whole and
 * each file is as it was written.
 * @throws BrokenBackup where it is not whole, is another version's, or a database is there
 */
export async function restoreCluster(
  { folder, dataDir }: { readonly folder: string; readonly dataDir: string },
  say: Say,
  durability: Durability = {},
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await mkdir(dataDir, { recursive: true });
  const binaries = await findBinaries();
  const { cluster, runAs } = await findDataDirectory(await realpath(dataDir), binaries, say);
  await requireNothingAt(cluster);
  if (manifest.postgres !== Number.parseInt(binaries.version, 10)) {
    throw new BrokenBackup(
      `The backup is of PostgreSQL ${manifest.postgres}, and this version runs ${binaries.version}.`,
    );
  }
  const home = dirname(cluster);
  await sweepUnfinished(home);
  const unfinished = join(home, `restore-${process.pid}-${randomBytes(3).toString('hex')}`);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await copyBackup(folder, unfinished, manifest, durability);
    await handOver(join(unfinished, CLUSTER), runAs);
    // The login first: a server without it could not be used, and without a server it is of no use to anyone. The folder of
    // the server may be on another volume.
    const login = join(dataDir, `${LOGIN}.restored`);
    await writeFile(login, await readFile(join(unfinished, LOGIN)), { mode: 0o600, flush: true });
    await rename(login, join(dataDir, LOGIN));
    await rename(join(unfinished, CLUSTER), cluster);
    await flushFolder(home);
    return manifest;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function copyCluster(cluster: string, { folder, copy }: Taking, say: Say): Promise<void> {
  let bytes = 0;
  const files: string[] = [];
  const walk = async (below: string): Promise<void> => {
    await folder(join(CLUSTER, below));
    for (const entry of await readdir(join(cluster, below), { withFileTypes: true })) {
      const name = join(below, entry.name);
      if (entry.isDirectory() && OF_ONE_RUN.includes(name)) await folder(join(CLUSTER, name));
      else if (entry.isDirectory() && !entry.name.startsWith('pgsql_tmp')) await walk(name);
      else if (entry.isFile() && !LEFT_OUT.includes(entry.name)) files.push(name);
    }
  };
  await walk('');
  await together(files, async (name) => {
    const copied = (await copy(join(cluster, name), join(CLUSTER, name))) ?? 0;
    const before = bytes;
    bytes += copied;
    if (Math.floor(bytes / SAID_EVERY_BYTES) > Math.floor(before / SAID_EVERY_BYTES)) {
      say(`${Math.round(bytes / 1e6)} MB are copied.`);
    }
  });
}

async function handOver(folder: string, runAs: RunAs): Promise<void> {
  await chmod(folder, 0o700);
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) await handOver(place, runAs);
    else if (runAs) await chown(place, runAs.uid, runAs.gid);
  }
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows;
  if (!row) throw new Error(`No row: ${text}`);
  return row;
}
