import type { DomainEvent } from '#core/kernel/event.ts';
import { interestOf } from '#core/savings/interest.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';

type Day = { readonly date: Temporal.PlainDate; readonly endOfDay: Temporal.Instant };

/**
 * Does with the fixed deposits of a batch that mature what was agreed at their opening: their interest has just been
 * posted. The accounts that they are paid out to and the products whose terms they take are read once for all of them.
 */
export async function matureDeposits(
  { of, newUuid }: TenantTransaction,
  deposits: readonly SavingsAccount[],
  day: Day,
): Promise<readonly DomainEvent[]> {
  if (deposits.length === 0) return [];
  const payouts = deposits.flatMap(({ maturity }) => maturity?.payoutAccountId ?? []);
  const targets = payouts.length > 0 ? await of(SavingsAccount).lockIds(payouts) : [];
  const renewing = deposits.filter(({ maturity }) => maturity?.atMaturity === 'roll_over_new_terms');
  const products =
    renewing.length > 0
      ? await of(SavingsProduct).find('id = any($1)', [renewing.map(({ productId }) => productId)])
      : [];
  return deposits.flatMap((deposit) => {
    const target = targets.find(({ id }) => id === deposit.maturity?.payoutAccountId);
    const paid = target ? payOut({ of, newUuid }, deposit, target, day) : [];
    return [...paid, deposit.mature(offerOf(products.find(({ id }) => id === deposit.productId)))];
  });
}

/** The terms that a product has for new deposits; null where it takes none. */
function offerOf(product: SavingsProduct | undefined) {
  if (product?.state !== 'active' || product.termMonths === null) return null;
  return { termMonths: product.termMonths, interest: interestOf(product) };
}

/** All of the deposit goes to the member's other account. Where either can't move money, it stays and waits. */
function payOut(
  { of, newUuid }: Pick<TenantTransaction, 'of' | 'newUuid'>,
  deposit: SavingsAccount,
  target: SavingsAccount,
  { date, endOfDay }: Day,
): DomainEvent[] {
  const amount = deposit.balance;
  if (deposit.state !== 'active' || target.state !== 'active' || deposit.held > 0n || amount === 0n) return [];
  const bookedOn = date.add({ days: 1 });
  deposit.debit(amount, bookedOn);
  target.credit(amount, bookedOn);
  return [['transfer_out', deposit] as const, ['transfer_in', target] as const].map(([type, account]) => {
    const nothing = { channel: null, reference: null, msisdn: null, branchId: null, receiptNo: null };
    const { transaction, event } = SavingsTransaction.post(
      {
        ...nothing,
        uuid: newUuid(),
        accountId: account.id,
        type,
        amount,
        bookedOn,
        paidAt: endOfDay,
        balanceAfter: account.balance,
        recordedBy: CLOSER,
      },
      account,
      // Between two accounts of savings: each side is a journal of its own.
      { transferred_from: 'savings_transfers' },
    );
    of(SavingsTransaction).add(transaction);
    return event;
  });
}
