import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '#platform/cli/owner.ts';
import { readsFor, type Read } from '#sub/reading.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let read: Read;
/** How often a connection was taken for reading. */
let opened = 0;
/** One connection: a leak is noticed. */
beforeAll(async () => {
  testApp = await openTestApp({ poolSize: 1 });
  const counted: TestApp['app']['show'] = (...request) => {
    opened += 1;
    return testApp.app.show(...request);
  };
  read = readsFor({ ...testApp.app, show: counted }, testApp.client.caller);
});
afterEach(async () => {
  await turn();
});
afterAll(() => testApp.close());

const aMember = () => read((views) => views.members.byIds([testApp.memberId]));
const connectionsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = opened;
  await work();
  return opened - before;
};

describe('The reads of a request', () => {
  it('share a connection where they follow one another', async () => {
    const taken = await connectionsOf(async () => {
      await Promise.all([aMember(), aMember()]);
      await aMember();
      await Promise.resolve();
      await new Promise<void>((resolve) => process.nextTick(resolve));
      await aMember();
    });
    expect(taken).toBe(1);
  });

  it('let go of it as soon as nothing more is asked', async () => {
    const taken = await connectionsOf(async () => {
      await aMember();
      await turn();
      await aMember();
    });
    expect(taken).toBe(2);
  });

  it('do not keep a write waiting for the connection that they hold', async () => {
    await aMember();
    await testApp.sql('select 1');
    expect(await aMember()).toHaveLength(1);
  });

  it('go on over another connection after one has failed', async () => {
    const broken = read((views) => views.members.byUuids(['not a uuid']));
    await expect(broken).rejects.toThrow('uuid');
    expect(await aMember()).toHaveLength(1);
  });

  it('fail where none can be had, and not for ever', async () => {
    let failing = true;
    const flaky = readsFor(
      {
        ...testApp.app,
        show: (...request) => (failing ? Promise.reject(new Error('no connection')) : testApp.app.show(...request)),
      },
      testApp.client.caller,
    );
    const look = () => flaky((views) => views.members.byIds([testApp.memberId]));
    await expect(look()).rejects.toThrow('no connection');
    failing = false;
    expect(await look()).toHaveLength(1);
  });

  it('see what was committed meanwhile', async () => {
    const states = () =>
      read(async (views) => (await views.members.byIds([testApp.memberId])).map(({ state }) => state));
    expect(await states()).toEqual(['active']);
    const { caller } = testApp.client;
    const suspend = { memberId: testApp.memberId, reason: 'A test.' };
    await testApp.done(testApp.app.membership.suspendMember, suspend, caller);
    expect(await states()).toEqual(['suspended']);
  });

  it('begin again where another process has moved the clock of the sandbox', async () => {
    const ahead = (hours: number) =>
      asOwner(testApp.settings.adminUrl, (owner) =>
        owner.query('update tenant set clock_offset_ms = $2 where id = $1', [testApp.tenantId, hours * 3_600_000]),
      );
    try {
      await ahead(1);
      expect(await aMember()).toHaveLength(1);
      await ahead(2);
      expect(await Promise.all([aMember(), aMember()])).toMatchObject([[{}], [{}]]);
    } finally {
      await ahead(0);
    }
  });

  it('are refused while the sandbox is being reset', async () => {
    await testApp.app.testReset.begin(testApp.operator, { fixture: 'empty' });
    await expect(aMember()).rejects.toMatchObject({ code: 'sandbox_resetting', kind: 'unavailable' });
  });
});
