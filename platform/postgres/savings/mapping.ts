import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import { cents, instant, int, json, plainDate, ref, text } from '../mapping/types.ts';
import { mapRecord } from '../mapping/mapping.ts';

export const savingsMappings = [
  mapRecord(SavingsProduct, 'savings_product', {
    code: text(),
    name: text(),
    state: text(),
    kind: text(),
    annualRate: text(),
    termMonths: int({ nullable: true }),
    dayCount: text(),
    postingPeriod: text(),
    minimumBalance: cents(),
    withholdingTaxRate: text(),
  }),
  mapRecord(SavingsAccount, 'savings_account', {
    accountNo: text(),
    memberId: ref(),
    productId: ref(),
    kind: text(),
    termMonths: int({ nullable: true }),
    interest: json({ nullable: true }),
    state: text(),
    stateReason: text({ nullable: true }),
    balance: cents(),
    held: cents(),
    interestDays: cents({ unversioned: true }),
    interestAccrued: cents({ unversioned: true }),
    earlierBalances: json({ unversioned: true }),
    openedBy: text(),
    approvedBy: text({ nullable: true }),
    openedOn: plainDate({ nullable: true }),
    maturesOn: plainDate({ nullable: true }),
    redeemableFrom: plainDate({ nullable: true }),
    dormantSince: plainDate({ nullable: true }),
    lastMovementOn: plainDate({ nullable: true }),
    clientReference: text({ nullable: true }),
  }),
  mapRecord(SavingsTransaction, 'savings_transaction', {
    accountId: ref(),
    type: text(),
    amount: cents(),
    channel: text({ nullable: true }),
    reference: text({ nullable: true }),
    msisdn: text({ nullable: true }),
    branchId: ref({ nullable: true }),
    receiptNo: text({ nullable: true }),
    state: text(),
    stateReason: text({ nullable: true }),
    paidAt: instant(),
    balanceAfter: cents({ nullable: true }),
    expiresAt: instant({ nullable: true }),
    recordedBy: text(),
  }),
];
