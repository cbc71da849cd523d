import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackKind } from '../callbacks/addresses.ts';
import { storedCircuit } from '../circuit-store.ts';
import type { RailOpener } from '../rail.ts';
import { breakerOf } from '../breaker.ts';
import { darajaAccountRail } from './account-rail.ts';
import { settingsIn } from './account.ts';
import { darajaCollectionRail } from './collection-rail.ts';
import { openDaraja, type Daraja } from './connection/call.ts';
import { darajaSecondLook } from './second-look.ts';
import { darajaPayoutRail } from './payout-rail.ts';
import type { Waiting } from '../connection/retries.ts';
import { sharedTokenStore } from './token-store.ts';

/** A Daraja app of an institution, opened. */
export type OpenDaraja = { readonly uuid: string; readonly daraja: Daraja };

/** Payouts and collections by M-Pesa, through the Daraja app that an institution has set up. */
export const openDarajaRail: RailOpener = ({ store, clock, secrets, callbacks, elapsed }, tenantId, stored) => {
  if (stored === null) throw new Error(`Tenant ${tenantId} has no Daraja app.`);
  const settings = settingsIn(stored);
  const daraja = openDaraja(settings, {
    now: clock,
    store: sharedTokenStore(store, { tenantId, uuid: stored.uuid }, secrets),
  });
  const address = (kind: CallbackKind, originatorId: string) => callbacks.addressOf({ tenantId, kind, originatorId });
  const waiting: Waiting = {
    pause: (milliseconds, deadline) => sleep(milliseconds, undefined, { signal: deadline }).catch(() => undefined),
    random: Math.random,
  };
  const breaker = breakerOf(storedCircuit(store, { tenantId, uuid: stored.uuid }, elapsed), clock);
  const rail = darajaPayoutRail({
    ...waiting,
    daraja,
    breaker,
    addressesOf: (id) => ({
      payment: { result: address('payout', id), timeout: address('payout_timeout', id) },
      status: { result: address('payout_status', id), timeout: address('payout_status_timeout', id) },
    }),
  });
  const callbackAddressOf = (id: string) => address('collection', id);
  const collections = settings.stk && darajaCollectionRail({ ...waiting, daraja, callbackAddressOf });
  const { uuid } = stored;
  const timeout = address('balance_timeout', uuid);
  const addresses = { result: address('balance', uuid), timeout };
  const paybillAddresses = { result: address('paybill_balance', uuid), timeout };
  const account = {
    uuid,
    provider: 'mpesa' as const,
    rail: {
      ...darajaAccountRail({ daraja, breaker, addresses, paybillAddresses }),
      secondLook: darajaSecondLook(daraja, breaker, (id) => ({
        result: address('arrival_status', id),
        timeout: address('arrival_status_timeout', id),
      })),
    },
  };
  return { payouts: rail, collections, account, resume: breaker.resume, daraja: { uuid, daraja } };
};
