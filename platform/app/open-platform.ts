import { performance } from 'node:perf_hooks';
import { authenticator, type Authenticator } from '../auth/authenticate.ts';
import { tokenHolders } from '../auth/sessions.ts';
import { compose, type App } from './compose.ts';
import { loginsOf } from './database-settings.ts';
import { internalsOf, type Internals } from './internals.ts';
import type { ShowRecords } from './processes/delivery/records.ts';
import { signingSecrets } from './processes/delivery/signing-secrets.ts';
import { secretsHeld, type SecretState } from './secret-watch.ts';
import { ConfigError, type Config } from '../runtime/config.ts';
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts';
import type { Keys } from '../auth/keys.ts';
import type { Log } from '../runtime/log.ts';
import { migrate } from '../postgres/migrations/migrate.ts';
import { requireSecretsOf, type InstalledSecret } from '../postgres/migrations/secret-in-use.ts';
import { sentenceOf } from '../postgres/clock.ts';
import { requireKnownMasters } from '../postgres/privacy/keys/known-keys.ts';
import { admitted, openDatabase, type Database, type DatabaseSettings, type Store } from '../postgres/database.ts';
import { callbacksAt } from '../rails/callbacks/addresses.ts';
import { railSecrets } from '../rails/rail-settings.ts';
import { rails, type Rails } from '../rails/rails.ts';
import { tenantsOf, type Tenants } from './tenants.ts';
import { writer } from './transact.ts';
import { masterSecret } from '../runtime/master-secret.ts';

/** Everything below the adapters, running. */
export type Platform = {
  readonly app: App;
  /** What the application is bound to; operators and the demo use it, adapters don't. */
  readonly internals: Internals;
  readonly auth: Authenticator;
  readonly database: Database;
  readonly store: Store;
  readonly tenants: Tenants;
  readonly keys: Keys;
  readonly rails: Rails;
  readonly settings: DatabaseSettings;
  /** Where the database is, for people: no password in it. */
  readonly databasePlace: string;
  readonly clock: () => Temporal.Instant;
  readonly secret: {
    /** The id of the master key that follows from UMOJA_SECRET: others see by it that this process has that one. */
    readonly master: string;
    /** Looks now which secret is in use, and not only in a moment. */
    readonly look: () => Promise<void>;
  };
  /** Lets go of the database, and stops it where this process is the last that uses the embedded one. */
  readonly close: () => Promise<void>;
};

export type PlatformOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Informs a person of what goes on. */
  readonly say: (line: string) => void;
  /** Where providers reach the REST surfaces, for their callbacks. */
  readonly restUrl: string;
  readonly poolSize?: number;
  /** How records look to partners, where webhooks are delivered. */
  readonly showRecords?: ShowRecords;
  /** Brings the schema up to date first; otherwise it has to be, and nothing is changed. */
  readonly schema: 'migrate' | 'verify';
};

