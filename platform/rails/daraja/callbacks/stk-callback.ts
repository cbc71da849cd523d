import type { Cents } from '#core/kernel/money.ts';
import { collectionCode, type CollectionCode } from '../result-codes.ts';
import { readCents } from '../wire/amounts.ts';
import { asId, idAt, memberOf, textAt } from '../../connection/json.ts';
import { readTime } from '../wire/times.ts';
import { readBody, readParameters, receiptFrom, valueOf, type Unreadable } from './result.ts';

export type StkCallback = {
  readonly kind: 'stk_callback';
  readonly providerCode: string;
  readonly code: CollectionCode;
  readonly checkoutRequestId: string;
  readonly merchantRequestId: string | null;
  readonly receiptNo: string | null;
  readonly amount: Cents | null;
  readonly paidAt: Temporal.Instant | null;
  /** Not for logs. */
  readonly payer: string | null;
};

/** What became of a prompt to pay (portal, "M-Pesa Express": callback). Never throws. */
export function readStkCallback(text: string): StkCallback | Unreadable {
  const read = readBody(text);
  if (read.kind === 'unreadable') return read;
  const callback = memberOf(memberOf(read.body, 'Body'), 'stkCallback');
  const providerCode = asId(textAt(callback, 'ResultCode'));
  const checkoutRequestId = idAt(callback, 'CheckoutRequestID');
  if (providerCode === null) return { kind: 'unreadable', why: 'no_result' };
  if (checkoutRequestId === null) return { kind: 'unreadable', why: 'field_missing' };
  const items = readParameters(memberOf(memberOf(callback, 'CallbackMetadata'), 'Item'), 'Name');
  return {
    kind: 'stk_callback',
    providerCode,
    code: collectionCode(providerCode),
    checkoutRequestId,
    merchantRequestId: idAt(callback, 'MerchantRequestID'),
    receiptNo: receiptFrom(valueOf(items, 'MpesaReceiptNumber')),
    amount: readCents(valueOf(items, 'Amount')),
    paidAt: readTime(valueOf(items, 'TransactionDate')),
    payer: asId(valueOf(items, 'PhoneNumber')),
  };
}
