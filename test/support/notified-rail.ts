import type { PayoutRail } from '#core/payments/rail.ts';
import { readPayoutNotification } from '#platform/rails/daraja/payout-notification.ts';

/** A rail that sends and replies as a test says, and receives notifications as every rail does. */
export function notifiedRail(scripted: Pick<PayoutRail, 'send' | 'query'>): PayoutRail {
  return {
    ...scripted,
    receive: async (callback, text, awaited) => readPayoutNotification(callback, text, awaited, Temporal.Now.instant()),
    closedFor: async () => null,
  };
}
