/** A close of business in a process of its own, to be killed in the middle. Started by `closeAndDie`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';
import { openLog } from '#platform/runtime/log.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { programOf } from './compiled.ts';
import { openProcessApp, type HandedSettings } from './process-app.ts';

type Orders = {
  readonly settings: HandedSettings;
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
  const clock = () => Temporal.Instant.from(now);
  const { app } = await openProcessApp({ settings, log: openLog('silent'), clock, poolSize: 2 });
  await app.closeOfBusiness(systemCaller({ id: tenantId, mode: 'sandbox' }, CLOSER, 'dying'), {
    through: Temporal.PlainDate.from(through),
    batch,
    onProgress: () => void process.send?.('batch'),
  });
  process.exit();
}

const orders = process.env['UMOJA_TEST_CLOSING'];
if (orders !== undefined && import.meta.main) await run(JSON.parse(orders) as Orders);
