import { setTimeout as sleep } from 'node:timers/promises';
import { breakerOf } from '../breaker.ts';
import { storedCircuit } from '../circuit-store.ts';
import type { Waiting } from '../connection/retries.ts';
import type { RailOpener } from '../rail.ts';
import { airtelAccountRail } from './account-rail.ts';
import { airtelCollectionRail } from './collection-rail.ts';
import { openAirtel } from './connection.ts';
import { airtelPayoutRail } from './payout-rail.ts';
import { settingsIn } from './settings.ts';
import { transactionIn } from './wire.ts';

/** Payouts and collections by Airtel Money, through the application that an institution has set up. */
export const openAirtelRail: RailOpener = ({ store, clock, elapsed }, tenantId, stored) => {
  if (stored === null) throw new Error(`Tenant ${tenantId} has no application of Airtel Money.`);
  const { uuid } = stored;
  const airtel = openAirtel(settingsIn(stored), clock);
  const breaker = breakerOf(storedCircuit(store, { tenantId, uuid }, elapsed), clock);
  const waiting: Waiting = {
    pause: (milliseconds, deadline) => sleep(milliseconds, undefined, { signal: deadline }).catch(() => undefined),
    random: Math.random,
  };
  return {
    payouts: airtelPayoutRail({ ...waiting, airtel, breaker }),
    collections: airtelCollectionRail({ ...waiting, airtel }),
    account: { uuid, provider: 'airtel', rail: airtelAccountRail(airtel, breaker) },
    resume: breaker.resume,
    identify: transactionIn,
  };
};
