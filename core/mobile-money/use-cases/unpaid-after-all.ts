import type { DomainEvent } from '../../kernel/event.ts';
import { written } from '../../kernel/money.ts';
import { report } from '../../payments/payment-incidents.ts';
import { receiptKey } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts, RegisteredReceipt } from '../../payments/ports.ts';
import type { NotPaid } from '../../payments/provider-status.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { accountOf } from '../transaction/mobile-money-record.ts';
import { MOBILE_MONEY } from './suspense.ts';

type Reporting = Pick<MobileMoneyPorts, 'mobileMoney'> & Pick<ReceiptPorts, 'receipts' | 'workList' | 'newUuid'>;

/**
 * The provider says that a prompt was not paid whose money is in the books (payments, row 14). Nothing is unbooked: which of
 * the two is true, people find out, and return the money where the provider has it again. What is out of the books already
 * contradicts nothing.
 */
export async function reportUnpaid(
  collection: MobileMoneyTransaction,
  { code }: NotPaid,
  ports: Reporting,
): Promise<readonly DomainEvent[]> {
  const booked = await bookedOf(collection, ports);
  if (booked === null) return [];
  const { receiptNo, amount } = booked;
  const known = receiptNo === null ? [] : await ports.receipts.lock(receiptKey(receiptNo));
  const isOwn = ({ receipt: { account, direction } }: RegisteredReceipt) =>
    account === accountOf(collection.channel) && direction === 'in';
  // The payer of what a person has entered may have paid in another way, or not at all.
  if (booked === collection && known.find(isOwn)?.receipt.reportedBy === 'caller') {
    const seen = `The prompt was entered as paid with ${written(amount)}; the provider says that it was not (${code}).`;
    const subject = { type: MOBILE_MONEY, uuid: collection.uuid };
    return report({ kind: 'entered_not_paid', subject, receiptNo, amount, seen }, ports);
  }
  const seen = `The prompt is booked as paid with ${written(amount)}; the provider says now that it was not paid (${code}). Nothing was unbooked: find out from its statement which is true.`;
  return reportFailure(collection, receiptNo, seen, ports);
}

/** The same of a prompt that the provider called paid without naming a receipt: its money is in no book. */
export function reportUnpaidWithoutReceipt(
  collection: MobileMoneyTransaction,
  { code }: NotPaid,
  ports: Reporting,
): Promise<readonly DomainEvent[]> {
  const seen = `The provider said that the prompt was paid, named no receipt, and says now that it was not paid (${code}). It is not booked: find out from its statement whether the money came.`;
  return reportFailure(collection, null, seen, ports);
}

/** The payment in whose place a settled prompt stands in the books; null where its money is in none of them. */
async function bookedOf(
  collection: MobileMoneyTransaction,
  ports: Reporting,
): Promise<Pick<MobileMoneyTransaction, 'receiptNo' | 'amount'> | null> {
  const { state, receiptNo, mergedIntoId } = collection;
  if (state === 'merged') {
    // An app's collection has its receipt: that the prompt itself was not paid fits.
    if (receiptNo !== null) return null;
    const payment = mergedIntoId === null ? null : await ports.mobileMoney.lock(mergedIntoId);
    const isGone = payment?.state === 'reversed' || payment?.state === 'corrected';
    return isGone ? null : (payment ?? { receiptNo: null, amount: collection.amount });
  }
  return ['unallocated', 'allocated', 'returning'].includes(state) ? collection : null;
}

/** Its provider said that it was paid, and says that it was not: on the work list, once. */
function reportFailure(
  { uuid, amount }: MobileMoneyTransaction,
  receiptNo: string | null,
  seen: string,
  ports: Reporting,
): Promise<readonly DomainEvent[]> {
  const subject = { type: MOBILE_MONEY, uuid };
  return report({ kind: 'failure_after_success', subject, receiptNo, amount, seen }, ports);
}
