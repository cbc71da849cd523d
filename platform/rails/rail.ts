import type { CollectionRail, PayoutRail } from '#core/payments/rail.ts';

/** The rails of one tenant: those of the provider that was set up for it, else the sandbox's simulation. */
export type PayoutRailOf = (tenantId: number, mode: 'sandbox' | 'live') => PayoutRail;
export type CollectionRailOf = (tenantId: number, mode: 'sandbox' | 'live') => CollectionRail;

/** Where no provider is set up to collect, no payer can be prompted. */
export const noCollectionRail: CollectionRail = {
  prompt: async () => ({
    kind: 'unreachable',
    message: 'No provider is set up to collect; the payer was not prompted.',
    retryAfterSeconds: 3_600,
  }),
  query: async () => ({ kind: 'pending' }),
  receive: async () => null,
};
