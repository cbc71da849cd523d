import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { masterSecret } from '#platform/runtime/master-secret.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('The master secret', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'umoja-secret-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is the one of the setting, where there is one', async () => {
    expect(await masterSecret('the setting’s own', folder)).toBe('the setting’s own');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is made once, and readable by its owner only', async () => {
    const made = await masterSecret(null, folder);
    expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await masterSecret(null, folder)).toBe(made);
    expect(await readdir(folder)).toEqual(['secret']);
    expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  });

  it('is one for all that start at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => masterSecret(null, folder)));
    expect(new Set(all).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret']);
  });

  it('is whole, or not there, when the process that makes it is killed at any moment', async () => {
    // The child stops before each of its file operations in turn; what it leaves has to do for the next start.
    for (let step = 0; step < 8; step++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', KILLED_AT_STEP], {
        cwd: root,
        env: { ...process.env, NODE_OPTIONS: '', FOLDER: folder, STEP: String(step) },
        stdio: 'ignore',
      });
      await once(child, 'exit');
      const secret = await masterSecret(null, folder);
      expect((await readFile(path.join(folder, 'secret'), 'utf8')).trim()).toBe(secret);
      await rm(path.join(folder, 'secret'));
    }
  });
});

const KILLED_AT_STEP = `
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.STEP);
const counted = (operation) => (...given) => (left-- === 0 ? process.kill(process.pid, 'SIGKILL') : operation(...given));
for (const name of ['access', 'mkdir', 'link', 'rm', 'readFile', 'chmod']) fs[name] = counted(fs[name]);
const open = counted(fs.open);
fs.open = async (...given) => {
  const handle = await open(...given);
  for (const name of ['writeFile', 'sync', 'close']) handle[name] = counted(handle[name].bind(handle));
  return handle;
};
syncBuiltinESMExports();
const { masterSecret } = await import('#platform/runtime/master-secret.ts');
await masterSecret(null, process.env.FOLDER);
`;
