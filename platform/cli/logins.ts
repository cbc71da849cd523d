import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../runtime/is-record.ts';
import { codeOf } from '../runtime/thrown.ts';
import { terminal } from './terminal.ts';

/** A person at this command line: at one institution of one server. The token is the secret of a session. */
export type Login = {
  /** Where the gateway is, such as https://umoja.example.org. */
  readonly server: string;
  readonly tenant: number;
  readonly institution: string;
  readonly person: string;
  readonly name: string;
  readonly expiresAt: string;
  readonly token: string;
};

/** What others can read or change is no secret any more: such a file is not used. */
const OTHERS = 0o077;

/** The file of logins cannot be used; the sentence says what to do. */
export class UnusableLogins extends Error {}

/** Where the logins of the person at this machine are; null where the environment names no home. */
function loginsFile(): string | null {
  const { XDG_CONFIG_HOME: config, HOME: home } = terminal().env;
  if (config !== undefined && path.isAbsolute(config)) return path.join(config, 'umoja', 'logins.json');
  return home === undefined || home === '' ? null : path.join(home, '.config', 'umoja', 'logins.json');
}

/** Every login, in the order in which they were made. @throws UnusableLogins */
export async function readLogins(): Promise<readonly Login[]> {
  const file = loginsFile();
  if (file === null) return [];
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS) !== 0) {
      throw new UnusableLogins(`Others can read ${file}. Delete it, and log in again: umoja login.`);
    }
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(stored) && stored.every(isLogin)) return stored;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UnusableLogins(`${file} can't be read as logins. Delete it, and log in again: umoja login.`);
}

/**
 * Stores them in the place of all others: in a file that their owner alone can read, written whole before it takes the place
 * of the former one.
 */
export async function writeLogins(logins: readonly Login[]): Promise<void> {
  const file = loginsFile();
  if (file === null) throw new UnusableLogins('The environment names no home: set HOME or XDG_CONFIG_HOME.');
  if (logins.length === 0) return rm(file, { force: true });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(written, 0o600);
  await rename(written, file);
}

/** The same institution of the same server: a second login takes the place of the first. */
export const isSamePlace = (one: Pick<Login, 'server' | 'tenant'>, other: Pick<Login, 'server' | 'tenant'>): boolean =>
  one.server === other.server && one.tenant === other.tenant;

function isLogin(value: unknown): value is Login {
  if (!isRecord(value)) return false;
  const { server, tenant, institution, person, name, expiresAt, token } = value;
  return (
    [server, institution, person, name, expiresAt, token].every((text) => typeof text === 'string') &&
    Number.isSafeInteger(tenant)
  );
}
