import { USE_ENDS } from '#core/payments/payment-receipt.ts';
import { ReceiptSplit, SplitPart } from '#core/payments/split/receipt-split.ts';
import { collectionOf } from '../views/collection.ts';
import { columnsOf, expression, listed, pick, record } from '../views/columns.ts';
import { listOf } from '../views/list.ts';
import { view, type ViewContext } from '../views/view.ts';

const l = columnsOf(ReceiptSplit);
const part = columnsOf(SplitPart, 'part');

/** Where money of a part stands, as the register says: live, or how it ended. */
const USES = `payment_receipt_use u where u.record_uuid = ${part.bookedUuid} and u.record_type = ${part.bookedType}`;
const STATES = ['live', ...USE_ENDS] as const;

const splits = view(ReceiptSplit, {
  columns: {
    ...record(l),
    // What became of a part since shows in the record.
    version: expression.integer(`(${l.version} + (
      select count(*) from receipt_split_part part, ${USES} and ${part.splitId} = ${l.id} and u.state <> 'live'))::int`),
    ...pick(l, 'channel', 'receiptNo', 'amount', 'rest', 'paidAt', 'recordedBy'),
    parts: listed(
      {
        ...pick(part, 'number', 'type', 'amount', 'bookedType', 'bookedUuid'),
        target: { id: part.targetId, uuid: part.targetUuid },
        state: expression.choice(`(select u.state from ${USES} order by u.state <> 'live', u.id desc limit 1)`, STATES),
      },
      `receipt_split_part part where ${part.splitId} = ${l.id}`,
      part.number.sql,
    ),
  },
});

/** Payments that one command split. */
export function receiptSplitViews(context: ViewContext) {
  const { one, byUuids } = collectionOf(context, splits, listOf(ReceiptSplit, 'newest_first', {}));
  return { one, byUuids };
}
