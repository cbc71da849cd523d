import { openLog } from '#platform/runtime/log.ts';
import type { App } from '#platform/app/compose.ts';
import { advanceClock } from '#work/advance-clocks.ts';

/** Moves the test clock of a tenant to where it was sent, where no workers run that would. */
export async function moveClock(app: App, tenantId: number): Promise<void> {
  const caller = await app.jobCaller(tenantId, 'advance-clock');
  const check = async ({ id }: { readonly id: string }) => {
    for (const collection of app.collections) if (await collection.check(caller, id)) return;
  };
  const handlers = {
    react: { handler: async ({ id }: { readonly id: string }) => void (await app.react(tenantId, id)) },
    'check-collection': { handler: check },
    'check-payout': {
      handler: async ({ id }: { readonly id: string }) => void (await app.bridge.checkPayout(caller, id)),
    },
    'check-disbursement': {
      handler: async ({ id }: { readonly id: string }) => void (await app.lending.checkDisbursement(caller, id)),
    },
  };
  await advanceClock({ app, log: openLog('silent') }, handlers, tenantId);
}
