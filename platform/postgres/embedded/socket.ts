import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';

/** The longest path of a socket that every system takes: macOS has the lowest limit, 104 bytes with the zero at its end. */
const LONGEST = 103;
const LONGEST_NAME = '/.s.PGSQL.65535';

/**
 * The folder of the server's Unix socket, beside its data: a round trip over it takes half of what one over TCP does, from the
 * server's processor and from ours. Null where the system has no such sockets, or the path is too long for one: then TCP it is.
 */
export async function socketFolder({ cluster, runAs }: DataDirectory): Promise<string | null> {
  const folder = join(dirname(cluster), 'socket');
  if (process.platform === 'win32' || Buffer.byteLength(folder) + LONGEST_NAME.length > LONGEST) return null;
  if (/[,"\s]/.test(folder)) return null; // the setting is a list of folders
  await mkdir(folder, { recursive: true });
  // As the data: only for the user that the server runs as, and for root.
  await chmod(folder, 0o700);
  if (runAs) await chown(folder, runAs.uid, runAs.gid);
  return folder;
}

/**
 * What an address says further, so that `pg` and PostgreSQL's own programs take the socket; nothing where the server that runs
 * was started without it. Its host and port stay those of TCP, for what knows no sockets.
 */
export function throughSocket(folder: string | null, port: number): string {
  if (folder === null || !existsSync(`${folder}/.s.PGSQL.${port}`)) return '';
  return `?host=${encodeURIComponent(folder)}`;
}

/**
 * Removes the lock of a socket that a crash left and that PostgreSQL takes for held, because an unrelated process has been given the
 * number of its own since. Only for a server that found it in its way: it held the lock of the data, so no other one runs there.
 */
export async function freeSocket(folder: string | null, port: number): Promise<void> {
  if (folder !== null) await rm(`${folder}/.s.PGSQL.${port}.lock`, { force: true });
}
