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

/**
 * Whether a statement has a credit of an amount ($3) under a receipt ($1) of an account ($2). A bank's references are compared
 * among its credits of the amount; lines of providers are found by the receipt, as it is written or in its form of comparison.
 */
const SHOWN = `
  select $2 = 'bank' and exists (
           select from bank_line l where l.amount = $3 and identifier_key(l.receipt_no) = identifier_key($1))
      or exists (
           select from statement_line l join reconciliation r on r.id = l.reconciliation_id
            where l.receipt_no in ($1, identifier_key($1)) and l.amount = $3
              and r.account = case $2 when 'mpesa' then 'mpesa_paybill' when 'airtel' then 'airtel_collected' else $2 end) as shown`;

/** Mobile money, stored in Postgres. */
export function mobileMoneyPorts(
  tx: TenantTransaction,
): Pick<MobileMoneyPorts, 'mobileMoney' | 'wallets' | 'statements'> {
  const payments = tx.of(MobileMoneyTransaction);
  return {
    statements: {
      show: async ({ account, receiptNo, amount }) => {
        const [row] = await tx.sql<{ shown: boolean }>(SHOWN, [receiptNo, account, amount.toString()]);
        return row?.shown === true;
      },
    },
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
