import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';

/** A user of the system other than ourselves. Undefined: the server runs as we do. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined;

/** Where the server lives: its programs, its data and the user that it runs as. */
export type DataDirectory = { readonly binaries: Binaries; readonly cluster: string; readonly runAs: RunAs };

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as `postgres` or `nobody`; where that user can't reach
 * the checkout (a clone under /root, say), programs and data are kept under /var/lib instead.
 */
export async function findDataDirectory(dataDir: string, binaries: Binaries, log: (line: string) => void) {
  const here = join(dataDir, 'cluster');
  if (process.getuid?.() !== 0) return { binaries, cluster: here, runAs: undefined } satisfies DataDirectory;

  const elsewhere = `/var/lib/umoja-${shortHash(dataDir)}`;
  const there = join(elsewhere, 'cluster');
  const ownerHere = await ownerOf(here);
  const ownerThere = await ownerOf(there);
  const runAs = ownerHere ?? ownerThere ?? serverUser();

  const hereIsReachable = isReachable(dataDir, runAs);
  if (ownerHere && !hereIsReachable) {
    throw new Error(
      `The database in ${here} belongs to the user with id ${runAs.uid}, who can't reach it any more: ` +
        'a folder above it is closed to other users. Open that folder (chmod o+x) or run as that user.',
    );
  }
  const stayHere = ownerHere !== undefined || (ownerThere === undefined && hereIsReachable);
  if (!stayHere) {
    log(`The user with id ${runAs.uid} can't reach ${dataDir}: the database is stored in ${elsewhere}.`);
    await makeFolder(elsewhere);
  }
  const reachable = isReachable(join(binaries.native, 'bin', 'postgres'), runAs);
  return {
    binaries: reachable ? binaries : await copyBinaries(binaries, log),
    cluster: stayHere ? here : there,
    runAs,
  } satisfies DataDirectory;
}

/** The user who owns an existing cluster: the one that must go on running it. */
async function ownerOf(cluster: string): Promise<NonNullable<RunAs> | undefined> {
  const found = await stat(cluster).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function serverUser(): NonNullable<RunAs> {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue; // no such user: try the next
    }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system has neither a user `postgres` nor `nobody` to run it as. ' +
      'Run as another user, or set DATABASE_URL.',
  );
}

/** Checked with the system itself, by trying as that user: modes of files alone don't say (access lists, mounts). */
function isReachable(path: string, user: NonNullable<RunAs>): boolean {
  const tried = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/', stdio: 'ignore' });
  if (tried.error) {
    throw new Error(
      `PostgreSQL refuses to run as root, and a process can't be started as the user with id ${user.uid} here ` +
        `(${tried.error.message}). Run as another user, or set DATABASE_URL.`,
    );
  }
  return tried.status === 0;
}

/** Copies the programs, once for each version, to where every user can reach them. */
async function copyBinaries(binaries: Binaries, log: (line: string) => void): Promise<Binaries> {
  const home = `/var/lib/umoja-postgresql-${binaries.version}`;
  const copied: Binaries = { native: join(home, 'native'), version: binaries.version };
  if (await stat(home).catch(() => null)) return copied;

  log(`The server's user can't reach ${binaries.native}: the programs are copied to ${home}.`);
  const unfinished = `${home}.${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await makeFolder(dirname(home));
  await cp(binaries.native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await rename(unfinished, home).catch(async (error: NodeJS.ErrnoException) => {
    await rm(unfinished, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // otherwise another process was quicker
  });
  return copied;
}

async function makeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(() => null)) return;
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755); // whatever the umask says
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile())
      await chmod(path, ((await stat(path)).mode & 0o777) | (entry.parentPath.endsWith('/bin') ? 0o555 : 0o444));
  }
}

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
