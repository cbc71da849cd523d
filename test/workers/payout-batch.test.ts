import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { openWorkerContext } from '../support/worker-context.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const SIZE = 120;

describe('A batch of payouts', () => {
  it('changes the account of its app in far fewer transactions than it has rows', async () => {
    const rows = Array.from({ length: SIZE }, (_, n) => ({
      amount: 1_000n,
      channel: 'mpesa_b2c' as const,
      msisdn: `+254712200${n + 100}`,
      reference: `salary-${n}`,
      narration: null,
      metadata: {},
    }));
    const app = { id: testApp.client.id, sandbox: true };
    const batch = { app, reference: 'salaries', currency: 'KES', rows, metadata: {} };
    await testApp.done(testApp.app.bridge.requestBatch, batch);
    let changes = 0;
    testApp.database.onStatement = (text) => {
      if (text.startsWith('update "app_account"')) changes += 1;
    };
    const context = await openWorkerContext(testApp);
    await eventually(async () => {
      const [row] = await testApp.sql(`select count(*)::int as n from payout where state = 'succeeded'`);
      return row?.['n'] === SIZE;
    });
    testApp.database.onStatement = null;
    await context.close();
    // One transaction for each reply and each result of the provider made two for each row, all of them in line.
    expect(changes).toBeGreaterThan(1);
    expect(changes).toBeLessThan(SIZE);
    const [account] = await testApp.sql('select held::text, in_transit::text, balance::text from app_account');
    expect(account).toMatchObject({ held: '0', in_transit: '0' });
    const lines = await testApp.sql(`select count(*)::int as n from app_transaction where type = 'payout'`);
    expect(lines).toEqual([{ n: SIZE }]);
  });
});
