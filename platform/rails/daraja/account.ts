import type { Store } from '../../postgres/database.ts';
import type { RailSetup } from '../rail.ts';
import { storeRail, type RailSecrets, type StoredRail } from '../rail-settings.ts';
import { darajaSettings, type DarajaAccount, type DarajaSettings } from './settings.ts';

/** An operator's settings of a Daraja app: the file that `umoja rails set` reads. Amounts and limits have defaults. */
export type DarajaFile = Omit<DarajaAccount, 'limits' | 'charges' | 'certificate'> & { readonly certificate: string };

type Stk = NonNullable<DarajaFile['stk']>;
type Open = Omit<DarajaFile, 'consumerKey' | 'consumerSecret' | 'initiator' | 'stk'> & {
  readonly initiatorName: string;
  readonly stk: (Omit<Stk, 'passkey' | 'initiator'> & { readonly initiatorName?: string }) | null;
};
type Secrets = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly password: string;
  readonly passkey: string | null;
  readonly paybillPassword?: string;
};

/** The settings of a Daraja app as they were stored. */
export function settingsIn(stored: StoredRail): DarajaSettings {
  // `setupOf` made both, here and in the next line.
  const { initiatorName, stk, ...open } = stored.settings as Open;
  const { consumerKey, consumerSecret, password, passkey, paybillPassword } = stored.secrets as Secrets;
  const { initiatorName: paybillInitiator, ...openStk } = stk ?? {};
  return darajaSettings({
    ...open,
    consumerKey,
    consumerSecret,
    initiator: { name: initiatorName, password },
    stk:
      stk === null
        ? null
        : {
            // Its `stk` is not null here, so that nothing is missing.
            ...(openStk as Omit<Stk, 'passkey' | 'initiator'>),
            passkey: passkey ?? '',
            ...(paybillInitiator === undefined
              ? {}
              : { initiator: { name: paybillInitiator, password: paybillPassword ?? '' } }),
          },
  });
}

/** What may be shown of the settings. */
export function shownOfDaraja(stored: StoredRail): { readonly [setting: string]: string } {
  const { environment, shortcode, baseUrl } = settingsIn(stored);
  return { environment, shortcode, base_url: baseUrl };
}

/** Reads an operator's file. @throws RangeError, TypeError naming the setting, never its value */
export function darajaSetup(file: { readonly [setting: string]: unknown }): RailSetup {
  const missing = ['environment', 'consumerKey', 'consumerSecret', 'shortcode', 'initiator', 'certificate'].filter(
    (name) => !Object.hasOwn(file, name),
  );
  if (missing.length > 0) throw new TypeError(`The file lacks ${missing.join(', ')}.`);
  const { environment, initiator } = file;
  if (environment !== 'sandbox' && environment !== 'live') throw new TypeError('environment must be sandbox or live.');
  // Of any value, members can be read; both are looked at below.
  const { name, password } = (initiator ?? {}) as { name?: unknown; password?: unknown };
  if (typeof name !== 'string' || typeof password !== 'string') {
    throw new TypeError('initiator must have a name and a password.');
  }
  // What is left is checked by `darajaSettings`.
  return setupOf({ stk: null, ...file } as DarajaFile);
}

function setupOf(file: DarajaFile): RailSetup {
  darajaSettings(file);
  const { consumerKey, consumerSecret, initiator, stk, ...open } = file;
  const { passkey = null, initiator: paybill, ...openStk } = stk ?? {};
  const named = paybill === undefined ? {} : { initiatorName: paybill.name };
  const settings = { ...open, initiatorName: initiator.name, stk: stk === null ? null : { ...openStk, ...named } };
  const hidden = paybill === undefined ? {} : { paybillPassword: paybill.password };
  const secrets: Secrets = { consumerKey, consumerSecret, password: initiator.password, passkey, ...hidden };
  return { environment: file.environment, currency: 'KES', settings, secrets };
}

/**
 * Sets an institution up with a Daraja app, in place of its former settings. What can't work is refused before anything
 * is stored.
 * @throws RangeError, TypeError naming the setting, never its value
 */
export async function chooseDaraja(
  store: Pick<Store, 'write'>,
  secrets: RailSecrets,
  tenantId: number,
  file: DarajaFile,
): Promise<void> {
  const { settings, secrets: hidden } = setupOf(file);
  await storeRail(store, secrets, tenantId, { kind: 'daraja', settings, secrets: hidden });
}
