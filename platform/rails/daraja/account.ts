import type { Store } from '../../postgres/database.ts';
import { storeRail, type RailSecrets, type StoredRail } from '../rail-settings.ts';
import { darajaSettings, type DarajaAccount, type DarajaSettings } from './settings.ts';

/** An operator's settings of a Daraja app: the file that `umoja rails set` reads. Amounts and limits have defaults. */
export type DarajaFile = Omit<DarajaAccount, 'limits' | 'charges' | 'certificate'> & { readonly certificate: string };

type Open = Omit<DarajaFile, 'consumerKey' | 'consumerSecret' | 'initiator' | 'stk'> & {
  readonly initiatorName: string;
  readonly stk: Omit<NonNullable<DarajaFile['stk']>, 'passkey'> | null;
};
type Secrets = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly password: string;
  readonly passkey: string | null;
};

/** The settings of a Daraja app as they were stored. */
export function settingsIn(stored: StoredRail): DarajaSettings {
  // `chooseDaraja` wrote both.
  const { initiatorName, stk, ...open } = stored.settings as Open;
  const { consumerKey, consumerSecret, password, passkey } = stored.secrets as Secrets;
  return darajaSettings({
    ...open,
    consumerKey,
    consumerSecret,
    initiator: { name: initiatorName, password },
    stk: stk === null ? null : { ...stk, passkey: passkey ?? '' },
  });
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
  darajaSettings(file);
  const { consumerKey, consumerSecret, initiator, stk, ...open } = file;
  const { passkey = null, ...openStk } = stk ?? {};
  const settings = { ...open, initiatorName: initiator.name, stk: stk === null ? null : openStk };
  const hidden: Secrets = { consumerKey, consumerSecret, password: initiator.password, passkey };
  await storeRail(store, secrets, tenantId, { kind: 'daraja', settings, secrets: hidden });
}