/**
 * Starts or finds the database, and binds the use cases to it.
 * @throws ConfigError where the database is another version's or another secret's; nothing is changed then
 */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, log, say, restUrl, poolSize = config.databasePoolSize, schema, showRecords } = options;
  const { state, keys, masterKeys, masterOfSecret, watch } = secretsHeld(await secretOf(config), config);
  const server = await databaseServer(config, say);
  try {
    const settings: DatabaseSettings = {
      ...(await loginsOf(config, keys, { url: server.url, schema, secret: state })),
      masterKeys,
      poolSize,
      statements: config.databaseStatements,
      onFullServer: fullServer(log, () => performance.now()),
    };
    if (schema === 'migrate') await migrate(settings, say, keys.fingerprint);
    const database = await readableDatabase(settings, { keys, state });
    const clock = database.clock.now;
    watchClock(database, log);
    const watched = watch(database, log);
    const visitors = config.sandboxEntry === 'on' ? 'from anywhere' : 'from here';
    const tenants = tenantsOf(database, () => performance.now(), visitors);
    const store = { read: database.read, write: writer(database), query: database.query };
    const ways = rails({
      store,
      clock,
      secrets: railSecrets(keys),
      callbacks: callbacksAt(restUrl, keys.callback),
      elapsed: () => performance.now(),
    });
    const internals = internalsOf({
      database,
      tenants,
      clock,
      payoutRailOf: ways.payoutRailOf,
      collectionRailOf: ways.collectionRailOf,
      providerAccountsOf: ways.providerAccountsOf,
      identify: ways.identify,
      random: Math.random,
      log,
      signingSecrets: signingSecrets(keys),
      ...(showRecords ? { showRecords } : {}),
    });
    const app = compose(internals);
    return {
      app,
      internals,
      // Credentials stay while a sandbox is being reset: a token is minted for who waits for its end.
      auth: authenticator(
        { ...store, write: writer(admitted(database)) },
        keys.pepper,
        tokenHolders(store, database.clock.now, keys.challenge),
      ),
      database,
      store,
      tenants,
      keys,
      rails: ways,
      settings,
      databasePlace: placeOf(server.url),
      clock,
      secret: { master: masterOfSecret, look: watched.look },
      close: async () => {
        watched.close();
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function watchClock({ clock }: Database, log: Log): void {
  const difference = () => ({ metric: 'clock', ahead_ms: Math.round(clock.aheadMs()) });
  clock.watch({
    right: () => log.warn(difference(), 'The clock of this machine agrees with the database’s again.'),
    wrong: () => log.error(difference(), sentenceOf(clock.aheadMs())),
  });
}

/**
 * Opens the database. A rotation looks at the sessions there for processes that lack the next secret, and this process has none before
 * its first connection: what was announced by then is looked at again.
 * @throws ConfigError where personal data are sealed with a secret that this process has not, or it lacks one that it will need
 */
export async function readableDatabase(
  settings: DatabaseSettings,
  { keys, state }: { readonly keys: Pick<Keys, 'fingerprints'>; readonly state: SecretState },
): Promise<Database> {
  const database = await openDatabase(settings);
  try {
    await requireKnownMasters(database, settings.masterKeys);
    const [installed] = await database.query<InstalledSecret & { readonly database: string }>(
      `select fingerprint, next, coalesce(former, '{}') as former, since, current_database() as database from secret_in_use()`,
    );
    if (installed) {
      requireSecretsOf(installed.database, installed, keys.fingerprints);
      state.learn(installed);
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A database of an operator is shared by machines: none of them makes up a secret of its own. */
function secretOf({ databaseUrl, secret, dataDir }: Config): Promise<string> {
  if (databaseUrl === null || secret !== null) return masterSecret(secret, dataDir);
  throw new ConfigError(
    'DATABASE_URL is set, and UMOJA_SECRET is not. Set it in every process to the same text of at least 32 characters; ' +
      'every key is derived from it, so store it as safely as the database.',
  );
}

async function databaseServer(
  config: Config,
  say: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== null) {
    say(`using the PostgreSQL at ${placeOf(config.databaseUrl)}`);
    return { url: config.databaseUrl, stop: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say });
  return { url: embedded.url, stop: () => embedded.stop() };
}

function placeOf(address: string): string {
  const { hostname, port, pathname } = new URL(address);
  return `${hostname}:${port || '5432'}${pathname}`;
}

const SAID_EVERY_MS = 60_000;

/** Says that the server has no connection left, once in a while. */
function fullServer(log: Log, elapsed: () => number): (connections: number) => void {
  let quietUntil = 0;
  return (connections) => {
    if (elapsed() < quietUntil) return;
    quietUntil = elapsed() + SAID_EVERY_MS;
    log.warn(
      { metric: 'database_full', connections },
      `PostgreSQL takes no more connections: this process goes on with the ${connections} that it has. Raise ` +
        'max_connections, or set DATABASE_POOL_SIZE lower in each process.',
    );
  };
}
