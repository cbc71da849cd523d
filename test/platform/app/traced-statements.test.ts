import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { traceparentHere } from '#platform/runtime/tracing/tracing.ts';
import { recordSteps } from '#test/support/recorded-steps.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

describe('The step of a transaction in a trace', () => {
  it('says how many statements it sent, and no other step does', async () => {
    const { database, app } = testApp;
    const sent = new Map<string | null, number>();
    database.onStatement = () => {
      const step = traceparentHere();
      sent.set(step, (sent.get(step) ?? 0) + 1);
    };
    const steps = await recordSteps(async () => {
      await testApp.done(app.mobileMoney.receivePayment, {
        receiptNo: 'SFC1',
        amount: 50_000n,
        msisdn: '+254712345678',
        accountReference: 'nothing that there is',
        paidAt: testApp.clock().subtract({ seconds: 30 }),
      });
    });
    database.onStatement = null;
    const transaction = steps.find(({ name }) => name.startsWith('transaction '));
    expect(sent.get(transaction?.traceparent ?? '')).toBeGreaterThan(2);
    for (const { attributes, traceparent } of steps)
      expect((attributes as Record<string, unknown>)['umoja.statements']).toBe(sent.get(traceparent));
  });
});
