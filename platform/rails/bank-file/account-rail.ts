import type { AccountRail } from '#core/payments/account-rail.ts';
import type { BankFile } from './books.ts';
import { BANK_ZONE } from './settings.ts';

/** The institution's account at its bank: what it holds and moves is what the last statement says. */
export function bankAccountRail({ lines }: BankFile): AccountRail {
  return {
    collects: true,
    requestBalance: async () => {
      const last = await lines.lastBalance();
      if (last === null) return null;
      const at = last.on.add({ days: 1 }).toZonedDateTime(BANK_ZONE).toInstant().subtract({ seconds: 1 });
      return { held: last.held, available: last.held, at };
    },
    receiveBalance: async () => null,
    list: async ({ from, through }) =>
      (await lines.between(from, through)).map(({ receiptNo, amount, at, kind, originatorId }) => ({
        receiptNo,
        amount,
        at,
        // A charge names the payment that it is for, and is not that payment.
        originatorId: kind === 'fee' ? null : originatorId,
      })),
  };
}
