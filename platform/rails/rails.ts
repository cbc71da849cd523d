import {
  carrierOf,
  isToBank,
  type Carrier,
  type CollectionChannel,
  type SentChannel,
} from '#core/payments/channels.ts';
import type { CollectionRail } from '#core/payments/rail.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import { openAirtelRail } from './airtel/rail.ts';
import { airtelSetup, shownOfAirtel } from './airtel/settings.ts';
import { openBankFileRail } from './bank-file/rail.ts';
import { bankFileSetup, shownOfBankFile } from './bank-file/settings.ts';
import { darajaSetup, shownOfDaraja } from './daraja/account.ts';
import { openDarajaRail, type OpenDaraja } from './daraja/rail.ts';
import type { BankFile } from './bank-file/books.ts';
import { openNoRail } from './no-rail.ts';
import { readRails } from './rail-settings.ts';
import type {
  CollectionRailOf,
  IdentifyNotified,
  OpenRail,
  PayoutRailOf,
  Provider,
  ProviderAccountsOf,
  RailsPorts,
} from './rail.ts';
import { openSandboxRail } from './sandbox/rail.ts';

/** The providers, one row each: by the kind of a rail that an institution has set up, else by its mode. */
export const PROVIDERS: { readonly [kind: string]: Provider } = {
  airtel: {
    carries: 'airtel',
    open: openAirtelRail,
    setUp: airtelSetup,
    show: shownOfAirtel,
    notifiesAtOneAddress: true,
  },
  bank_file: { carries: 'bank', open: openBankFileRail, setUp: bankFileSetup, show: shownOfBankFile },
  daraja: { carries: 'mpesa', open: openDarajaRail, setUp: darajaSetup, show: shownOfDaraja },
  sandbox: { carries: null, open: openSandboxRail },
  live: { carries: null, open: openNoRail },
};

/** The kinds that an operator can set up. */
export const RAIL_KINDS = Object.keys(PROVIDERS).filter((kind) => PROVIDERS[kind]?.setUp !== undefined);

export type Rails = {
  readonly payoutRailOf: PayoutRailOf;
  readonly collectionRailOf: CollectionRailOf;
  /** The accounts of each tenant at the providers that were set up. */
  readonly providerAccountsOf: ProviderAccountsOf;
  /**
   * Sends payments again through a provider, or all of a tenant, as a part of a transaction. @returns which; none where the tenant has
   * not set it up
   */
  readonly resume: (tx: Pick<TenantTransaction, 'sql'>, tenantId: number, kind?: string) => Promise<readonly Carrier[]>;
  /** Which of our payments a notification at a rail's one address is about; null where it is about none. */
  readonly identify: IdentifyNotified;
  /** The account at a bank that a tenant pays from by files; null where none was set up. */
  readonly bankFileOf: (tenantId: number) => Promise<BankFile | null>;
  /** The Daraja app of a tenant, for what a rail of payments does not do; null where none was set up. */
  readonly darajaOf: (tenantId: number) => Promise<OpenDaraja | null>;
};

/** How long a process works with what it has read of a tenant's choice. */
const FRESH_FOR_MS = 5_000;

type Opened = { readonly kind: string; readonly setup: string; readonly rail: OpenRail };

/** The rails of every tenant. @param providers the table of providers */
export function rails(ports: RailsPorts, providers = PROVIDERS): Rails {
  const known = new Map<number, { readonly readAt: number; readonly all: readonly Opened[] }>();

  /** The rails that a tenant has set up. */
  const chosenBy = async (tenantId: number): Promise<readonly Opened[]> => {
    const found = known.get(tenantId);
    if (found && ports.elapsed() - found.readAt < FRESH_FOR_MS) return found.all;
    const all = (await readRails(ports.store, ports.secrets, tenantId)).map((stored): Opened => {
      const { kind } = stored;
      const setup = `${stored.uuid} ${stored.version}`;
      // What was set up again is opened again; otherwise its connection and token stay.
      const before = found?.all.find((each) => each.setup === setup);
      return before ?? { kind, setup, rail: providerIn(providers, kind).open(ports, tenantId, stored) };
    });
    known.set(tenantId, { readAt: ports.elapsed(), all });
    return all;
  };

  /** The rail that carries a channel: of those that were set up, else the one of the tenant's mode. */
  const carrying = async (tenantId: number, mode: 'sandbox' | 'live', channel: SentChannel | CollectionChannel) => {
    const carries = carrierOf(channel);
    // A bank is not simulated: without its rail people pay.
    const own = () => providerIn(providers, isToBank(channel) ? 'live' : mode).open(ports, tenantId, null);
    const chosen = await chosenBy(tenantId);
    const carrier = chosen.find(({ kind }) => providerIn(providers, kind).carries === carries);
    return { chosen: carrier?.rail ?? null, own };
  };

  return {
    darajaOf: async (tenantId) => (await chosenBy(tenantId)).find(({ kind }) => kind === 'daraja')?.rail.daraja ?? null,
    bankFileOf: async (tenantId) =>
      (await chosenBy(tenantId)).find(({ kind }) => kind === 'bank_file')?.rail.bankFile ?? null,
    identify: async (tenantId, railUuid, text) => {
      const found = (await chosenBy(tenantId)).find(({ setup }) => setup.startsWith(railUuid));
      return found?.rail.identify?.(text)?.originatorId ?? null;
    },
    providerAccountsOf: async (tenantId) =>
      (await chosenBy(tenantId)).flatMap(({ rail }) => (rail.account === null ? [] : [rail.account])),
    resume: async (tx, tenantId, kind) => {
      const wanted = (await chosenBy(tenantId)).filter((each) => kind === undefined || each.kind === kind);
      for (const { rail } of wanted) await rail.resume?.(tx);
      return wanted.flatMap(({ rail }) => (rail.account === null ? [] : [rail.account.provider]));
    },
    payoutRailOf: (tenantId, mode) => {
      const rail = async (channel: SentChannel) => {
        const { chosen, own } = await carrying(tenantId, mode, channel);
        return (chosen ?? own()).payouts;
      };
      return {
        send: async (order, deadline) => (await rail(order.channel)).send(order, deadline),
        query: async (payment, deadline) => (await rail(payment.channel)).query(payment, deadline),
        receive: async (callback, text, awaited) => (await rail(awaited.channel)).receive(callback, text, awaited),
        closedFor: async (channel) => (await rail(channel)).closedFor(channel),
      };
    },
    collectionRailOf: (tenantId, mode) => {
      const rail = async (channel: CollectionChannel): Promise<CollectionRail> => {
        const { chosen, own } = await carrying(tenantId, mode, channel);
        const collections = chosen?.collections ?? own().collections;
        if (!collections) throw new Error(`The rail ${mode} collects nothing.`);
        return collections;
      };
      return {
        prompt: async (order, deadline) => (await rail(order.channel)).prompt(order, deadline),
        query: async (prompt, deadline) => (await rail(prompt.channel)).query(prompt, deadline),
        receive: async (text, awaited) => (await rail(awaited.channel)).receive(text, awaited),
      };
    },
  };
}

/** @throws RangeError where there is none of this kind */
export const providerOf = (kind: string): Provider => providerIn(PROVIDERS, kind);

function providerIn(providers: typeof PROVIDERS, kind: string): Provider {
  const found = Object.hasOwn(providers, kind) ? providers[kind] : undefined;
  if (!found) throw new RangeError(`There is no rail ${kind}. There are: ${RAIL_KINDS.join(', ')}.`);
  return found;
}
