import type { CollectionRail } from '#core/payments/rail.ts';
import { darajaSetup, shownOfDaraja } from './daraja/account.ts';
import { openDarajaRail, type OpenDaraja } from './daraja/rail.ts';
import { openNoRail } from './no-rail.ts';
import { readRail } from './rail-settings.ts';
import type {
  CollectionRailOf,
  OpenRail,
  PayoutRailOf,
  Provider,
  ProviderAccountsOf,
  RailOpener,
  RailsPorts,
} from './rail.ts';
import { openSandboxRail } from './sandbox/rail.ts';

/** The providers, one row each: by the kind of the rail that an institution has set up, else by its mode. */
const PROVIDERS: { readonly [kind: string]: Provider } = {
  daraja: { open: openDarajaRail, setUp: darajaSetup, show: shownOfDaraja },
  sandbox: { open: openSandboxRail },
  live: { open: openNoRail },
};

/** The kinds that an operator can set up. */
export const RAIL_KINDS = Object.keys(PROVIDERS).filter((kind) => PROVIDERS[kind]?.setUp !== undefined);

export type Rails = {
  /** The payouts of each tenant: by the provider that was set up, else by the sandbox's own, else by none. */
  readonly payoutRailOf: PayoutRailOf;
  /** The collections of each tenant: by the provider that was set up to collect, else as for payouts. */
  readonly collectionRailOf: CollectionRailOf;
  /** The accounts of each tenant at the providers that were set up. */
  readonly providerAccountsOf: ProviderAccountsOf;
  /** The Daraja app of a tenant, for what a rail of payments does not do; null where none was set up. */
  readonly darajaOf: (tenantId: number) => Promise<OpenDaraja | null>;
};

/** How long a process works with what it has read of a tenant's choice. */
const FRESH_FOR_MS = 5_000;

export function rails(ports: RailsPorts): Rails {
  const known = new Map<number, { readAt: number; setup: string | null; rail: OpenRail | null }>();

  /** The rail that a tenant has set up; null where it has none. */
  const chosenBy = async (tenantId: number): Promise<OpenRail | null> => {
    const found = known.get(tenantId);
    if (found && ports.elapsed() - found.readAt < FRESH_FOR_MS) return found.rail;
    const stored = await readRail(ports.store, ports.secrets, tenantId);
    const setup = stored && `${stored.uuid} ${stored.version}`;
    // What was set up again is opened again; otherwise its connection and token stay.
    const rail = found && found.setup === setup ? found.rail : stored && opener(stored.kind)(ports, tenantId, stored);
    known.set(tenantId, { readAt: ports.elapsed(), setup, rail });
    return rail;
  };

  return {
    providerAccountsOf: async (tenantId) => {
      const account = (await chosenBy(tenantId))?.account ?? null;
      return account === null ? [] : [account];
    },
    darajaOf: async (tenantId) => (await chosenBy(tenantId))?.daraja ?? null,
    payoutRailOf: (tenantId, mode) => {
      const rail = async () => ((await chosenBy(tenantId)) ?? opener(mode)(ports, tenantId, null)).payouts;
      return {
        send: async (order, deadline) => (await rail()).send(order, deadline),
        query: async (payment, deadline) => (await rail()).query(payment, deadline),
        receive: async (callback, text, awaited) => (await rail()).receive(callback, text, awaited),
        closedFor: async (channel) => (await rail()).closedFor(channel),
      };
    },
    collectionRailOf: (tenantId, mode) => {
      const rail = async (): Promise<CollectionRail> => {
        const collections = (await chosenBy(tenantId))?.collections ?? opener(mode)(ports, tenantId, null).collections;
        if (!collections) throw new Error(`The rail ${mode} collects nothing.`);
        return collections;
      };
      return {
        prompt: async (order, deadline) => (await rail()).prompt(order, deadline),
        query: async (prompt, deadline) => (await rail()).query(prompt, deadline),
        receive: async (text, awaited) => (await rail()).receive(text, awaited),
      };
    },
  };
}

const opener = (kind: string): RailOpener => providerOf(kind).open;

/** @throws RangeError where there is none of this kind */
export function providerOf(kind: string): Provider {
  const found = Object.hasOwn(PROVIDERS, kind) ? PROVIDERS[kind] : undefined;
  if (!found) throw new RangeError(`There is no rail ${kind}. There are: ${RAIL_KINDS.join(', ')}.`);
  return found;
}
