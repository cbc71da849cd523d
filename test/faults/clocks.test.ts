import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseClock } from '#platform/postgres/clock.ts';
import { openLog } from '#platform/runtime/log.ts';
import { openQueues } from '#platform/queue/queues.ts';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';

/** Two processes on one database, the second on a machine with another clock. The database's clock decides. */
let sound: RestTestApp;
let skewed: RestTestApp;
let token: string;
let account: { id: number };
let ahead = Temporal.Duration.from({ seconds: 0 });

beforeAll(async () => {
  sound = await openRestTestApp();
  skewed = await openRestTestApp({ beside: sound, machineClock: () => Temporal.Now.instant().add(ahead) });
  const institution = await sound.openInstitution();
  const client = await sound.openClient(institution);
  ({ token } = client);
  account = await (await savingsClient(sound, institution, lendingClient(sound, institution, client))).anAccount();
});
afterAll(async () => {
  await skewed.close();
  await sound.close();
});
beforeEach(() => setAhead({ seconds: 0 }));

async function setAhead(by: Temporal.DurationLike): Promise<void> {
  ahead = Temporal.Duration.from(by);
  await skewed.database.clock.measure();
}

const deposit = (at: RestTestApp, key: string): Promise<Reply> =>
  at.call('POST', `/api/v1/savings_accounts/${account.id}/transactions`, {
    token,
    key,
    body: { type: 'deposit', amount: 777_777, channel: 'cash' },
  });
const balance = async () =>
  (await sound.call('GET', `/api/v1/savings_accounts/${account.id}`, { token })).body.balance as number;

describe.each([{ hours: 25 }, { hours: 2 }, { hours: -2 }, { hours: -25 }])(
  'A process whose machine is %j off the database’s clock',
  (by) => {
    it('executes no stored key again, and changes nothing', async () => {
      const key = `deposit-${by.hours}`;
      const before = await balance();
      expect((await deposit(sound, key)).status).toBe(201);
      await setAhead(by);
      const refused = await deposit(skewed, key);
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'service_unavailable',
        '5',
      ]);
      expect((await deposit(skewed, `${key}-other`)).status).toBe(503);
      expect(await balance()).toBe(before + 777_777);
    });

    it('knows the time by the database, and goes on showing', async () => {
      await setAhead(by);
      expect(Math.abs(skewed.app.clock().since(sound.app.clock()).total('seconds'))).toBeLessThan(3);
      expect((await skewed.call('GET', '/api/v1/loans', { token })).status).toBe(200);
      expect(skewed.app.mayChange()).toBe(false);
    });

    it('deletes no token and no key that are in force', async () => {
      await deposit(sound, `stored-${by.hours}`);
      await setAhead(by);
      await skewed.app.rounds.discardExpired();
      const again = await deposit(sound, `stored-${by.hours}`);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    });
  },
);

describe('A process whose machine is a few seconds off', () => {
  it('works as any other, by the database’s clock', async () => {
    const key = 'a-few-seconds';
    const first = await deposit(sound, key);
    await setAhead({ seconds: 4 });
    const replayed = await deposit(skewed, key);
    expect([replayed.status, replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
  });
});

describe('The queues of a process whose clock is wrong', () => {
  it('put nothing off, and take no job, until it is right', async () => {
    const { clock } = skewed.database;
    const common = { redisUrl: null, database: sound.settings, log: openLog('silent') };
    const theirs = await openQueues(common);
    const ours = await openQueues({ ...common, clock });
    await setAhead({ hours: 2 });
    const taken: string[] = [];
    const working = await ours.work('react', async ({ id }) => void taken.push(id), { concurrency: 1 });
    expect(await ours.enqueue('react', { tenantId: 1, id: 'by the wrong clock' }, 50)).toBe(false);
    expect(await theirs.enqueue('react', { tenantId: 1, id: 'by the right clock' })).toBe(true);
    const byOthers = await theirs.work('react', async ({ id }) => void taken.push(`others: ${id}`), { concurrency: 1 });
    await eventually(() => taken.length > 0);
    expect(taken).toEqual(['others: by the right clock']);
    await byOthers.close();
    await setAhead({ hours: 0 });
    expect(await ours.enqueue('react', { tenantId: 1, id: 'once it is right' })).toBe(true);
    await eventually(() => taken.includes('once it is right'));
    await working.close();
    await Promise.all([ours.close(), theirs.close()]);
  });
});

describe('The database’s clock', () => {
  const at = Temporal.Instant.from('2026-03-01T12:00:00Z').epochMilliseconds;

  it('is not moved by a slow way to the database', async () => {
    let elapsed = 0;
    let away = 10;
    const clock = await databaseClock({
      // It reads its clock when half of the way is over.
      read: async () => {
        elapsed += away / 2;
        const read = at + elapsed;
        elapsed += away / 2;
        return read;
      },
      machine: () => Temporal.Instant.fromEpochMilliseconds(at + elapsed),
      elapsed: () => elapsed,
    });
    const seen = () => clock.now().epochMilliseconds - at - elapsed;
    expect(seen()).toBe(0);
    away = 4_000;
    await clock.measure();
    expect(seen()).toBe(0);
    clock.close();
  });

  it('is followed where it jumps, and where this machine slept', async () => {
    let elapsed = 0;
    let jump = 0;
    const changes: boolean[] = [];
    const clock = await databaseClock({
      read: async () => at + elapsed + jump,
      machine: () => Temporal.Instant.fromEpochMilliseconds(at + elapsed),
      elapsed: () => elapsed,
    });
    clock.watch({ right: () => changes.push(true), wrong: () => changes.push(false) });
    elapsed += 60_000;
    jump = 7_200_000;
    await clock.measure();
    expect(clock.now().epochMilliseconds).toBe(at + 7_260_000);
    expect([clock.isSound(), clock.aheadMs()]).toEqual([false, -7_200_000]);
    expect(() => clock.requireSound()).toThrow('The clock of this machine is 7200 s behind the database’s.');
    jump = 0;
    await clock.measure();
    expect([clock.isSound(), changes]).toEqual([true, [false, true]]);
    clock.close();
  });
});
