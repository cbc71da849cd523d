import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { receiveCallback } from '#platform/app/processes/callbacks/receive-callback.ts';
import type { SandboxNotifications } from '#platform/rails/sandbox/notifications.ts';
import { sandboxCollectionNotifications } from '#platform/rails/sandbox/collection-rail.ts';
import { sandboxPayoutNotifications } from '#platform/rails/sandbox/payout-rail.ts';
import type { TestApp } from './test-app.ts';

/** Notifications of the sandbox's provider that are due by then are made, through the endpoint, without workers. */
export async function deliverSandboxCallbacks(testApp: TestApp, now: Temporal.Instant): Promise<void> {
  const callbacks = callbacksAt('', testApp.keys.callback);
  const parts = { store: testApp.database, clock: testApp.clock };
  const sources: readonly [string, SandboxNotifications][] = [
    ['sandbox_payment', sandboxPayoutNotifications(parts)],
    ['sandbox_prompt', sandboxCollectionNotifications(parts)],
  ];
  for (const [table, notifications] of sources) {
    for (const { id } of await testApp.sql<{ id: string }>(
      `select originator_id as id from ${table} where notification_due_at <= $1`,
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
}
