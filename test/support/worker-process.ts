/** The workers as a process of their own, to be killed. Started by `forkWorkers`, spoken to over IPC. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openLog } from '#platform/runtime/log.ts';
import { openQueues } from '#platform/queue/queues.ts';
import { plantFixture } from '#platform/demo/fixtures.ts';
import type { Deadlines } from '#platform/outbound/guarded-request.ts';
import { startWorkers } from '#work/server.ts';
import { programOf } from './compiled.ts';
import { takeAnyTime } from './database.ts';
import { openProcessApp, type HandedSettings } from './process-app.ts';
import type { TestQueues } from './queues.ts';

type Orders = {
  readonly settings: HandedSettings;
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
  const clock = () => Temporal.Now.instant().add({ milliseconds: aheadMs });
  const { app, database, keys, rails } = await openProcessApp({ settings, log, clock, restUrl: () => restUrl });
  const queues = await openQueues({ ...where, database: settings, log });
  const workers = await startWorkers({
    app,
    keys,
    rails,
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
