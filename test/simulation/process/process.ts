import { compose, type App } from '#platform/app/compose.ts';
import { internalsOf } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import type { Keys } from '#platform/auth/keys.ts';
import { openDatabase, type Database, type DatabaseSettings } from '#platform/postgres/database.ts';
import type { Log } from '#platform/runtime/log.ts';
import { throughPort } from '#test/support/test-server.ts';
import type { Line } from './line.ts';
import type { Provider } from './provider.ts';

/** The system that processes belong to: its database, its secrets, and how its time goes. */
export type System = {
  readonly settings: DatabaseSettings;
  readonly keys: Keys;
  readonly log: Log;
  /** The business time, on the clock of a database. */
  readonly clockOn: (database: Pick<Database, 'clock'>) => () => Temporal.Instant;
};

/** What a process of the system is made of, without the adapters before it. */
export type Process = { readonly app: App; readonly close: () => Promise<void> };

/**
 * A process that has just started: it knows nothing yet. All that it does to the outside passes its line and its provider,
 * so that cutting both is to the outside what a kill of the process is; what it goes on to think is lost with it.
 * @param later by how much its time is ahead
 */
export async function openProcess(
  { settings, keys, log, clockOn }: System,
  { line, provider, later = { minutes: 0 } }: { line: Line | null; provider: Provider; later?: Temporal.DurationLike },
): Promise<Process> {
  const adminUrl = line ? throughPort(settings.adminUrl, line.port) : settings.adminUrl;
  const database = await openDatabase({ ...settings, adminUrl, poolSize: 4 });
  const machine = clockOn(database);
  const clock = () => machine().add(later);
  const { payoutsOf, collectionsOf } = provider.railsOf(line, clock);
  const internals = internalsOf({
    database,
    tenants: tenantsOf(database, () => performance.now()),
    clock,
    payoutRailOf: payoutsOf,
    collectionRailOf: collectionsOf,
    signingSecrets: signingSecrets(keys),
    random: Math.random,
    log,
  });
  return { app: compose(internals), close: database.close };
}
