import type { Cents } from '#core/kernel/money.ts';
import { readCents } from '../wire/amounts.ts';
import { readTime } from '../wire/times.ts';
import { readResult, valueOf, type Unreadable } from './result.ts';

/** One account of a shortcode, in minor units. */
type AccountBalance = {
  readonly name: string;
  readonly currency: string;
  readonly current: Cents;
  readonly available: Cents | null;
  readonly reserved: Cents | null;
  readonly uncleared: Cents | null;
};

export type BalanceResult = {
  readonly kind: 'balance_result';
  readonly providerCode: string;
  /** Empty where the query failed. */
  readonly accounts: readonly AccountBalance[];
  readonly at: Temporal.Instant | null;
};

const MOST_ACCOUNTS = 50;

/** What the accounts of a shortcode hold (portal, "Account Balance": result). Never throws. */
export function readBalanceResult(text: string): BalanceResult | Unreadable {
  const result = readResult(text);
  if (result.kind === 'unreadable') return result;
  return {
    kind: 'balance_result',
    providerCode: result.code,
    accounts: readAccounts(valueOf(result.parameters, 'AccountBalance')),
    at: readTime(valueOf(result.parameters, 'BOCompletedTime')),
  };
}

/** `Working Account|KES|700000.00|700000.00|0.00|0.00&Utility Account|...`; accounts that can't be read are left out. */
function readAccounts(text: string | null): AccountBalance[] {
  return (text ?? '')
    .split('&', MOST_ACCOUNTS)
    .map((account) => account.split('|').map((part) => part.trim()))
    .flatMap(([name = '', currency = '', ...amounts]) => {
      const [current = null, available = null, reserved = null, uncleared = null] = amounts.map(readCents);
      return name === '' || !/^[A-Z]{3}$/.test(currency) || current === null
        ? []
        : [{ name, currency, current, available, reserved, uncleared }];
    });
}
