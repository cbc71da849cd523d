import type { Plant } from '#platform/app/processes/test-reset/test-reset.ts';
import { inParallel } from './in-parallel.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const LOOK_EVERY_MS = 500;
/** Sandboxes that one worker resets at a time. */
const TOGETHER = 2;

/** Resets sandboxes whose reset was requested. One that fails stays refused to others, says why, and is tried again. */
export function resetSandboxes({ app, log }: Pick<WorkerContext, 'app' | 'log'>, plant: Plant): Loop {
  return repeat('reset-sandboxes', LOOK_EVERY_MS, { app, log }, async () => {
    const waiting = await app.testReset.waiting();
    await inParallel(TOGETHER, waiting, async (tenantId) => {
      await app.testReset.perform(tenantId, plant).catch((error: unknown) => {
        log.error({ error, tenant_id: tenantId }, 'A sandbox can’t be reset; it is tried again.');
      });
    });
  });
}
