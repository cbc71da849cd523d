import type { AccountRail } from '#core/payments/account-rail.ts';
import type { Carrier } from '#core/payments/channels.ts';
import type { CollectionRail, PayoutRail } from '#core/payments/rail.ts';
import type { Store, TenantTransaction } from '../postgres/database.ts';
import type { BankFile } from './bank-file/books.ts';
import type { Callbacks } from './callbacks/addresses.ts';
import type { OpenDaraja } from './daraja/rail.ts';
import type { RailSecrets, StoredRail } from './rail-settings.ts';

/**
 * The rails of one tenant: a payment goes to the provider that was set up for its channel, else to the sandbox's simulation.
 * A live tenant without one pays and collects nothing.
 */
export type PayoutRailOf = (tenantId: number, mode: 'sandbox' | 'live') => PayoutRail;
export type CollectionRailOf = (tenantId: number, mode: 'sandbox' | 'live') => CollectionRail;

/** An institution's own account at a provider, by the uuid of the rail that was set up. */
export type ProviderAccount = { readonly uuid: string; readonly provider: Carrier; readonly rail: AccountRail };
export type ProviderAccountsOf = (tenantId: number) => Promise<readonly ProviderAccount[]>;

/** The originator id of the payment that a notification at a rail's one address is about; null for none. */
export type IdentifyNotified = (tenantId: number, railUuid: string, text: string) => Promise<string | null>;

export type RailsPorts = {
  readonly store: Store;
  readonly clock: () => Temporal.Instant;
  readonly secrets: RailSecrets;
  readonly callbacks: Callbacks;
  /** Milliseconds of a clock that never goes back: how old what is known of a tenant's choice is. */
  readonly elapsed: () => number;
};

/** The rails of a provider, opened for a tenant. */
export type OpenRail = {
  readonly payouts: PayoutRail;
  /** Null where the provider is set up for payouts alone. */
  readonly collections: CollectionRail | null;
  /** The institution's own account at the provider; null where nothing outside holds its money. */
  readonly account: ProviderAccount | null;
  /** Sends payments again, after a person has repaired what had stopped them; left out where nothing is ever held back. */
  readonly resume?: (tx: Pick<TenantTransaction, 'sql'>) => Promise<void>;
  /** Which of our payments a notification at the rail's one address is about; null where it is about none. */
  readonly identify?: (text: string) => { readonly originatorId: string } | null;
  /** For what operators do with a bank that is paid by files: export them, import its statements. */
  readonly bankFile?: BankFile;
  /** For what a Daraja app does beside payments: balances, reversals, pulled lists. */
  readonly daraja?: OpenDaraja;
};

/** What an operator's file sets up. */
export type RailSetup = Pick<StoredRail, 'settings' | 'secrets'> & {
  readonly environment: 'sandbox' | 'live';
  /** In which the account pays and is paid, ISO 4217: the institution's own. */
  readonly currency: string;
};

/** A provider: how its rails are opened and, where an operator sets it up, how its file is read and shown. */
export type Provider = {
  /** Whose channels it carries (`core/payments/channels.ts`); null for all of them. */
  readonly carries: Carrier | null;
  readonly open: RailOpener;
  /** It takes one address for the notifications of all payments, which an operator registers with it. */
  readonly notifiesAtOneAddress?: true;
  /** @throws RangeError, TypeError naming the setting that can't be used, never its value */
  readonly setUp?: (file: { readonly [setting: string]: unknown }) => RailSetup;
  /** What may be shown of the settings. */
  readonly show?: (stored: StoredRail) => { readonly [setting: string]: string };
};

/** Opens the rails of a provider. `stored`: the tenant's settings; null where the provider has none. */
export type RailOpener = (ports: RailsPorts, tenantId: number, stored: StoredRail | null) => OpenRail;
