import Type from 'typebox';
import { actionsOn } from '#core/savings/account/actions.ts';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { FUND_SOURCES } from '#core/savings/fund-source.ts';
import { AT_MATURITY } from '#core/savings/maturity.ts';
import { SAVINGS_KINDS } from '#core/savings/product/savings-product.ts';
import { savingsTransactionLifecycle } from '#core/savings/transaction/lifecycle.ts';
import { SAVINGS_TRANSACTION_TYPES } from '#core/savings/transaction/savings-transaction.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, cents, date, instant, nullable, object } from '../shapes.ts';

/** A savings account as it is shown. */
export const SavingsAccountSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    account_no: Type.String({ description: 'The number that people use and payers type: SA- and digits.' }),
    member_id: anyId('Whose savings they are.'),
    product_id: anyId('The product that the account was made from.'),
    kind: Type.Enum([...SAVINGS_KINDS]),
    state: Type.Enum([...savingsAccountLifecycle.states]),
    state_reason: nullable(Type.String()),
    balance: cents('All that is in it, minor units.'),
    held: cents('What is promised to something else, minor units.'),
    available_balance: cents('What can be taken out: balance less held, minor units.'),
    opened_on: nullable(date('When it became active.')),
    matures_on: nullable(date('From when a fixed deposit is paid out.')),
    matured_on: nullable(date('Since when a fixed deposit is not bound any more.')),
    at_maturity: nullable(
      Type.Enum([...AT_MATURITY], { description: 'What was agreed of a fixed deposit that matures.' }),
    ),
    redeemable_from: nullable(date('From when shares are redeemed, after notice.')),
    dormant_since: nullable(date('Since when nothing has moved for too long; null where that is not so.')),
    client_reference: nullable(Type.String()),
    available_actions: actionList(savingsAccountLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was opened.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'SavingsAccount' },
);

/** An account as partners see it. */
export function savingsAccountBody(account: View<'savingsAccounts'>, ids: Ids) {
  return {
    id: ids(account),
    uuid: account.uuid,
    account_no: account.accountNo,
    member_id: ids({ id: account.memberId, uuid: account.memberUuid }),
    product_id: ids({ id: account.productId, uuid: account.productUuid }),
    kind: account.kind,
    state: account.state,
    state_reason: account.stateReason,
    balance: account.balance,
    held: account.held,
    available_balance: account.availableBalance,
    opened_on: account.openedOn,
    matures_on: account.maturesOn,
    matured_on: account.maturedOn,
    at_maturity: account.maturity?.atMaturity ?? null,
    redeemable_from: account.redeemableFrom,
    dormant_since: account.dormantSince,
    client_reference: account.clientReference,
    available_actions: actionsOn(account),
    version: account.version,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}

/** A movement of savings as it is shown. */
export const SavingsTransactionSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    savings_account_id: anyId('The account of the address.'),
    type: Type.Enum([...SAVINGS_TRANSACTION_TYPES]),
    amount: cents('Minor units, positive; the type says which way it goes.'),
    channel: nullable(Type.Enum([...FUND_SOURCES], { description: 'Where the money came from or went.' })),
    reference: nullable(Type.String()),
    msisdn: nullable(Type.String({ description: 'The payer’s number.' })),
    branch_id: nullable(anyId('The branch at whose counter it happened.')),
    receipt_no: nullable(Type.String()),
    state: Type.Enum([...savingsTransactionLifecycle.states]),
    state_reason: nullable(Type.String()),
    paid_at: instant('When the money was paid.'),
    booked_on: nullable(date('From when it counts for interest.')),
    interest_taken_back: cents('Posted interest that was reversed with it, minor units; negative where it came back.'),
    tax_returned: cents('Tax that was returned with that interest, minor units.'),
    balance_after: nullable(cents('What the account held after it, minor units.')),
    expires_at: nullable(instant('Until when a hold stands.')),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was recorded.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'SavingsTransaction' },
);

export function savingsTransactionBody(transaction: View<'savingsTransactions'>, ids: Ids) {
  return {
    id: ids(transaction),
    uuid: transaction.uuid,
    savings_account_id: ids({ id: transaction.accountId, uuid: transaction.accountUuid }),
    type: transaction.type,
    amount: transaction.amount,
    channel: transaction.channel,
    reference: transaction.reference,
    msisdn: transaction.msisdn,
    branch_id: transaction.branch && ids(transaction.branch),
    receipt_no: transaction.receiptNo,
    state: transaction.state,
    state_reason: transaction.stateReason,
    paid_at: transaction.paidAt,
    booked_on: transaction.bookedOn,
    interest_taken_back: transaction.interestTakenBack,
    tax_returned: transaction.taxReturned,
    balance_after: transaction.balanceAfter,
    expires_at: transaction.expiresAt,
    version: transaction.version,
    created_at: transaction.createdAt,
    updated_at: transaction.updatedAt,
  };
}
