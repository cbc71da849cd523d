import type { CollectionRail } from '#core/payments/rail.ts';
import { readCollectionNotification } from './daraja/collection-notification.ts';
import { readPayoutNotification } from './daraja/payout-notification.ts';
import type { RailOpener } from './rail.ts';

const RETRY_AFTER_SECONDS = 3_600;

/** Where no provider is set up to collect, no payer can be prompted. */
export const noCollectionRail: CollectionRail = {
  prompt: async () => ({
    kind: 'unreachable',
    message: 'No provider is set up to collect; the payer was not prompted.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  }),
  query: async () => ({ kind: 'pending' }),
  receive: async () => null,
};

/** A live tenant has no rails until a provider is set up. Notifications of earlier payments are received all the same. */
export const openNoRail: RailOpener = ({ clock }) => ({
  payouts: {
    send: async () => ({
      kind: 'unreachable',
      message: 'No payment provider is set up for this institution; nothing was sent.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
    // A provider that was removed may have received it: what became of it is not known here.
    query: async () => ({ kind: 'pending' }),
    receive: async (callback, text, awaited) => readPayoutNotification(callback, text, awaited, clock()),
    closedFor: async () => null,
  },
  collections: {
    ...noCollectionRail,
    receive: async (text, awaited) => readCollectionNotification(text, awaited, clock()),
  },
  account: null,
});
