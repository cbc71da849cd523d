import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { startOtherPostgres } from '../support/other-postgres.ts';
import { bareEnvironment, runFile, startUmoja } from '../support/umoja-process.ts';

const PATIENCE = 300_000;
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
      expect(unknown.output).toContain('Payments are NOT PAUSED');
      await restoredWithSecret(at, 'right', { code: 0, says: /The books of all \d+ institutions are proven/ });

      const again = await startEmbeddedPostgres({ dataDir: at('right again'), log: () => undefined });
      const paused = await queries(again.url, ['select count(*) as n from tenant where payments_paused is null']);
      await again.stop();
      expect(paused).toEqual([{ n: '0' }]);

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

/** Debian's: npm's packages of servers bring no pg_dump along. */
const hasDump = await stat('/usr/lib/postgresql/15/bin/pg_dump').then(
  () => true,
  () => false,
);

// Skipped where Debian's PostgreSQL 15 is not installed.
describe.skipIf(!hasDump || process.env['UMOJA_TEST_QUEUE'] === 'redis')('A restore into an operator’s server', () => {
  it(
    'gives the roles their passwords and proves the books; without the secret it says that they are not proven',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'umoja-restore-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const server = await startOtherPostgres('15', () => undefined);
      onTestFinished(() => server.stop());
      const asRoot = (...texts: string[]) => queries(server.url, texts);
      const address = new URL(server.url);
      [address.username, address.password, address.pathname] = ['keeper', 'kept', 'books'];
      await asRoot(`create role keeper login createrole password 'kept'`, 'create database books owner keeper');
      const without = { DATABASE_URL: address.href, UMOJA_DEMO: 'small', UMOJA_DATA_DIR: path.join(folder, 'data') };
      const env = bareEnvironment({ ...without, UMOJA_SECRET: 'a secret of a test, long enough for it' });
      const run = (...words: string[]) => runFile('platform/cli/umoja.ts', words, env);
      expect(await run('migrate')).toMatchObject({ code: 0 });
      const umojaItself = startUmoja(env);
      await umojaItself.up;
      expect(await umojaItself.end('SIGTERM')).toBe(0);
      const backup = path.join(folder, 'monday');
      expect(await run('backup', backup)).toMatchObject({ code: 0 });

      const roles = await asRoot(`select rolname from pg_roles where rolname like 'books\\_%'`);
      const forget = () =>
        asRoot(
          'drop database books',
          ...roles.map(({ rolname }) => `drop role ${String(rolname)}`),
          'create database books owner keeper',
        );
      await forget();
      const restored = await run('restore', backup);
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('are proven: every check holds') });
      expect(restored.output).toContain('Payments of all institutions are paused');
      await forget();
      const unknown = await runFile('platform/cli/umoja.ts', ['restore', backup], bareEnvironment(without));
      expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('NOT PROVEN: set UMOJA_SECRET') });
      expect(unknown.output).toContain('Payments of all institutions are paused');
    },
    PATIENCE,
  );
});

async function queries(url: string, texts: readonly string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let last: Record<string, unknown>[] = [];
    for (const text of texts) last = (await client.query<Record<string, unknown>>(text)).rows;
    return last;
  } finally {
    await client.end();
  }
}

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
