import { PaymentReceipt, ReceiptUse } from '#core/payments/payment-receipt.ts';
import { Wallet } from '#core/payments/wallet.ts';
import { mapRecord, mapRow } from '../mapping/mapping.ts';
import { cents, instant, text, uuid } from '../mapping/types.ts';

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
  mapRecord(Wallet, 'wallet', {
    msisdn: text(),
    provider: text(),
    confirmedAt: instant(),
    evidence: text(),
    confirmedBy: text(),
  }),
];
