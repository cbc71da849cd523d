import { randomBytes, randomUUID } from 'node:crypto';
import { access, chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from './thrown.ts';

/**
 * The secret from which every key is derived: the setting's, or one that is made once and stored in the data directory,
 * readable by its owner only. Two processes that start at the same moment agree on one: only one can create the file.
 */
export async function masterSecret(setting: string | null, dataDir: string): Promise<string> {
  if (setting !== null) return setting;
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'secret');
  if (!(await exists(file))) await makeSecret(file);
  return readSecret(file);
}

/** True where the secret is there and would not be made up. */
export async function masterSecretIsKnown(setting: string | null, dataDir: string): Promise<boolean> {
  return setting !== null || exists(path.join(dataDir, 'secret'));
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Under its name the file is complete or not there at all: a start that is killed here leaves no partial file. */
async function makeSecret(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file);
  } catch (error) {
    // Another process was quicker: its secret is used.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readSecret(file: string): Promise<string> {
  // The process that created the file may be about to write it.
  for (let tries = 0; tries < 50; tries++) {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret.length >= 32) {
      await chmod(file, 0o600);
      return secret;
    }
    await new Promise((resume) => setTimeout(resume, 20));
  }
  throw new Error(`${file} holds no secret. Restore it from a backup; deleting it voids every client’s credentials.`);
}
