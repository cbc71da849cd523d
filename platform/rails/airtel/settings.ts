import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Charges } from '../charges.ts';
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
  /** What a payment out costs: Airtel's API does not say. None where the operator has named none. */
  readonly charges: Charges;
};

const HOSTS = {
  sandbox: 'https://openapiuat.airtel.africa',
  live: 'https://openapi.airtel.africa',
} as const;
/** The country and currency of every request. */
export const MARKET = { country: 'KE', currency: 'KES' } as const;

const TIMEOUTS: Timeouts = { connectMs: 5_000, totalMs: 30_000 };

/** An operator's file, and what is stored of it. Amounts are whole numbers of minor units. */
const FileSchema = Type.Object(
  {
    environment: Type.Enum(['sandbox', 'live']),
    clientId: Type.String({ minLength: 1 }),
    clientSecret: Type.String({ minLength: 1 }),
    pin: Type.String({ pattern: '^[0-9]{4}$' }),
    publicKey: Type.String({ minLength: 1 }),
    baseUrl: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
    timeouts: Type.Optional(
      Type.Object(
        {
          connectMs: Type.Integer({ minimum: 1, maximum: 60_000 }),
          totalMs: Type.Integer({ minimum: 1, maximum: 300_000 }),
        },
        { additionalProperties: false },
      ),
    ),
    charges: Type.Optional(
      Type.Array(
        Type.Object(
          {
            upTo: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
            charge: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50 },
      ),
    ),
  },
  { additionalProperties: false },
);
export type AirtelFile = Static<typeof FileSchema>;
const fileSchema = Compile(FileSchema);

/** What each setting has to be: a message never shows the value. */
const HAS_TO_BE: { readonly [setting: string]: string } = {
  environment: 'sandbox or live',
  pin: 'four digits, as text',
  baseUrl: 'an address without a path, such as https://openapiuat.airtel.africa',
  timeouts: 'whole milliseconds: {"connectMs": 5000, "totalMs": 30000}',
  charges: 'steps in minor units: [{"upTo": 10000, "charge": 500}]',
};

/** @throws TypeError naming the setting that can't be used, never its value */
function readFile(file: unknown): AirtelFile {
  if (fileSchema.Check(file)) return file;
  const [error] = fileSchema.Errors(file);
  const missing = error?.keyword === 'required' ? error.params.requiredProperties[0] : undefined;
  const [, setting = missing ?? 'file'] = (error?.instancePath ?? '').split('/');
  if (setting === missing) throw new TypeError(`The file lacks ${setting}.`);
  if (!Object.hasOwn(FileSchema.properties, setting)) throw new TypeError(`There is no setting ${setting}.`);
  throw new TypeError(`${setting} has to be ${HAS_TO_BE[setting] ?? 'a text that is not empty'}.`);
}

/**
 * Completes the settings of an application.
 * @throws RangeError, TypeError naming the setting that can't be used, never its value
 */
export function airtelSettings(file: AirtelFile): AirtelSettings {
  const charges = (file.charges ?? []).map(({ upTo, charge }) => [BigInt(upTo), BigInt(charge)] as const);
  const settings = { baseUrl: HOSTS[file.environment], timeouts: TIMEOUTS, ...file, charges };
  if (charges.some(([upTo], step) => step > 0 && upTo <= (charges[step - 1]?.[0] ?? 0n))) {
    throw new RangeError('The steps of charges have to rise.');
  }
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
  const { clientId, clientSecret, pin, ...settings } = readFile(file);
  const secrets = { clientId, clientSecret, pin };
  airtelSettings({ ...settings, ...secrets });
  return { environment: settings.environment, currency: MARKET.currency, settings, secrets };
}

/** The settings of an application as they were stored. @throws TypeError where they are none */
export function settingsIn({ settings, secrets }: Pick<StoredRail, 'settings' | 'secrets'>): AirtelSettings {
  return airtelSettings(readFile({ ...asObject(settings), ...asObject(secrets) }));
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** What may be shown of the settings. */
export function shownOfAirtel(stored: StoredRail): { readonly [setting: string]: string } {
  const { environment, baseUrl } = settingsIn(stored);
  return { environment, base_url: baseUrl };
}
