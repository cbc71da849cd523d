import { afterAll, beforeAll } from 'vitest';
import { sandboxCollectionNotifications, sandboxCollectionRail } from '#platform/rails/sandbox/collection-rail.ts';
import { sandboxPayoutNotifications, sandboxPayoutRail } from '#platform/rails/sandbox/payout-rail.ts';
import { railConformance, type Notified, type RailUnderTest } from '#test/support/rail-conformance.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let ahead = Temporal.Duration.from({ seconds: 0 });
const clock = () => Temporal.Now.instant().add(ahead);
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

async function open(): Promise<RailUnderTest> {
  const { database: store, tenantId } = testApp;
  const ports = { store, clock };
  const [payoutNotices, promptNotices] = [sandboxPayoutNotifications(ports), sandboxCollectionNotifications(ports)];
  const payouts = sandboxPayoutRail(ports, tenantId);
  const build = (): RailUnderTest => ({
    payouts: sandboxPayoutRail(ports, tenantId),
    collections: sandboxCollectionRail(ports, tenantId),
    payoutChannel: 'mpesa_b2c',
    collectionChannel: 'mpesa_stk',
    msisdnOf: (suffix) => `+254700000${suffix}`,
    advance: async (seconds) => {
      ahead = ahead.add({ seconds });
    },
    notified: async (originatorId) => {
      const all: Notified[] = [];
      for (const notices of [payoutNotices, promptNotices]) {
        const due = await notices.due(tenantId, originatorId);
        if (due === null) continue;
        const text = JSON.stringify(due.body);
        all.push(
          due.kind === 'collection' ? { kind: 'collection', text } : { kind: 'payout', callback: due.kind, text },
        );
        await due.sent('received');
      }
      return all;
    },
    restarted: build,
    paidTimes: async (originatorId) => {
      const payment = { originatorId, channel: 'mpesa_b2c', amount: 0n, providerRef: null } as const;
      const { kind } = await payouts.query(payment, AbortSignal.timeout(1_000));
      return kind === 'paid' ? 1 : 0;
    },
    saysAmounts: true,
    resume: null,
    close: async () => {},
  });
  return build();
}

railConformance('The sandbox', open);
