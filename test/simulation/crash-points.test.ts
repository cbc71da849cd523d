import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { QUEUES } from '#platform/queue/queues.ts';
import { CALLBACK_KINDS } from '#platform/rails/callbacks/addresses.ts';
import type { Clock, ProposableRequest } from '#platform/app/transact.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { crash, type Crashed } from './crash-points/crash.ts';
import { commandsOfClients } from './crash-points/coverage.ts';
import { CALLBACKS, commandIn, commandsOfOperators, JOBS, rolesCovered } from './crash-points/roles.ts';
import covered from './crash-points/covered.json' with { type: 'json' };
import { NOT_TRIED } from './crash-points/not-tried.ts';
import { observeChanges, type Changes } from './process/changes.ts';
import type { Behaviour } from './process/provider.ts';
import type { Process } from './process/process.ts';

/** Queues have no part in it: once is enough. The whole is `npm run bench -- crash-points`. */
const isSecondPass = process.env['UMOJA_TEST_QUEUE'] === 'redis';

let testApp: TestApp;
let changes: Changes;
beforeAll(async () => {
  if (isSecondPass) return;
  testApp = await openTestApp({ clock: fromMorning() });
  changes = await observeChanges(testApp.settings);
});
afterAll(async () => {
  if (isSecondPass) return;
  await changes.close();
  await testApp.close();
});

/** From eight of today's morning in Nairobi on: recovery goes on for hours, and what is paid after midnight has another day. */
function fromMorning(): Clock {
  const started = Temporal.Now.instant();
  const morning = started.toZonedDateTimeISO('Africa/Nairobi').with({ hour: 8, minute: 0 }).toInstant();
  return () => morning.add(started.until(Temporal.Now.instant()));
}

/** A command as its client sends it: under one key, to whichever process answers. */
async function crashed(
  name: string,
  of: (process: Process, request: ProposableRequest<any>) => Promise<unknown>,
  only: (point: number) => boolean,
  behaves: Behaviour = 'accepts',
): Promise<Crashed | null> {
  const { settings, keys, log, clock, client } = testApp;
  const request = {
    caller: client.caller,
    claim: { key: `crash-${name}`, fingerprint: randomBytes(32) },
    present: async () => ({ status: 200, headers: {}, body: '{}' }),
    refused: (error: Error) => {
      throw error;
    },
    proposed: () => ({ status: 202, headers: {}, body: '{}' }),
  };
  const system = { settings, keys, log, clockOn: () => clock };
  return crash({ system, changes }, { name, of: (process) => of(process, request) }, only, [behaves]);
}

describe.skipIf(isSecondPass)('A process that dies in the middle of a command', () => {
  it('leaves what its repetition completes, or nothing', async () => {
    const applied = { memberId: testApp.memberId, productId: testApp.productId, principal: 2_000_000n, termMonths: 6 };
    const { id: loanId } = await testApp.done(testApp.app.lending.applyForLoan, applied);
    const result = await crashed(
      'approve',
      ({ app }, request) => app.lending.approveLoan(request, { loanId }),
      (point) => point % 4 === 3,
    );
    expect(result).toMatchObject({ calls: 0, differences: [] });
    expect(result?.points).toBeGreaterThan(3);
  });

  it('pays once where it dies around the call of the provider', async () => {
    const loanId = await testApp.readyLoan(1_000_000n);
    const payment = {
      loanId,
      amount: 1_000_000n,
      channel: 'mpesa_b2c' as const,
      msisdn: '+254712345678',
      agentNo: null,
    };
    // The statement before the call is the commit of what is about to be sent.
    const result = await crashed(
      'disburse',
      ({ app }, request) => app.lending.disburse(request, payment),
      (point) => point % 8 === 0,
    );
    expect(result).toMatchObject({ calls: 1, differences: [] });
  });

  it.each(['declines', 'hangs'] as const)('ends as without its death where the provider %s', async (behaves) => {
    const loanId = await testApp.readyLoan(1_000_000n);
    const channel = 'mpesa_b2c' as const;
    const payment = { loanId, amount: 1_000_000n, channel, msisdn: '+254712345678', agentNo: null };
    const result = await crashed(
      `disburse where it ${behaves}`,
      ({ app }, request) => app.lending.disburse(request, payment),
      (point) => point % 24 === 16,
      behaves,
    );
    expect(result).toMatchObject({ calls: expect.any(Number), differences: [] });
    expect(result?.points).toBeGreaterThan(0);
  });

  it('is found where it does leave something: a command without a key is carried out twice', async () => {
    let times = 0;
    const result = await crashed(
      'apply twice',
      ({ app }, request) => {
        times += 1;
        const claim = { key: `apply-${times}`, fingerprint: randomBytes(32) };
        const applied = {
          memberId: testApp.memberId,
          productId: testApp.productId,
          principal: 2_000_000n,
          termMonths: 6,
        };
        return app.lending.applyForLoan({ ...request, claim }, applied);
      },
      (point) => point >= 18,
    );
    expect(result?.differences.join()).toMatch(/too many: loan new/);
  });
});

describe('What dies beside the commands of clients', () => {
  it('are all jobs and rounds of the workers, all callbacks, and what operators type', () => {
    const known = Object.keys(JOBS);
    const own = ['relay-outbox', 'take-callbacks', 'advance-clocks', 'reset-sandboxes'];
    if (!isSecondPass)
      expect(known.toSorted()).toEqual([...QUEUES, ...own, ...Object.keys(testApp.app.rounds)].toSorted());
    expect(CALLBACKS).toEqual([...CALLBACK_KINDS, 'paybill_confirmation']);
    expect(commandsOfOperators().length).toBeGreaterThan(80);
    expect(commandIn(['--json', '--tenant', '7', 'client', 'keys', 'add', 'Ada'])).toBe('client keys add');
    expect(commandIn(['--json', 'par'])).toBe('par');
    expect(commandIn(['nothing'])).toBeNull();
  });

  it('is counted by what has died, and by what an operator only reads', () => {
    const crashed = {
      kind: 'crashed',
      command: 'callback payout',
      steps: 9,
      calls: 0,
      points: 10,
      differences: [],
    } as const;
    const [jobs, callbacks, typed] = rolesCovered([crashed, { kind: 'reads', command: 'umoja par' }]);
    expect(jobs?.covered).toEqual([]);
    expect(callbacks).toMatchObject({ covered: ['callback payout'] });
    expect(callbacks?.missing).toContain('callback reversal');
    expect(typed?.covered).toEqual(['umoja par']);
  });
});

describe('Every write of REST and every mutation', () => {
  it('has died everywhere in the run that is kept, or is named with the reason; a dozen may have come since', async () => {
    const all = await commandsOfClients();
    const known = new Set([...covered.sent, ...Object.keys(NOT_TRIED)]);
    const isNew = all.filter((command) => !known.has(command));
    // Beyond that: npm run bench -- crash-points --write, and a line in not-tried.ts for what it can't reach.
    expect(isNew.length > 12 ? isNew : []).toEqual([]);
    expect(all.filter((command) => known.has(command)).length).toBeGreaterThan(350);
    expect(Object.keys(covered.commands).length).toBeGreaterThan(200);
  });
});
