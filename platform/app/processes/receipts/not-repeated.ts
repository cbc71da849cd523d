import { accountBehind, receiptKey, ReceiptUse, type Direction } from '#core/payments/payment-receipt.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';

/** Money that a record is about to take or give: a loan, or a savings account. */
type Movement = {
  readonly type: string;
  readonly id: number;
  /** Minor units. */
  readonly amount: bigint;
  readonly channel: string;
  readonly reference?: string | null;
  /** Money that moves on from another record is no repetition. */
  readonly from?: object | null | undefined;
};

/**
 * Of movements those that may move money. Where the same amount is booked on the same account under the same receipt,
 * it is a repetition, as `claimReceipt` has it, and moves nothing: compliance has looked at it when it was booked. What else
 * stands under a receipt says nothing of that: a part that was corrected may be booked again beside the others.
 */
export async function notRepeated<Each extends Movement>(
  tx: TenantTransaction,
  direction: Direction,
  movements: readonly Each[],
): Promise<readonly Each[]> {
  const keys = [...new Set(movements.flatMap(({ reference }) => (reference ? [receiptKey(reference)] : [])))];
  if (keys.length === 0) return movements;
  const uses = await tx
    .of(ReceiptUse)
    .find(`receipt_key = any($1) and direction = $2 and state = 'live' and record_type = any($3) order by id`, [
      keys,
      direction,
      ['savings_transaction', 'repayment'],
    ]);
  const booked = new Set(uses.map((use) => `${use.account} ${use.receiptKey} ${use.party} ${use.amount}`));
  const isRepeated = ({ type, id, amount, channel, reference, from }: Each) =>
    reference && !from && booked.has(`${accountBehind(channel)} ${receiptKey(reference)} ${type}:${id} ${amount}`);
  return movements.filter((each) => !isRepeated(each));
}
