import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { eventually } from './eventually.ts';
import { throughPort, withClient } from './test-server.ts';

/** PgBouncer refuses to run as root: it is run as this user then (nobody). */
const NOBODY = 65_534;
const AS_USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Why the suites that need PgBouncer are skipped; null where it is installed. */
export const noPgBouncer: string | null = spawnSync('pgbouncer', ['--version']).error ? 'no pgbouncer on PATH' : null;

/**
 * PgBouncer in transaction mode in front of a server. It has fewer connections than its clients, so that no client is given
 * the same one for long.
 * @param users the roles that log in through it, and their passwords
 */
export async function startPgBouncer(serverUrl: string, users: { readonly [name: string]: string }) {
  const home = await mkdtemp(join(tmpdir(), 'umoja-pgbouncer-'));
  await chmod(home, 0o755);
  const [port, server] = [await freePort(), new URL(serverUrl)];
  const list = Object.entries(users).map(([name, password]) => `"${name}" "${password}"`);
  await writeFile(join(home, 'users.txt'), list.join('\n'));
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(home, 'users.txt'),
    pool_mode: 'transaction',
    max_client_conn: 300,
    default_pool_size: 4,
    stats_users: Object.keys(users).join(','),
  };
  const text = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(home, 'pgbouncer.ini');
  await writeFile(file, `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\n${text.join('\n')}\n`);
  const child = spawn('pgbouncer', [file], { ...AS_USER, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const at = (name: string, password: string): string => {
    const url = new URL(throughPort(serverUrl, port));
    Object.assign(url, { username: name, password });
    return url.href;
  };
  const [[name, password] = ['', '']] = Object.entries(users);
  await eventually(() =>
    withClient(at(name, password), (client) => client.query('select 1')).then(
      () => true,
      (error: unknown) => {
        if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`, { cause: error });
        return false;
      },
    ),
  );
  return {
    at,
    said: () => said,
    stop: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}
