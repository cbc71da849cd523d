import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { program } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import type { Secrets } from './secrets.ts';
import { codeOf } from '../../runtime/thrown.ts';

/** `ephemeral`: it is removed at its end, and need not reach the disk. */
type Options = { readonly ephemeral: boolean };

/**
 * Makes the database cluster if there is none. It is made beside its place and moved there when it is whole, so a
 * start that is killed leaves nothing broken, and of two at the same moment one wins.
 */
export async function ensureCluster(dataDirectory: DataDirectory, secrets: Secrets, options: Options): Promise<void> {
  const { cluster, runAs } = dataDirectory;
  if (await stat(cluster).catch(() => null)) return;

  const home = dirname(cluster);
  await sweepUnfinished(home);
  const unfinished = join(home, `initdb-${process.pid}-${randomBytes(3).toString('hex')}`);
  const passwordFile = `${unfinished}.password`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, `${secrets.password}\n`, { mode: 0o600 });
    if (runAs) for (const path of [unfinished, passwordFile]) await chown(path, runAs.uid, runAs.gid);
    await runInitdb(dataDirectory, secrets, { into: unfinished, passwordFile, ...options });
    await rename(unfinished, cluster);
    await flushFolder(home);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error; // otherwise another process was quicker: use its cluster
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(
  { binaries, runAs }: DataDirectory,
  secrets: Secrets,
  { into, passwordFile, ephemeral }: Options & { readonly into: string; readonly passwordFile: string },
): Promise<void> {
  const options = [
    ['--pgdata', into],
    ['--username', secrets.user],
    ['--pwfile', passwordFile],
    ['--auth', 'scram-sha-256'],
    // The server's own locale: it sorts alike on every system and needs none installed.
    ['--encoding', 'UTF8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
    ['--locale', 'C'],
  ].map(([name, value]) => `${name}=${value}`);
  if (ephemeral) options.push('--no-sync');

  const initdb = spawn(program(binaries, 'initdb'), options, {
    ...runAs,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [initdb.stdout, initdb.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise<void>((resolve, reject) => {
    initdb.once('error', (error) =>
      reject(new Error(`initdb can't be run on this system: ${error.message}. Set DATABASE_URL.`, { cause: error })),
    );
    initdb.once('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `initdb failed (${signal ?? `exit code ${code}`}) and said:\n${said.trim()}\nIf that can't be fixed, set DATABASE_URL.`,
          ),
        );
    });
  });
}

/**
 * Removes what starts and restores that were killed have left behind. An initdb that has outlived its start may still be writing
 * there: it fails once its folder is gone, hence the retries. What remains all the same, the next start removes.
 */
export async function sweepUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = /^(?:initdb|restore)-(\d+)-/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 10 }).catch(() => undefined);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
