import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { codeOf } from '../../runtime/thrown.ts';

/** The server's main process, as its own lock file describes it. `port` is null until the file is complete. */
export type Postmaster = { readonly pid: number; readonly port: number | null };

/** A server that we have just started. `ended` resolves, with its reasons, if it ends. */
export type Launched = { readonly pid: number; readonly ended: Promise<Ending> };
type Ending = {
  readonly why: 'another is first' | 'port taken' | 'socket held' | 'still closing' | 'broken';
  readonly said: string;
};

const lockFile = (cluster: string): string => join(cluster, 'postmaster.pid');

/** The server that is running on this cluster, or null. A lock file left by a crash counts as none. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const lock = await readLockFile(cluster);
  return lock && (await runsOn(lock.pid, cluster)) ? lock : null;
}

/**
 * Removes a lock file whose process is not our server, or that a crash left empty. PostgreSQL removes its own unless an
 * unrelated process has been given the same number since. It still refuses to start beside survivors of the old server,
 * which hold its memory.
 */
export async function removeStaleLockFile(cluster: string): Promise<void> {
  const lock = await readLockFile(cluster);
  if (lock && (await runsOn(lock.pid, cluster))) return;
  const since = (await stat(lockFile(cluster)).catch(() => null))?.mtimeMs ?? Date.now();
  if (!lock && Date.now() - since < 3_000) return; // a server that is just starting has not written into it yet
  if ((await readLockFile(cluster))?.pid === lock?.pid) await rm(lockFile(cluster), { force: true });
}

async function readLockFile(cluster: string): Promise<Postmaster | null> {
  try {
    const [pid, , , port] = (await readFile(lockFile(cluster), 'utf8')).split('\n');
    return Number(pid) > 0 ? { pid: Number(pid), port: Number(port) || null } : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the process is a server on this cluster: its command line names the cluster's folder. */
async function runsOn(pid: number, cluster: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(cluster);
    }
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.includes(cluster);
  } catch {
    return false; // there is no such process
  }
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in a terminal doesn't reach it before the system has
 * drained, and so that it outlives us if we are killed: the next start finds it and goes on with it.
 */
export function launch(
  dataDirectory: DataDirectory,
  port: number,
  logFile: string,
  settings: Record<string, string>,
): Launched {
  const { binaries, cluster, runAs } = dataDirectory;
  const log = openSync(logFile, 'a', 0o600);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program(binaries, 'postgres'), ['-D', cluster, '-p', String(port), ...options], {
    ...runAs,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  server.unref();
  const ended = new Promise<Ending>((resolve) => {
    server.once('error', (error) => resolve({ why: 'broken', said: error.message }));
    server.once('exit', async (code, signal) => {
      const said = (await lastLines(logFile, 200)).filter((line) => line.includes(`[${server.pid}]`)).join('\n');
      resolve({
        why: reasonOf(said),
        said: said || `It ended with ${signal ?? `exit code ${code}`} and said nothing.`,
      });
    });
  });
  return { pid: server.pid ?? 0, ended };
}

function reasonOf(said: string): Ending['why'] {
  if (/lock file "postmaster.pid"/.test(said)) return 'another is first';
  if (/lock file "[^"]*\.s\.PGSQL\.\d+\.lock"/.test(said)) return 'socket held';
  if (said.includes('could not create any TCP/IP sockets')) return 'port taken';
  if (said.includes('pre-existing shared memory block')) return 'still closing';
  return 'broken';
}

/**
 * Stops the server: fast (open transactions are rolled back, then a checkpoint), and immediately if that takes longer than
 * 15 s (the next start then recovers from the log, which loses nothing).
 */
export async function shutDown(cluster: string, pid: number, log: (line: string) => void): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (signal !== 'SIGINT') log(`PostgreSQL (process ${pid}) has not stopped yet: sending ${signal}.`);
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return;
      throw error;
    }
    if (await isGone(cluster, pid, performance.now() + patience)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) could not be stopped.`);
}

async function isGone(cluster: string, pid: number, deadline: number): Promise<boolean> {
  while (await runsOn(pid, cluster)) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Puts a log that has grown large aside, keeping one. */
export async function rotateLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => null))?.size ?? 0;
  if (size > 20_000_000) await rename(logFile, `${logFile}.1`);
}

export async function lastLines(logFile: string, count: number): Promise<string[]> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-count);
}
