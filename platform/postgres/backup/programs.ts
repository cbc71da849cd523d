import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BrokenBackup } from './folder.ts';

export type Programs = { readonly dump: string; readonly restore: string };

/**
 * pg_dump and pg_restore of a major version: on the PATH, or where Debian installs them.
 * @throws BrokenBackup naming what to install
 */
export async function programsOf(major: number): Promise<Programs> {
  for (const folder of ['', `/usr/lib/postgresql/${major}/bin`]) {
    const [dump, restore] = [join(folder, 'pg_dump'), join(folder, 'pg_restore')];
    const majors = await Promise.all([dump, restore].map(majorOf));
    if (majors.every((found) => found === major)) return { dump, restore };
  }
  throw new BrokenBackup(
    `The server is PostgreSQL ${major}, and pg_dump and pg_restore ${major} are neither on the PATH nor in ` +
      `/usr/lib/postgresql/${major}/bin. Install PostgreSQL's client programs of this version (Debian: postgresql-client-${major}).`,
  );
}

async function majorOf(file: string): Promise<number | null> {
  const said = await promisify(execFile)(file, ['--version']).catch(() => null);
  return said && Number(/\(PostgreSQL\) (\d+)/.exec(said.stdout)?.[1]);
}

/**
 * Runs one of the programs and hands over what it prints. The password goes through the environment: others see arguments.
 * @throws BrokenBackup with what it said, where it did not end well
 */
export async function run<Result>(
  file: string,
  { url, args }: { readonly url: string | null; readonly args: readonly string[] },
  read: (output: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  const login = url === null ? null : new URL(url);
  const password = decodeURIComponent(login?.password ?? '');
  if (login) login.password = '';
  const program = spawn(file, [...args, ...(login ? ['--dbname', login.href] : [])], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }), LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(program, 'close');
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)));
  try {
    const result = await read(program.stdout);
    // What `exit` comes with.
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new BrokenBackup(`${file} ended with ${code ?? 'a signal'}: ${said.trim()}`);
    return result;
  } finally {
    program.kill();
  }
}
