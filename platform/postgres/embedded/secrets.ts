import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, errorOf } from '../../runtime/thrown.ts';

/** `postgres.json`: how to log in as the superuser, and the port that the server had last. */
export type Secrets = { readonly user: string; readonly password: string; readonly port: number | null };

const fileOf = (dataDir: string): string => join(dataDir, 'postgres.json');

/** Reads the secrets of a data folder, making them if it has none. Of two processes that make them, one wins. */
export async function openSecrets(dataDir: string): Promise<Secrets> {
  return (await readSecrets(dataDir)) ?? (await makeSecrets(dataDir));
}

/** Keeps the port, so that the next start can use it again and addresses stay the same. */
export async function rememberPort(dataDir: string, secrets: Secrets, port: number): Promise<void> {
  if (secrets.port === port) return;
  await rename(await writeAside(dataDir, { ...secrets, port }), fileOf(dataDir));
}

async function readSecrets(dataDir: string): Promise<Secrets | null> {
  try {
    // We have written it ourselves.
    return JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Secrets;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    if (code === 'EACCES') {
      throw new Error(
        `${fileOf(dataDir)} belongs to another user. Run as that user, or set UMOJA_DATA_DIR to a folder of your own.`,
        { cause: error },
      );
    }
    throw new Error(`${fileOf(dataDir)} can't be read: ${errorOf(error).message}`, { cause: error });
  }
}

async function makeSecrets(dataDir: string): Promise<Secrets> {
  const secrets: Secrets = { user: 'postgres', password: randomBytes(24).toString('base64url'), port: null };
  const aside = await writeAside(dataDir, secrets);
  try {
    await link(aside, fileOf(dataDir)); // unlike rename, fails where the file is there already
    return secrets;
  } catch (error) {
    const winner = await readSecrets(dataDir);
    if (!winner) throw error;
    return winner;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Written whole and flushed before it gets its name: no reader ever sees half of it. */
async function writeAside(dataDir: string, secrets: Secrets): Promise<string> {
  const aside = `${fileOf(dataDir)}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(aside, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  return aside;
}
