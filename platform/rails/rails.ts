import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectionRail, PayoutRail } from '#core/payments/rail.ts';
import type { Store } from '../postgres/database.ts';
import type { Clock } from '../app/transact.ts';
import type { CallbackKind, Callbacks } from './callbacks/addresses.ts';
import { readCollectionNotification } from './daraja/collection-notification.ts';
import { storedCircuit } from './daraja/circuit-store.ts';
import { openDaraja, type Daraja } from './daraja/connection/call.ts';
import type { Waiting } from './daraja/retries.ts';
import { readPayoutNotification } from './daraja/payout-notification.ts';
import { darajaPayoutRail, type DarajaRail } from './daraja/payout-rail.ts';
import { darajaCollectionRail } from './daraja/collection-rail.ts';
import { sharedTokenStore } from './daraja/token-store.ts';
import { noCollectionRail, type CollectionRailOf, type PayoutRailOf } from './rail.ts';
import { readRail, type RailSecrets } from './rail-settings.ts';
import { sandboxCollectionRail } from './sandbox/collection-rail.ts';
import { sandboxPayoutRail } from './sandbox/payout-rail.ts';

export type RailsPorts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: RailSecrets;
  readonly callbacks: Callbacks;
};

/** A Daraja app of an institution, ready to be spoken to. */
export type OpenDaraja = {
  readonly uuid: string;
  readonly daraja: Daraja;
  readonly rail: DarajaRail;
  /** Null where the app only pays out. */
  readonly prompts: CollectionRail | null;
};

export type Rails = {
  /** The way of paying of each tenant: the provider that was chosen, else the sandbox's own, else none. */
  readonly payoutRailOf: PayoutRailOf;
  /** The way of asking payers of each tenant: the provider that was set up to collect, else as for paying. */
  readonly collectionRailOf: CollectionRailOf;
  /** The Daraja app of a tenant, for what a rail of payments does not do; null where none was chosen. */
  readonly darajaOf: (tenantId: number) => Promise<OpenDaraja | null>;
};

/** How long a process works with what it has read of a tenant's choice. */
const FRESH_FOR_MS = 5_000;

export function rails({ store, clock, secrets, callbacks }: RailsPorts): Rails {
  const known = new Map<number, { readAt: number; version: number; open: OpenDaraja | null }>();

  const open = (
    tenantId: number,
    { uuid, settings }: NonNullable<Awaited<ReturnType<typeof readRail>>>,
  ): OpenDaraja => {
    const daraja = openDaraja(settings, { now: clock, store: sharedTokenStore(store, tenantId, secrets) });
    const address = (kind: CallbackKind, originatorId: string) => callbacks.addressOf({ tenantId, kind, originatorId });
    const patience: Waiting = {
      pause: (milliseconds, deadline) => sleep(milliseconds, undefined, { signal: deadline }).catch(() => undefined),
      random: Math.random,
    };
    const rail = darajaPayoutRail({
      ...patience,
      daraja,
      addressesOf: (id) => ({
        payment: { result: address('payout', id), timeout: address('payout_timeout', id) },
        status: { result: address('payout_status', id), timeout: address('payout_status_timeout', id) },
      }),
      circuit: storedCircuit(store, tenantId, () => performance.now()),
    });
    const callbackAddressOf = (id: string) => address('collection', id);
    const prompts = settings.stk && darajaCollectionRail({ ...patience, daraja, callbackAddressOf });
    return { uuid, daraja, rail, prompts };
  };

  const darajaOf = async (tenantId: number): Promise<OpenDaraja | null> => {
    const found = known.get(tenantId);
    if (found && performance.now() - found.readAt < FRESH_FOR_MS) return found.open;
    const chosen = await readRail(store, secrets, tenantId);
    // What was set up anew is opened anew; otherwise its connection and token stay.
    const same = found && found.version === chosen?.version && found.open?.uuid === chosen.uuid;
    const now = { readAt: performance.now(), version: chosen?.version ?? 0 };
    const opened = same ? found.open : chosen && open(tenantId, chosen);
    known.set(tenantId, { ...now, open: opened });
    return opened;
  };

  return {
    darajaOf,
    payoutRailOf: (tenantId, mode) => {
      const chosen = async (): Promise<PayoutRail> => {
        const daraja = await darajaOf(tenantId);
        if (daraja) return daraja.rail;
        return mode === 'sandbox' ? sandboxPayoutRail({ store, clock, randomBytes }, tenantId) : noProvider(clock);
      };
      return {
        send: async (order, deadline) => (await chosen()).send(order, deadline),
        query: async (originatorId, deadline) => (await chosen()).query(originatorId, deadline),
        receive: async (callback, text, awaited) => (await chosen()).receive(callback, text, awaited),
        closedFor: async () => (await chosen()).closedFor(),
      };
    },
    collectionRailOf: (tenantId, mode) => {
      const chosen = async (): Promise<CollectionRail> => {
        const prompts = (await darajaOf(tenantId))?.prompts;
        if (prompts) return prompts;
        return mode === 'sandbox' ? sandboxCollectionRail({ store, clock }, tenantId) : noCollector(clock);
      };
      return {
        prompt: async (order, deadline) => (await chosen()).prompt(order, deadline),
        query: async (prompt, deadline) => (await chosen()).query(prompt, deadline),
        receive: async (text, awaited) => (await chosen()).receive(text, awaited),
      };
    },
  };
}

/** A live tenant has no way of paying until a provider is chosen for it. Nothing is sent, and it is said so. */
const noProvider = (clock: Clock): PayoutRail => ({
  send: async () => ({
    kind: 'unreachable',
    message: 'No payment provider is chosen for this institution; nothing was sent.',
    retryAfterSeconds: 3_600,
  }),
  query: async () => ({ kind: 'never_received' }),
  receive: async (callback, text, awaited) => readPayoutNotification(callback, text, awaited, clock()),
  closedFor: async () => null,
});

/** As for paying. What was asked for before is heard of all the same. */
const noCollector = (clock: Clock): CollectionRail => ({
  ...noCollectionRail,
  receive: async (text, awaited) => readCollectionNotification(text, awaited, clock()),
});
