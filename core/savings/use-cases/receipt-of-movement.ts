import type { Cents } from '../../kernel/money.ts';
import { accountBehind } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { NO_RECEIPT, requireReceipt, type Claim } from '../../payments/receipt-registry.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { FundSource } from '../fund-source.ts';
import type { MovementType } from '../transaction/savings-transaction.ts';

type Paid = Pick<Claim, 'from' | 'split'> & {
  readonly type: MovementType;
  /** Minor units. */
  readonly amount: Cents;
  readonly channel: FundSource;
  readonly reference: string | null;
  readonly paidAt?: Temporal.Instant | null | undefined;
};

/**
 * Claims the payment that a movement books; one without a reference has none to claim.
 * @param record the movement: a new one, or a hold that was there before
 */
export async function receiptOf(
  { type, amount, channel, reference, from, split, paidAt }: Paid,
  { account, uuid, isNew }: { account: Pick<SavingsAccount, 'id'>; uuid: string; isNew?: true },
  ports: ReceiptPorts,
) {
  const behind = accountBehind(channel);
  if (reference === null || behind === null) return NO_RECEIPT;
  return requireReceipt(
    {
      account: behind,
      direction: type === 'deposit' ? 'in' : 'out',
      receiptNo: reference,
      amount,
      paidAt: paidAt ?? ports.now,
      reportedBy: 'caller',
      record: { type: 'savings_transaction', uuid },
      ...(isNew ? {} : { recordExists: true as const }),
      party: `savings_account:${account.id}`,
      from,
      split,
    },
    ports,
  );
}
