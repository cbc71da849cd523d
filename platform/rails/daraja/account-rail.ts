import type { Cents } from '#core/kernel/money.ts';
import { BalanceDeclined, type AccountRail, type ProviderBalance } from '#core/payments/account-rail.ts';
import type { Breaker } from '../breaker.ts';
import { requestBalance } from './apis/balance.ts';
import type { Addresses } from './apis/party.ts';
import { readBalanceResult } from './callbacks/balance-result.ts';
import type { Daraja } from './connection/call.ts';
import { collectingShortcode } from './settings.ts';

/** The account that payments to customers are taken from, and the one that what they pay comes into. */
const PAYING_ACCOUNT = 'Utility Account';
const COLLECTING_ACCOUNT = 'Working Account';
const CHARGES_ACCOUNT = 'Charges Paid Account';

type Ports = {
  readonly daraja: Daraja;
  readonly breaker: Breaker;
  readonly addresses: Addresses;
  /** The same for the paybill, where it has a shortcode of its own. */
  readonly paybillAddresses: Addresses;
};

/**
 * The accounts of a shortcode, each of which is compared with accounts of the ledger. The account that collects is that of
 * the same shortcode, or of the paybill's, which is queried as well where an initiator acts for it. What is moved between
 * them on the portal is booked: `umoja float top-up --from paybill`.
 */
export function darajaAccountRail({ daraja, breaker, addresses, paybillAddresses }: Ports): AccountRail {
  const { shortcode, stk } = daraja.settings;
  const collects = stk?.shortcode === shortcode;
  const collecting = collectingShortcode(daraja.settings);
  const requestsPaybill = collecting !== null && collecting.shortcode !== shortcode;
  return {
    collects,
    requestsPaybill,
    requestBalance: async (deadline) => {
      const own = await requestBalance(daraja, addresses, deadline);
      if (requestsPaybill) {
        const paybill = await requestBalance(daraja, paybillAddresses, deadline, collecting);
        if (paybill.kind === 'rejected' && own.kind !== 'rejected')
          throw new BalanceDeclined(paybill.means, 'paybill_balance');
      }
      if (own.kind === 'rejected') throw new BalanceDeclined(own.means);
      return null;
    },
    receiveBalance: async (callback, text): Promise<ProviderBalance | null> => {
      const result = readBalanceResult(text);
      if (result.kind === 'unreadable') return null;
      const account = (name: string) => result.accounts.find((each) => each.name === name);
      if (callback === 'paybill_balance') return ofPaybill(account(COLLECTING_ACCOUNT), result.at);
      const paying = account(PAYING_ACCOUNT);
      if (paying === undefined) return null;
      const available = paying.available ?? paying.current;
      await breaker.observe({ kind: 'balance', available });
      const collected = collects ? account(COLLECTING_ACCOUNT) : undefined;
      const roles = [
        ['paying', paying],
        ['collecting', collected],
        ['charges', account(CHARGES_ACCOUNT)],
      ] as const;
      const accounts = roles.flatMap(([role, found]) =>
        found === undefined ? [] : [{ role, name: found.name, balance: found.current }],
      );
      return { held: paying.current + (collected?.current ?? 0n), accounts, available, at: result.at };
    },
    // What a paybill collected is pulled by `reconcile --pull`, which knows the shortcode; what went out is not listed.
    list: async () => null,
  };
}

function ofPaybill(
  account: { readonly name: string; readonly current: Cents } | undefined,
  at: Temporal.Instant | null,
): ProviderBalance | null {
  if (account === undefined) return null;
  const { name, current } = account;
  return {
    of: 'paybill',
    held: current,
    available: 0n,
    accounts: [{ role: 'collecting', name, balance: current }],
    at,
  };
}
