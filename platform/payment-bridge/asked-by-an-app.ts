import { comparableReference } from '#core/mobile-money/account-reference.ts';
import type { ReceivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import type { TenantTransaction } from '../persistence/database.ts';

/** Prompts of one amount without a receipt, as far as they are looked at. */
const MOST_AWAITED = 200;

/**
 * The collection of an app that a paybill's confirmation is the payment of; null where none is. A prompt that is paid
 * is told at two doors, its own and the paybill's, in either order: the money came once and is the app's.
 *
 * It is known by its receipt, or none is known of it yet: the amount and the account are those that were asked for, and
 * the payer's number where the provider shows it. Two that fit equally are told apart by their receipts alone, when their own news come.
 * @returns its originator id
 */
export async function collectionPaidBy(tx: TenantTransaction, payment: ReceivePayment): Promise<string | null> {
  const { receiptNo, amount, msisdn, accountReference } = payment;
  const [known] = await tx.sql<{ originator_id: string }>(
    'select originator_id::text as originator_id from collection where receipt_no = $1 limit 1',
    [receiptNo],
  );
  if (known) return known.originator_id;
  const awaited = await tx.sql<{ originator_id: string; account_reference: string }>(
    `select originator_id::text as originator_id, account_reference from collection
      where receipt_no is null and state in ('sending', 'sent', 'unknown', 'succeeded')
        and amount = $1 and ($2::text is null or msisdn = $2)
      order by id limit ${MOST_AWAITED}`,
    [amount.toString(), /^\+\d+$/.test(msisdn) ? msisdn : null],
  );
  const wanted = comparableReference(accountReference);
  const fitting = awaited.filter(({ account_reference }) => comparableReference(account_reference) === wanted);
  const [only] = fitting;
  return fitting.length === 1 && only ? only.originator_id : null;
}
