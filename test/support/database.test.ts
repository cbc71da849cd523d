import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { applicationUrl } from '#platform/postgres/database.ts';
import { createDatabase, type TestDatabase } from './database.ts';

let databases: TestDatabase[];
beforeAll(async () => void (databases = await Promise.all([createDatabase(), createDatabase(), createDatabase()])));
afterAll(() => Promise.all(databases.map((one) => one.drop())));

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('The databases of suites that run at the same time', () => {
  it('are migrated', async () => {
    for (const { settings } of databases) {
      const [row] = await query(
        settings.adminUrl,
        `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
      );
      expect(row!['tables']).toBeGreaterThan(0);
    }
  });

  it('share nothing', async () => {
    const [one, other] = databases as [TestDatabase, TestDatabase];
    await query(one.settings.adminUrl, 'CREATE TABLE only_here ()');
    expect(await query(other.settings.adminUrl, `SELECT to_regclass('only_here') AS found`)).toEqual([{ found: null }]);
  });

  it('belong to an owner who is no superuser', async () => {
    const sql = `SELECT rolsuper, rolbypassrls, (SELECT count(*)::int FROM pg_class WHERE relnamespace = 2200
       AND pg_get_userbyid(relowner) <> current_user) AS of_others FROM pg_roles WHERE rolname = current_user`;
    expect(await query(databases[0]!.settings.adminUrl, sql)).toEqual([
      { rolsuper: false, rolbypassrls: false, of_others: 0 },
    ]);
  });

  it("let the application in as a role that can't pass by row-level security", async () => {
    const sql = `SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user`;
    expect(await query(applicationUrl(databases[0]!.settings), sql)).toEqual([
      { rolname: 'umoja_tests_app', rolsuper: false, rolbypassrls: false },
    ]);
  });
});
