/** A process of the bench beside it: opens an app, and pays out on command. */
import type { Caller } from '#platform/auth/caller.ts';
import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import { TEST_SECRET } from '../../support/database.ts';
import { openOffice } from './office.ts';

export type Start = {
  /** As JSON writes them. */
  readonly settings: Omit<DatabaseSettings, 'masterKeys'>;
  readonly caller: Caller;
};
/** Loans `first`, `first + step`, ... by so many clients, each at one of so many agents from `agent` on. */
export type Round = {
  readonly clients: number;
  readonly seconds: number;
  readonly agent: number;
  readonly accounts: number;
  readonly first: number;
  readonly step: number;
};
export type Paid = { readonly done: number; readonly seconds: number; readonly cpuSeconds: number };

let office: Awaited<ReturnType<typeof openOffice>> | null = null;
process.on('message', (message: Start | Round) => {
  void (async () => {
    if ('settings' in message) {
      office = await openOffice({ ...message.settings, masterKeys: masterKeys(TEST_SECRET) }, message.caller);
      process.send?.('ready');
    } else process.send?.(await round(message));
  })();
});

// The bench has ended, or broke.
process.on('disconnect', () => process.exit());

async function round({ clients, seconds, agent, accounts, first, step }: Round): Promise<Paid> {
  let done = 0;
  let next = first;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (elapsed() < seconds) {
        const loan = next;
        next += step;
        await office?.payOut(loan, agent + (Math.trunc(loan / step) % accounts));
        done++;
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return { done, seconds: elapsed(), cpuSeconds: (user + system) / 1e6 };
}
