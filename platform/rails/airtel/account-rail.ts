import type { AccountRail, ProviderBalance } from '#core/payments/account-rail.ts';
import type { Breaker } from '../breaker.ts';
import { textAt } from '../connection/json.ts';
import type { Airtel } from './connection.ts';

/** The merchant's account at Airtel Money: it pays and collects from one balance, and replies to a request immediately. */
export function airtelAccountRail(airtel: Airtel, breaker: Breaker): AccountRail {
  return {
    collects: true,
    requestBalance: async (deadline): Promise<ProviderBalance | null> => {
      const reply = await airtel.call({ method: 'GET', path: '/standard/v1/users/balance', body: null }, deadline);
      const text = reply.kind === 'replied' ? textAt(reply.data, 'balance') : null;
      const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec((text ?? '').replaceAll(',', ''));
      if (match === null) return null;
      const held = BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
      await breaker.observe({ kind: 'balance', available: held });
      return { held, available: held, at: airtel.now() };
    },
    receiveBalance: async () => null,
    // Its API lists payments without the receipt under which they are booked.
    list: async () => null,
  };
}
