import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { bareEnvironment, runFile, startUmoja } from '../support/umoja-process.ts';

const PATIENCE = 180_000;
const umoja = (dataDir: string, ...words: string[]) =>
  runFile('platform/cli/umoja.ts', words, bareEnvironment({ UMOJA_DATA_DIR: dataDir }));

describe.skipIf(process.env['UMOJA_TEST_QUEUE'] === 'redis')('A restore', () => {
  it(
    'proves the books of every institution, and its exit code says whether they are right',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'umoja-restore-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const at = (name: string) => path.join(folder, name);
      const first = startUmoja(bareEnvironment({ UMOJA_DATA_DIR: at('first') }));
      await first.up;
      expect(await first.end('SIGTERM')).toBe(0);

      expect(await umoja(at('first'), 'backup', at('right'))).toMatchObject({ code: 0 });
      const unknown = await umoja(at('unknown'), 'restore', at('right'));
      expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('NOT PROVEN: set the secret') });
      await restoredWithSecret(at, 'right', { code: 0, says: /The books of all \d+ institutions are proven/ });

      const server = await startEmbeddedPostgres({ dataDir: at('first'), log: () => undefined });
      const owner = new pg.Client({ connectionString: server.url });
      await owner.connect();
      await owner.query('update loan set next_due_date = next_due_date + 1 where next_due_date is not null');
      await owner.end();
      await server.stop();
      expect(await umoja(at('first'), 'backup', at('wrong'))).toMatchObject({ code: 0 });
      await restoredWithSecret(at, 'wrong', {
        code: 1,
        says: /WRONG {2}institution \d+: loans: next due date: \d+ rows/,
      });
    },
    PATIENCE,
  );
});

async function restoredWithSecret(
  at: (name: string) => string,
  backup: string,
  { code, says }: { readonly code: number; readonly says: RegExp },
): Promise<void> {
  const secret = (await readFile(path.join(at('first'), 'secret'), 'utf8')).trim();
  const env = bareEnvironment({ UMOJA_DATA_DIR: at(`${backup} again`), UMOJA_SECRET: secret });
  const restored = await runFile('platform/cli/umoja.ts', ['restore', at(backup)], env);
  expect(restored.output).toMatch(says);
  expect(restored.code).toBe(code);
}
