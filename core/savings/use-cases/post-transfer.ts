import type { Cents } from '../../kernel/money.ts';
import type { Word } from '../../kernel/two-people.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';
import { SavingsTransaction } from '../transaction/savings-transaction.ts';

/** What a transfer inside the society is booked against, by the account of the ledger. */
type Counterpart = 'loan_overpayments' | 'savings_transfers' | 'estates_payable' | 'share_transfers';

/**
 * Posts a movement between an account and the society's own books today: no cash and no provider. The account has changed
 * its balance already.
 * @param amount in minor units
 */
export async function postTransfer(
  transfer: {
    readonly type: 'transfer_in' | 'transfer_out';
    readonly account: SavingsAccount;
    readonly amount: Cents;
    readonly counterpart: Counterpart;
    /** By whose word the money is there that passes; no one’s by default. */
    readonly words?: readonly Word[];
  },
  ports: Pick<SavingsPorts, 'savingsTransactions' | 'newUuid' | 'actor' | 'now' | 'today'>,
): Promise<ReturnType<typeof SavingsTransaction.post>> {
  const { type, account, amount, counterpart, words } = transfer;
  const posted = SavingsTransaction.post(
    {
      uuid: ports.newUuid(),
      accountId: account.id,
      type,
      amount,
      channel: null,
      reference: null,
      msisdn: null,
      branchId: null,
      receiptNo: await ports.savingsTransactions.nextReceiptNo(),
      paidAt: ports.now,
      bookedOn: ports.today,
      balanceAfter: account.balance,
      recordedBy: ports.actor,
    },
    account,
    { transferred_from: counterpart },
    words,
  );
  ports.savingsTransactions.add(posted.transaction);
  return posted;
}
