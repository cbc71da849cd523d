import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { AWAITED } from '#core/mobile-money/transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { TenantTransaction } from '../database.ts';
import { walletsIn } from '../payments/wallets.ts';

/** Mobile money, stored in Postgres. */
export function mobileMoneyPorts(tx: TenantTransaction): Pick<MobileMoneyPorts, 'mobileMoney' | 'wallets'> {
  const payments = tx.of(MobileMoneyTransaction);
  return {
    wallets: walletsIn(tx),
    mobileMoney: {
      lock: payments.lock,
      lockByReceipt: (receiptNo) => payments.lockFirst('receipt_no = $1', [receiptNo]),
      lockByOriginator: (originatorId) => payments.lockFirst('originator_id = $1', [originatorId]),
      lockByBooking: (bookedUuid) => payments.lockFirst('booked_uuid = $1', [bookedUuid]),
      lockAwaited: ({ msisdn, amount, referenceKey }) =>
        payments.lockFirst('msisdn = $1 and amount = $2 and reference_key = $3 and state = any($4)', [
          msisdn,
          amount,
          referenceKey,
          AWAITED,
        ]),
      add: payments.addWithId,
    },
  };
}
