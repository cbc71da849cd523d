import type { RailSetup } from '../rail.ts';
import type { StoredRail } from '../rail-settings.ts';

/** The account at a bank that an institution pays from by files. */
export type BankFileSettings = {
  readonly environment: 'sandbox' | 'live';
  /** The number of the account, as the bank's statements name it. */
  readonly account: string;
  /** ISO 4217. */
  readonly currency: string;
};

/** The time zone of the bank's days. */
export const BANK_ZONE = 'Africa/Nairobi';

/** Reads an operator's file. @throws RangeError, TypeError naming the setting */
export function bankFileSetup(file: { readonly [setting: string]: unknown }): RailSetup {
  const { environment, account, currency = 'KES' } = file;
  if (environment !== 'sandbox' && environment !== 'live') throw new TypeError('environment must be sandbox or live.');
  if (typeof account !== 'string' || accountKey(account).length < 6) {
    throw new TypeError('account must be the number of the account at the bank, as text of at least six characters.');
  }
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
    throw new TypeError('currency must be a code of three letters, such as KES.');
  }
  const settings: BankFileSettings = { environment, account, currency };
  return { environment, settings, secrets: {} };
}

/** The settings as they were stored. */
export function settingsIn({ settings }: Pick<StoredRail, 'settings'>): BankFileSettings {
  // `bankFileSetup` made them.
  return settings as BankFileSettings;
}

/** What may be shown of the settings. */
export function shownOfBankFile(stored: StoredRail): { readonly [setting: string]: string } {
  const { environment, account, currency } = settingsIn(stored);
  return { environment, account, currency };
}

/** The form under which numbers of accounts are compared. */
const accountKey = (account: string): string => account.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Whether a statement is of this account: some banks write their own code before the number. */
export const isAccount = ({ account }: Pick<BankFileSettings, 'account'>, named: string): boolean =>
  accountKey(named).endsWith(accountKey(account));
