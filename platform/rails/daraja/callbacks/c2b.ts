import type { Cents } from '#core/kernel/money.ts';
import { readCents } from '../wire/amounts.ts';
import { idAt, textAt } from '../../connection/json.ts';
import { readTime } from '../wire/times.ts';
import { readBody, receiptFrom, type Unreadable } from './result.ts';

/** A payment to a paybill, to be validated before or confirmed after it was made. */
export type PaybillPayment = {
  readonly kind: 'paybill_payment';
  /** The receipt. The same one twice is the same payment. */
  readonly receiptNo: string;
  readonly amount: Cents;
  /** Null where it is missing: the address of the notification names the paybill. */
  readonly shortcode: string | null;
  /** What the payer typed as account number: free text of people. Nothing else distinguishes payers. */
  readonly billReference: string | null;
  readonly at: Temporal.Instant | null;
  readonly type: string | null;
  /** Blank when it is only being validated. */
  readonly balance: Cents | null;
  /** Hidden or hashed by the provider, and no identification. Not for logs, as the name. */
  readonly payer: string | null;
  readonly payerName: string | null;
};

/** Validation and confirmation have the same body (portal, "Customer to Business": callbacks). Never throws. */
export function readPaybillPayment(text: string): PaybillPayment | Unreadable {
  const read = readBody(text);
  if (read.kind === 'unreadable') return read;
  const { body } = read;
  const receiptNo = receiptFrom(textAt(body, 'TransID'));
  const amount = readCents(textAt(body, 'TransAmount'));
  const shortcode = idAt(body, 'BusinessShortCode');
  if (receiptNo === null && amount === null) return { kind: 'unreadable', why: 'no_result' };
  if (receiptNo === null || amount === null) return { kind: 'unreadable', why: 'field_missing' };
  const names = ['FirstName', 'MiddleName', 'LastName']
    .map((field) => textAt(body, field))
    .filter((name) => name !== null);
  return {
    kind: 'paybill_payment',
    receiptNo,
    amount,
    shortcode,
    billReference: textAt(body, 'BillRefNumber'),
    at: readTime(textAt(body, 'TransTime')),
    type: textAt(body, 'TransactionType'),
    balance: readCents(textAt(body, 'OrgAccountBalance')),
    payer: textAt(body, 'MSISDN'),
    payerName: names.length === 0 ? null : names.join(' '),
  };
}
