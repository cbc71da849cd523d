import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRail } from '#core/payments/rail.ts';
import { receiveCallback } from '#platform/app/processes/callbacks/receive-callback.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { sandboxPayoutNotifications } from '#platform/rails/sandbox/payout-rail.ts';
import { changeBy, specifiedEnd, SUFFIXES } from '#test/support/suffix-ends.ts';
import { disbursementColumn, type Column } from '#test/support/suffix-table.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

const AMOUNT = 200_000n;

let now = Temporal.Instant.from('2026-03-02T09:00:00Z');
const counts = { sends: 0, queries: 0 };
let testApp: TestApp;
let column: Column;

beforeAll(async () => {
  testApp = await openTestApp({
    clock: () => now,
    payoutRailOf: (tenantId, mode): PayoutRail => {
      const rail = testApp.rails.payoutRailOf(tenantId, mode);
      return {
        ...rail,
        send: (order, deadline) => ((counts.sends += 1), rail.send(order, deadline)),
        query: (payment, deadline) => ((counts.queries += 1), rail.query(payment, deadline)),
      };
    },
  });
  column = disbursementColumn(testApp, {
    payoutChannel: 'mpesa_b2c',
    collectionChannel: 'mpesa_stk',
    agentId: testApp.agent.id,
    msisdnOf: (suffix) => `+254700000${suffix}`,
    now: () => now,
    advance: async (milliseconds) => {
      now = now.add({ milliseconds });
      await deliver();
    },
    counts: () => ({ ...counts }),
  });
});
afterAll(() => testApp.close());

/** What the sandbox's provider notifies of, through the callback endpoint. */
async function deliver(): Promise<void> {
  const callbacks = callbacksAt('', testApp.keys.callback);
  const notifications = sandboxPayoutNotifications({ store: testApp.database, clock: testApp.clock });
  for (const { id } of await testApp.sql<{ id: string }>(
    'select originator_id as id from sandbox_payment where notification_due_at <= $1',
    [now.toString()],
  )) {
    const due = await notifications.due(testApp.tenantId, id);
    if (due === null) continue;
    const address = callbacks.addressOf({ tenantId: testApp.tenantId, kind: due.kind, originatorId: id });
    const [, , token = '', kind = ''] = address.split('/');
    const arrival = { headers: {}, source: null, isExpected: true };
    const callback = { token, kind, text: JSON.stringify(due.body), arrival, requestId: 'callback' };
    const taken = await receiveCallback({ app: testApp.app, callbacks, log: testApp.log }, callback);
    await due.sent(taken ? 'received' : 'refused');
  }
}

// Payouts and collections of apps: test/platform/app/payment-bridge/sandbox-numbers.test.ts.
describe('A disbursement in a sandbox, by the suffix of the number', () => {
  it.each(SUFFIXES)('%s ends as specified', async (suffix) => {
    const found = await column.run(suffix);
    const ends = specifiedEnd('disbursement', suffix) ?? '';
    expect({ suffix, ends: found.ends }).toEqual({ suffix, ends });
    expect(found.float).toBe(changeBy('disbursement', ends, AMOUNT));
    expect(found.loan).toBe(ends === 'confirmed' ? 'active' : 'ready_to_disburse');
  });
});
