import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { codeOf } from '#platform/runtime/thrown.ts';
import { bareEnvironment } from '../support/umoja-process.ts';

const PATIENCE = 300_000;
const root = path.resolve(import.meta.dirname, '../..');

/** `npm start` as a person types it: a group of processes of its own, as under a terminal. */
async function untilTheSocietyGrows(dataDir: string) {
  const env = bareEnvironment({ UMOJA_DATA_DIR: dataDir, UMOJA_DEMO: 'living', npm_config_update_notifier: 'false' });
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    // Where npm left something behind, it goes now.
    try {
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGTERM');
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  });
  let text = '';
  const ended = once(npm, 'close').then(([code]) => ({ code: code as number | null, output: text }));
  const grows = new Promise<void>((resolve) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
        if (text.includes('The society of the demo grows')) resolve();
      });
  });
  await Promise.race([
    grows,
    ended.then(({ output }) => Promise.reject(new Error(`It ended before the society grew:\n${output}`))),
  ]);
  if (npm.pid === undefined) throw new Error('npm has no process id.');
  return { pid: npm.pid, ended };
}

describe.skipIf(process.env['UMOJA_TEST_QUEUE'] === 'redis')('`npm start`, while the society of the demo grows', () => {
  // One folder for both: the second goes on with what the first has left, as the system of a person does.
  let dataDir: string;
  beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-npm-'))));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it.each([
    ['npm alone is sent SIGTERM, as by a supervisor', (pid: number) => pid, 'SIGTERM'],
    ['all its processes are sent SIGINT, as by Ctrl-C', (pid: number) => -pid, 'SIGINT'],
  ] as const)(
    'ends what runs, says so and exits with 0 where %s',
    async (_case, target, signal) => {
      const { pid, ended } = await untilTheSocietyGrows(dataDir);
      process.kill(target(pid), signal);
      const { code, output } = await ended;
      expect(output).toMatch(new RegExp(`${signal}: finishing what runs[^]*\\nstopped\\n`));
      expect(code).toBe(0);
      // It was heard once, though it came twice.
      expect(output.split('finishing what runs')).toHaveLength(2);
    },
    PATIENCE,
  );
});
