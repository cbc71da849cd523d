import type { AccountRail, ProviderBalance } from '#core/payments/account-rail.ts';
import type { Breaker } from '../breaker.ts';
import { requestBalance } from './apis/balance.ts';
import type { Addresses } from './apis/party.ts';
import { readBalanceResult } from './callbacks/balance-result.ts';
import type { Daraja } from './connection/call.ts';

/** The account that payments to customers are taken from, and the one that what they pay comes into. */
const PAYING_ACCOUNT = 'Utility Account';
const COLLECTING_ACCOUNT = 'Working Account';
const CHARGES_ACCOUNT = 'Charges Paid Account';

type Ports = { readonly daraja: Daraja; readonly breaker: Breaker; readonly addresses: Addresses };

/**
 * The accounts of a shortcode, each of which is compared with accounts of the ledger. The account that collects is ours to
 * compare where the same shortcode collects. What is moved between them on the portal is booked: `umoja float top-up --from
 * paybill`.
 */
export function darajaAccountRail({ daraja, breaker, addresses }: Ports): AccountRail {
  const { shortcode, stk } = daraja.settings;
  const collects = stk?.shortcode === shortcode;
  return {
    collects,
    requestBalance: async (deadline) => {
      await requestBalance(daraja, addresses, deadline);
      return null;
    },
    receiveBalance: async (text): Promise<ProviderBalance | null> => {
      const result = readBalanceResult(text);
      if (result.kind === 'unreadable') return null;
      const account = (name: string) => result.accounts.find((each) => each.name === name);
      const paying = account(PAYING_ACCOUNT);
      if (paying === undefined) return null;
      const available = paying.available ?? paying.current;
      await breaker.observe({ kind: 'balance', available });
      const collecting = collects ? account(COLLECTING_ACCOUNT) : undefined;
      const roles = [
        ['paying', paying],
        ['collecting', collecting],
        ['charges', account(CHARGES_ACCOUNT)],
      ] as const;
      const accounts = roles.flatMap(([role, found]) =>
        found === undefined ? [] : [{ role, name: found.name, balance: found.current }],
      );
      return { held: paying.current + (collecting?.current ?? 0n), accounts, available, at: result.at };
    },
    // What a paybill collected is pulled by `reconcile --pull`, which knows the shortcode; what went out is not listed.
    list: async () => null,
    resume: () => breaker.observe({ kind: 'resumed' }),
  };
}
