/** The workers as a process of their own, to be killed. Started by `forkWorkers`, spoken to over IPC. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { compose } from '#platform/app/compose.ts';
import { internalsOf } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { openLog } from '#platform/runtime/log.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import { openDatabase, type DatabaseSettings } from '#platform/postgres/database.ts';
import { openQueues } from '#platform/queue/queues.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { plantFixture } from '#platform/demo/fixtures.ts';
import type { Deadlines } from '#platform/outbound/guarded-request.ts';
import { startWorkers } from '#work/server.ts';
import { programOf } from './compiled.ts';
import { takeAnyTime, TEST_SECRET } from './database.ts';
import type { TestQueues } from './queues.ts';
import { testRails } from './test-app-rails.ts';

type Orders = {
  /** As JSON writes them. */
  readonly settings: Omit<DatabaseSettings, 'masterKeys'>;
  readonly queues: TestQueues['settings'];
  readonly restUrl: string;
  /** How far the clock of the process is ahead. */
  readonly aheadMs: number;
  readonly deadlines?: Deadlines;
};

export type WorkerProcess = {
  /** As a machine that loses power. */
  kill(): Promise<void>;
  /** As an operator: it drains. */
  stop(): Promise<void>;
  /** As a machine that stands still, until it goes on. */
  freeze(): void;
  goOn(): void;
};

export async function forkWorkers(orders: Orders): Promise<WorkerProcess> {
  const child: ChildProcess = fork(programOf('test/support/worker-process.ts'), [], {
    env: { ...process.env, UMOJA_TEST_WORKER: JSON.stringify(orders), NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The worker process ended with ${code}.`))),
  ]);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
  };
}

async function run({ settings, queues: where, restUrl, aheadMs, deadlines }: Orders): Promise<void> {
  const log = openLog('fatal');
  if (aheadMs > 0) await takeAnyTime(settings);
  const database = await openDatabase({ ...settings, masterKeys: masterKeys(TEST_SECRET), poolSize: 10 });
  const clock = () => Temporal.Now.instant().add({ milliseconds: aheadMs });
  const tenants = tenantsOf(database, () => performance.now());
  const keys = deriveKeys(TEST_SECRET);
  const ways = testRails({ database, clock, keys }, () => restUrl);
  const app = compose(
    internalsOf({
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
    }),
  );
  const queues = await openQueues({ ...where, database: settings, log });
  const workers = await startWorkers({
    app,
    keys,
    rails: ways,
    queues,
    log,
    restUrl,
    webhookAllow: ['127.0.0.0/8'],
    plant: plantFixture,
    ...(deadlines ? { deadlines } : {}),
  });
  process.once('SIGTERM', async () => {
    await workers.close();
    await queues.close();
    await database.close();
    process.disconnect?.();
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

const orders = process.env['UMOJA_TEST_WORKER'];
if (orders !== undefined && import.meta.main) await run(JSON.parse(orders) as Orders);
