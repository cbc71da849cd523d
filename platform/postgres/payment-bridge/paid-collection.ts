import { mayBeSameNumber } from '#core/kernel/msisdn.ts';
import { comparableReference } from '#core/mobile-money/account-reference.ts';
import type { ReceivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { receiptKey } from '#core/payments/payment-receipt.ts';
import type { TenantTransaction } from '../database.ts';
import { holdPayment } from './arrivals.ts';

/** The most prompts of one amount without a receipt that are compared. */
const MOST_AWAITED = 200;

/**
 * A collection of an app, and by what it is known that a payment is of it: `terms` are the amount, the account and the payer.
 * `lacksReceipt`: its money is booked, by what the provider has said without a receipt.
 */
type PaidCollection = {
  readonly originatorId: string;
  readonly by: 'receipt' | 'terms';
  readonly lacksReceipt: boolean;
};

/**
 * The collection of an app that a paybill's confirmation is the payment of; null where none is. A paid prompt is notified
 * at two callback endpoints, its own and the paybill's, in either order: the money came once and is the app's.
 *
 * It is known by its receipt, or none is known of it yet: the amount and the account are those that were requested, and
 * the payer's number as far as the provider shows it. One statement reads both, for its own notification may give it the
 * receipt in the next moment. Two that fit equally are distinguished by their receipts alone: until their own
 * notifications come, the money waits in suspense. Of those of one app that are booked without a receipt, each may have it: no
 * money moves by it. One that is booked was paid between its request and its booking.
 */
export async function paidCollection(tx: TenantTransaction, payment: ReceivePayment): Promise<PaidCollection | null> {
  const { receiptNo, amount, msisdn, accountReference } = payment;
  await holdPayment(tx.sql, payment);
  const found = await tx.sql<{ originator_id: string; account_reference: string; known: boolean }>(
    `(select originator_id::text as originator_id, account_reference, true as known
        from collection
       where receipt_no = $1
          or uuid in (select record_uuid from payment_receipt_use where receipt_key = $4 and record_type = 'collection')
       limit 1)
      union all
     (select originator_id::text, account_reference, false from collection
       where receipt_no is null
         and (state in ('sending', 'sent', 'unknown')
              or state = 'succeeded' and $5::timestamptz between coalesce(sent_at, created_at) - interval '10 minutes'
                                                             and settled_at + interval '10 minutes')
         and amount = $2 and ($3::text is null or msisdn = $3)
       order by id limit ${MOST_AWAITED})`,
    [
      receiptNo,
      amount.toString(),
      /^\+\d+$/.test(msisdn) ? tx.sealing.sealAlike(msisdn) : null,
      receiptKey(receiptNo),
      payment.paidAt.toString(),
    ],
  );
  const known = found.find((each) => each.known);
  if (known) return { originatorId: known.originator_id, by: 'receipt', lacksReceipt: false };
  const wanted = comparableReference(accountReference);
  const fitting = found.filter(({ account_reference }) => comparableReference(account_reference) === wanted);
  if (fitting.length === 0) return null;
  const collections = await tx
    .of(Collection)
    .find('originator_id = any($1::uuid[]) order by id', [fitting.map((each) => each.originator_id)]);
  const [first, ...others] = collections.filter((each) => mayBeSameNumber(each.msisdn, msisdn));
  if (first === undefined) return null;
  const lacksReceipt = first.state === 'succeeded';
  const areAlike = lacksReceipt && others.every(({ state, appId }) => state === first.state && appId === first.appId);
  return others.length === 0 || areAlike ? { originatorId: first.originatorId, by: 'terms', lacksReceipt } : null;
}
