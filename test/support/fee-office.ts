/**
 * A lender's office as a process of its own, to be killed: it pays school-fee loans out and runs the workers. What it had
 * not finished, the next one goes on with. Started by `forkFeeOffice`, spoken to over IPC.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { plantFixture } from '#platform/demo/fixtures.ts';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '#platform/auth/caller.ts';
import { fingerprintOf, type CommandResponse } from '#platform/app/idempotency.ts';
import { openLog } from '#platform/runtime/log.ts';
import { openQueues } from '#platform/queue/queues.ts';
import { startWorkers } from '#work/server.ts';
import { programOf } from './compiled.ts';
import { openProcessApp, type HandedSettings } from './process-app.ts';
import type { TestApp } from './test-app.ts';
import type { TestQueues } from './queues.ts';
import { openCallbackEndpoint } from './worker-context.ts';

type Orders = {
  readonly settings: HandedSettings;
  readonly queues: TestQueues['settings'];
  readonly caller: Caller;
  readonly loans: readonly FeeLoan[];
};

/** A loan that is to be paid out. The last digits of the number say how the provider treats it. */
export type FeeLoan = { readonly loanId: number; readonly amount: string; readonly msisdn: string };

export type FeeOffice = {
  /** Resolves once every loan has its response. */
  readonly responded: Promise<void>;
  /** As a machine that loses power. */
  kill(): Promise<void>;
};

/** Payments that the office requests at a time. */
const AT_ONCE = 8;

export async function forkFeeOffice(orders: Orders): Promise<FeeOffice> {
  const child: ChildProcess = fork(programOf('test/support/fee-office.ts'), [], {
    env: { ...process.env, UMOJA_TEST_OFFICE: JSON.stringify(orders), NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const emitted = (word: string) =>
    new Promise<void>((resolve, reject) => {
      child.on('message', (message) => void (message === word && resolve()));
      child.once('exit', (code) => reject(new Error(`The office ended with ${code}.`)));
    });
  const responded = emitted('answered');
  responded.catch(() => undefined);
  await emitted('open');
  return {
    responded,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function run({ settings, queues: where, caller, loans }: Orders): Promise<void> {
  const log = openLog('silent');
  const clock = () => Temporal.Now.instant();
  const { app, keys, rails } = await openProcessApp({ settings, log, clock, poolSize: 12 });
  const queues = await openQueues({ ...where, database: settings, log });
  const endpoint = await openCallbackEndpoint({ app, keys } as TestApp, log);
  await startWorkers({
    app,
    keys,
    rails,
    queues,
    log,
    restUrl: endpoint.url,
    webhookAllow: [],
    plant: plantFixture,
  });
  process.on('disconnect', () => process.exit());
  process.send?.('open');

  const waiting = [...loans];
  /** Asks with the same key until there is a response, as a client does that got none. */
  const insist = async ({ loanId, amount, msisdn }: FeeLoan) => {
    const body = { loanId, amount, msisdn };
    const claim = { key: `pay-${loanId}`, fingerprint: fingerprintOf({ method: 'POST', path: '/', query: {}, body }) };
    const present = async () => ({ status: 201, headers: {}, body: '' });
    const refused = (error: { code: string }): CommandResponse => ({ status: 409, headers: {}, body: error.code });
    for (;;) {
      const business = { type: 'paybill', number: `600${msisdn.slice(-3)}`, account: null } as const;
      const command = { loanId, amount: BigInt(amount), channel: 'mpesa_b2b', business } as const;
      const respond = await app.lending.disburse({ caller, claim, present, refused }, command).catch(() => null);
      if (respond !== null) return;
      await sleep(500);
    }
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let loan = waiting.shift(); loan !== undefined; loan = waiting.shift()) await insist(loan);
    }),
  );
  process.send?.('answered');
}

const orders = process.env['UMOJA_TEST_OFFICE'];
if (orders !== undefined && import.meta.main) await run(JSON.parse(orders) as Orders);
