import type pg from 'pg';
import { ConfigError } from '../../runtime/config.ts';
import { sessionName } from '../epoch.ts';
import { openSession } from '../session.ts';

/** Which secret an installation is at, by fingerprints. */
export type InstalledSecret = {
  readonly fingerprint: string | null;
  /** The one that a rotation is about to put in use. */
  readonly next: string | null;
  /** Those that something is still sealed, hashed or signed under. */
  readonly former: readonly string[];
  /** When the present one replaced another; null where none was. */
  readonly since: Date | null;
};

const IN_USE = 'select fingerprint, next, former, since from secret_in_use()';
const NONE: InstalledSecret = { fingerprint: null, next: null, former: [], since: null };

/** Of a database that has all migrations. */
export async function readSecretInUse(client: Pick<pg.Client, 'query'>): Promise<InstalledSecret> {
  const { rows } = await client.query<InstalledSecret>(IN_USE);
  return rows[0] ?? NONE;
}

/** The same of a database that may lack the last migrations, or all. @param adminUrl the owner's */
export async function secretInstalledAt(adminUrl: string): Promise<InstalledSecret> {
  const client = await openSession({ connectionString: adminUrl, application_name: sessionName('umoja start') });
  try {
    const { rows } = await client.query<{ exists: boolean; installed: boolean }>(
      `select to_regprocedure('public.secret_in_use()') is not null as exists,
              to_regclass('public.installation') is not null as installed`,
    );
    if (rows[0]?.exists) return await readSecretInUse(client);
    if (!rows[0]?.installed) return NONE;
    const text = 'select secret_fingerprint as fingerprint from installation';
    const found = await client.query<Pick<InstalledSecret, 'fingerprint'>>(text);
    return { ...NONE, fingerprint: found.rows[0]?.fingerprint ?? null };
  } finally {
    await client.end();
  }
}

/** @throws ConfigError where this process lacks a secret that it will need, or that something still needs */
export function requireSecretsOf(
  database: string,
  { next, former }: InstalledSecret,
  fingerprints: readonly string[],
): void {
  if (next !== null && !fingerprints.includes(next)) {
    throw new ConfigError(
      `The secret of the database "${database}" is being replaced by one that this process has not. Set UMOJA_SECRET to that ` +
        'one and UMOJA_FORMER_SECRETS to the present one; then start again.',
    );
  }
  const missing = former.filter((each) => !fingerprints.includes(each));
  if (missing.length === 0) return;
  throw new ConfigError(
    `The secret of the database "${database}" was replaced, and a former one, which this process has not, is still needed. ` +
      'Nothing was changed. Name it in UMOJA_FORMER_SECRETS; `umoja secret status` says for what, and `umoja secret retire` ends that.',
  );
}
