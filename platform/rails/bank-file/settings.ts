import type { TenantTransaction } from '../../postgres/database.ts';
import type { RailSetup } from '../rail.ts';
import type { StoredRail } from '../rail-settings.ts';

/** The account at a bank that an institution pays from by files. */
export type BankFileSettings = {
  readonly environment: 'sandbox' | 'live';
  /** The number of the account, as the bank's statements name it. */
  readonly account: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The words with which the bank begins a line in CSV of money that it gives back; its other formats have codes. */
  readonly returnWords: readonly string[];
  /** For how many days after a payment the bank may give it back. */
  readonly returnDays: number;
};

const RETURN_DAYS = 10;
const MOST_RETURN_DAYS = 365;

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
  const { returnWords = [], returnDays = RETURN_DAYS } = file;
  const isWords = Array.isArray(returnWords) && returnWords.every(isWord);
  if (!isWords)
    throw new TypeError('returnWords must be a list of words with which the bank begins a line of a return.');
  if (
    typeof returnDays !== 'number' ||
    !Number.isInteger(returnDays) ||
    returnDays < 0 ||
    returnDays > MOST_RETURN_DAYS
  ) {
    throw new TypeError(`returnDays must be a whole number of days up to ${MOST_RETURN_DAYS}.`);
  }
  const settings: BankFileSettings = { environment, account, currency, returnWords, returnDays };
  return { environment, currency, settings, secrets: {} };
}

const isWord = (word: unknown): word is string => typeof word === 'string' && word.trim().length >= 3;

/** The settings as they were stored. */
export function settingsIn({ settings }: Pick<StoredRail, 'settings'>): BankFileSettings {
  // `bankFileSetup` made them, some before there were returns among them.
  return { returnWords: [], returnDays: RETURN_DAYS, ...(settings as Omit<BankFileSettings, `return${string}`>) };
}

/** What may be shown of the settings. */
export function shownOfBankFile(stored: StoredRail): { readonly [setting: string]: string } {
  const { environment, account, currency, returnWords, returnDays } = settingsIn(stored);
  return { environment, account, currency, returnWords: returnWords.join(', '), returnDays: String(returnDays) };
}

/** The account at the bank is in another currency than the books: nothing is paid from it, and no statement is read. */
export class OtherCurrency extends Error {}

/**
 * Amounts are written and read as minor units of the institution: an account in another currency would be paid, and booked,
 * at one for one.
 * @throws OtherCurrency
 */
export async function requireOwnCurrency(
  { sql }: Pick<TenantTransaction, 'sql'>,
  { currency }: Pick<BankFileSettings, 'currency'>,
): Promise<void> {
  const [books] = await sql<{ currency: string }>(
    `select currency from tenant where id = current_setting('app.tenant')::bigint`,
    [],
  );
  if (!books || books.currency === currency) return;
  throw new OtherCurrency(
    `The account at the bank is in ${currency}, the books are in ${books.currency}. Set up an account in ${books.currency}.`,
  );
}

/** The form under which numbers of accounts are compared. */
const accountKey = (account: string): string => account.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Whether a statement is of this account: some banks write their own code before the number. */
export const isAccount = ({ account }: Pick<BankFileSettings, 'account'>, named: string): boolean =>
  accountKey(named).endsWith(accountKey(account));
