import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Refused } from './terminal.ts';

/** An API client at one server, as `umoja login` stores it. */
export type Credentials = {
  /** Where the API is, such as https://api.example.org. */
  readonly server: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs what `umoja listen` forwards: the same as long as the login lasts, so that a receiver is set up once. */
  readonly signingSecret: string;
};

/** What others can read is no secret any more: such a file is not used. */
const OTHERS = 0o077;
const NAME = 'partner.json';
const AGAIN = 'Log in again: umoja login.';

/** Where credentials are stored. @throws Refused where the environment names no home */
export function credentialsFile({ XDG_CONFIG_HOME: config, HOME: home }: NodeJS.ProcessEnv): string {
  if (config !== undefined && path.isAbsolute(config)) return path.join(config, 'umoja', NAME);
  if (home !== undefined && home !== '') return path.join(home, '.config', 'umoja', NAME);
  throw new Refused('The environment names no home: set HOME or XDG_CONFIG_HOME.');
}

/** @throws Refused where no client is logged in, or the file can't be trusted */
export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const file = credentialsFile(env);
  try {
    if (((await stat(file)).mode & OTHERS) !== 0) {
      throw new Refused(`Others can read ${file}. Delete it, have the secret rotated, and log in with the new one.`);
    }
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isCredentials(stored)) return stored;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Refused('No API client is logged in. Log in: umoja login --client-id pk_test_...');
    }
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Refused(`${file} can’t be read as credentials. ${AGAIN}`);
}

/** Stores them in a file that its owner alone can read, written whole before it takes the place of the former one. */
export async function writeCredentials(env: NodeJS.ProcessEnv, credentials: Credentials): Promise<string> {
  const file = credentialsFile(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const written = `${file}.${randomUUID()}`;
  await writeFile(written, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  // The mask of the process may have taken rights away from its owner.
  await chmod(written, 0o600);
  await rename(written, file);
  return file;
}

/** Whether or not there are any. */
export const removeCredentials = (env: NodeJS.ProcessEnv): Promise<void> => rm(credentialsFile(env), { force: true });

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false;
  const names = ['server', 'clientId', 'clientSecret', 'signingSecret'];
  return names.every((name) => typeof Reflect.get(value, name) === 'string');
}
