import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Unavailable } from '../../../runtime/outage.ts';
import { KEY_BYTES, openedKey, sealed } from './box.ts';

/** Keys of the installation, one of each master secret: they seal the keys of tenants. New ones are sealed with `current`. */
export type MasterKeys = { readonly current: string; readonly keys: ReadonlyMap<string, KeyObject> };

/** Of secrets, the newest first. */
export function masterKeys(...secrets: readonly string[]): MasterKeys {
  const keys = secrets.map(masterKeyOf);
  return { current: keys[0]?.[0] ?? '', keys: new Map(keys) };
}

/**
 * Of an installation: the newest of UMOJA_DATA_SECRETS seals, and where there is none, that of the secret in use. The first
 * three are those by which others see that this process knows them.
 * @param secrets that of UMOJA_SECRET, then the former ones
 * @param inUse the index of the secret in use at this moment
 */
export function masterKeysOf(
  { dataSecrets, secrets }: { readonly dataSecrets: readonly string[]; readonly secrets: readonly string[] },
  inUse: () => number,
): MasterKeys {
  const ofData = dataSecrets.map(masterKeyOf);
  const ofSecrets = secrets.map(masterKeyOf);
  const keys = new Map([...ofData.slice(0, 1), ...ofSecrets.slice(0, 1), ...ofData.slice(1), ...ofSecrets.slice(1)]);
  return {
    get current() {
      return (ofData[0] ?? ofSecrets[inUse()] ?? ofSecrets[0])?.[0] ?? '';
    },
    keys,
  };
}

/** By its id. */
function masterKeyOf(secret: string): readonly [string, KeyObject] {
  const key = Buffer.from(hkdfSync('sha256', secret, 'umoja', 'personal data', KEY_BYTES));
  return [
    createHash('sha256').update('umoja id of a key').update(key).digest('hex').slice(0, 12),
    createSecretKey(key),
  ];
}

/** The id of the master key that follows from a secret. */
export const masterIdOf = (secret: string): string => masterKeyOf(secret)[0];

/** The master key that sealed a tenant’s key. */
export const masterOf = (stored: string): string => stored.split('.')[1] ?? '';

/** A tenant's key as it is stored: `m1.<id of the master key>.<content>`. */
export const sealTenantKey = (key: KeyObject, place: string, { current, keys }: MasterKeys): string =>
  `m1.${current}.${sealed(key.export(), named(current, keys), place)}`;

/** @throws Unavailable where it was sealed with a secret that this process has not */
export function openTenantKey(stored: string, place: string, { keys }: MasterKeys): KeyObject {
  const [, id = '', content = ''] = stored.split('.');
  return openedKey(content, named(id, keys), place);
}

/** Another process may have it already. */
const UNTIL_RESTARTED_SECONDS = 10;

function named(id: string, keys: MasterKeys['keys']): KeyObject {
  const key = keys.get(id);
  if (key) return key;
  throw new Unavailable(
    `Personal data are sealed under the master key ${id}, whose secret this process has not. Name it in UMOJA_DATA_SECRETS, ` +
      'behind the newest.',
    UNTIL_RESTARTED_SECONDS,
    'This server can’t open the institution’s personal data: its operator has to start it with the newest secret.',
  );
}
