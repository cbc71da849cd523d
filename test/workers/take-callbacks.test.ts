import { expect, it } from 'vitest';
import type { App } from '#platform/app/compose.ts';
import type { Queues } from '#platform/queue/queues.ts';
import { eventually } from '#test/support/eventually.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { takeCallbacks } from '#work/take-callbacks.ts';

/** A backlog of callbacks, as it is after a long outage: each take up is held until the test lets it go. */
function backlogOf(count: number) {
  const due = Array.from({ length: count }, (_, n) => ({ tenantId: 1, id: n + 1 }));
  const taken = new Set<number>();
  const held: (() => void)[] = [];
  let most = 0;
  const app = {
    mayChange: () => true,
    dueCallbacks: async (cap: number) => due.filter(({ id }) => !taken.has(id)).slice(0, cap),
    inbox: {
      retry: async (_tenantId: number, id: number) => {
        await new Promise<void>((resolve) => {
          held.push(resolve);
          most = Math.max(most, held.length);
        });
        taken.add(id);
        return null;
      },
    },
  };
  return { app: app as unknown as App, taken, held, most: () => most };
}

it('Callbacks that waited for an outage’s end are taken up eight at a time, all of them in one round', async () => {
  const { app, taken, held, most } = backlogOf(450);
  const loop = takeCallbacks({ app, queues: {} as Queues, log: recordingLog().log });
  await eventually(() => {
    if (held.length === 8 || taken.size >= 448) for (const release of held.splice(0)) release();
    return taken.size === 450;
  });
  await loop.end();
  expect([most(), taken.size]).toEqual([8, 450]);
});
