import { AppAccount } from '#core/payment-bridge/account/app-account.ts';
import { AppTransaction } from '#core/payment-bridge/account/app-transaction.ts';
import { PayoutBatch } from '#core/payment-bridge/batch/payout-batch.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { Refund } from '#core/payment-bridge/refund/refund.ts';
import { Topup } from '#core/payment-bridge/topup/topup.ts';
import { alikeText, cents, flag, instant, int, json, jsonWithNumbers, ref, text, uuid } from '../mapping/types.ts';
import { mapLog, mapRecord } from '../mapping/mapping.ts';

/** Whose a row is. */
const ofApp = { appId: ref(), sandbox: flag() };

/** What a provider carries, out or in. */
const carried = {
  amount: cents(),
  fee: cents(),
  currency: text(),
  channel: text(),
  provider: text(),
  msisdn: alikeText(),
  reference: text(),
  narration: text({ nullable: true }),
  metadata: json(),
  state: text(),
  originatorId: uuid(),
  providerRef: text({ nullable: true }),
  receiptNo: text({ nullable: true }),
  failure: jsonWithNumbers({ nullable: true }),
  attempts: jsonWithNumbers(),
  findings: jsonWithNumbers(),
  evidence: jsonWithNumbers(),
  requestedBy: text(),
  sentAt: instant({ nullable: true }),
  settledAt: instant({ nullable: true }),
  nextCheckAt: instant({ nullable: true }),
  checks: int(),
};

export const paymentBridgeMappings = [
  mapRecord(AppAccount, 'app_account', {
    ...ofApp,
    currency: text(),
    balance: cents(),
    held: cents(),
    inTransit: cents(),
  }),
  mapLog(AppTransaction, 'app_transaction', {
    ...ofApp,
    uuid: uuid(),
    accountId: ref(),
    type: text(),
    amount: cents(),
    balanceAfter: cents(),
    sourceType: text(),
    sourceUuid: uuid(),
    occurredAt: instant(),
  }),
  mapRecord(Collection, 'collection', {
    ...ofApp,
    ...carried,
    accountReference: text(),
    receiptByTerms: flag(),
    payerName: text({ nullable: true }),
    amountReceived: cents({ nullable: true }),
    refunded: cents(),
    expiresAt: instant(),
    reversedAt: instant({ nullable: true }),
  }),
  mapRecord(Payout, 'payout', {
    ...ofApp,
    ...carried,
    accountId: ref(),
    purpose: text(),
    batchId: ref({ nullable: true }),
    batchRow: int({ nullable: true }),
    recipientName: text({ nullable: true }),
    charge: cents({ nullable: true }),
    amountPaid: cents({ nullable: true }),
    reversedAt: instant({ nullable: true }),
  }),
  mapRecord(PayoutBatch, 'payout_batch', {
    ...ofApp,
    reference: text(),
    currency: text(),
    size: int(),
    amount: cents(),
    fee: cents(),
    metadata: json(),
    requestedBy: text(),
  }),
  mapRecord(Refund, 'refund', {
    ...ofApp,
    collectionId: ref(),
    payoutId: ref(),
    amount: cents(),
    currency: text(),
    reason: text({ nullable: true }),
    reference: text({ nullable: true }),
    metadata: json(),
    state: text(),
    requestedBy: text(),
    settledAt: instant({ nullable: true }),
  }),
  mapRecord(Topup, 'topup', {
    ...ofApp,
    amount: cents(),
    currency: text(),
    bankReference: text(),
    reference: text({ nullable: true }),
    metadata: json(),
    state: text(),
    statementLine: text({ nullable: true }),
    requestedBy: text(),
    confirmedBy: text({ nullable: true }),
    settledAt: instant({ nullable: true }),
    reversedAt: instant({ nullable: true }),
    reversalReceiptNo: text({ nullable: true }),
  }),
];
