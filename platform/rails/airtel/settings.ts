import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { Timeouts } from '../connection/http.ts';
import type { RailSetup } from '../rail.ts';
import type { StoredRail } from '../rail-settings.ts';

/** What an application of Airtel Money is set up with (developers.airtel.africa). */
export type AirtelSettings = {
  readonly environment: 'sandbox' | 'live';
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The four digits by which the merchant's account pays out. */
  readonly pin: string;
  /** Airtel's RSA key of this environment, SPKI: PEM, or base64 as the portal shows it. */
  readonly publicKey: string;
  readonly timeouts: Timeouts;
};

const HOSTS = {
  sandbox: 'https://openapiuat.airtel.africa',
  live: 'https://openapi.airtel.africa',
} as const;
/** The country and currency of every request. */
export const MARKET = { country: 'KE', currency: 'KES' } as const;

const TIMEOUTS: Timeouts = { connectMs: 5_000, totalMs: 30_000 };

type Open = Pick<AirtelSettings, 'environment' | 'publicKey'> & Partial<Pick<AirtelSettings, 'baseUrl' | 'timeouts'>>;
type Secrets = Pick<AirtelSettings, 'clientId' | 'clientSecret' | 'pin'>;
export type AirtelFile = Open & Secrets;

/**
 * Completes the settings of an application.
 * @throws RangeError, TypeError naming the setting that can't be used, never its value
 */
export function airtelSettings(file: AirtelFile): AirtelSettings {
  const settings = { baseUrl: HOSTS[file.environment], timeouts: TIMEOUTS, ...file };
  if (!/^\d{4}$/.test(settings.pin)) throw new RangeError('The pin has four digits.');
  if ((settings.baseUrl === HOSTS.live) !== (settings.environment === 'live')) {
    throw new RangeError('A live application calls the live host, and no other application does.');
  }
  // Once now, so that it can't fail between recording a payment and sending it.
  encryptedPin(settings);
  return settings;
}

/** The pin as a disbursement carries it: encrypted by RSA and PKCS #1 v1.5 padding, in base64. */
export function encryptedPin({ publicKey, pin }: Pick<AirtelSettings, 'publicKey' | 'pin'>): string {
  let key;
  try {
    key = publicKey.includes('BEGIN')
      ? createPublicKey(publicKey)
      : createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw new TypeError('The publicKey can’t be read; give Airtel’s RSA key as PEM or base64.');
  }
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('The publicKey is no RSA key.');
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(pin)).toString('base64');
}

/** Reads an operator's file. @throws RangeError, TypeError naming the setting, never its value */
export function airtelSetup(file: { readonly [setting: string]: unknown }): RailSetup {
  const { environment, clientId, clientSecret, pin, publicKey, baseUrl, timeouts } = file;
  if (environment !== 'sandbox' && environment !== 'live') throw new TypeError('environment must be sandbox or live.');
  const text = (name: string, value: unknown): string => {
    if (typeof value === 'string' && value !== '') return value;
    throw new TypeError(`The file lacks ${name}.`);
  };
  const open: Open = {
    environment,
    publicKey: text('publicKey', publicKey),
    ...(baseUrl === undefined ? {} : { baseUrl: text('baseUrl', baseUrl) }),
    ...(timeouts === undefined ? {} : { timeouts: timeouts as Timeouts }),
  };
  const secrets: Secrets = {
    clientId: text('clientId', clientId),
    clientSecret: text('clientSecret', clientSecret),
    pin: text('pin', pin),
  };
  airtelSettings({ ...open, ...secrets });
  return { environment, settings: open, secrets };
}

/** The settings of an application as they were stored. */
export function settingsIn({ settings, secrets }: Pick<StoredRail, 'settings' | 'secrets'>): AirtelSettings {
  // `airtelSetup` made both.
  return airtelSettings({ ...(settings as Open), ...(secrets as Secrets) });
}

/** What may be shown of the settings. */
export function shownOfAirtel(stored: StoredRail): { readonly [setting: string]: string } {
  const { environment, baseUrl } = settingsIn(stored);
  return { environment, base_url: baseUrl };
}
