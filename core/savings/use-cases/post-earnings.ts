import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import type { PostedInterest } from '../account/fixed-deposit.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import { SavingsTransaction } from '../transaction/savings-transaction.ts';

type Ports = Pick<SavingsPorts, 'savingsTransactions' | 'newUuid' | 'actor' | 'now'> & {
  /** The first day of which nothing is posted: what is, is booked on the day before. */
  readonly from: Temporal.PlainDate;
};

/**
 * Posts interest before the end of its period, and the tax withheld of it. The account has changed its balance already.
 * @returns the events of the movements; none where nothing was earned
 */
export function postEarnings(account: SavingsAccount, { interest, tax }: PostedInterest, ports: Ports): DomainEvent[] {
  const common = {
    accountId: account.id,
    paidAt: ports.now,
    bookedOn: ports.from.subtract({ days: 1 }),
    recordedBy: ports.actor,
  };
  const movement = (type: 'interest' | 'withholding_tax', amount: Cents, balanceAfter: Cents) =>
    SavingsTransaction.postAtClose({ ...common, uuid: ports.newUuid(), type, amount, balanceAfter });
  const movements = [
    ...(interest > 0n ? [movement('interest', interest, account.balance + tax)] : []),
    ...(tax > 0n ? [movement('withholding_tax', tax, account.balance)] : []),
  ];
  for (const each of movements) ports.savingsTransactions.add(each);
  return movements.map((each) => each.postedEarly(account));
}

/**
 * Interest that was posted costs the break of a deposit: a fee of that interest, less the tax that is returned of it. The
 * account has changed its balance already.
 */
export async function postCostOfBreak(
  account: SavingsAccount,
  { interest, tax }: PostedInterest,
  ports: Ports,
): Promise<DomainEvent[]> {
  if (interest === 0n) return [];
  const { transaction, event } = SavingsTransaction.post(
    {
      uuid: ports.newUuid(),
      accountId: account.id,
      type: 'fee',
      amount: interest - tax,
      channel: null,
      reference: null,
      msisdn: null,
      branchId: null,
      receiptNo: await ports.savingsTransactions.nextReceiptNo(),
      paidAt: ports.now,
      bookedOn: ports.from.subtract({ days: 1 }),
      balanceAfter: account.balance,
      recordedBy: ports.actor,
    },
    account,
    { interest_taken_back: interest, tax_returned: tax },
  );
  ports.savingsTransactions.add(transaction);
  return [event];
}
