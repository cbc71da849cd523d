import type { PayoutRail } from '#core/lending/ports.ts';
import { payoutNews } from '#platform/rails/daraja/payout-notification.ts';
import type { Rail } from '#platform/rails/rail.ts';

/** A rail that sends and answers as a test says, and hears as every rail does. */
export function notifiedRail(emitted: PayoutRail): Rail {
  return {
    ...emitted,
    hear: async (door, text, awaited) => payoutNews(door, text, awaited, Temporal.Now.instant()),
    closedFor: async () => null,
  };
}
