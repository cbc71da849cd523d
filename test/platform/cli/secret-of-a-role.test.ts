import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { deriveKeys } from '#platform/auth/keys.ts';
import { announceSecret } from '#platform/postgres/migrations/replace-secret.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { withClient } from '../../support/test-server.ts';
import { bareEnvironment, runFile } from '../../support/umoja-process.ts';

const [FORMER, PRESENT] = ['the former secret of many characters', 'the present secret of many characters'];
const PATIENCE = 300_000;

const umoja = (env: NodeJS.ProcessEnv, ...words: string[]) => runFile('platform/cli/umoja.ts', words, env);
const documentOf = async (env: NodeJS.ProcessEnv, ...words: string[]): Promise<{ client_id: string }> => {
  const { code, output } = await umoja(env, '--json', ...words);
  if (code !== 0) throw new Error(output);
  return JSON.parse(output.slice(output.indexOf('\n{') + 1)) as { client_id: string };
};

describe('The secret of an installation whose running role the operator has made', () => {
  const [NEXT, LAST] = ['the next secret of many characters', 'the last secret of many characters'];
  const role = `umoja_test_role_${process.pid}`;
  let other: TestDatabase;
  let dataDir: string;
  const at = (secret: string, ...former: string[]) => {
    const running = new URL(other.settings.adminUrl);
    Object.assign(running, { username: role, password: 'of the operator' });
    return bareEnvironment({
      UMOJA_DATA_DIR: dataDir,
      UMOJA_DEMO: 'no',
      DATABASE_URL: running.href,
      MIGRATION_DATABASE_URL: other.settings.adminUrl,
      UMOJA_SECRET: secret,
      ...(former.length === 0 ? {} : { UMOJA_FORMER_SECRETS: former.join(',') }),
    });
  };
  const roles = [role, `${role}_finds`, `${role}_queue`];
  /** Roles belong to the server, and are dropped behind the database that has granted them something. */
  const onServer = (work: (server: pg.Client) => Promise<void>) => {
    const elsewhere = new URL(other.settings.adminUrl);
    elsewhere.pathname = '/postgres';
    return withClient(elsewhere.href, work);
  };
  beforeAll(async () => {
    other = await createDatabase();
    dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-secret-'));
    await onServer(async (server) => {
      for (const each of roles) await server.query(`create role ${each} login password 'of the operator'`);
    });
    expect(await umoja(at(FORMER), 'migrate')).toMatchObject({ code: 0 });
    await umoja(at(FORMER), 'tenant', 'create', '--name', 'Society', '--mode', 'live');
  });
  afterAll(async () => {
    await other.drop();
    await onServer(async (server) => {
      for (const each of [...roles, `${role}_limited`]) await server.query(`drop role if exists ${each}`);
    });
    await rm(dataDir, { recursive: true, force: true });
  });

  it(
    'is announced first: where the command is killed there, no process starts without the next one, and it goes on',
    async () => {
      const next = deriveKeys(PRESENT).fingerprint;
      await withClient(other.settings.adminUrl, (client) => announceSecret(client, next));
      expect(await umoja(at(FORMER), 'tenant', 'list')).toMatchObject({
        code: 2,
        output: expect.stringContaining('is being replaced by one that this process has not. Set UMOJA_SECRET'),
      });
      const { output } = await umoja(at(PRESENT, FORMER), 'secret', 'status');
      expect(output).toContain('was cut off at its beginning: run umoja secret rotate again.');
      await umoja(at(PRESENT, FORMER), 'secret', 'rotate');
      expect(await documentOf(at(PRESENT), 'secret', 'status')).toMatchObject({ former: [], waiting: [] });
    },
    PATIENCE,
  );

  it(
    'is replaced as well, its proofs of tenants with it, and once more; a second command changes nothing',
    async () => {
      const keysAre = async () => {
        const text = `select encode(inner_key, 'hex') as key, former_inner_key is null as alone from guard.tenant_key where role = $1`;
        const found = await withClient(other.settings.adminUrl, (client) =>
          client.query<{ key: string; alone: boolean }>(text, [role]),
        );
        return found.rows[0];
      };
      const first = await keysAre();
      const { client_id } = await documentOf(at(PRESENT), 'client', 'create', '--name', 'Late');
      const rotated = await umoja(at(NEXT, PRESENT), 'secret', 'rotate');
      expect([rotated.code, rotated.output]).toEqual([0, expect.stringContaining(client_id)]);
      expect(await keysAre()).toEqual({ key: expect.not.stringMatching(first!.key), alone: false });
      // The secret is replaced once more before the one of before is retired: both are needed, until the client has another secret.
      const again = await umoja(at(LAST, NEXT, PRESENT), 'secret', 'rotate');
      expect([again.code, again.output]).toEqual([0, expect.stringContaining(client_id)]);
      expect(await umoja(at(LAST, NEXT), 'tenant', 'list')).toMatchObject({ code: 2 });
      expect(await umoja(at(LAST, NEXT, PRESENT), 'client', 'rotate', client_id)).toMatchObject({ code: 0 });
      const ended = await umoja(at(LAST, NEXT, PRESENT), 'secret', 'rotate');
      expect([ended.code, ended.output]).toEqual([0, expect.stringContaining('needed no more')]);
      expect(await keysAre()).toMatchObject({ alone: true });
      expect(await umoja(at(LAST), 'secret', 'rotate')).toMatchObject({ code: 0 });
      expect(await documentOf(at(LAST), 'secret', 'status')).toMatchObject({ former_is_needed: false });
    },
    PATIENCE,
  );
});
