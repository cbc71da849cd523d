import { accountBehind, receiptKey, ReceiptUse, type Direction } from '#core/payments/payment-receipt.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';

type Payment = { readonly channel: string; readonly reference?: string | null };

/**
 * Of payments those that may move money. Where money is booked under the receipt of one already, it is a repetition, which moves
 * nothing, or refused: compliance has looked at it when it was booked.
 */
export async function notBookedYet<Each extends Payment>(
  tx: TenantTransaction,
  direction: Direction,
  payments: readonly Each[],
): Promise<readonly Each[]> {
  const keys = [...new Set(payments.flatMap(({ reference }) => (reference ? [receiptKey(reference)] : [])))];
  if (keys.length === 0) return payments;
  const uses = await tx
    .of(ReceiptUse)
    .find(`receipt_key = any($1) and direction = $2 and state = 'live' order by id`, [keys, direction]);
  const booked = new Set(uses.map((use) => `${use.account} ${use.receiptKey}`));
  return payments.filter(
    ({ channel, reference }) => !reference || !booked.has(`${accountBehind(channel)} ${receiptKey(reference)}`),
  );
}
