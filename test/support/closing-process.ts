/** A close of business in a process of its own, to be killed in the middle. Started by `closeAndDie`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { compose } from '#platform/app/compose.ts';
import { internalsOf } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { openLog } from '#platform/runtime/log.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import { openDatabase, type DatabaseSettings } from '#platform/postgres/database.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { programOf } from './compiled.ts';
import { TEST_SECRET } from './database.ts';
import { testRails } from './test-app-rails.ts';

type Orders = {
  /** As JSON writes them. */
  readonly settings: Omit<DatabaseSettings, 'masterKeys'>;
  readonly tenantId: number;
  readonly now: string;
  readonly through: string;
  readonly batch: number;
};

/** A process that closes days: `onBatch` is called after each batch that it has committed. */
export function forkClosing(orders: Orders, onBatch: () => void = () => undefined) {
  const child = fork(programOf('test/support/closing-process.ts'), [], {
    env: { ...process.env, UMOJA_TEST_CLOSING: JSON.stringify(orders), NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  child.on('message', onBatch);
  return {
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Closes days in another process and kills it as a machine that loses power, while a batch after `batches` others is
 * under way.
 * @returns how many batches had been committed for sure
 */
export async function closeAndDie(orders: Orders, batches: number): Promise<number> {
  let emitted = 0;
  const closing = forkClosing(orders, () => {
    emitted += 1;
    if (emitted === batches) void closing.kill();
  });
  await closing.ended;
  return emitted;
}

async function run({ settings, tenantId, now, through, batch }: Orders): Promise<void> {
  const database = await openDatabase({ ...settings, masterKeys: masterKeys(TEST_SECRET), poolSize: 2 });
  const clock = () => Temporal.Instant.from(now);
  const tenants = tenantsOf(database, () => performance.now());
  const log = openLog('silent');
  const app = compose(
    internalsOf({
      database,
      tenants,
      clock,
      payoutRailOf: testRails({ database, clock, keys: deriveKeys(TEST_SECRET) }).payoutRailOf,
      random: Math.random,
      log,
      signingSecrets: signingSecrets(deriveKeys(TEST_SECRET)),
    }),
  );
  await app.closeOfBusiness(systemCaller({ id: tenantId, mode: 'sandbox' }, CLOSER, 'dying'), {
    through: Temporal.PlainDate.from(through),
    batch,
    onProgress: () => void process.send?.('batch'),
  });
  process.exit();
}

const orders = process.env['UMOJA_TEST_CLOSING'];
if (orders !== undefined && import.meta.main) await run(JSON.parse(orders) as Orders);
