import type { Keys } from '../auth/keys.ts';
import type { DatabaseSettings } from '../postgres/database.ts';
import { loginPasswords } from '../postgres/login-passwords.ts';
import { verifyInstallation } from '../postgres/migrations/installation.ts';
import { requireSecretsOf, secretInstalledAt } from '../postgres/migrations/secret-in-use.ts';
import { ConfigError, type Config } from '../runtime/config.ts';
import type { SecretState } from './secret-watch.ts';

/** Who logs in where. */
export type Logins = Pick<
  DatabaseSettings,
  'adminUrl' | 'appRole' | 'appPassword' | 'url' | 'directUrl' | 'readUrl' | 'rolesOf' | 'proofSecret' | 'passwords'
>;

/** Of a command that migrates, the owner is the user of MIGRATION_DATABASE_URL; of a process, the database knows. */
export type Opening = {
  readonly url: string;
  readonly schema: 'migrate' | 'verify';
  /** Learns which secret the database is at. */
  readonly secret: SecretState;
};

/**
 * The roles of this process, and their addresses. The user of DATABASE_URL is either the owner, and the role that runs is made
 * by migrations and has a password that follows from the secret; or it is the running role itself, so that no process that
 * serves has the owner's password.
 * @throws ConfigError where the database is another version's or another secret's
 */
export async function loginsOf(config: Config, keys: Keys, { url, schema, secret }: Opening): Promise<Logins> {
  requireTogether(config);
  const adminUrl = config.migrationDatabaseUrl ?? url;
  const verified = schema === 'migrate' ? null : await verifyInstallation(url, keys.fingerprints, ownRole(url));
  const installed = verified?.secret ?? (await secretInstalledAt(adminUrl));
  requireSecretsOf(placeIn(url), installed, keys.fingerprints);
  secret.learn(installed);
  const isOwner = verified === null ? userOf(adminUrl) === userOf(url) : verified.user === 'owner';
  const addresses = {
    adminUrl,
    ...(config.migrationDatabaseUrl === null ? {} : { url }),
    ...(config.readDatabaseUrl === null ? {} : { readUrl: config.readDatabaseUrl }),
    ...(config.databaseDirectUrl === null ? {} : { directUrl: config.databaseDirectUrl }),
  };
  const proofSecret = () => keys.databasePassword;
  if (isOwner) {
    const passwords = loginPasswords(keys.databasePassword, keys.databasePasswords);
    return {
      ...addresses,
      appRole: ownRole(url),
      appPassword: keys.databasePassword,
      proofSecret,
      ...(passwords && { passwords }),
    };
  }
  const appPassword = decodeURIComponent(new URL(url).password);
  if (appPassword === '')
    throw new ConfigError(
      'DATABASE_URL names the running role, and has no password. Add it: postgres://role:password@host.',
    );
  return {
    ...addresses,
    appRole: userOf(url),
    appPassword,
    rolesOf: 'operator',
    // The role's password may be changed; what signs the proofs stays.
    proofSecret,
  };
}

/** @throws ConfigError for a setting that has no meaning without another one */
function requireTogether({
  databaseUrl,
  migrationDatabaseUrl,
  databaseDirectUrl,
  readDatabaseUrl,
  databaseStatements,
}: Config): void {
  if (databaseUrl === null && (migrationDatabaseUrl ?? databaseDirectUrl ?? readDatabaseUrl) !== null)
    throw new ConfigError(
      'MIGRATION_DATABASE_URL, DATABASE_DIRECT_URL and READ_DATABASE_URL stand beside DATABASE_URL, which is not set.',
    );
  if (databaseStatements === 'unnamed' && databaseUrl !== null && databaseDirectUrl === null)
    throw new ConfigError(
      'DATABASE_STATEMENTS=unnamed is for a pooler, which drops what a session listens to. Set DATABASE_DIRECT_URL to the ' +
        'address of PostgreSQL itself.',
    );
}

const userOf = (address: string) => decodeURIComponent(new URL(address).username);

/** The application's role is named after the database, so that two databases on one server don't share it. */
function ownRole(url: string): string {
  return `${placeIn(url)}_app`;
}

const placeIn = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';
