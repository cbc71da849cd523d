import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { alikeText, cents, instant, int, json, ref, text, uuid } from '../mapping/types.ts';
import { mapRecord } from '../mapping/mapping.ts';

export const mobileMoneyMappings = [
  mapRecord(MobileMoneyTransaction, 'mobile_money_transaction', {
    channel: text(),
    amount: cents(),
    msisdn: alikeText({ form: 'phone' }),
    accountReference: text(),
    referenceKey: text(),
    state: text(),
    stateReason: text({ nullable: true }),
    receiptNo: text({ nullable: true }),
    originatorId: uuid({ nullable: true }),
    paidAt: instant({ nullable: true }),
    expiresAt: instant({ nullable: true }),
    providerRef: text({ nullable: true }),
    sentAt: instant({ nullable: true }),
    nextCheckAt: instant({ nullable: true }),
    checks: int(),
    destinationType: text({ nullable: true }),
    destinationId: ref({ nullable: true }),
    destinationUuid: uuid({ nullable: true }),
    bookedType: text({ nullable: true }),
    bookedUuid: uuid({ nullable: true }),
    mergedIntoId: ref({ nullable: true }),
    restOfId: ref({ nullable: true }),
    returnProposal: json({ nullable: true }),
    recordedBy: text(),
    enteredBy: text({ nullable: true }),
    reportedAt: instant({ nullable: true }),
  }),
];
