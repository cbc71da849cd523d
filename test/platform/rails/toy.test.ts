import { describe, expect, it } from 'vitest';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { railSecrets, storeRail } from '#platform/rails/rail-settings.ts';
import { PROVIDERS, rails, type Rails } from '#platform/rails/rails.ts';
import { railConformance, type RailUnderTest } from '#test/support/rail-conformance.ts';
import { openTestApp } from '#test/support/test-app.ts';
import { toyProvider, toyRow } from '#test/support/toy-rail.ts';

async function open(): Promise<RailUnderTest> {
  const toy = toyProvider();
  const build = (): RailUnderTest => ({
    payouts: toy.payouts,
    collections: null,
    payoutChannel: 'mpesa_b2c',
    collectionChannel: 'mpesa_stk',
    msisdnOf: (suffix) => `+254700000${suffix}`,
    advance: async () => {},
    notified: async () => [],
    restarted: build,
    paidTimes: async (originatorId) => toy.paidTimes(originatorId),
    saysAmounts: true,
    resume: null,
    close: async () => {},
  });
  return build();
}

railConformance('A toy', open);

describe('A new rail', () => {
  it('is its folder and one row: apps pay by it, and by no other, once an operator has set it up', async () => {
    const toy = toyProvider();
    let ways: Rails | null = null;
    const testApp = await openTestApp({ payoutRailOf: (id, mode) => (ways as Rails).payoutRailOf(id, mode) });
    const { database: store, keys, tenantId, clock } = testApp;
    const secrets = railSecrets(keys);
    const callbacks = callbacksAt('http://127.0.0.1:1', keys.callback);
    ways = rails(
      { store, clock, secrets, callbacks, elapsed: () => performance.now() },
      { ...PROVIDERS, toy: toyRow(toy) },
    );
    await storeRail(store, secrets, tenantId, { kind: 'toy', settings: {}, secrets: {} });
    const payout = await testApp.done(testApp.app.bridge.payout, {
      app: { id: testApp.client.id, sandbox: true },
      amount: 200_000n,
      currency: 'KES',
      channel: 'mpesa_b2c',
      msisdn: '+254700000000',
      reference: 'toy-1',
      narration: null,
      metadata: {},
    });
    expect(payout).toMatchObject({ state: 'sent', providerRef: 'TOY0000001' });
    await testApp.app.bridge.checkPayout(testApp.operator, payout.originatorId);
    expect(await testApp.sql('select state, receipt_no from payout')).toEqual([
      { state: 'succeeded', receipt_no: 'TOY0000001' },
    ]);
    await testApp.close();
  });
});
