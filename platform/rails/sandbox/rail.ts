import type { RailOpener } from '../rail.ts';
import { sandboxCollectionRail } from './collection-rail.ts';
import { sandboxPayoutRail } from './payout-rail.ts';

/** The simulation of a sandbox. */
export const openSandboxRail: RailOpener = (ports, tenantId) => ({
  payouts: sandboxPayoutRail(ports, tenantId),
  collections: sandboxCollectionRail(ports, tenantId),
  account: null,
});
