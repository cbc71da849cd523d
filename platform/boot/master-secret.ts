import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The secret from which every key is derived: the setting's, or one that is made once and kept in the data folder,
 * readable by its owner only. Two processes that start at the same moment agree on one: only one can create the file.
 */
export async function masterSecret(given: string | null, dataDir: string): Promise<string> {
  if (given !== null) return given;
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'secret');
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      const secret = randomBytes(32).toString('base64url');
      await handle.writeFile(`${secret}\n`);
      await handle.sync();
      return secret;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readSecret(file);
}

async function readSecret(file: string): Promise<string> {
  // Whoever created the file may be about to write it.
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
