import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { AWAITED } from '#core/mobile-money/transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { TenantTransaction } from '../database.ts';
import { collection, LOCKED } from '../collection.ts';

/** Mobile money, kept in Postgres. */
export function mobileMoneyPorts(tx: TenantTransaction): Pick<MobileMoneyPorts, 'mobileMoney'> {
  const { em } = tx;
  const { get: lock, add } = collection(tx, MobileMoneyTransaction, 'mobile_money_transaction');
  return {
    mobileMoney: {
      lock,
      lockByReceipt: (receiptNo) => em.findOne(MobileMoneyTransaction, { receiptNo }, LOCKED),
      lockByOriginator: (originatorId) => em.findOne(MobileMoneyTransaction, { originatorId }, LOCKED),
      lockByBooking: (bookedUuid) => em.findOne(MobileMoneyTransaction, { bookedUuid }, LOCKED),
      lockAwaited: (wanted) => em.findOne(MobileMoneyTransaction, { ...wanted, state: { $in: [...AWAITED] } }, LOCKED),
      add,
    },
  };
}
