import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTenant } from '#platform/cli/tenants.ts';
import { TEST_SECRET as UMOJA_SECRET, openTestApp, type TestApp } from '#test/support/test-app.ts';
import { bareEnvironment, runFile } from '#test/support/umoja-process.ts';

describe('A new institution', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  const open = (timeZone: string) =>
    createTenant(testApp.settings.adminUrl, { name: 'A school', mode: 'sandbox', timeZone });

  it.each(['Africa/Kampala', 'UTC'])('has its days in a time zone that there is: %s', async (timeZone) => {
    const id = await open(timeZone);
    expect(await testApp.internals.tenants.get(id)).toMatchObject({ timeZone, mode: 'sandbox' });
  });

  it('that is live is careful with loans until its operators say otherwise, and a sandbox is not', async () => {
    const live = await createTenant(testApp.settings.adminUrl, { name: 'A society', mode: 'live' });
    const policies = { fourEyes: true, verifiedNumbersOnly: true };
    expect(await testApp.internals.tenants.get(live)).toMatchObject(policies);
    expect(await testApp.internals.tenants.get(await open('UTC'))).toMatchObject({
      fourEyes: false,
      verifiedNumbersOnly: false,
    });
    const env = bareEnvironment({ DATABASE_URL: testApp.settings.adminUrl, UMOJA_DATA_DIR: '/nowhere', UMOJA_SECRET });
    const set = ['tenant', 'policies', '--own-numbers-only', 'no', '--tenant', String(live)];
    const { output, code } = await runFile('platform/cli/umoja.ts', set, env);
    expect([code, output]).toEqual([0, expect.stringContaining('paid to any number')]);
    testApp.internals.tenants.forget(live);
    expect(await testApp.internals.tenants.get(live)).toMatchObject({ ...policies, verifiedNumbersOnly: false });
  }, 60_000);

  it.each(['Foo/Bar', '', 'Africa/Nairobi ', '+03:00', '10:00'])(
    'is not opened in another, where nothing could ever be done: %p',
    async (timeZone) => {
      await expect(open(timeZone)).rejects.toThrow(RangeError);
    },
  );
});
