import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { AWAITED } from '#core/mobile-money/transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { receiptKey } from '#core/payments/payment-receipt.ts';
import type { TenantTransaction } from '../database.ts';
import { walletsIn } from '../payments/wallets.ts';

/** What was entered wrongly is under no receipt any more. */
const OF_RECEIPT = `state <> 'corrected' and uuid in (select record_uuid from payment_receipt_use
  where receipt_key = $1 and record_type = 'mobile_money_transaction' and direction = 'in')`;
/** The payment that came in under a receipt of an account ($2), wherever its money stands now; where it was split, the part in suspense. */
const FIRST_OF_RECEIPT = `state <> 'corrected' and uuid in (select record_uuid from payment_receipt_use
  where receipt_key = $1 and account = $2 and record_type = 'mobile_money_transaction' and direction = 'in')
  order by array_position('{returning,unallocated}', state), id`;

/** Mobile money, stored in Postgres. */
export function mobileMoneyPorts(tx: TenantTransaction): Pick<MobileMoneyPorts, 'mobileMoney' | 'wallets'> {
  const payments = tx.of(MobileMoneyTransaction);
  return {
    wallets: walletsIn(tx),
    mobileMoney: {
      lock: payments.lock,
      lockByUuid: (uuid) => payments.lockFirst('uuid = $1', [uuid]),
      lockByReceipt: (receiptNo, account) => payments.lockFirst(FIRST_OF_RECEIPT, [receiptKey(receiptNo), account]),
      lockAllByReceipt: (receiptNo) => payments.lockAll(`${OF_RECEIPT} order by id`, [receiptKey(receiptNo)]),
      lockByOriginator: (originatorId) => payments.lockFirst('originator_id = $1', [originatorId]),
      lockByBooking: (bookedUuid) => payments.lockFirst('booked_uuid = $1', [bookedUuid]),
      lockAwaited: ({ msisdn, amount, referenceKey }) =>
        payments.lockFirst('msisdn = $1 and amount = $2 and reference_key = $3 and state = any($4)', [
          tx.sealing.sealAlike(msisdn),
          amount,
          referenceKey,
          AWAITED,
        ]),
      add: payments.addWithId,
    },
  };
}
