import { deriveKeys } from '#platform/auth/keys.ts';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { TEST_SECRET } from './database.ts';
import { bareEnvironment } from './umoja-process.ts';

/** Sets a database of the tests up for processes of the system, as `umoja migrate` does; returns their environment. */
export async function installedOn(
  { adminUrl }: Pick<DatabaseSettings, 'adminUrl'>,
  more: Record<string, string> = {},
): Promise<NodeJS.ProcessEnv> {
  const made = installed.get(adminUrl) ?? install(adminUrl);
  installed.set(adminUrl, made);
  await made;
  return bareEnvironment({ DATABASE_URL: adminUrl, UMOJA_SECRET: TEST_SECRET, ...more });
}

const installed = new Map<string, Promise<void>>();

async function install(adminUrl: string): Promise<void> {
  const { databasePassword, fingerprint } = deriveKeys(TEST_SECRET);
  const appRole = `${new URL(adminUrl).pathname.slice(1)}_app`;
  await migrate({ adminUrl, appRole, appPassword: databasePassword }, () => undefined, fingerprint);
}
