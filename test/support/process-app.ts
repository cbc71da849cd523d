import { compose } from '#platform/app/compose.ts';
import { internalsOf, type Environment } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import type { Clock } from '#platform/app/transact.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { openDatabase, type DatabaseSettings } from '#platform/postgres/database.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import type { Log } from '#platform/runtime/log.ts';
import { TEST_SECRET } from './database.ts';
import { testRails } from './test-app-rails.ts';

/** The settings of a database as JSON hands them to another process: keys are made there. */
export type HandedSettings = Omit<DatabaseSettings, 'masterKeys'>;

/** The application in a process of its own, on the database of the suite that started it. */
export async function openProcessApp({
  settings,
  log,
  clock: given,
  poolSize = 10,
  restUrl,
  showRecords,
}: {
  readonly settings: HandedSettings;
  readonly log: Log;
  /** By default the database's. */
  readonly clock?: Clock;
  readonly poolSize?: number;
  /** Where the callback endpoint is, once there is one. */
  readonly restUrl?: () => string;
} & Pick<Environment, 'showRecords'>) {
  const database = await openDatabase({ ...settings, masterKeys: masterKeys(TEST_SECRET), poolSize });
  const clock = given ?? database.clock.now;
  const keys = deriveKeys(TEST_SECRET);
  const tenants = tenantsOf(database, () => performance.now());
  const rails = testRails({ database, clock, keys }, restUrl);
  const app = compose(
    internalsOf({
      database,
      tenants,
      clock,
      payoutRailOf: rails.payoutRailOf,
      collectionRailOf: rails.collectionRailOf,
      providerAccountsOf: rails.providerAccountsOf,
      identify: rails.identify,
      random: Math.random,
      log,
      signingSecrets: signingSecrets(keys),
      ...(showRecords ? { showRecords } : {}),
    }),
  );
  return { app, database, tenants, keys, clock, rails };
}
