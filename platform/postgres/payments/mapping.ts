import { PaymentReceipt, ReceiptUse } from '#core/payments/payment-receipt.ts';
import { ReceiptSplit, SplitPart } from '#core/payments/split/receipt-split.ts';
import { Wallet } from '#core/payments/wallet.ts';
import { mapRecord, mapRow } from '../mapping/mapping.ts';
import { alikeText, cents, instant, int, ref, text, uuid } from '../mapping/types.ts';

/** Where what all payments share is stored. */
export const paymentsMappings = [
  mapRow(PaymentReceipt, 'payment_receipt', {
    account: text(),
    direction: text(),
    receiptKey: text(),
    receiptNo: text(),
    amount: cents(),
    paidAt: instant(),
    reportedBy: text(),
  }),
  mapRow(ReceiptUse, 'payment_receipt_use', {
    account: text(),
    direction: text(),
    receiptKey: text(),
    recordType: text(),
    recordUuid: uuid(),
    party: text(),
    amount: cents(),
    state: text(),
    endedAt: instant({ nullable: true }),
  }),
  mapRecord(ReceiptSplit, 'receipt_split', {
    channel: text(),
    account: text(),
    receiptKey: text(),
    receiptNo: text(),
    amount: cents(),
    rest: cents(),
    paidAt: instant(),
    recordedBy: text(),
  }),
  mapRow(SplitPart, 'receipt_split_part', {
    splitId: ref(),
    number: int(),
    type: text(),
    targetId: ref(),
    targetUuid: uuid(),
    amount: cents(),
    bookedType: text(),
    bookedUuid: uuid(),
  }),
  mapRecord(Wallet, 'wallet', {
    msisdn: alikeText(),
    provider: text(),
    confirmedAt: instant(),
    evidence: text(),
    confirmedBy: text(),
  }),
];
