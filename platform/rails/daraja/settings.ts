import type { Charges } from '../charges.ts';
import type { Timeouts } from '../connection/http.ts';
import { securityCredential } from './wire/credentials.ts';

/**
 * What a Daraja app of Safaricom is set up with. All of it is data: the portal's documents disagree with each other and
 * with what is seen on the wire, so names and limits that may differ are settings and not in the code.
 */
export type DarajaSettings = {
  readonly environment: 'sandbox' | 'live';
  /** Pinned per environment; no reply of the provider ever changes it. */
  readonly baseUrl: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  /** The shortcode that pays out and whose payments are queried. */
  readonly shortcode: string;
  readonly initiator: Initiator;
  /** The environment's M-Pesa certificate, PEM or DER. */
  readonly certificate: string | Buffer;
  /** What collections are prompted with; null where this app only pays out. */
  readonly stk: StkSettings | null;
  readonly limits: Limits;
  /** What a payment out costs, where the provider does not say so itself. */
  readonly charges: Charges;
  readonly timeouts: Timeouts;
  readonly wireNames: WireNames;
};

type StkSettings = {
  /** A paybill, or the head office (store) of a till. */
  readonly shortcode: string;
  readonly passkey: string;
  readonly transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
  /** The party that is paid: the paybill itself, or the till. */
  readonly payee: string;
  /**
   * Who acts for that shortcode where it is another one than the one that pays: an initiator belongs to one shortcode.
   * Without it, its account is neither moved from nor looked at.
   */
  readonly initiator?: Initiator;
};

export type Initiator = { readonly name: string; readonly password: string };

/** A shortcode of the institution with who acts for it. */
export type OwnShortcode = { readonly shortcode: string; readonly initiator: Initiator };

/** The shortcode whose account holds what the paybill has collected; null where nothing acts for it. */
export function collectingShortcode({
  shortcode,
  initiator,
  stk,
}: Pick<DarajaSettings, 'shortcode' | 'initiator' | 'stk'>): OwnShortcode | null {
  if (stk === null || stk.shortcode === shortcode) return { shortcode, initiator };
  return stk.initiator === undefined ? null : { shortcode: stk.shortcode, initiator: stk.initiator };
}

/** A shortcode that collects, with who acts for it: without an initiator of its own the one that pays. Null where it is none of ours. */
export function ownShortcode(
  settings: Pick<DarajaSettings, 'shortcode' | 'initiator' | 'stk'>,
  shortcode: string,
): OwnShortcode | null {
  if (shortcode === settings.shortcode) return { shortcode, initiator: settings.initiator };
  return shortcode === settings.stk?.shortcode
    ? { shortcode, initiator: settings.stk.initiator ?? settings.initiator }
    : null;
}

/** In minor units, inclusive. */
type Limits = {
  readonly payout: {
    readonly min: bigint;
    readonly max: bigint;
    /** From here on a notification is not enough: the status is queried before it is booked. */
    readonly confirmedFrom: bigint;
  };
  /** `confirmedFrom`: the same of what is paid to the paybill without a prompt; never below `LEAST_LOOKED_AT`. */
  readonly collection: { readonly min: bigint; readonly max: bigint; readonly confirmedFrom?: bigint };
};

/** Names and versions on which Safaricom's own documents disagree. */
export type WireNames = {
  /** How a status query names the payment's own originator id: newer documents the first, older ones the second. */
  readonly originalId: 'OriginalConversationID' | 'OriginatorConversationID';
  readonly c2bVersion: 'v1' | 'v2';
  /** The documents say GET with a body; clients in the field post. */
  readonly pullQueryMethod: 'POST' | 'GET';
};

export const HOSTS = {
  sandbox: 'https://sandbox.safaricom.co.ke',
  live: 'https://api.safaricom.co.ke',
} as const;

/** B2C pays 10 to 250,000 shillings, STK collects 1 to 250,000 (portal, "B2C" and "M-Pesa Express"). */
const LIMITS: Limits = {
  payout: { min: 1_000n, max: 25_000_000n, confirmedFrom: 10_000_000n },
  collection: { min: 100n, max: 25_000_000n, confirmedFrom: 10_000_000n },
};

/** As published for payments to registered customers. A contract may say otherwise. */
const CHARGES: Charges = [
  [10_000n, 0n],
  [150_000n, 500n],
  [500_000n, 900n],
  [25_000_000n, 1_100n],
];

const TIMEOUTS: Timeouts = { connectMs: 5_000, totalMs: 30_000 };

export const WIRE_NAMES: WireNames = {
  originalId: 'OriginalConversationID',
  c2bVersion: 'v2',
  pullQueryMethod: 'POST',
};

type Defaulted = 'baseUrl' | 'limits' | 'charges' | 'timeouts' | 'wireNames';

/** The settings that an app requires; the rest has defaults. */
export type DarajaAccount = Omit<DarajaSettings, Defaulted> & Partial<Pick<DarajaSettings, Defaulted>>;

/**
 * Completes the settings of an app.
 * @throws RangeError naming the setting that can't be used, never its value; TypeError for a certificate that is none
 */
export function darajaSettings(account: DarajaAccount): DarajaSettings {
  const settings = {
    baseUrl: HOSTS[account.environment],
    limits: LIMITS,
    charges: CHARGES,
    timeouts: TIMEOUTS,
    wireNames: WIRE_NAMES,
    ...account,
  };
  const shortcodes = [settings.shortcode, ...(settings.stk ? [settings.stk.shortcode, settings.stk.payee] : [])];
  if (!shortcodes.every((code) => /^\d{5,7}$/.test(code))) throw new RangeError('A shortcode has 5 to 7 digits.');
  for (const [name, value] of [
    ['consumer key', settings.consumerKey],
    ['consumer secret', settings.consumerSecret],
    ['initiator name', settings.initiator.name],
    ['initiator password', settings.initiator.password],
    ['name of the paybill’s initiator', settings.stk?.initiator?.name ?? 'none'],
    ['password of the paybill’s initiator', settings.stk?.initiator?.password ?? 'none'],
  ] as const) {
    if (value === '') throw new RangeError(`The ${name} of the Daraja app is empty.`);
  }
  const isLiveHost = settings.baseUrl === HOSTS.live;
  if (isLiveHost !== (settings.environment === 'live')) {
    throw new RangeError('A live app calls the live host, and no other app does.');
  }
  // Once now, so that it can't fail between recording a payment and sending it.
  securityCredential(settings.certificate, settings.initiator.password);
  return settings;
}
